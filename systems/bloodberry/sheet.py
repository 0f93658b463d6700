"""What to show of a character, and of the table as a whole."""

from collections.abc import Iterator

from tenmatsu.engine.clock import show_time
from tenmatsu.engine.contract import Sheet, SheetEntry
from tenmatsu.systems.bloodberry.decide.rounds import find_turn
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.people import OWN, Person, words_key
from tenmatsu.systems.bloodberry.staging import Cards, FlagMap
from tenmatsu.systems.bloodberry.state import State
from tenmatsu.systems.bloodberry.ties import list_ties

_ABILITIES = {"passion": "doubt", "grace": "malice", "maturity": "unease"}
"""Each with what an embodied curse calls it."""


def make_sheet(state: State, rules: Rulebook, character: str) -> Sheet:
    """Return the sheet of a character; of one that was never made, an empty one."""
    person = state.people.get(character)
    if person is None:
        return Sheet(character=character, entries=())
    entries = (
        *_list_person(state, character, person),
        *_list_abilities(rules, person),
        *_list_traits(rules, person),
        *_list_relations(state, rules, character),
        *_list_standing(state, character, person),
    )
    return Sheet(character=character, entries=entries)


def _list_person(state: State, character: str, person: Person) -> Iterator[SheetEntry]:
    group = "person"
    if person.kind != "pc":
        yield SheetEntry(key="kind", value=person.kind, group=group)
    if person.class_:
        yield SheetEntry(key="class_", value=person.class_, group=group)
    if person.fairy or person.kind == "pc":
        yield SheetEntry(key="species", value="fairy" if person.fairy else "human", group=group)
    if person.otherworldly:
        yield SheetEntry(key="otherworldly", value=True, group=group)
    if person.feats:
        yield SheetEntry(key="feats", value=person.feats, group=group)
    if person.cursed:
        own = state.words.get(character, {}).get(words_key("curse"), "") if person.curse == OWN else ""
        yield SheetEntry(key="own_curse", value=own or person.curse or OWN, typed=bool(own), group=group)
    for key, text in state.words.get(character, {}).items():
        topic, _, about = key.partition(":")
        if topic == "profile" and text:
            yield SheetEntry(key=f"profile.{about}", value=text, typed=True, group=group)


def _list_abilities(rules: Rulebook, person: Person) -> Iterator[SheetEntry]:
    """Yield each ability, and where it was raised or has lost, by how much."""
    group = "abilities"
    for name, curse in _ABILITIES.items():
        key = curse if person.kind == "curse" else name
        yield SheetEntry(key=key, value=person.ability(name), group=group)
        for what, amounts in (("raised", person.raised), ("lost", person.lost)):
            if amount := amounts.get(name, 0):
                yield SheetEntry(key=f"{what}:{key}", value=amount, group=group)
    if person.kind == "pc" or person.vigour:
        yield SheetEntry(key="vigour", value=person.vigour, limit=rules.tables.vigour.most, group=group)


def _list_traits(rules: Rulebook, person: Person) -> Iterator[SheetEntry]:
    """Yield each trait: what it counts for as it is, or whether its effect may still be used."""
    for name, trait in person.traits.items():
        row = rules.tables.traits.get(name)
        marks: tuple[str, ...]
        if trait.sublimated:
            marks = ("sublimated", "used" if trait.used else "effect_left")
            marks += ("helped",) if trait.helped else ()
        elif row is None:
            marks = ("unsublimated",)
        else:
            marks = ("unsublimated", f"affirms:{row.affirms}", f"weak:{row.weakness}")
        yield SheetEntry(key=name, value=marks, group="traits")


def _list_relations(state: State, rules: Rulebook, character: str) -> Iterator[SheetEntry]:
    """Yield each relation: its strength, its names, what either feels."""
    group, most = "relations", rules.tables.relation.most
    for tie in list_ties(state, character):
        other = tie.other
        yield SheetEntry(key=f"strength:{other}", value=tie.strength, limit=most, group=group)
        for one in tie.names:
            yield SheetEntry(key=f"relation:{other}", value=one.text, typed=one.typed, group=group)
        for key, felt in ((f"feels:{other}", tie.feels), (f"felt:{other}", tie.felt)):
            words = tuple(one.text for one in felt if not one.typed)
            typed = tuple(one.text for one in felt if one.typed)
            if words:
                yield SheetEntry(key=key, value=words, group=group)
            if typed:
                yield SheetEntry(key=f"own_{key}", value=typed, typed=True, group=group)


def _list_standing(state: State, character: str, person: Person) -> Iterator[SheetEntry]:
    """Yield conditions, cards, and what state they are in."""
    group = "standing"
    if person.conditions:
        met = sum(one.met for one in person.conditions)
        yield SheetEntry(key="conditions", value=met, limit=len(person.conditions), group=group)
    if count := state.cards.counts.get(character, 0):
        yield SheetEntry(key="hand_count", value=count, group=group)
    if cards := state.cards.hands.get(character, ()):
        yield SheetEntry(key="hand", value=cards, group=group)
    for key in ("keys", "hosts"):
        if held := getattr(person, key):
            yield SheetEntry(key=key, value=held, group=group)
    if person.barred:
        yield SheetEntry(key="barred", value=tuple(person.barred), group=group)
    for key in ("checked", "refreshed"):
        if state.scene.interlude and getattr(person, key):
            yield SheetEntry(key=key, value=True, group=group)
    if person.no_checks_until > state.clock:
        yield SheetEntry(key="no_checks_until", value=person.no_checks_until, group=group)
    for key in ("out", "killed", "vanished"):
        if getattr(person, key):
            yield SheetEntry(key=key, value=True, group=group)
    if person.absent:
        yield SheetEntry(key="absent", value=person.absent, group=group)


def make_overview(state: State, rules: Rulebook) -> Sheet:
    """Return the table as a whole: scene, clock, rounds and cards, camps, the flag map."""
    entries = (
        *_list_scene(state),
        *_list_rounds(state),
        *_list_camps(state),
        *(() if state.map is None else _list_map(state.map, state.cards)),
    )
    return Sheet(character="", entries=entries)


def _list_scene(state: State) -> Iterator[SheetEntry]:
    scene, group = state.scene, "scene_now"
    yield SheetEntry(key="session", value=state.session, group=group)
    if state.clock:
        yield SheetEntry(key="clock", value=state.clock, group=group)
    if scene.begun:
        yield SheetEntry(key="scene", value=scene.number, group=group)
    if state.ending:
        yield SheetEntry(key="ending", value=True, group=group)
    if scene.interlude:
        yield SheetEntry(key="interlude", value=True, group=group)
    told = {
        "participants": scene.participants if scene.running else (),
        "scene_actors": scene.actors if scene.running or scene.interlude else (),
        "acted": scene.acted,
        "next_participants": scene.next_participants,
        "next_actors": scene.next_actors,
    }
    for key, people in told.items():
        if people:
            yield SheetEntry(key=key, value=people, group=group)
    for key in ("leads", "next_leads"):
        if who := getattr(scene, key):
            yield SheetEntry(key=key, value=who, group=group)


def _list_rounds(state: State) -> Iterator[SheetEntry]:
    """Yield round progress, or how often turns went round; and where the cards are."""
    rounds, cards, group = state.rounds, state.cards, "fight"
    if rounds is not None:
        yield SheetEntry(key="round", value=rounds.round, group=group)
        yield SheetEntry(key="order", value=rounds.order or rounds.actors, group=group)
        if turn := find_turn(rounds):
            yield SheetEntry(key="turn", value=turn, group=group)
        if rounds.actions:
            yield SheetEntry(key="actions", value=rounds.actions, group=group)
        if rounds.changed:
            yield SheetEntry(key="changed", value=rounds.changed, group=group)
    elif state.confrontation:
        yield SheetEntry(key="turns", value=state.turns, group=group)
    if rounds is not None or state.map is not None:
        yield SheetEntry(key="pile", value=cards.left, group="cards")
        yield SheetEntry(key="discard", value=len(cards.discard), group="cards")


def _list_camps(state: State) -> Iterator[SheetEntry]:
    """Yield each camp with its members and its relation to each curse."""
    if state.confrontation:
        yield SheetEntry(key="confronted", value=state.confrontation, group="fight")
    for name, camp in state.confronting.items():
        group = f"camp:{name}"
        yield SheetEntry(key="members", value=camp.members, group=group)
        for curse, strength in camp.strengths.items():
            yield SheetEntry(key=f"strength:{curse}", value=strength, limit=camp.size, group=group)


def _list_map(flags: FlagMap, cards: Cards) -> Iterator[SheetEntry]:
    """Yield the flag map: time, turn, hands as far as known, each place with its pieces and flags."""
    group = "flag_map"
    yield SheetEntry(key="map_time", value=show_time(flags.minutes), group=group)
    if flags.now:
        yield SheetEntry(key="map_turn", value=flags.now, group=group)
    for camp in flags.camps:
        if count := cards.counts.get(camp, 0):
            yield SheetEntry(key=f"hand_count:{camp}", value=count, group=group)
        if hand := cards.hands.get(camp, ()):
            yield SheetEntry(key=f"hand:{camp}", value=hand, group=group)
    for camp, where in flags.where.items():
        yield SheetEntry(key=f"where:{camp}", value=where, typed=True, group=group)
    for name, place in flags.places.items():
        group = f"place:{name}"
        yield SheetEntry(key="needs", value=place.needs, group=group)
        for key, lying in (("pieces", place.pieces), ("extras", place.extras)):
            for camp, laid in lying.items():
                if laid:
                    yield SheetEntry(key=f"{key}:{camp}", value=laid, group=group)
        if place.flags:
            yield SheetEntry(key="flags", value=place.raised, limit=place.flags, group=group)
        if place.barrier:
            yield SheetEntry(key="barrier", value=place.barrier, group=group)
