"""
Checks (行為判定): one mechanism for every roll against a difficulty, with 活劇点 before and after it.

A handler that needs a check builds a `CheckSpec` and calls `start_check`. It must be the last thing
that the handler does, since the check may stop at a choice of its character. What follows stands in a
function of its own, registered under a name and named by the spec:

    @continue_with("treated")
    def _finish_treatment(work: Work, check: Check) -> None:
        work.record(Treated(character=str(check.data["patient"]), success=bool(check.success), ...))

    def treat(work: Work, command: Treat) -> None:
        spec = CheckSpec(character=command.character, roll="treatment", skill="医術", difficulty=14,
                         then="treated", data={"patient": command.patient},
                         bought=command.bought, stand=command.stand)
        verify_check(work, spec)   # refuses a bought success that cannot be; before any roll
        start_check(work, spec)

The continuation gets the settled check: `success`, `margin`, `total`, `data`. It may start the next
check, and it must not refuse. A check that somebody else's action causes says `ask=True`: its
character may then buy the success before the roll, where that is possible.
"""

from collections.abc import Callable

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.decide.circumstances import gather_circumstances, gather_penalties
from tenmatsu.systems.ukiyozoshi.decide.effects import find_base
from tenmatsu.systems.ukiyozoshi.decide.points import (
    find_gain,
    gain_point,
    may_buy_before,
    may_turn,
    price_choices,
    spend_points,
    verify_points,
)
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook, Work, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.checks import CheckAsked, Checked
from tenmatsu.systems.ukiyozoshi.state import Check, Data, Figure, State

Continuation = Callable[[Work, Check], None]
"""What a settled check leads to."""
CONTINUATIONS: dict[str, Continuation] = {}
"""By the name that `CheckSpec.then` gives."""


class CheckSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A check as a rule asks for it."""

    character: str
    roll: str = "skill"
    """What it is for: a key of `[rolls]`."""
    skill: str = ""
    """The skill; without its level the base ability and two dice (技能ロール)."""
    ability: str = ""
    """The ability of an ability roll, or another base for the skill."""
    difficulty: int | None = None
    """Before circumstances; None where only the total matters."""
    dice: int = 0
    """0: as the rule has it, three for a skill one has or an ability, two without the skill."""
    circumstances: tuple[Circumstance, ...] = ()
    """Beyond those that the engine adds by itself."""
    ignore: tuple[str, ...] = ()
    """Keys of circumstances that do not count here."""
    then: str = ""
    data: Data = {}
    bought: bool = False
    """Buy the success (自動的に成功) instead of rolling."""
    stand: bool = False
    """The result stands; no choice opens after a failure."""
    ask: bool = False
    """No command names it, since another act causes it: ask before the roll whether it is bought."""
    selfish: bool = False
    forced: bool = False
    """The GM demands the points (主役と活劇点)."""


def continue_with(name: str) -> Callable[[Continuation], Continuation]:
    """Register a function as the continuation `name`."""

    def register(step: Continuation) -> Continuation:
        CONTINUATIONS[name] = step
        return step

    return register


def prepare_check(state: State, rules: Rulebook, spec: CheckSpec) -> Check:
    """Return the check as it stands before the roll, with every circumstance."""
    figure = state.characters.get(spec.character) or Figure()
    ability = spec.ability or find_base(figure, spec.skill, rules)
    level = figure.skills.get(spec.skill, 0) if spec.skill else 0
    general = tuple(c for c in gather_circumstances(figure, rules) if c.key not in spec.ignore)
    circumstances = (*spec.circumstances, *general)
    penalties = gather_penalties(figure, ability, rules)
    if spec.difficulty is None:  # nothing to raise: what makes it harder lowers the total
        penalties = (*penalties, *(Circumstance(c.key, -c.amount) for c in circumstances))
        circumstances = ()
    unskilled = bool(spec.skill) and level == 0
    return Check(
        character=spec.character,
        roll=spec.roll,
        skill=spec.skill,
        ability=ability,
        level=level,
        effective=figure.ability(ability) + level + sum(c.amount for c in penalties),
        dice=spec.dice or (rules.tables.checks.unskilled_dice if unskilled else rules.tables.checks.dice),
        difficulty=None
        if spec.difficulty is None
        else spec.difficulty + sum(c.amount for c in circumstances),
        circumstances=circumstances,
        penalties=penalties,
        stand=spec.stand,
        then=spec.then,
        data=spec.data,
    )


def measure_best(rules: Rulebook, check: Check) -> int:
    """Return the best total that the dice can give."""
    return check.effective + min(check.dice, rules.tables.checks.kept) * 6


def has_chance(rules: Rulebook, check: Check) -> bool:
    """Return whether the check can succeed at all (成功の可能性)."""
    return check.difficulty is None or measure_best(rules, check) >= check.difficulty


def verify_check(work: Work, spec: CheckSpec) -> None:
    """Refuse a bought success that the rules do not allow; call it before anything is rolled."""
    figure = find_figure(work, spec.character)
    if not (spec.bought or spec.forced or spec.selfish):
        return
    amount = work.rules.tables.katsugeki.automatic if spec.bought else 0
    if spec.bought and figure.npc:
        refuse(work, "npc_may_not_buy", character=spec.character)
    verify_points(work, spec.character, amount, selfish=spec.selfish, forced=spec.forced)
    check = prepare_check(work.state, work.rules, spec)
    if spec.bought and not has_chance(work.rules, check):
        refuse(work, "no_chance", character=spec.character, difficulty=check.difficulty)


def start_check(work: Work, spec: CheckSpec) -> None:
    """Begin a check; it goes on to its continuation, or waits for a choice of its character."""
    check = prepare_check(work.state, work.rules, spec)
    figure = work.state.characters.get(spec.character) or Figure()
    affordable = may_buy_before(figure, work.rules) and has_chance(work.rules, check)
    if spec.bought and affordable:
        buy_check(work, check, selfish=spec.selfish, forced=spec.forced)
    elif spec.ask and affordable:
        ask_before(work, check)
    else:
        roll_check(work, check)


def ask_before(work: Work, check: Check) -> None:
    """Ask whether a check is rolled or bought."""
    prices = price_choices(work.rules)
    work.record(CheckAsked(check=msgspec.structs.replace(check, choices=("roll", "buy"), prices=prices)))


def roll_check(work: Work, check: Check) -> None:
    """Let the dice of a check fall, gain 活劇点 by doubles, and go on or open the choice after a failure."""
    faces = work.roll((6,) * check.dice, by=check.character, for_=check.roll)
    kept = tuple(sorted(faces, reverse=True)[: work.rules.tables.checks.kept])
    total = check.effective + sum(kept)
    margin = None if check.difficulty is None else total - check.difficulty
    figure = work.state.characters.get(check.character) or Figure()
    face = find_gain(figure, work.rules, faces)
    fallen = msgspec.structs.replace(
        check,
        faces=faces,
        kept=kept,
        total=total,
        margin=margin,
        success=None if margin is None else margin >= 0,
        gained=face > 0,
        choices=(),
    )
    after = msgspec.structs.replace(figure, katsugeki=figure.katsugeki + (1 if face else 0))
    if fallen.success is False and not fallen.contest:
        choices = list_choices(after, work.rules, fallen)
        fallen = msgspec.structs.replace(
            fallen, choices=choices, prices=price_choices(work.rules) if choices else {}
        )
    work.record(Checked(character=check.character, check=fallen))
    if face:
        gain_point(work, check.character, face)
    if not fallen.choices:
        conclude_check(work, fallen)


def list_choices(
    figure: Figure, rules: Rulebook, check: Check, *, chance: bool | None = None
) -> tuple[str, ...]:
    """Return what a failed check leaves to choose (活劇点の効果); nothing without points."""
    if check.stand:
        return ()
    kept = figure.katsugeki - (1 if check.gained and rules.options.reroll_gain == "goes" else 0)
    choices: list[str] = []
    if kept >= rules.tables.katsugeki.reroll:
        choices.append("reroll")
    if may_turn(figure, rules) and (has_chance(rules, check) if chance is None else chance):
        choices.append("success")
    return ("stand", *choices) if choices else ()


def buy_check(work: Work, check: Check, *, selfish: bool = False, forced: bool = False) -> None:
    """Buy the success before the roll (自動的に成功) and go on."""
    cost = work.rules.tables.katsugeki.automatic
    spend_points(work, check.character, "automatic", cost, selfish=selfish, forced=forced)
    settle_bought(work, check, "before")


def turn_check(work: Work, check: Check, *, selfish: bool = False, forced: bool = False) -> None:
    """Turn a failure into a success and go on."""
    spend_points(
        work, check.character, "success", work.rules.tables.katsugeki.turn, selfish=selfish, forced=forced
    )
    settle_bought(work, check, "after")


def settle_bought(work: Work, check: Check, when: str) -> None:
    """Record a bought success: the total of the difficulty, or the best (option `bought_total`)."""
    needed = check.data.get("needed", check.difficulty)  # an opposed roll says what just wins
    total = needed if isinstance(needed, int) else None
    if total is not None and work.rules.options.bought_total == "best":
        total = max(total, measure_best(work.rules, check))
    margin = None if total is None or check.difficulty is None else total - check.difficulty
    settled = msgspec.structs.replace(
        check,
        bought="before" if when == "before" else "after",
        total=total,
        margin=margin,
        success=True,
        choices=(),
    )
    work.record(Checked(character=check.character, check=settled))
    conclude_check(work, settled)


def conclude_check(work: Work, check: Check) -> None:
    """Go on to what follows a settled check."""
    step = CONTINUATIONS.get(check.then)
    if step is not None:
        step(work, check)
