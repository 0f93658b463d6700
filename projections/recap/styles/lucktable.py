"""The table of everybody's dice, in plain words and exact figures rounded for reading."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tenmatsu.engine.language import Lang
from tenmatsu.projections.luck import Person
from tenmatsu.projections.phrases import say
from tenmatsu.projections.recap.document import Row, Table
from tenmatsu.projections.recap.story import Luckline
from tenmatsu.projections.rolls import Roll

_COLUMNS = (
    "col_who",
    "col_dice",
    "col_mean",
    "col_successes",
    "col_sixes",
    "col_retries",
    "col_set_aside",
    "col_entered",
    "col_luck",
)


def show_fraction(value: Fraction | None) -> str:
    """Return a fraction to two decimals, rounded half up; a dash for none."""
    if value is None:
        return "–"
    sign, hundredths = ("-" if value < 0 else ""), int(abs(value) * 100 + Fraction(1, 2))
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}"


def proof_words(roll: Roll, lang: Lang, names: Mapping[str, str]) -> str:
    """Return how far a roll is proven, in plain words."""
    witnesses = ("、" if lang == "ja" else ", ").join(names.get(one, one) for one in roll.witnesses)
    return say(f"proof_{roll.proof}", lang, witnesses=witnesses)


def luck_words(line: Luckline | Person, lang: Lang) -> str:
    """Return how somebody's dice did, in plain words."""
    parts = [say(f"faces_{line.face_luck}", lang), say(f"checks_{line.check_luck}", lang)]
    return say("join_luck", lang).join(part for part in parts if part)


def luck_table(lines: Sequence[Luckline], lang: Lang) -> Table:
    """Return the table."""
    return Table(
        head=tuple(say(key, lang) for key in _COLUMNS), rows=tuple(_row(line, lang) for line in lines)
    )


def _row(line: Luckline, lang: Lang) -> Row:
    mean, expected = show_fraction(line.mean), show_fraction(line.expected_mean)
    wanted = show_fraction(line.expected_successes)
    checks = say("of_checks", lang, value=line.successes, expected=wanted, count=line.checks)
    return Row(
        cells=(
            line.who,
            str(line.dice),
            say("with_expected", lang, value=mean, expected=expected) if line.dice else "–",
            checks if line.checks else "–",
            say("of_dice", lang, value=line.sixes, count=line.six_sided) if line.six_sided else "–",
            str(line.retries),
            str(line.set_aside),
            str(line.entered),
            luck_words(line, lang),
        )
    )
