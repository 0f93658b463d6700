"""Lines in cells of a terminal: full-width letters count two."""

import pytest

from tenmatsu.engine.cells import width_of, wrap


@pytest.mark.parametrize("width", [10, 17, 40, 99])
def test_lines_are_wrapped_to_their_width_and_nothing_is_lost(width: int) -> None:
    text = "この版の行動に付ける（ハッシュの先頭でもよい）。「-」は書き込みだけ、 --at と一緒に"
    lines = wrap(text, width)

    assert all(width_of(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert not any(line[0] in "、。）」" for line in lines)
    assert not any(line[-1] in "（「" for line in lines)


def test_words_of_narrow_letters_stay_whole() -> None:
    assert wrap("as whom: id, name or character", 12) == ["as whom: id,", "name or", "character"]
    assert wrap("tcp://scheduler:8786", 5) == ["tcp://scheduler:8786"]
    assert wrap("", 5) == [""]
