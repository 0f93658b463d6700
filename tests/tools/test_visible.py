"""What people typed never steers the reader's terminal."""

from tenmatsu.tools.cli.output import box, one_line, table, visible


def test_escapes_bells_and_turned_lines_are_shown_or_dropped() -> None:
    assert visible("題\x1b[2J\x07名\x7f") == "題␛[2J␇名␡"
    assert visible("a\u202eb\x9bc") == "abc"
    assert visible("一行\n二行\t三") == "一行\n二行\t三"


def test_a_line_feed_in_a_cell_breaks_no_table_and_no_box() -> None:
    assert one_line("題\n名") == "題⏎名"
    assert len(table([["a\nb", "c"]])) == 1
    assert len(box("題\n名", [("", [("x", "1\n2")])])) == 3
