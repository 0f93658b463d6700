"""What the GM alone gives: what makes a roll easier, and where somebody comes from."""

from tenmatsu.systems.runequest.decide.work import Work, refuse


def check_given(work: Work, **given: object) -> None:
    """Refuse what a player gave that only the GM gives, by the names of the fields."""
    fields = [name for name, value in given.items() if value]
    if fields and not work.is_gm:
        refuse(work, "gm_gives", fields=fields)
