"""A fumble as it falls out, and what its dice say: shared by all outcomes of the fumble table."""

from typing import Literal

import msgspec

from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.decide.dice import roll_dice
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.events.attacks import Fumbled
from tenmatsu.systems.runequest.rows_arms import FumbleRow
from tenmatsu.systems.runequest.wielding import get_weapon

Of = Literal["attack", "parry"]


class Fumble(msgspec.Struct, frozen=True, kw_only=True):
    """A fumble as it falls out: whose, of what, in which blow, and what its dice said."""

    character: str
    arm: str
    of: Of
    blow: Blow
    row: FumbleRow
    told: Fumbled


def name_arm(work: Work, character: str, arm: str) -> str:
    """Return the key of a weapon's row; empty where there is none."""
    return get_weapon(work.rules.tables, work.state.characters[character], arm)


def tell(work: Work, one: Fumble, **found: object) -> None:
    """Record what the table said, with what was found out besides."""
    work.record(msgspec.structs.replace(one.told, **found))


def count(work: Work, one: Fumble) -> int:
    """Roll how many attacks, metres, rounds a row means; 1 where it has no dice."""
    return roll_dice(work, one.row.dice, one.character, "fumble_count") if one.row.dice else 1


def roll_rounds(work: Work, one: Fumble) -> int:
    """Roll how many rounds it lasts."""
    return roll_dice(work, one.row.rounds, one.character, "fumble_rounds")


def find_until(work: Work, rounds: int) -> int:
    """Return the round of the clock at which so many rounds after this one are over."""
    return work.state.now + 1 + rounds
