"""Strike ranks: of each step of an intent, with what they are made of."""

from collections.abc import Sequence

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.decide.arming import is_off_hand
from tenmatsu.systems.runequest.decide.closing import count_free_movement
from tenmatsu.systems.runequest.decide.hands import find_row, is_launcher
from tenmatsu.systems.runequest.decide.planning import check_steps
from tenmatsu.systems.runequest.decide.spellranks import list_spell_parts
from tenmatsu.systems.runequest.decide.steps import LAST, STRIKES, TIMELESS, takes_time
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.derived import find_characteristic, find_dex_sr, find_siz_sr
from tenmatsu.systems.runequest.figures import Figure, Magic
from tenmatsu.systems.runequest.melee import Action, Step
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import Tables


class Rank(msgspec.Struct, frozen=True, kw_only=True):
    """A strike rank and what it is made of."""

    sr: int
    """Of the round in which it is reached; below 1 counts as 1. Over 12 it cannot be done, spells apart."""
    parts: tuple[Circumstance, ...]
    """`sr_dex`, `sr_siz`, `sr_length`, `sr_mp`, `sr_surprise`, `sr_ready`, `sr_move`: keys of `[labels]`."""
    rounds: int = 0
    """Of a spell: whole rounds before that one."""


def find_rank(
    state: State, rules: Rulebook, character: str, step: Step, before: Sequence[Action] = ()
) -> Rank:
    """Return the strike rank of a step behind those planned before it."""
    figure, last = state.characters[character], rules.tables.round.last_sr
    timed = tuple(one for one in before if takes_time(one.step))
    if step.kind in TIMELESS:
        return Rank(sr=1, parts=())
    if step.kind in LAST or (step.kind == "retreat" and not figure.mounted):
        return Rank(sr=last, parts=(Circumstance("sr_own", last),))
    walked = count_free_movement(state, rules, character, step, timed)
    earlier = _list_earlier(state, rules, character, timed, walked)
    if step.kind == "ready" and step.at_once and timed:
        return _rank_at_once(state, rules, character, step, timed)
    rounds, own = 0, _list_own(state, rules, character, step, timed)
    if step.kind == "spell":
        alone = _find_spell(state, rules, character, step, timed)
        own, rounds = alone.parts, alone.rounds
        total = last * rounds + alone.sr + sum(one.amount for one in earlier)
        return Rank(sr=(total - 1) % last + 1, rounds=(total - 1) // last, parts=(*earlier, *own))
    parts = tuple(one for one in (*earlier, *own) if one.amount)
    return Rank(sr=max(1, sum(one.amount for one in parts)), parts=parts)


def find_usual(state: State, rules: Rulebook, character: str, arm: str) -> int:
    """Return the strike rank of a melee weapon by DEX, SIZ and length alone, at least 1."""
    return max(1, sum(one.amount for one in _list_strike(rules.tables, state.characters[character], arm)))


def rank_steps(
    state: State, rules: Rulebook, character: str, steps: Sequence[Step], first: int = 1
) -> tuple[Action, ...]:
    """Return the actions that steps come to (a split is several), whether or not they may be done."""
    actions: list[Action] = []
    figure = state.characters[character]
    for step in steps:
        parts: tuple[int | None, ...] = step.parts or (None,)
        for part in parts:
            rank = find_rank(state, rules, character, step, actions)
            strikes = step.kind in STRIKES
            actions.append(
                Action(
                    id=first + len(actions),
                    character=character,
                    step=step,
                    sr=rank.sr,
                    usual=find_usual(state, rules, character, step.arm)
                    if strikes and step.kind != "attack"
                    else 0,
                    state="carried" if rank.rounds else "declared",
                    part=part,
                    off_hand=strikes and is_off_hand(rules.tables, figure, step.arm),
                    rounds_left=rank.rounds,
                )
            )
    return tuple(actions)


def plan_steps(
    state: State, rules: Rulebook, character: str, steps: Sequence[Step]
) -> tuple[Action, ...] | str:
    """Return the actions that steps come to (a split is several), or the refusal that says why not."""
    reason = check_steps(state, rules, character, steps)
    if reason:
        return reason
    first = 1 if state.melee is None else state.melee.next_id
    actions = rank_steps(state, rules, character, steps, first)
    if any(one.sr > rules.tables.round.last_sr for one in actions):
        return "over_last_sr"
    if any(one.rounds_left for one in actions) and any(takes_time(one.step) for one in actions[1:]):
        return "spell_alone"
    return actions


def find_spell_rank(state: State, rules: Rulebook, character: str, magic: Magic, step: Step) -> Rank:
    """Return the strike rank of a spell alone: preparation, DEX, magic points (magic part)."""
    tables, last = rules.tables, rules.tables.round.last_sr
    dex = find_dex_sr(tables, quicken(tables, state.characters[character]))
    parts = tuple(one for one in list_spell_parts(state, rules, character, magic, step, dex) if one.amount)
    total = max(1, sum(one.amount for one in parts))
    return Rank(sr=(total - 1) % last + 1, rounds=(total - 1) // last, parts=parts)


def _list_earlier(
    state: State, rules: Rulebook, character: str, timed: Sequence[Action], walked: int
) -> tuple[Circumstance, ...]:
    """Return what goes before: surprise, movement, preparation, earlier actions, up to where those end."""
    melee, tables = state.melee, rules.tables
    surprise = 0 if melee is None else melee.surprise.get(character, 0)
    total = (timed[-1].sr if timed else surprise) - walked
    moved = sum(abs(one.step.units) for one in timed if one.step.kind == "move") - walked
    ready = tables.round.ready * sum(one.step.kind == "ready" and not one.step.spell for one in timed)
    acted = total - surprise - moved - ready
    if acted < 0:
        moved, acted = max(0, moved + acted), 0
        ready = total - surprise - moved
    found = {"sr_surprise": surprise, "sr_move": moved, "sr_ready": ready, "sr_before": acted}
    return tuple(Circumstance(key, amount) for key, amount in found.items() if amount)


def _list_own(
    state: State, rules: Rulebook, character: str, step: Step, timed: Sequence[Action]
) -> tuple[Circumstance, ...]:
    """Return what a step itself takes."""
    tables, figure = rules.tables, state.characters[character]
    ready = Circumstance("sr_ready", tables.round.ready)
    if step.kind == "move":
        return (Circumstance("sr_move", abs(step.units)),)
    if step.kind == "ready" and step.spell and not figure.focus and _is_spirit_magic(tables, step):
        return (Circumstance("sr_ready", tables.round.last_sr),)
    if step.kind in ("ready", "rise"):
        return (ready,)
    if step.kind == "retreat":
        return (Circumstance("sr_own", tables.round.retreat_mounted),)
    if step.kind == "attack":
        own = _list_strike(tables, figure, step.arm)
        behind = any(one.step.kind == "attack" for one in timed)
        # What comes below 1 counts as 1 for each of several strikes.
        return own if not behind or any(one.amount for one in own) else (Circumstance("sr_own", 1),)
    dex = Circumstance("sr_dex", find_dex_sr(tables, quicken(tables, figure)))
    if step.kind != "shoot":
        return (dex,)
    return _list_shot(rules, figure, step, timed, (ready, dex))


def _list_shot(
    rules: Rulebook,
    figure: Figure,
    step: Step,
    timed: Sequence[Action],
    parts: tuple[Circumstance, Circumstance],
) -> tuple[Circumstance, ...]:
    """Return what a shot takes: loading where it is not ready, DEX (option `further_shot_sr`)."""
    ready, dex = parts
    further = any(one.step.kind == "shoot" for one in timed)
    again = further and any(one.step.kind == "shoot" and one.step.arm == step.arm for one in timed)
    row, arm = find_row(rules.tables, figure, step.arm), figure.arms.get(step.arm)
    loaded = arm is None or row is None or not is_launcher(row) or arm.loaded
    made_ready = bool(timed) and timed[-1].step.kind == "ready" and timed[-1].step.arm == step.arm
    found = [ready] if not made_ready and (again or not loaded) else []
    if not further or rules.options.further_shot_sr == "dex":
        found.append(dex)
    return tuple(found)


def _list_strike(tables: Tables, figure: Figure, arm: str) -> tuple[Circumstance, ...]:
    row = find_row(tables, figure, arm)
    return (
        Circumstance("sr_dex", find_dex_sr(tables, quicken(tables, figure))),
        Circumstance("sr_siz", find_siz_sr(tables, figure)),
        Circumstance("sr_length", 0 if row is None else row.sr),
    )


def quicken(tables: Tables, figure: Figure) -> Figure:
    """Return somebody with the DEX that magic gives them."""
    characteristics = {**figure.characteristics, "DEX": find_characteristic(tables, figure, "DEX")}
    return msgspec.structs.replace(figure, characteristics=characteristics)


def _is_spirit_magic(tables: Tables, step: Step) -> bool:
    row = tables.spells.get(step.spell)
    return row is not None and row.magic == "spirit"


def _rank_at_once(state: State, rules: Rulebook, character: str, step: Step, timed: Sequence[Action]) -> Rank:
    """Return the strike rank of what is made ready beside the step before it: the longer alone counts."""
    own = _list_own(state, rules, character, step, timed)
    alone = _list_earlier(state, rules, character, timed[:-1], 0)
    end = sum(one.amount for one in (*alone, *own))
    longer = max(timed[-1].sr, end)
    if longer == end:
        return Rank(sr=max(1, end), parts=(*alone, *own))
    return Rank(sr=longer, parts=_list_earlier(state, rules, character, timed, 0))


def _find_spell(state: State, rules: Rulebook, character: str, step: Step, timed: Sequence[Action]) -> Rank:
    """Return the strike rank of a spell alone; what was prepared before needs no preparation."""
    row = rules.tables.spells[step.spell]
    alone = find_spell_rank(state, rules, character, row.magic, step)
    melee = state.melee
    ready = melee is not None and melee.prepared.get(character) == step.spell
    ready = ready or any(one.step.kind == "ready" and one.step.spell == step.spell for one in timed)
    if not ready or row.magic != "spirit":
        return alone
    parts = tuple(one for one in alone.parts if one.key != "sr_ready")
    return Rank(sr=max(1, sum(one.amount for one in parts)), parts=parts)
