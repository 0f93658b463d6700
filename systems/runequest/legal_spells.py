"""Which spells somebody can cast, at whom."""

from collections.abc import Iterator

from tenmatsu.systems.runequest.decide.conjuring import hinder_casting
from tenmatsu.systems.runequest.decide.spellranks import read_casting
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.melee import Plan, Step
from tenmatsu.systems.runequest.rows_magic import SpellRow
from tenmatsu.systems.runequest.state import State

STRENGTHS = (0, 1, 2, 3)
"""Levels of a sorcery spell's strength that are listed; there may be more."""


def list_castings(state: State, rules: Rulebook, character: str) -> Iterator[Plan]:
    """Yield the spells that somebody can cast now, at each whom they may be meant for."""
    for spell in list_known(rules, state.characters[character]):
        row = rules.tables.spells[spell]
        for target in _list_spell_targets(state, character, row):
            for strength in STRENGTHS if row.magic == "sorcery" else STRENGTHS[:1]:
                step = Step(kind="spell", spell=spell, target=target, strength=strength)
                if not hinder_spell(state, rules, character, step):
                    yield (step,)


def list_known(rules: Rulebook, figure: Figure) -> tuple[str, ...]:
    """Return the spells that somebody knows, has inscribed, or has learned as a skill."""
    known = dict.fromkeys((*figure.known, *figure.inscribed, *figure.skills))
    return tuple(spell for spell in known if spell in rules.tables.spells)


def _list_spell_targets(state: State, character: str, row: SpellRow) -> tuple[str, ...]:
    """Return whom a spell may be meant for; what is resisted is meant for others."""
    if row.target in ("self", "area"):
        return ("",)
    fighters = () if state.melee is None else state.melee.fighters
    others = tuple(one for one in fighters if one != character and one in state.characters)
    return others if row.resisted else (character, *others)


def hinder_spell(state: State, rules: Rulebook, character: str, step: Step, target: str = "") -> str:
    """Return why a declared spell could not be cast as things are, as a key of `[labels]`."""
    return hinder_casting(state, rules, read_casting(state, rules, character, step, target))
