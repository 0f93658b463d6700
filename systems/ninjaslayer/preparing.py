"""What makes ready for play: how a character is made, and what the GM does next."""

from collections.abc import Iterator, Mapping

from tenmatsu.engine.contract import Move, OpenField
from tenmatsu.systems.ninjaslayer.decide.readying import NOT_CARRIED
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.state import Stage, State

TAG = "ninjaslayer."
ABILITIES = ("karate", "neuron", "wazamae", "jitsu")
STEPS: Mapping[Stage, str] = {
    "over": "begin_scenario",
    "briefing": "begin_play",
    "evaluation": "begin_leisure",
    "leisure": "end_leisure",
}
"""What leads on from a stage of the scenario to the next; the play itself ends with its evaluation."""


def list_preparations(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """
    Yield how a character is made that was not yet: a player's ninja, or one of the GM's mobs and bosses.

    For no character, yield the GM's next steps: the scenario, the map, foes, the battle.
    """
    if not character:
        yield from list_next_steps(state, rules)
    elif character not in state.characters:
        yield from _list_making(rules, character)


def _list_making(rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield the ready-made ninja, one by own figures, one with rolled abilities, and an enemy."""
    command, who, most = f"{TAG}make_character", {"character": character}, rules.tables.making.figure_most
    carried = tuple(one for one in rules.tables.weapons if one not in NOT_CARRIED)
    weapons = OpenField("weapons", choices=carried, required=False)
    skills = OpenField("skills", choices=tuple(rules.tables.skills), required=False)
    yield Move(command=command, fields=who, open=(OpenField("model", choices=_list_models(rules, pc=True)),))
    figures = tuple(
        OpenField(name, low=int(name != "jitsu"), high=most, required=name != "jitsu") for name in ABILITIES
    )
    yield Move(command=command, fields=who, open=(*figures, weapons, skills))
    yield Move(command=command, fields={**who, "rolled": True}, open=(weapons, skills))
    enemies = OpenField("model", choices=_list_models(rules, pc=False))
    yield Move(command=f"{TAG}bring_in", fields={"characters": (character,)}, open=(enemies,))


def list_next_steps(state: State, rules: Rulebook) -> Iterator[Move]:
    """Yield what the GM does next outside battle: whatever is missing for a battle, then the battle."""
    if state.battle is not None:
        return
    sides = {figure.side for figure in state.characters.values() if figure.able}
    step = STEPS.get(state.scenario.stage, "")
    if step and "players" in sides:
        yield Move(command=f"{TAG}{step}")
    elif state.scenario.stage == "play":
        rated = (OpenField("rating", required=False), OpenField("reward", required=False))
        yield Move(command=f"{TAG}evaluate", open=rated)
    if not state.map.rows:
        yield Move(command=f"{TAG}lay_map", open=(OpenField("rows"), OpenField("name", required=False)))
    if "foes" not in sides:
        model = OpenField("model", choices=_list_models(rules, pc=False))
        yield Move(command=f"{TAG}bring_in", open=(OpenField("characters"), model))
    if {"players", "foes"} <= sides:
        yield Move(command=f"{TAG}begin_battle")


def _list_models(rules: Rulebook, *, pc: bool) -> tuple[str, ...]:
    return tuple(name for name, row in rules.tables.models.items() if (row.kind == "pc") is pc)
