"""A toy game for the tests of the engine: figures strike, dodge, hide from the table and draw cards."""

from functools import cache
from random import Random
from typing import ClassVar, Literal

import msgspec

from tenmatsu.engine.contract import (
    Chance,
    Command,
    Move,
    Odds,
    Outcome,
    Pending,
    Rewinding,
    Sheet,
    SheetEntry,
    System,
    Turn,
    Value,
    Verdict,
)
from tenmatsu.engine.decision import Decision
from tenmatsu.engine.rules import Rules
from tenmatsu.engine.tables import load_tables
from tenmatsu.engine.words import Words, parse_words, table_words
from tenmatsu.events.base import Event
from tenmatsu.events.table import Adjusted


class Options(msgspec.Struct, frozen=True):
    """House rules of the toy."""

    dodge: Literal["allowed", "never"] = "allowed"
    banned: tuple[str, ...] = ()
    """Figures that may not enter."""
    rewinding: Rewinding = "free"


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Figures of the toy."""

    hp: int
    dodge: int
    """The face from which a dodge succeeds."""


_TABLES = {1: "hp = 10\ndodge = 5\n", 2: "hp = 10\ndodge = 4\n"}


class Enter(Command, frozen=True, kw_only=True, tag="toy.enter"):
    """Put a figure on the board, also a hidden one."""

    addressed: ClassVar[bool] = True
    character: str
    secret: bool = False


class Strike(Command, frozen=True, kw_only=True, tag="toy.strike"):
    """Strike another figure with 2d6; also where only some can see it."""

    addressed: ClassVar[bool] = True
    character: str
    at: str
    to: tuple[str, ...] = ()


class Answer(Command, frozen=True, kw_only=True, tag="toy.answer"):
    """Take a blow, or dodge it on a 4 or more."""

    answers: ClassVar[frozenset[str]] = frozenset({"dodge"})
    character: str
    choice: Literal["take", "dodge"]


class Hide(Command, frozen=True, kw_only=True, tag="toy.hide"):
    """Creep away; whether it came off only the GM learns, and nobody else that there was a roll."""

    character: str


class Draw(Command, frozen=True, kw_only=True, tag="toy.draw"):
    """Draw one of the cards that remain."""

    character: str
    hidden: bool = False


class Entered(Event, frozen=True, kw_only=True, tag="toy.entered"):
    """A figure stands on the board."""

    who: str
    hp: int


class Struck(Event, frozen=True, kw_only=True, tag="toy.struck"):
    """A blow came."""

    by: str
    at: str
    amount: int
    waits: bool = False


class Dodged(Event, frozen=True, kw_only=True, tag="toy.dodged"):
    """A blow was dodged."""

    who: str
    face: int


class Hurt(Event, frozen=True, kw_only=True, tag="toy.hurt"):
    """A figure lost hit points."""

    who: str
    amount: int
    now: int


class Crept(Event, frozen=True, kw_only=True, tag="toy.crept"):
    """A figure crept away."""

    who: str


class Hid(Event, frozen=True, kw_only=True, tag="toy.hid"):
    """A figure is well hidden, or not."""

    who: str
    well: bool


class Drew(Event, frozen=True, kw_only=True, tag="toy.drew"):
    """A card was drawn."""

    who: str
    card: str


class Blow(msgspec.Struct, frozen=True):
    """A blow that waits for its answer."""

    by: str
    at: str
    amount: int


class State(msgspec.Struct, frozen=True):
    """Hit points by figure, the blows so far, the one under way, the hidden, the cards that remain."""

    hp: dict[str, int] = {}
    blows: int = 0
    last: str = ""
    """Who struck the last of them."""
    blow: Blow | None = None
    hidden: tuple[str, ...] = ()
    deck: tuple[str, ...] = ("鶴", "月", "幕")


ToyDecision = Decision[State, Options, Tables]
ToyRules = Rules[Options, Tables]


def _hurt(decision: ToyDecision, who: str, amount: int) -> None:
    decision.record(Hurt(who=who, amount=amount, now=max(0, decision.state.hp[who] - amount)))


def decide(decision: ToyDecision, command: Command) -> None:
    """Decide the toy's commands."""
    state = decision.state
    match command:
        case Enter():
            if command.character in (*state.hp, *decision.rules.options.banned):
                decision.refuse("already_there", who=command.character)
            decision.record(Entered(who=command.character, hp=decision.rules.tables.hp))
        case Strike():
            for who in (command.character, command.at):
                if not state.hp.get(who):
                    decision.refuse("not_there", who=who)
            amount = sum(decision.roll("2d6", by=command.character, for_="strike"))
            waits = decision.rules.options.dodge == "allowed"
            decision.record(Struck(by=command.character, at=command.at, amount=amount, waits=waits))
            if not waits:
                _hurt(decision, command.at, amount)
        case Answer():
            blow = state.blow
            assert blow is not None
            face = 0
            if command.choice == "dodge":
                face = decision.roll(
                    "d6", by=blow.at, for_="dodge", more=lambda faces: 6 if faces[-1] == 6 else 0
                )[0]
            if face >= decision.rules.tables.dodge:
                decision.record(Dodged(who=blow.at, face=face))
            else:
                _hurt(decision, blow.at, blow.amount)
        case Hide():
            decision.record(Crept(who=command.character))
            face = decision.roll("d6", by=command.character, for_="hide", audience="!@gm")[0]
            decision.record(Hid(who=command.character, well=face >= 4), audience="!@gm")
        case Draw():
            if not state.deck:
                decision.refuse("no_card")
            place = decision.draw(len(state.deck), by=command.character, for_="draw", hidden=command.hidden)
            decision.record(Drew(who=command.character, card=state.deck[place]))
        case _:
            raise TypeError(command)


def evolve(state: State, event: Event) -> State:
    """Fold the toy's events."""
    match event:
        case Entered():
            return msgspec.structs.replace(state, hp={**state.hp, event.who: event.hp})
        case Struck():
            blow = Blow(event.by, event.at, event.amount) if event.waits else None
            return msgspec.structs.replace(state, blow=blow, blows=state.blows + 1, last=event.by)
        case Dodged():
            return msgspec.structs.replace(state, blow=None)
        case Hurt():
            return msgspec.structs.replace(state, hp={**state.hp, event.who: event.now}, blow=None)
        case Hid():
            others = tuple(who for who in state.hidden if who != event.who)
            return msgspec.structs.replace(state, hidden=(*others, event.who) if event.well else others)
        case Drew():
            deck = tuple(card for card in state.deck if card != event.card)
            return msgspec.structs.replace(state, deck=deck)
        case Adjusted():
            who, _, name = event.name.partition(".")
            if name == "hp" and isinstance(event.new, int):
                return msgspec.structs.replace(state, hp={**state.hp, who: event.new})
            return state
        case _:
            return state


def pending(state: State) -> tuple[Pending, ...]:
    """Return the dodge that a blow waits for."""
    if state.blow is None:
        return ()
    return (
        Pending(id="blow", kind="dodge", whom=state.blow.at, options=("take", "dodge"), command="toy.answer"),
    )


def moves(state: State, rules: ToyRules, character: str) -> list[Move]:
    """Return the legal moves."""
    if state.blow is not None:
        if state.blow.at != character:
            return []
        fields = ({"character": character, "choice": choice} for choice in ("take", "dodge"))
        return [Move(command="toy.answer", fields=one) for one in fields]
    others = [who for who, hp in state.hp.items() if hp and who != character]
    if not state.hp.get(character):
        return []
    return [Move(command="toy.strike", fields={"character": character, "at": who}) for who in others]


def choose(state: State, rules: ToyRules, character: str, rng: Random) -> Command:
    """Strike the weakest, dodge always."""
    if state.blow is not None:
        return Answer(character=character, choice="dodge")
    others = {who: hp for who, hp in state.hp.items() if hp and who != character}
    return Strike(character=character, at=min(others, key=lambda who: (others[who], who)))


def turn(state: State) -> Turn | None:
    """Return who strikes next, one behind the other; as many blows as there are figures are a round."""
    order = list(state.hp)
    if sum(1 for hp in state.hp.values() if hp) < 2:
        return None
    start = order.index(state.last) + 1 if state.last in state.hp else 0
    following = next(who for who in order[start:] + order[:start] if state.hp[who])
    return Turn(following, state.blows // len(order) + 1)


def rewinds(state: State, options: Options) -> Rewinding:
    """Return what the option says."""
    return options.rewinding


def outcome(state: State) -> Outcome | None:
    """Return who is left."""
    alive = tuple(who for who, hp in state.hp.items() if hp)
    if len(alive) != 1:
        return None
    values = {f"{who}.hp": hp for who, hp in state.hp.items()}
    return Outcome(result=alive[0], values=values, standing=alive, alive=alive)


def sheet(state: State, rules: ToyRules, character: str) -> Sheet:
    """Show hit points."""
    entry = SheetEntry(key="hp", value=state.hp.get(character, 0), limit=rules.tables.hp)
    return Sheet(character=character, entries=(entry,))


def overview(state: State, rules: ToyRules) -> Sheet:
    """Show how many stand."""
    standing = sum(1 for hp in state.hp.values() if hp)
    return Sheet(character="", entries=(SheetEntry(key="standing", value=standing),))


def adjustable(state: State) -> dict[str, Value]:
    """Return hit points by name."""
    return {f"{who}.hp": hp for who, hp in state.hp.items()}


def chance(state: State, rules: ToyRules, command: Command) -> Chance:
    """Return the chance of a dodge."""
    return Chance(roll="dodge", needed=4, odds=(Odds("dodged", 3, 6), Odds("hurt", 3, 6)))


def verdict(event: Event) -> Verdict | None:
    """Return what a dodge needed."""
    if not isinstance(event, Dodged):
        return None
    return Verdict(
        by=event.who,
        what="dodge",
        needed=4,
        sides=6,
        dice=1,
        keep=1,
        faces=(event.face,),
        total=event.face,
        success=True,
    )


_WORDS = """
name = {ja = "おもちゃ", en = "Toy"}
[events]
"toy.entered" = {ja = "{who}が現れた（{hp}）", en = "{who} enters ({hp})"}
"toy.struck" = {ja = "{by}が{at}を打つ: {amount}", en = "{by} strikes {at}: {amount}"}
"toy.dodged" = {ja = "{who}がかわした（{face}）", en = "{who} dodges ({face})"}
"toy.crept" = {ja = "{who}が姿を消そうとする", en = "{who} creeps away"}
"toy.hid" = {ja = "{who}: 隠れた={well}", en = "{who}: hidden={well}"}
"toy.drew" = {ja = "{who}が{card}を引いた", en = "{who} draws {card}"}
"toy.hurt" = {ja = "{who}に{amount}（残り{now}）", en = "{who} takes {amount} ({now} left)"}
[rolls]
strike = {ja = "打撃", en = "strike"}
dodge = {ja = "回避", en = "dodge"}
hide = {ja = "隠れる", en = "hide"}
draw = {ja = "山札", en = "deck"}
[labels]
hp = {ja = "体力", en = "hit points"}
standing = {ja = "立っている人数", en = "standing"}
take = {ja = "受ける", en = "take it"}
dodge = {ja = "かわす", en = "dodge"}
dodged = {ja = "かわした", en = "dodged"}
hurt = {ja = "負傷", en = "hurt"}
[pending]
dodge = {ja = "{whom}: どうする？", en = "{whom}: take it or dodge?"}
[refusals]
already_there = {ja = "{who}はもういます。", en = "{who} is there already."}
no_card = {ja = "山札がありません。", en = "No card is left."}
not_there = {ja = "{who}はいません。", en = "{who} is not there."}
"""


@cache
def words() -> Words:
    """Return the toy's words."""
    return parse_words(_WORDS, "toy", table_words())


def tables(version: int, own: str | None) -> Tables:
    """Return the toy's figures."""
    return load_tables(Tables, _TABLES[version], own)


def tables_text(version: int) -> str:
    """Return the text of the toy's figures."""
    return _TABLES[version]


def initial(options: Options) -> State:
    """Return an empty board."""
    return State()


SYSTEM = System(
    id="toy",
    rules_versions=range(1, 3),
    commands=(Enter, Strike, Answer, Hide, Draw),
    events=(Entered, Struck, Dodged, Hurt, Crept, Hid, Drew, Adjusted),
    state=State,
    options=Options,
    words=words,
    tables=tables,
    tables_text=tables_text,
    initial=initial,
    decide=decide,
    evolve=evolve,
    pending=pending,
    moves=moves,
    choose=choose,
    outcome=outcome,
    turn=turn,
    rewinds=rewinds,
    sheet=sheet,
    overview=overview,
    adjustable=adjustable,
    chance=chance,
    verdict=verdict,
)
