"""The course of a spell: announced, accepted or resisted, rolled, paid for, at work."""

from collections.abc import Callable

from tenmatsu.systems.runequest.castings import Casting
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.decide.checking import CheckSpec, roll_check, specify_resistance
from tenmatsu.systems.runequest.decide.choosing import continue_with, open_choice
from tenmatsu.systems.runequest.decide.conjuring import find_cost, is_in_range, specify_cast
from tenmatsu.systems.runequest.decide.lasthealing import list_last_heals
from tenmatsu.systems.runequest.decide.queueing import find_action, settle_action
from tenmatsu.systems.runequest.decide.restoring import spend_mp, spend_rune_points
from tenmatsu.systems.runequest.decide.shielded import (
    find_delay,
    find_lacking,
    find_most_boost,
    find_shield,
)
from tenmatsu.systems.runequest.decide.work import Rulebook, Work, refuse
from tenmatsu.systems.runequest.degrees import Degree, is_success
from tenmatsu.systems.runequest.engaging import are_foes
from tenmatsu.systems.runequest.events.clock import SpellsEnded
from tenmatsu.systems.runequest.events.magic import (
    BoostDeclined,
    Outcome,
    SpellAnnounced,
    SpellBoosted,
    SpellDelayed,
    SpellMet,
    SpellSettled,
)
from tenmatsu.systems.runequest.rows_magic import EffectKey
from tenmatsu.systems.runequest.spellbook import list_working
from tenmatsu.systems.runequest.state import Choice, State

__all__ = [
    "EFFECTS",
    "Effect",
    "find_cost",
    "list_last_heals",
    "resume_casting",
    "specify_cast",
    "specify_resisted",
    "spend_mp",
    "start_casting",
    "work_as",
]
Effect = Callable[[Work, Casting], None]
EFFECTS: dict[EffectKey, Effect] = {}
"""What a spell does by itself, by its key; `decide/spelleffects.py` registers them."""


def work_as(*keys: EffectKey) -> Callable[[Effect], Effect]:
    """Register what a spell of these effects does."""

    def register(effect: Effect) -> Effect:
        for key in keys:
            EFFECTS[key] = effect
        return effect

    return register


def start_casting(work: Work, casting: Casting) -> None:
    """Announce a spell: everything about it was filled in and checked."""
    work.record(SpellAnnounced(casting=casting))


def resume_casting(work: Work) -> bool:
    """Take the next step of the spell under way; return whether there was one."""
    casting = work.state.casting
    if casting is None:
        return False
    if casting.stage == "accepted":
        _cast(work, casting)
    elif not _is_there(work.state, work.rules, casting):
        _settle(work, casting, "void")
    elif not _ask_boost(work, casting):
        _ask_target(work, casting)
    return True


def _is_there(state: State, rules: Rulebook, casting: Casting) -> bool:
    """Return whether caster and target are still there, alive and near enough."""
    if casting.caster not in state.characters:
        return False
    if not casting.target:
        return True
    target = state.characters.get(casting.target)
    return target is not None and not target.dead and is_in_range(state, rules, casting)


def _ask_boost(work: Work, casting: Casting) -> bool:
    """Ask the caster to boost a spell that defensive magic would stop, where that is possible."""
    if casting.asked:
        return False
    needed = find_lacking(work.state, work.rules, casting)
    most = find_most_boost(work.state, work.rules, casting)
    if not 0 < needed <= most:
        return False
    data: dict[str, int | str] = {"spell": casting.spell, "needed": needed, "most": most}
    open_choice(work, "boost", casting.caster, ("boost", "as_it_is"), "boost_spell", data)
    return True


def _check_boost(work: Work, choice: Choice, command: Choose) -> None:
    needed, most = int(choice.data["needed"]), int(choice.data["most"])
    if command.use == "boost" and command.amount and not needed <= command.amount <= most:
        refuse(work, "wrong_boost", needed=needed, most=most)


@continue_with("boost_spell", _check_boost)
def boost_spell(work: Work, choice: Choice, command: Choose) -> None:
    """Put more magic points into the spell; in a melee it comes later by that."""
    casting = work.state.casting
    if casting is None:
        return
    if command.use != "boost":
        work.record(BoostDeclined(character=casting.caster))
        return
    points = command.amount or int(choice.data["needed"])
    boost, action = casting.boost + points, find_action(work.state, casting.action)
    delay = find_delay(work.state, work.rules, casting, points)
    if action is None or not delay:
        work.record(SpellBoosted(character=casting.caster, boost=boost))
        return
    sr = action.sr + delay
    work.record(SpellDelayed(character=casting.caster, action=action.id, boost=boost, sr=sr))


def _ask_target(work: Work, casting: Casting) -> None:
    """
    Settle whether the target resists: foes resist what is meant to harm, friends accept what is not.

    Whoever is awake is asked where it is the other way round.
    """
    target = work.state.characters.get(casting.target)
    harmful = work.rules.tables.spells[casting.spell].resisted
    if target is None or casting.target == casting.caster:
        work.record(SpellMet(target=casting.target or casting.caster, resisted=False, own=True))
    elif not target.is_awake or harmful == are_foes(work.state, casting.caster, casting.target):
        work.record(SpellMet(target=casting.target, resisted=harmful))
    else:
        data: dict[str, int | str] = {"caster": casting.caster, "spell": casting.spell}
        open_choice(work, "accept_spell", casting.target, ("accept", "resist"), "meet_spell", data)


@continue_with("meet_spell")
def meet_spell(work: Work, choice: Choice, command: Choose) -> None:
    """Settle whether the target resists the spell under way."""
    if work.state.casting is not None:
        resisted = command.use == "resist"
        work.record(SpellMet(target=work.state.casting.target, resisted=resisted))


def _cast(work: Work, casting: Casting) -> None:
    """Roll the spell and pay for it; where it gets through magic and POW, let it work."""
    degree = roll_check(work, specify_cast(work.state, work.rules, casting))
    mp, rune_points = find_spent(casting, degree, find_cost(work.state, work.rules, casting))
    spend_rune_points(work, casting.caster, rune_points)
    spend_mp(work, casting.caster, mp)
    if not is_success(degree):
        lost = degree == "fumble" and casting.magic != "spirit"
        _settle(work, casting, "fumbled" if lost else "failed")
    elif find_lacking(work.state, work.rules, casting):
        _settle(work, casting, "blocked")
    else:
        _pierce(work, casting)
        spec = specify_resisted(work.state, work.rules, casting)
        if casting.resisted and not is_success(roll_check(work, spec)):
            _settle(work, casting, "resisted")
        else:
            _settle(work, casting, "worked")


def find_spent(casting: Casting, degree: Degree, cost: dict[str, int]) -> tuple[int, int]:
    """Return the magic points and rune points that a casting roll costs."""
    mp, rune_points = cost["mp"], cost["rune_points"]
    if casting.magic == "spirit":
        return (mp, 0) if is_success(degree) else (0, 0)
    if casting.magic == "sorcery":
        return (min(1, mp), 0) if degree in ("critical", "failure") else (mp, 0)
    if degree == "failure":
        return min(1, mp), 0
    return mp, 0 if degree == "critical" else rune_points


def specify_resisted(state: State, rules: Rulebook, casting: Casting) -> CheckSpec:
    """Return the roll of POW against POW that overcomes a target who does not accept the spell."""
    caster, target = state.characters[casting.caster], state.characters.get(casting.target)
    passive = 0 if target is None else target.of("POW")
    return specify_resistance(state, rules, casting.caster, "resist_spell", caster.of("POW"), passive)


def _pierce(work: Work, casting: Casting) -> None:
    """Let the countermagic that a spell got through be gone."""
    if not find_shield(work.state, work.rules, casting):
        return
    broken = list_working(work.rules.tables, work.state.characters[casting.target], "countermagic")
    if broken:
        work.record(SpellsEnded(character=casting.target, spells=broken))


def _settle(work: Work, casting: Casting, outcome: Outcome) -> None:
    work.record(
        SpellSettled(
            caster=casting.caster,
            spell=casting.spell,
            target=casting.target or casting.caster,
            outcome=outcome,
        )
    )
    if outcome == "worked":
        EFFECTS[work.rules.tables.spells[casting.spell].effect](work, casting)
    settle_action(work, casting.action, "done")
