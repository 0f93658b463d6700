"""Skill and ability rolls at the table, and the skills with rules of their own (技能)."""

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.commands.checks import (
    Chase,
    CheckCommand,
    Oppose,
    PickPocket,
    RollAbility,
    RollSkill,
    SensePresence,
    Sneak,
    ThrowObject,
)
from tenmatsu.systems.ukiyozoshi.decide.checks import CheckSpec, continue_with, start_check, verify_check
from tenmatsu.systems.ukiyozoshi.decide.contests import contest_with, start_contest
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook, Work, find_able, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.checks import ContestDecided, Sneaked
from tenmatsu.systems.ukiyozoshi.state import Check, Contest, Data, Figure, State

HIDE, PERCEIVE = "隠密", "知覚"


def specify_skill(
    command: CheckCommand,
    skill: str,
    difficulty: int | None,
    *,
    roll: str = "skill",
    then: str = "",
    data: Data | None = None,
    circumstances: tuple[Circumstance, ...] = (),
    ability: str = "",
) -> CheckSpec:
    """Return the check of a skill as a command asks for it."""
    return CheckSpec(
        character=command.character,
        roll=roll,
        skill=skill,
        ability=ability,
        difficulty=difficulty,
        circumstances=circumstances,
        then=then,
        data=data or {},
        bought=command.bought,
        stand=command.stand,
        selfish=command.selfish,
        forced=command.forced,
    )


def spec_of(command: CheckCommand, rules: Rulebook) -> CheckSpec | None:
    """Return the first check that a command rolls, for chances; None where that is no plain check."""
    row = rules.tables.checks
    match command:
        case RollSkill():
            return specify_skill(
                command,
                command.skill,
                _find_difficulty(command.difficulty, rules),
                circumstances=_modify(command.modifier),
                ability=command.ability or "",
            )
        case RollAbility():
            covered = command.covered and not command.ability.startswith("endurance")
            return CheckSpec(
                character=command.character,
                roll="ability",
                ability=command.ability,
                difficulty=_find_difficulty(command.difficulty, rules),
                dice=row.unskilled_dice if covered else row.dice,
                circumstances=_modify(command.modifier),
                bought=command.bought,
                stand=command.stand,
                selfish=command.selfish,
                forced=command.forced,
            )
        case PickPocket():
            return specify_skill(
                command,
                "掏り",
                _find_difficulty(command.difficulty, rules),
                roll="pick_pocket",
                then="picked",
                data={"target": command.target},
            )
        case SensePresence():
            difficulty = _find_difficulty(command.difficulty, rules)
            return specify_skill(command, PERCEIVE, difficulty, roll="presence")
        case ThrowObject():
            difficulty = _find_difficulty(command.difficulty, rules)
            return specify_skill(command, "手投げ", difficulty, roll="throw_object")
        case _:
            return None


def _find_difficulty(said: int | None, rules: Rulebook) -> int:
    return rules.tables.checks.difficulty if said is None else said


def _modify(amount: int) -> tuple[Circumstance, ...]:
    return (Circumstance("situation", amount),) if amount else ()


def _verify_skill(work: Work, skill: str) -> None:
    if work.rules.tables.skill(skill) is None:
        refuse(work, "unknown_skill", skill=skill)


def start_named(work: Work, command: CheckCommand) -> None:
    """Start the check that a command names (see `spec_of`)."""
    spec = spec_of(command, work.rules)
    if spec is not None:
        verify_check(work, spec)
        start_check(work, spec)


def roll_skill(work: Work, command: RollSkill) -> None:
    """Roll a skill, or its base ability with two dice (技能ロール)."""
    find_able(work, command.character)
    _verify_skill(work, command.skill)
    start_named(work, command)


def roll_ability(work: Work, command: RollAbility) -> None:
    """Roll an ability (能力値ロール)."""
    find_able(work, command.character)
    start_named(work, command)


def sense_presence(work: Work, command: SensePresence) -> None:
    """Sense a presence (気配), from level 4 of 知覚."""
    figure = find_able(work, command.character)
    least = work.rules.tables.character.master_level
    if figure.skills.get(PERCEIVE, 0) < least:
        refuse(work, "level_too_low", character=command.character, skill=PERCEIVE, least=least)
    start_named(work, command)


def measure_throw(figure: Figure, times: int) -> int:
    """Return how many 間 a pebble flies at most (手投げ)."""
    return figure.tai * (times + figure.skills.get("手投げ", 0))


def throw_object(work: Work, command: ThrowObject) -> None:
    """Throw a pebble within its range (手投げ)."""
    figure = find_able(work, command.character)
    most = measure_throw(figure, work.rules.tables.throwing.times)
    if command.ken > most:
        refuse(work, "throw_too_far", character=command.character, most=most)
    start_named(work, command)


def specify_contest(state: State, command: Oppose | Chase | Sneak) -> tuple[CheckSpec, CheckSpec]:
    """Return both sides of an opposed roll as a command asks for it."""
    match command:
        case Oppose():
            return _specify_opposed(command)
        case Chase():
            active = specify_skill(command, _chase_skill(state, command.character), None, roll="chase")
            skill = _chase_skill(state, command.quarry)
            return active, CheckSpec(character=command.quarry, roll="chase", skill=skill)
        case _:
            resisting = CheckSpec(character=command.watcher, roll="notice", skill=PERCEIVE)
            return specify_skill(command, HIDE, None, roll="hide"), resisting


def _specify_opposed(command: Oppose) -> tuple[CheckSpec, CheckSpec]:
    own = command.ability or ""
    skill = command.skill if command.opponent_skill is None else command.opponent_skill
    other = command.opponent_difficulty
    active = specify_skill(command, command.skill, command.difficulty, roll="opposed", ability=own)
    resisting = CheckSpec(
        character=command.opponent,
        roll="opposed",
        skill=skill,
        ability=command.opponent_ability or ("" if skill else own),
        difficulty=command.difficulty if other is None else other,
    )
    return active, resisting


def _chase_skill(state: State, character: str) -> str:
    return "馬術" if state.characters.get(character, Figure()).mounted else "走行"


def oppose(work: Work, command: Oppose) -> None:
    """Measure oneself against another (対抗ロール)."""
    verify_two(work, command.character, command.opponent)
    if not command.skill and command.ability is None:
        refuse(work, "skill_or_ability")
    for skill in (command.skill, command.opponent_skill):
        if skill:
            _verify_skill(work, skill)
    _start_contest(work, command, "")


def chase(work: Work, command: Chase) -> None:
    """Run or ride after somebody: 走行 or 馬術, opposed (走行, 馬術)."""
    verify_two(work, command.character, command.quarry)
    _start_contest(work, command, "")


def verify_two(work: Work, character: str, other: str) -> None:
    """Refuse where one cannot act, the other is unknown, or both are the same."""
    find_able(work, character)
    find_figure(work, other)
    if character == other:
        refuse(work, "same_character", character=character)


def _start_contest(work: Work, command: Oppose | Chase | Sneak, then: str) -> None:
    active, resisting = specify_contest(work.state, command)
    verify_check(work, active)
    start_contest(work, active, resisting, then, {})


def sneak(work: Work, command: Sneak) -> None:
    """Hide (隠密 against 知覚), or follow: one's own 知覚 first (尾行)."""
    verify_two(work, command.character, command.watcher)
    if not command.tail:
        _start_contest(work, command, "sneaked")
        return
    difficulty = _find_difficulty(command.difficulty, work.rules)
    data: Data = {"watcher": command.watcher}
    spec = specify_skill(command, PERCEIVE, difficulty, roll="tail", then="tailed", data=data)
    verify_check(work, spec)
    start_check(work, spec)


@continue_with("tailed")
def _finish_tail(work: Work, check: Check) -> None:
    watcher = str(check.data.get("watcher", ""))
    if not check.success:
        work.record(Sneaked(character=check.character, watcher=watcher, tail=True, hidden=False))
        return
    active = CheckSpec(
        character=check.character, roll="hide", skill=HIDE, stand=check.stand, ask=not check.stand
    )
    resisting = CheckSpec(character=watcher, roll="notice", skill=PERCEIVE)
    start_contest(work, active, resisting, "sneaked", {"tail": 1})


@contest_with("sneaked")
def _finish_sneak(work: Work, contest: Contest, decided: ContestDecided) -> None:
    hider = contest.active.character
    work.record(
        Sneaked(
            character=hider,
            watcher=contest.resisting.character,
            tail=bool(contest.data.get("tail")),
            hidden=decided.winner == hider,
        )
    )
