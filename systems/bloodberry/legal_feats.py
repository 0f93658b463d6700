"""Feats that somebody may use now, and what the GM may do about curses and what was lost."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from tenmatsu.engine.contract import Move, OpenField
from tenmatsu.systems.bloodberry.decide.feats import holds_key
from tenmatsu.systems.bloodberry.decide.gifts import is_otherworldly
from tenmatsu.systems.bloodberry.decide.losing import ABILITIES
from tenmatsu.systems.bloodberry.decide.relations import find_relation
from tenmatsu.systems.bloodberry.decide.scening import is_present
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.people import Person
from tenmatsu.systems.bloodberry.state import State

TAG = "bloodberry."
HIGHEST = 9
"""The highest difficulty that is offered."""
Listing = Callable[[State, Rulebook, str], Iterable[Move]]


def list_feat_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield the feats that somebody may use now, and what they may end of those they used."""
    person = state.people.get(character)
    if person is None:
        return
    for host in person.hosts:
        yield Move(command=f"{TAG}let_go", fields={"character": character, "target": host})
    for other, held in state.people.items():
        for check, holder in held.barred.items():
            if holder == character:
                yield _upon("lift_bar", character, other, check=check)
    if person.can_use_feats and is_present(state, character):
        for feat, listing in LISTINGS.items():
            if feat in person.feats:
                yield from listing(state, rules, character)


def _upon(command: str, character: str, target: str, **fields: str) -> Move:
    return Move(command=f"{TAG}{command}", fields={"character": character, "target": target, **fields})


def _list_others(state: State, character: str) -> dict[str, Person]:
    """Return those who are there to be the target of a feat."""
    return {
        other: person
        for other, person in state.people.items()
        if other != character and not person.vanished and not person.killed
    }


def _affords(state: State, rules: Rulebook, character: str, feat: str, amount: int) -> bool:
    ability = rules.tables.feats[feat].cost_ability or ""
    return state.people[character].ability(ability) - amount >= 1


def _listen(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    target = OpenField("target", choices=tuple(state.people), required=False)
    yield Move(command=f"{TAG}listen_far", fields={"character": character}, open=(target,))


def _answer(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    if _affords(state, rules, character, "言葉", rules.tables.feats["言葉"].cost):
        for other in state.people:
            if other != character:
                yield _upon("give_answer", character, other)


def _replay(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    yield Move(command=f"{TAG}replay_past", fields={"character": character})


def _hand_key(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    for other, person in state.people.items():
        if other != character and character not in person.keys:
            yield Move(command=f"{TAG}hand_key", fields={"character": character, "to_character": other})


def _stop_time(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    most = state.people[character].ability(rules.tables.feats["時間"].cost_ability or "") - 1
    if most >= 1:
        hours = OpenField("hours", low=1, high=most)
        yield Move(command=f"{TAG}stop_time", fields={"character": character}, open=(hours,))


def _take_in(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    yield Move(command=f"{TAG}take_in", fields={"character": character}, open=(OpenField("words"),))
    for other, person in state.people.items():
        if other != character and is_otherworldly(person) and other not in state.people[character].hosts:
            for ability in ABILITIES:
                yield _upon("take_in", character, other, ability=ability)


def _exorcise(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    cost = rules.tables.feats["破魔"].cost
    for other, person in _list_others(state, character).items():
        if is_otherworldly(person) and find_relation(state, character, other).strength >= cost:
            for check in (*rules.tables.types, *rules.tables.curses):
                if check not in person.barred:
                    yield _upon("exorcise", character, other, check=check)


def _dominate(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    if not _affords(state, rules, character, "完全支配", rules.tables.feats["完全支配"].cost):
        return
    yield Move(command=f"{TAG}dominate", fields={"character": character}, open=(OpenField("words"),))
    for other in _list_others(state, character):
        yield _upon("dominate", character, other)


def _bless(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    if not state.ending:
        return
    for other in _list_others(state, character):
        if find_relation(state, character, other).strength >= rules.tables.feats["守護"].strength:
            for ability in ABILITIES:
                yield _upon("bless", character, other, ability=ability)


LISTINGS: Mapping[str, Listing] = {
    "遠き夢の中へ": _listen,
    "言葉": _answer,
    "過去の残像": _replay,
    "合い鍵": _hand_key,
    "時間": _stop_time,
    "淀みに浮かぶ泡沫の": _take_in,
    "破魔": _exorcise,
    "完全支配": _dominate,
    "守護": _bless,
}
"""Of each feat that is used by a command of its own."""


def list_curse_moves(state: State, rules: Rulebook) -> Iterator[Move]:
    """Yield what the GM may do: let formless curses befall people, let doors be opened, heal."""
    difficulty = OpenField("difficulty", low=1, high=HIGHEST)
    for character, person in state.people.items():
        fields = {"character": character}
        if person.can_act and person.kind != "curse":
            check = OpenField("check", choices=tuple(rules.tables.curses))
            yield Move(command=f"{TAG}curse", fields=fields, open=(check, difficulty))
        if person.can_act and holds_key(person) and is_present(state, character):
            yield Move(command=f"{TAG}open_door", fields=fields, open=(difficulty,))
        for ability, lost in person.lost.items():
            if lost:
                amount = OpenField("amount", low=1, high=lost, required=False)
                yield Move(command=f"{TAG}heal", fields={**fields, "ability": ability}, open=(amount,))
