"""Feats of the three classes (クラス特技), but for those that change another's checks or life."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.commands import feats as asked
from tenmatsu.systems.bloodberry.decide.consenting import answer_fairy_curse
from tenmatsu.systems.bloodberry.decide.dominating import (
    answer_dominate,
    bless,
    dominate,
    exorcise,
    lift_bar,
)
from tenmatsu.systems.bloodberry.decide.gifts import find_gifted, is_otherworldly, open_feat
from tenmatsu.systems.bloodberry.decide.judging import continue_with, foresee, make_side, start_judge
from tenmatsu.systems.bloodberry.decide.losing import check_spending, come_back, spend
from tenmatsu.systems.bloodberry.decide.scening import check_present
from tenmatsu.systems.bloodberry.decide.work import Rulebook, Work, find_person, refuse
from tenmatsu.systems.bloodberry.events.feats import FeatSettled, KeyHanded, LetOut, TakenIn
from tenmatsu.systems.bloodberry.judges import Judge
from tenmatsu.systems.bloodberry.people import Ability, Person
from tenmatsu.systems.bloodberry.state import State

LISTEN, ANSWER = "遠き夢の中へ", "言葉"
REPLAY, KEY, TIME = "過去の残像", "合い鍵", "時間"
TAKE_IN = "淀みに浮かぶ泡沫の"
_ABILITIES: dict[str, Ability] = {"passion": "passion", "grace": "grace", "maturity": "maturity"}


def _specify(rules: Rulebook, character: str, feat: str, purpose: str, **data: str) -> Judge:
    """Return the judge that a feat asks for, with its two standards and its difficulty."""
    row = rules.tables.feats[feat]
    first, second = row.standards or ("passion", "passion")
    return Judge(
        kind="basic",
        active=make_side(character, first, second),
        difficulty=row.difficulty,
        purpose=purpose,
        then="feat_judged",
        data={"feat": feat, **data},
    )


@foresee(asked.ListenFar)
def specify_listening(state: State, rules: Rulebook, command: asked.ListenFar) -> Judge:
    """Return the judge of 遠き夢の中へ."""
    return _specify(rules, command.character, LISTEN, "listen_far", target=command.target)


def listen_far(work: Work, command: asked.ListenFar) -> None:
    """Try to hear a voice outside this world."""
    find_gifted(work, command.character, LISTEN)
    if command.target:
        find_person(work, command.target)
    open_feat(work, command.character, LISTEN, command.target, command.words)
    start_judge(work, specify_listening(work.state, work.rules, command), command.use)


@foresee(asked.ReplayPast)
def specify_replay(state: State, rules: Rulebook, command: asked.ReplayPast) -> Judge:
    """Return the judge of 過去の残像."""
    return _specify(rules, command.character, REPLAY, "replay_past")


def replay_past(work: Work, command: asked.ReplayPast) -> None:
    """Try to make something past happen once more."""
    find_gifted(work, command.character, REPLAY)
    open_feat(work, command.character, REPLAY, "", command.words)
    start_judge(work, specify_replay(work.state, work.rules, command), command.use)


@foresee(asked.TakeIn)
def specify_taking_in(state: State, rules: Rulebook, command: asked.TakeIn) -> Judge:
    """Return the judge of 淀みに浮かぶ泡沫の."""
    data = {"target": command.target, "ability": command.ability}
    return _specify(rules, command.character, TAKE_IN, "take_in", **data)


def take_in(work: Work, command: asked.TakeIn) -> None:
    """Try to let somebody or something not of this world hide in one's soul."""
    person = find_gifted(work, command.character, TAKE_IN)
    if command.target:
        if not is_otherworldly(find_person(work, command.target)):
            refuse(work, "of_this_world", character=command.target)
        if command.target == command.character:
            refuse(work, "not_upon_oneself", character=command.character)
        if command.target in person.hosts:
            refuse(work, "hides_already", character=command.target)
    open_feat(work, command.character, TAKE_IN, command.target, command.words)
    start_judge(work, specify_taking_in(work.state, work.rules, command), command.use)


@continue_with("feat_judged")
def _settle(work: Work, judge: Judge) -> None:
    """Record what a feat's judge brought about."""
    if judge.active is None:
        return
    who, feat, target = judge.active.character, str(judge.data["feat"]), str(judge.data.get("target", ""))
    success = judge.winner == "active"
    work.record(FeatSettled(character=who, feat=feat, success=success, target=target))
    ability = _ABILITIES.get(str(judge.data.get("ability", "")))
    if success and target and ability is not None:
        person = work.state.people.get(who) or Person()
        now = person.ability(ability) + work.rules.tables.feats[feat].plus
        hosts = (*person.hosts, target)
        work.record(TakenIn(character=who, target=target, ability=ability, now=now, hosts=hosts))
        come_back(work, who)


def let_go(work: Work, command: asked.LetGo) -> None:
    """Let somebody out of one's soul; what rose with it stays."""
    hosts = find_person(work, command.character).hosts
    if command.target not in hosts:
        refuse(work, "hides_not", character=command.target)
    left = tuple(one for one in hosts if one != command.target)
    work.record(LetOut(character=command.character, target=command.target, hosts=left))


def give_answer(work: Work, command: asked.GiveAnswer) -> None:
    """Give somebody an answer, which they accept, or let them find their own."""
    find_gifted(work, command.character, ANSWER)
    if command.target:
        find_person(work, command.target)
    if command.target == command.character:
        refuse(work, "not_upon_oneself", character=command.character)
    _pay(work, command.character, ANSWER, work.rules.tables.feats[ANSWER].cost, command.target, command.words)
    way = "own" if command.own else "given"
    work.record(
        FeatSettled(character=command.character, feat=ANSWER, success=True, target=command.target, way=way)
    )


def stop_time(work: Work, command: asked.StopTime) -> None:
    """Stop the time of this world, or delay a collapse, for as many hours as 情熱 is spent."""
    find_gifted(work, command.character, TIME)
    if command.hours < 1:
        refuse(work, "no_hours", hours=command.hours)
    _pay(work, command.character, TIME, command.hours, "", command.words)
    work.record(
        FeatSettled(
            character=command.character, feat=TIME, success=True, way=command.way, hours=command.hours
        )
    )


def _pay(work: Work, character: str, feat: str, amount: int, target: str, words: str) -> None:
    ability = work.rules.tables.feats[feat].cost_ability or "passion"
    check_spending(work, character, ability, amount)
    open_feat(work, character, feat, target, words)
    spend(work, character, ability, amount)


def holds_key(person: Person) -> bool:
    """Return whether somebody has 合い鍵, or a key that was handed over."""
    return KEY in person.feats or bool(person.keys)


def hand_key(work: Work, command: asked.HandKey) -> None:
    """Hand somebody a key, who may then use it as well."""
    find_gifted(work, command.character, KEY)
    keys = find_person(work, command.to_character).keys
    if command.to_character == command.character:
        refuse(work, "not_upon_oneself", character=command.character)
    if command.character in keys:
        refuse(work, "has_key", character=command.to_character)
    work.record(
        KeyHanded(
            character=command.character, to_character=command.to_character, keys=(*keys, command.character)
        )
    )


@foresee(asked.OpenDoor)
def specify_door(state: State, rules: Rulebook, command: asked.OpenDoor) -> Judge:
    """Return the judge of opening a door with a key: the achievement rises."""
    row = rules.tables.feats[KEY]
    first, second = row.standards or ("passion", "maturity")
    return Judge(
        kind="basic",
        active=make_side(command.character, first, second, plus=row.plus),
        difficulty=command.difficulty,
        purpose="open_door",
        then="feat_judged",
        data={"feat": KEY},
    )


def open_door(work: Work, command: asked.OpenDoor) -> None:
    """Open a door with a key."""
    check_present(work, command.character)
    if not holds_key(find_person(work, command.character)):
        refuse(work, "no_key", character=command.character)
    if command.difficulty < 1:
        refuse(work, "no_difficulty", difficulty=command.difficulty)
    open_feat(work, command.character, KEY, "", command.words)
    start_judge(work, specify_door(work.state, work.rules, command), command.use)


FEAT_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    asked.ListenFar: listen_far,
    asked.GiveAnswer: give_answer,
    asked.ReplayPast: replay_past,
    asked.HandKey: hand_key,
    asked.OpenDoor: open_door,
    asked.StopTime: stop_time,
    asked.TakeIn: take_in,
    asked.LetGo: let_go,
    asked.Exorcise: exorcise,
    asked.LiftBar: lift_bar,
    asked.Dominate: dominate,
    asked.AnswerDominate: answer_dominate,
    asked.AnswerFairyCurse: answer_fairy_curse,
    asked.Bless: bless,
}
