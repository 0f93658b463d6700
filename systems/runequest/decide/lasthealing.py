"""Healing at the last moment: who still has strike ranks to save one who dies at this round's end."""

from collections.abc import Iterator, Mapping

from tenmatsu.systems.runequest.castings import Casting
from tenmatsu.systems.runequest.decide.conjuring import complete_casting, hinder_casting
from tenmatsu.systems.runequest.decide.ranks import find_spell_rank
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.engaging import list_threats
from tenmatsu.systems.runequest.melee import Melee, Step
from tenmatsu.systems.runequest.state import State

USE = "heal"


def list_last_heals(state: State, rules: Rulebook) -> Mapping[str, tuple[str, ...]]:
    """Return who can still heal one who dies at this round's end, within 12 SR: `heal:<spell>:<whom>`."""
    melee = state.melee
    if melee is None:
        return {}
    figures = state.characters
    fighters = [one for one in melee.fighters if one in figures]
    dying = [one for one in fighters if figures[one].embodied and figures[one].hp <= 0]
    dying = [one for one in dying if not figures[one].dead]
    found: dict[str, tuple[str, ...]] = {}
    for healer in fighters:
        if _has_time(state, melee, healer):
            uses = tuple(_list_uses(state, rules, healer, dying))
            if uses:
                found[healer] = uses
    return found


def _has_time(state: State, melee: Melee, healer: str) -> bool:
    """Return whether somebody can cast at all this round: no spell yet, no blows where engaged."""
    if not state.characters[healer].is_awake or melee.cast.get(healer):
        return False
    going_on = any(one.character == healer and one.state == "carried" for one in melee.queue)
    return not going_on and not (melee.struck.get(healer) and list_threats(state, healer))


def _list_uses(state: State, rules: Rulebook, healer: str, dying: list[str]) -> Iterator[str]:
    for spell in state.characters[healer].known:
        for whom in dying:
            least, most = find_heal_points(state, rules, healer, spell, whom)
            if 0 < least <= most:
                yield f"{USE}:{spell}:{whom}"


def read_use(use: str) -> tuple[str, str]:
    """Return the spell and whom it heals, of an answer."""
    _, spell, whom = use.split(":", 2)
    return spell, whom


def find_heal_points(state: State, rules: Rulebook, healer: str, spell: str, whom: str) -> tuple[int, int]:
    """Return the least points of a spell that save somebody and the most there is time for; 0 for none."""
    row, figure = rules.tables.spells.get(spell), state.characters[healer]
    if row is None or row.effect not in ("heal", "heal_all") or row.magic == "sorcery":
        return 0, 0
    least = row.cost
    if row.variable and row.amount:
        least = max(least, -(-(1 - state.characters[whom].hp) // row.amount))
    highest = figure.known[spell] if row.variable and row.magic == "spirit" else least
    fitting = [
        points for points in range(least, highest + 1) if _fits(state, rules, healer, spell, whom, points)
    ]
    return least, max(fitting, default=0)


def make_heal(state: State, rules: Rulebook, healer: str, spell: str, whom: str, points: int) -> Casting:
    """Return the casting that heals at the last moment."""
    casting = Casting(
        caster=healer,
        spell=spell,
        magic=rules.tables.spells[spell].magic,
        target=whom,
        points=points,
        asked=True,
    )
    return complete_casting(state, rules, casting)


def _fits(state: State, rules: Rulebook, healer: str, spell: str, whom: str, points: int) -> bool:
    """Return whether a spell of so many points is possible and comes within the round."""
    casting = make_heal(state, rules, healer, spell, whom, points)
    if hinder_casting(state, rules, casting):
        return False
    step = Step(kind="spell", spell=spell, points=points, target=whom)
    rank = find_spell_rank(state, rules, healer, casting.magic, step)
    return not rank.rounds and _find_end(state, healer) + rank.sr <= rules.tables.round.last_sr


def _find_end(state: State, healer: str) -> int:
    """Return the strike rank at which somebody had done what they did this round."""
    melee = state.melee
    if melee is None:
        return 0
    done = (one.sr for one in melee.queue if one.character == healer and one.state == "done")
    return max(*done, melee.moved.get(healer, 0), melee.surprise.get(healer, 0), 0)
