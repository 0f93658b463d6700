"""Archers of RuneQuest for tests, and a melee that they shoot into."""

from typing import Any

import msgspec
from kit import Play
from runequests import TABLES, begin, hold, make_figure, make_foe

from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.decide.shooting import aim_shot
from tenmatsu.systems.runequest.figures import Figure, Hand
from tenmatsu.systems.runequest.melee import Melee

EVERYBODY = ("aya", "jin", "kai", "rin", "sen")


def make_archer(weapon: str = "composite_bow", percent: int = 60, **values: Any) -> Figure:
    """Return somebody with a missile weapon in hand."""
    hand: Hand = "both" if TABLES.weapons[weapon].hands > 1 else "right"
    arms = {weapon: hold(weapon, hand, loaded=True)}
    return make_figure(arms=arms, skills={weapon: percent, "dodge": 40}, **values)


def fight(weapon: str = "composite_bow", options: dict[str, str] | None = None, **melee: Any) -> Play:
    """Return a melee of rin, who shoots, aya on the same side and three foes; its fields may be given."""
    play = begin(
        options=options,
        rin=make_archer(weapon),
        aya=make_figure(),
        jin=make_foe(),
        kai=make_foe(),
        sen=make_foe(),
    )
    return play.given_state(msgspec.structs.replace(play.state, melee=Melee(fighters=EVERYBODY, **melee)))


def make_shot(play: Play, target: str = "jin", **changes: Any) -> Blow:
    """Return a shot of rin with what is in hand, not aimed yet."""
    (arm,) = play.state.characters["rin"].arms
    return Blow(attacker="rin", target=target, arm=arm, kind="missile", **changes)


def aim_at(play: Play, target: str = "jin", **changes: Any) -> Blow:
    """Return a shot of rin as it is aimed."""
    return aim_shot(play.state, play.rules, make_shot(play, target, **changes))
