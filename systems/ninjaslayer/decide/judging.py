"""How a judgement (判定) is measured and rolled, and what goes on behind it."""

from collections.abc import Callable, Mapping
from typing import Literal, cast, get_args

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ninjaslayer.battle import Phase
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work, find_figure, refuse
from tenmatsu.systems.ninjaslayer.events.judging import Judged, QuickDiceSpent, SixthSenseUsed
from tenmatsu.systems.ninjaslayer.figures import Ability, Figure, Value, Weakened
from tenmatsu.systems.ninjaslayer.pools import Pattern, count_successes, matches
from tenmatsu.systems.ninjaslayer.state import Judging, State
from tenmatsu.systems.ninjaslayer.tables import NORMAL
from tenmatsu.systems.ninjaslayer.values import find_value, has_skill

VALUES = get_args(Value)
AFTER_PLAY = ("evaluation", "leisure")
"""Stages in which injuries do not count: they make the next scenario harder."""


class Spec(msgspec.Struct, frozen=True, kw_only=True):
    """A judgement that is to be rolled."""

    character: str
    purpose: str
    """A key of `[rolls]`."""
    value: str
    """An ability, `legs` or a value: it gives the dice, and is a key of `[labels]`."""
    dice: int = 0
    """Added to those of the value."""
    fixed: int | None = None
    """So many dice whatever the value: no quick dice are added."""
    difficulty: int = NORMAL
    """A place in the ladder of difficulties."""
    circumstances: tuple[Circumstance, ...] = ()
    """What else changes the difficulty: weapon, style, the target's balance, what the NM adds."""
    phase: Phase | Literal[""] = ""
    """The phase of which it is an own action: focus and a cartwheel's penalty change those of `attack`."""
    pattern: Pattern = ()
    """Faces to look for."""


Step = Callable[[Work, Judging], None]
STEPS: dict[str, Step] = {}
"""What goes on behind a judgement, by name."""


def continue_with(name: str) -> Callable[[Step], Step]:
    """Register what goes on behind judgements whose `then` is `name`."""

    def register(step: Step) -> Step:
        STEPS[name] = step
        return step

    return register


def list_changes(**amounts: int) -> tuple[Circumstance, ...]:
    """Return what changes a difficulty, by keys of `[labels]`; what is 0 is left out."""
    return tuple(Circumstance(key, amount) for key, amount in amounts.items() if amount)


def count_dice(figure: Figure, value: str) -> int:
    """Return how many dice an ability, the legs or a value gives now."""
    if value in VALUES:
        return max(find_value(figure, cast("Value", value)), 0)
    return figure.ability(cast("Ability | Weakened", value))


def find_injuries(figure: Figure, rules: Rulebook) -> int:
    """Return how much harder every judgement is by injuries left untreated: at one place, at two or more."""
    places = len(set(figure.untreated))
    return (0, rules.tables.rules.injury_one, rules.tables.rules.injury_more)[min(places, 2)]


def measure(state: State, rules: Rulebook, spec: Spec) -> tuple[int, int, tuple[Circumstance, ...]]:
    """
    Return the dice, the difficulty as a place in the ladder, and what changed it.

    What lies with the character alone is added here: untreated injuries, and in own actions of the attack
    phase focus and a cartwheel's penalty. A weapon's and a fright's part in cartwheels is the asker's. All
    changes add up (2-1) before the ladder ends them.
    """
    figure = state.characters.get(spec.character, Figure())
    acting = spec.phase == "attack"
    own = list_changes(
        injuries=0 if state.scenario.stage in AFTER_PLAY else find_injuries(figure, rules),
        focus=rules.tables.rules.focus if acting and figure.focused else 0,
        hampered=figure.hampered if acting else 0,
    )
    circumstances = (*spec.circumstances, *own)
    place = spec.difficulty + sum(one.amount for one in circumstances)
    most = len(rules.tables.difficulties) - 1
    dice = count_dice(figure, spec.value) + spec.dice if spec.fixed is None else spec.fixed
    return max(dice, 0), min(max(place, 0), most), circumstances


def find_place(rules: Rulebook, difficulty: str) -> int:
    """Return the place of a difficulty in the ladder; −1 where there is no such row."""
    names = [row.name for row in rules.tables.difficulties]
    return names.index(difficulty) if difficulty in names else -1


def check_difficulty(work: Work, difficulty: str) -> None:
    """Refuse a difficulty that is none."""
    if find_place(work.rules, difficulty) < 0:
        known = [row.name for row in work.rules.tables.difficulties]
        refuse(work, "no_such_difficulty", difficulty=difficulty, known=known)


def check_quick(work: Work, character: str, quick: int) -> None:
    """Refuse quick dice (即応ダイス) that are not there, or outside the play of a scenario (シナリオ本編)."""
    if quick < 0:
        refuse(work, "negative_quick", quick=quick)
    if not quick:
        return
    if work.state.scenario.stage in ("briefing", "evaluation", "leisure"):
        refuse(work, "quick_outside", character=character)
    figure = find_figure(work, character)
    if quick > figure.quick_dice:
        refuse(work, "too_few_quick", character=character, quick=quick, left=figure.quick_dice)


def take_quick(work: Work, character: str, quick: int) -> None:
    """Spend quick dice, or refuse: never for dodges, tables, damage or fixed dice, which do not ask this."""
    check_quick(work, character, quick)
    if quick:
        left = find_figure(work, character).quick_dice - quick
        work.record(QuickDiceSpent(character=character, count=quick, left=left))


def roll_pool(work: Work, character: str, purpose: str, dice: int) -> tuple[int, ...]:
    """Roll so many dice of six; none where there are none."""
    return work.roll((6,) * dice, by=character, for_=purpose) if dice > 0 else ()


def may_sense(state: State, rules: Rulebook, character: str) -> bool:
    """Return whether somebody has a sixth sense (ニンジャ第六感) not used in this scenario."""
    figure = state.characters.get(character)
    return figure is not None and not figure.sensed and has_skill(figure, rules, "sixth_sense")


def use_sense(work: Work, character: str) -> None:
    """Use up somebody's sixth sense: what they rolled last is set aside, and what is rolled now counts."""
    work.record(SixthSenseUsed(character=character))


def judge(
    work: Work,
    spec: Spec,
    *,
    quick: int = 0,
    then: str = "",
    about: Mapping[str, int | str] | None = None,
) -> None:
    """
    Roll a judgement, record it, and go on with the step `then`.

    Where its roller may roll again by a sixth sense, that is asked first.
    """
    if quick and spec.fixed is not None:
        refuse(work, "quick_on_fixed", dice=spec.fixed)
    take_quick(work, spec.character, quick)
    dice, place, circumstances = measure(work.state, work.rules, spec)
    faces = roll_pool(work, spec.character, spec.purpose, dice + quick)
    judging = Judging(
        character=spec.character,
        purpose=spec.purpose,
        value=spec.value,
        dice=dice + quick,
        difficulty=place,
        faces=faces,
        successes=count_successes(faces, work.rules.tables.difficulty(place)),
        then=then,
        about=dict(about or {}),
        quick=quick,
        circumstances=circumstances,
        pattern=spec.pattern,
    )
    held = bool(faces) and may_sense(work.state, work.rules, spec.character)
    record_judged(work, judging, held=held)
    if not held:
        go_on(work, judging)


def roll_again(work: Work, judging: Judging) -> None:
    """Roll again by a sixth sense: as many dice, as hard, and the new faces count even when worse."""
    use_sense(work, judging.character)
    faces = roll_pool(work, judging.character, judging.purpose, judging.dice)
    successes = count_successes(faces, work.rules.tables.difficulty(judging.difficulty))
    rolled = msgspec.structs.replace(judging, faces=faces, successes=successes)
    record_judged(work, rolled, again=True)
    go_on(work, rolled)


def record_judged(work: Work, judging: Judging, *, held: bool = False, again: bool = False) -> None:
    """Record what fell: as it waits for a sixth sense, or as it counts."""
    row = work.rules.tables.difficulty(judging.difficulty)
    work.record(
        Judged(
            character=judging.character,
            purpose=judging.purpose,
            value=judging.value,
            quick=judging.quick,
            difficulty=row.name,
            place=judging.difficulty,
            face=row.face,
            count=row.count,
            circumstances=judging.circumstances,
            faces=judging.faces,
            successes=judging.successes,
            pattern=judging.pattern,
            matched=matches(judging.faces, judging.pattern),
            again=again,
            held=held,
            then=judging.then if held else "",
            about=judging.about if held else {},
        )
    )


def go_on(work: Work, judging: Judging) -> None:
    """Go on with the step behind a judgement, where there is one."""
    if judging.then:
        STEPS[judging.then](work, judging)
