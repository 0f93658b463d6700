"""What every registered game must keep to, so that who knows one knows all."""

import re
import tomllib
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, cast

import msgspec
import pytest
import toy
from autoplay import ROUNDS, SITUATIONS, find_rules, is_among, play_out
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import events as any_event

from tenmatsu.engine.contract import AnySystem, Command, Event, take_no_turns
from tenmatsu.engine.deciding import Commands
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import Folder
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.engine.opening import open_session
from tenmatsu.engine.registry import GROUP, find_system
from tenmatsu.engine.store import Store
from tenmatsu.events.base import event_type
from tenmatsu.events.codec import encode
from tenmatsu.events.table import TABLE_EVENTS

SYSTEMS = [find_system(point.name) for point in entry_points(group=GROUP)]
PARTS = ("commands", "events", "state", "decide", "evolve", "policy")
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
every_system_and_the_toy = pytest.mark.parametrize(
    "system", [*SYSTEMS, toy.SYSTEM], ids=lambda system: system.id
)


def _package(system: AnySystem) -> str:
    return str(system.decide.__module__).rpartition(".decide")[0]


def _folder(system: AnySystem) -> Path:
    return Path(str(files(_package(system))))


def _tests(repository: Path, system: AnySystem) -> Path:
    """Return where a game's tests stand: those of a package of its own beside it."""
    own = repository / "tests" / "systems" / system.id
    return own if own.is_dir() else _folder(system).parent / "tests"


def _own(system: AnySystem) -> list[type[Event]]:
    return [kind for kind in system.events if str(kind.__struct_config__.tag).startswith(f"{system.id}.")]


def _tag(kind: type[Any]) -> str:
    return str(kind.__struct_config__.tag)


@every_system
def test_it_has_the_rooms_that_every_game_has(system: AnySystem) -> None:
    folder = _folder(system)

    for part in PARTS:
        assert (folder / f"{part}.py").is_file() or (folder / part / "__init__.py").is_file(), part
    for data in ("tables.toml", "words.toml"):
        assert (folder / data).is_file(), data


@every_system
def test_its_id_stands_in_front_of_every_tag_and_no_tag_stands_twice(system: AnySystem) -> None:
    tags = [_tag(kind) for kind in (*system.commands, *_own(system))]

    assert re.fullmatch(r"[a-z][a-z0-9_]*", system.id)
    assert len(set(tags)) == len(tags)
    for tag in tags:
        assert re.fullmatch(rf"{system.id}\.[a-z][a-z0-9_]*(@[2-9]\d*)?", tag), tag
    for kind in set(system.events) - set(_own(system)):
        assert _tag(kind).startswith("table.")


@every_system
def test_states_options_commands_and_events_are_frozen(system: AnySystem) -> None:
    for kind in (*system.commands, *system.events, system.state, system.options):
        assert kind.__struct_config__.frozen, kind


@every_system
def test_every_field_of_the_options_has_a_default_and_a_sentence(system: AnySystem) -> None:
    words = system.words()
    for field in msgspec.structs.fields(system.options):
        assert not field.required, field.name
        for lang in LANGUAGES:
            assert words.option(field.name, lang), (field.name, lang)


@every_system
def test_every_event_command_and_name_has_words_in_both_languages(system: AnySystem) -> None:
    words = system.words()
    for lang in LANGUAGES:
        assert words.name.say(lang)
        for kind in system.commands:
            assert words.command(_tag(kind), lang), (_tag(kind), lang)
    for event in system.events:
        assert words.knows_event(_tag(event)), _tag(event)


@every_system
def test_words_name_only_fields_that_their_event_has(system: AnySystem) -> None:
    text = tomllib.loads((_folder(system) / "words.toml").read_text(encoding="utf-8"))
    kinds = {_tag(kind): kind for kind in system.events}
    for tag, line in text["events"].items():
        fields = {field.encode_name for field in msgspec.structs.fields(kinds[tag])}
        fields |= {field.name for field in msgspec.structs.fields(kinds[tag])}
        fields |= {name for name in dir(kinds[tag]) if isinstance(getattr(kinds[tag], name), property)}
        for template in _templates(line):
            for name in re.findall(r"\{([a-z_]+)", template):
                assert name in fields, (tag, name, template)


def _templates(line: Any) -> list[str]:
    if isinstance(line, str):
        return [line]
    if not isinstance(line, dict):
        return []
    parts = cast("dict[str, Any]", line)
    return [template for key, part in parts.items() if key != "select" for template in _templates(part)]


def _codes(system: AnySystem) -> set[str]:
    """Return every refusal that the code of a system can raise, without the system's id."""
    return {
        code.removeprefix(f"{system.id}.")
        for file in _folder(system).rglob("*.py")
        for code in re.findall(r'refuse\(\s*(?:\w+,\s*)?"([a-z_.]+)"', file.read_text(encoding="utf-8"))
    }


@every_system
def test_every_refusal_in_the_code_has_its_sentence(system: AnySystem) -> None:
    words = system.words()
    codes = _codes(system)

    assert codes
    for code in codes:
        for lang in LANGUAGES:
            assert words.refusal(f"{system.id}.{code}", {}, lang, {}) != f"{system.id}.{code}", (code, lang)


@every_system
def test_every_command_event_and_refusal_is_named_in_a_test(system: AnySystem, repository: Path) -> None:
    tests = "\n".join(file.read_text(encoding="utf-8") for file in _tests(repository, system).rglob("*.py"))
    codes = _codes(system)

    missing = [
        kind.__name__ for kind in (*system.commands, *_own(system)) if not _named(kind.__name__, tests)
    ]
    missing += [code for code in sorted(codes) if not re.search(rf'"({system.id}\.)?{code}"', tests)]
    assert missing == []


def _named(name: str, tests: str) -> bool:
    return re.search(rf"\b{name}\b", tests) is not None


@every_system_and_the_toy
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_only_events_that_it_names_say_something_of_a_check(system: AnySystem, data: st.DataObject) -> None:
    kinds = [kind for kind in TABLE_EVENTS if kind not in system.events]
    event = data.draw(st.sampled_from(kinds).flatmap(any_event))

    assert system.verdict(event) is None
    assert system.sets_aside(event) is None


@every_system
def test_figures_have_a_text_that_reads_back_and_a_wrong_one_is_refused(system: AnySystem) -> None:
    for version in system.rules_versions:
        text = system.tables_text(version)
        assert system.tables(version, None) == system.tables(version, text)
        with pytest.raises(UsageError):
            system.tables(version, "no_such_figure = 1")
        with pytest.raises(UsageError):
            system.tables(version, "= broken")


@every_system
def test_commands_and_events_refuse_unknown_keys_or_keep_them_apart(system: AnySystem) -> None:
    commands = Commands(system)
    for kind in system.commands:
        with pytest.raises(UsageError):
            commands.read(_tag(kind), {"no_such_key": 1}, "gm")


@every_system
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_event_goes_through_its_bytes_unchanged(system: AnySystem, data: st.DataObject) -> None:
    event = data.draw(st.sampled_from(_own(system)).flatmap(any_event))
    folder = Folder(system)

    assert folder.decode(encode(event)) == event


@every_system
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_evolve_never_raises_whatever_event_comes(system: AnySystem, data: st.DataObject) -> None:
    state = system.initial(system.options())
    for event in data.draw(st.lists(st.sampled_from(_own(system)).flatmap(any_event), max_size=6)):
        state = system.evolve(state, event)
        assert isinstance(state, system.state)


@every_system
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_event_can_be_told_in_one_line_in_both_languages(system: AnySystem, data: st.DataObject) -> None:
    event = data.draw(st.sampled_from(_own(system)).flatmap(any_event))
    for lang in LANGUAGES:
        line = system.words().event(event_type(event), event, lang, {})
        assert line
        assert not re.search(r"\{[a-z_]+[.:}]", re.sub(r"\{\}", "", line)) or _typed(event)


def _typed(event: Event) -> bool:
    """Return whether some text of the event itself has a brace."""
    return "{" in repr(event).partition("(")[2]


@every_system
def test_a_new_session_shows_offers_and_ends_nothing_yet(system: AnySystem) -> None:
    session = open_session(Store("sqlite://"), "題", system.id)
    session.do({"type": "table.take_character", "character": "c1", "name": "一"}, actor="gm")

    assert session.pending() == ()
    assert session.system.outcome(session.game) is None
    assert session.sheet("c1").character == "c1"
    assert session.overview().entries is not None
    assert isinstance(session.moves("c1"), list)


@every_system
def test_the_state_goes_through_a_snapshot_unchanged(system: AnySystem) -> None:
    state = system.initial(system.options())

    assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=system.state) == state


@every_system
def test_every_answer_to_a_choice_declares_what_it_answers(system: AnySystem) -> None:
    words = system.words()
    kinds = {kind for command in system.commands for kind in command.answers}
    for kind in kinds:
        for lang in LANGUAGES:
            assert words.pending(kind, _Anything(), lang, {}) != kind, kind


class _Anything(msgspec.Struct):
    """A pending choice that says nothing."""

    whom: str = "c1"


@every_system
def test_the_auto_player_does_not_break_where_there_is_nothing_to_play_out(system: AnySystem) -> None:
    session = open_session(Store("sqlite://"), "題", system.id)
    session.do({"type": "table.take_character", "character": "c1"}, actor="gm")
    moves = session.moves("c1")
    if moves:
        command = system.choose(session.game, session.rules(), "c1", Random(1))
        assert isinstance(command, Command)


@every_system_and_the_toy
def test_a_game_that_says_whose_turn_it_is_has_a_sample_of_it_for_these_laws(system: AnySystem) -> None:
    """The sample stands in `tests/support/autoplay.py`, under the system's id."""
    assert (system.turn is not take_no_turns) == (system.id in SITUATIONS)
    for seed in range(20) if system.id in SITUATIONS else ():
        state = SITUATIONS[system.id](Random(seed))
        assert system.turn(state) is not None
        assert system.outcome(state) is None


@every_system_and_the_toy
def test_auto_play_is_never_refused_plays_only_listed_moves_and_ends(system: AnySystem) -> None:
    for seed in range(25) if system.id in SITUATIONS else ():
        rules, rng = find_rules(system), Random(seed)
        state = SITUATIONS[system.id](rng)
        for moment in play_out(system, rules, state, rng):
            assert is_among(moment.command, list(system.moves(moment.state, rules, moment.whom)))
            state = moment.after
        outcome, turn = system.outcome(state), system.turn(state)
        if outcome is None:
            assert turn is not None, "nobody has won, and nobody is to go on"
            assert turn.round > ROUNDS
            continue
        assert set(outcome.standing) <= set(outcome.alive)
        for name in outcome.values:
            character, _, key = name.rpartition(".")
            assert f"{character}." in " ".join(system.adjustable(state))
            assert system.words().label(key, "ja") != key, name


@every_system_and_the_toy
def test_the_auto_player_chooses_the_same_from_the_same_state_and_generator(system: AnySystem) -> None:
    for seed in range(5) if system.id in SITUATIONS else ():
        games = [
            [moment.command for moment in play_out(system, find_rules(system), state, Random(seed))]
            for state in (SITUATIONS[system.id](Random(seed)) for _ in range(2))
        ]
        assert games[0] == games[1]
        assert games[0]
