"""ニンジャスレイヤー's own skills: hatred of dark souls, and ナラク within him."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.decide.readying import build_figure
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work
from tenmatsu.systems.ninjaslayer.events.slayer import NarakuRose, NarakuSlept
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.values import find_level, has_skill

HATRED = "hatred"
DARKNESS = "darkness"
NARAKU = "naraku_within"


def count_marks(figure: Figure, rules: Rulebook) -> int:
    """Return the ◉ of ニンジャソウルの闇 and of all skills that build on it; 0 without the first."""
    if not has_skill(figure, rules, DARKNESS):
        return 0
    return sum(
        row.marks * find_level(figure, rules, name) for name, row in rules.tables.skills.items() if row.marks
    )


def hatred_dice(rules: Rulebook, figure: Figure, targets: Iterable[Figure]) -> int:
    """
    Return the dice that 憎悪 adds: 2 for each mark of the soul's darkness of the one foe who is attacked.

    `targets` are those of all parts; nothing is added where they are several, or none of them a foe.
    """
    foes = list(targets)
    if len(foes) != 1 or foes[0].side == figure.side or not has_skill(figure, rules, HATRED):
        return 0
    return rules.tables.skills[HATRED].dice * count_marks(foes[0], rules)


def keeps_naraku(figure: Figure, rules: Rulebook) -> bool:
    """
    Return whether ナラク・ウィズイン holds one up: at 0 vitality or below he is not knocked out nor explodes.

    Nor where his spirit is below 0. Until the phase ends he stands; `sleep_with_naraku` then puts him down.
    It costs no spirit.
    """
    return figure.ninja and figure.kind != "mob" and has_skill(figure, rules, NARAKU)


def is_sinking(figure: Figure, rules: Rulebook) -> bool:
    """Return whether somebody stands only until the phase ends, or lies but does not sleep so yet."""
    gone = figure.exploded or figure.removed
    return not gone and not figure.returns and figure.vitality <= 0 and keeps_naraku(figure, rules)


def sleep_with_naraku(work: Work) -> None:
    """At a phase's end: let those whom ナラク holds up at 0 vitality or below fall, for D3 turns."""
    for character, figure in work.state.characters.items():
        if not is_sinking(figure, work.rules):
            continue
        turns = work.roll((work.rules.tables.skills[NARAKU].die,), by=character, for_="naraku")[0]
        now = work.state.battle.turn if work.state.battle is not None else 0
        work.record(NarakuSlept(character=character, turns=turns, returns=max(now, 1) + turns))


def return_naraku(work: Work) -> None:
    """At a turn's end: bring those back whose turns are over."""
    battle = work.state.battle
    if battle is None:
        return
    for character, figure in work.state.characters.items():
        if figure.returns and figure.returns <= battle.turn:
            rouse(work, character)


def rouse(work: Work, character: str) -> None:
    """
    Replace one who lies with ナラク within by the model that returns, fully healed.

    Where he stands, whose side he is on and the dodge dice of this turn stay as they are.
    """
    old = work.state.characters[character]
    if not old.returns:
        return
    model = work.rules.tables.skills[NARAKU].returns
    made = build_figure(work, model, old.side)
    figure = msgspec.structs.replace(
        made, square=old.square, cash=old.cash, dkk=old.dkk, dodge_dice=max(old.dodge_dice, 0)
    )
    work.record(NarakuRose(character=character, model=model, figure=figure))


SLAYER_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {}
"""None: his skills are styles of `ninjaslayer.attack`, or come by themselves."""
