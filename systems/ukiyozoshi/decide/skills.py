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
    TellLie,
    ThrowObject,
)
from tenmatsu.systems.ukiyozoshi.decide.checks import CheckSpec, continue_with, start_check, verify_check
from tenmatsu.systems.ukiyozoshi.decide.contests import contest_with, start_contest, verify_contest
from tenmatsu.systems.ukiyozoshi.decide.work import Work, find_able, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.checks import ContestDecided, LieTold, PocketPicked, Sneaked
from tenmatsu.systems.ukiyozoshi.state import Check, Contest, Data, Figure

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


def spec_of(command: CheckCommand) -> CheckSpec | None:
    """Return the first check that a command rolls, for chances; None where that is no plain check."""
    match command:
        case RollSkill():
            return specify_skill(
                command,
                command.skill,
                command.difficulty,
                circumstances=_modify(command.modifier),
                ability=command.ability or "",
            )
        case RollAbility():
            return CheckSpec(
                character=command.character,
                roll="ability",
                ability=command.ability,
                difficulty=command.difficulty,
                dice=2 if command.covered else 3,
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
                command.difficulty,
                roll="pick_pocket",
                then="picked",
                data={"target": command.target},
            )
        case SensePresence():
            return specify_skill(command, PERCEIVE, command.difficulty, roll="presence")
        case ThrowObject():
            return specify_skill(command, "手投げ", command.difficulty, roll="throw_object")
        case _:
            return None


def _modify(amount: int) -> tuple[Circumstance, ...]:
    return (Circumstance("situation", amount),) if amount else ()


def _verify_skill(work: Work, skill: str) -> None:
    if work.rules.tables.skill(skill) is None:
        refuse(work, "unknown_skill", skill=skill)


def _start(work: Work, command: CheckCommand) -> None:
    spec = spec_of(command)
    if spec is not None:
        verify_check(work, spec)
        start_check(work, spec)


def roll_skill(work: Work, command: RollSkill) -> None:
    """Roll a skill, or its base ability with two dice (技能ロール)."""
    find_able(work, command.character)
    _verify_skill(work, command.skill)
    _start(work, command)


def roll_ability(work: Work, command: RollAbility) -> None:
    """Roll an ability (能力値ロール)."""
    find_able(work, command.character)
    _start(work, command)


def sense_presence(work: Work, command: SensePresence) -> None:
    """Sense a presence (気配), from level 4 of 知覚."""
    figure = find_able(work, command.character)
    least = work.rules.tables.character.master_level
    if figure.skills.get(PERCEIVE, 0) < least:
        refuse(work, "level_too_low", character=command.character, skill=PERCEIVE, least=least)
    _start(work, command)


def measure_throw(figure: Figure, times: int) -> int:
    """Return how many 間 a pebble flies at most (手投げ)."""
    return figure.tai * (times + figure.skills.get("手投げ", 0))


def throw_object(work: Work, command: ThrowObject) -> None:
    """Throw a pebble within its range (手投げ)."""
    figure = find_able(work, command.character)
    most = measure_throw(figure, work.rules.tables.throwing.times)
    if command.ken > most:
        refuse(work, "throw_too_far", character=command.character, most=most)
    _start(work, command)


def oppose(work: Work, command: Oppose) -> None:
    """Measure oneself against another (対抗ロール)."""
    find_able(work, command.character)
    find_figure(work, command.opponent)
    _verify_two(work, command.character, command.opponent)
    if not command.skill and command.ability is None:
        refuse(work, "skill_or_ability")
    foe_skill = command.skill if command.opponent_skill is None else command.opponent_skill
    for skill in (command.skill, foe_skill):
        if skill:
            _verify_skill(work, skill)
    active = specify_skill(
        command, command.skill, command.difficulty, roll="opposed", ability=command.ability or ""
    )
    other = command.opponent_difficulty
    resisting = CheckSpec(
        character=command.opponent,
        roll="opposed",
        skill=foe_skill,
        ability=command.opponent_ability or (command.ability or "" if not foe_skill else ""),
        difficulty=command.difficulty if other is None else other,
    )
    verify_contest(work, active)
    start_contest(work, active, resisting, "", {})


def _verify_two(work: Work, one: str, other: str) -> None:
    if one == other:
        refuse(work, "same_character", character=one)


def chase(work: Work, command: Chase) -> None:
    """Run or ride after somebody: 走行 or 馬術, opposed (走行, 馬術)."""
    find_able(work, command.character)
    find_figure(work, command.quarry)
    _verify_two(work, command.character, command.quarry)
    active = specify_skill(command, _chase_skill(work, command.character), None, roll="chase")
    resisting = CheckSpec(character=command.quarry, roll="chase", skill=_chase_skill(work, command.quarry))
    verify_contest(work, active)
    start_contest(work, active, resisting, "", {})


def _chase_skill(work: Work, character: str) -> str:
    return "馬術" if find_figure(work, character).mounted else "走行"


def sneak(work: Work, command: Sneak) -> None:
    """Hide (隠密 against 知覚), or follow: one's own 知覚 first (尾行)."""
    find_able(work, command.character)
    find_figure(work, command.watcher)
    _verify_two(work, command.character, command.watcher)
    if command.tail:
        spec = specify_skill(
            command,
            PERCEIVE,
            command.difficulty,
            roll="tail",
            then="tailed",
            data={"watcher": command.watcher},
        )
        verify_check(work, spec)
        start_check(work, spec)
        return
    active = specify_skill(command, HIDE, None, roll="hide")
    verify_contest(work, active)
    _start_hiding(work, active, command.watcher, tail=False)


def _start_hiding(work: Work, active: CheckSpec, watcher: str, *, tail: bool) -> None:
    resisting = CheckSpec(character=watcher, roll="notice", skill=PERCEIVE)
    start_contest(work, active, resisting, "sneaked", {"tail": int(tail)})


@continue_with("tailed")
def _finish_tail(work: Work, check: Check) -> None:
    watcher = str(check.data.get("watcher", ""))
    if not check.success:
        work.record(Sneaked(character=check.character, watcher=watcher, tail=True, hidden=False))
        return
    active = CheckSpec(character=check.character, roll="hide", skill=HIDE, stand=check.stand)
    _start_hiding(work, active, watcher, tail=True)


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


def pick_pocket(work: Work, command: PickPocket) -> None:
    """Pick a pocket; its total is the difficulty of the victim's 知覚 (掏り)."""
    find_able(work, command.character)
    find_figure(work, command.target)
    _verify_two(work, command.character, command.target)
    _start(work, command)


@continue_with("picked")
def _notice_pick(work: Work, check: Check) -> None:
    start_check(
        work,
        CheckSpec(
            character=str(check.data.get("target", "")),
            roll="notice",
            skill=PERCEIVE,
            difficulty=check.total,
            then="pick_noticed",
            ask=True,
            data={"thief": check.character, "taken": int(bool(check.success))},
        ),
    )


@continue_with("pick_noticed")
def _finish_pick(work: Work, check: Check) -> None:
    work.record(
        PocketPicked(
            character=str(check.data.get("thief", "")),
            target=check.character,
            taken=bool(check.data.get("taken")),
            noticed=bool(check.success),
        )
    )


def tell_lie(work: Work, command: TellLie) -> None:
    """Tell a lie; its total and half the level of 弁舌 is the difficulty of 知覚 (偽証, 弁舌)."""
    find_able(work, command.character)
    find_figure(work, command.listener)
    _verify_two(work, command.character, command.listener)
    if command.bought:
        refuse(work, "nothing_to_buy")
    spec = specify_skill(command, "偽証", None, roll="lie", then="lied", data={"listener": command.listener})
    verify_check(work, spec)
    start_check(work, spec)


@continue_with("lied")
def _hear_lie(work: Work, check: Check) -> None:
    figure = work.state.characters.get(check.character) or Figure()
    eloquence = figure.skills.get("弁舌", 0) // 2
    start_check(
        work,
        CheckSpec(
            character=str(check.data.get("listener", "")),
            roll="see_through",
            skill=PERCEIVE,
            difficulty=check.total,
            then="lie_heard",
            ask=True,
            data={"liar": check.character},
            circumstances=(Circumstance("eloquence", eloquence),) if eloquence else (),
        ),
    )


@continue_with("lie_heard")
def _finish_lie(work: Work, check: Check) -> None:
    work.record(
        LieTold(
            character=str(check.data.get("liar", "")),
            listener=check.character,
            difficulty=check.difficulty or 0,
            believed=not check.success,
        )
    )
