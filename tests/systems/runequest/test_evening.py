"""The scripted evening: what really happens in it, and what other readings would have brought."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from goldenevening import EVENINGS

from tenmatsu.engine.api import (
    Entry,
    Session,
    find_opened,
    open_store,
    read_entries,
)
from tenmatsu.systems.runequest.events.rounds import IntentDeclared
from tenmatsu.systems.runequest.melee import Action, Melee
from tenmatsu.systems.runequest.state import State

PARTY = ("yola", "tavi", "mira", "oshu")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the evening in it."""
    database = tmp_path_factory.mktemp("runequest") / "evening.db"
    EVENINGS["runequest"].play(database)
    return database


@pytest.fixture
def database(played: Path, tmp_path: Path) -> Path:
    """The evening, in a copy of its own."""
    return Path(shutil.copy(played, tmp_path / "evening.db"))


@pytest.fixture
def evening(database: Path) -> Iterator[Session]:
    """Its session."""
    store = open_store(f"sqlite:///{database}")
    yield find_opened(store, "@last")
    store.close()


def find_all(session: Session, tag: str, **fields: Any) -> list[Entry]:
    """Return the entries of a kind with these fields."""
    return [
        entry
        for entry in read_entries(session)
        if entry.tag == f"runequest.{tag}"
        and all(getattr(entry.event, name) == value for name, value in fields.items())
    ]


def find(session: Session, tag: str, **fields: Any) -> Entry:
    """Return the first entry of a kind with these fields."""
    return find_all(session, tag, **fields)[0]


def state_before(session: Session, entry: Entry) -> State:
    """Return the state before the commit of an entry."""
    earlier = [one.version for one in read_entries(session) if one.number < entry.number]
    state: State = session.state_at(max(earlier)).game
    return state


def state_after(session: Session, entry: Entry) -> State:
    """Return the state behind the commit of an entry."""
    state: State = session.state_at(
        max(one.version for one in read_entries(session) if one.number == entry.number)
    ).game
    return state


def melee_before(session: Session, entry: Entry) -> Melee:
    """Return the melee before the commit of an entry."""
    melee = state_before(session, entry).melee
    assert melee is not None
    return melee


def actions_of(melee: Melee, character: str) -> list[Action]:
    """Return what somebody has in the queue."""
    return [one for one in melee.queue if one.character == character]


def test_a_party_of_four_is_made_in_four_choices_each(evening: Session) -> None:
    asked = {
        who: [entry.command for entry in read_entries(evening) if who in _chooser(entry)] for who in PARTY
    }

    assert asked["yola"] == asked["tavi"]
    assert asked["yola"] == [
        f"runequest.choose_{sheet}" for sheet in ("template", "homeland", "occupation", "cult")
    ]
    assert asked["mira"] == asked["oshu"] == ["runequest.make_character"]
    for who in PARTY:
        figure = state_after(evening, find(evening, "figure_made", character=who)).characters[who]
        assert all((figure.template, figure.homeland, figure.occupation, figure.cult))
        assert len(figure.skills) > 30
        assert any(arm.hand for arm in figure.arms.values())
        assert figure.known


def _chooser(entry: Entry) -> tuple[str, ...]:
    """Return whose sheet an entry is about."""
    if entry.tag in ("runequest.sheet_chosen", "runequest.figure_made"):
        return (str(getattr(entry.event, "character", "")),)
    return ()


def test_the_ambush_surprises_and_a_shield_held_up_stops_an_arrow(evening: Session) -> None:
    begun, stopped = find(evening, "melee_begun"), find(evening, "guard_stopped").event

    assert getattr(begun.event, "surprise", {}) == {"yola": 1, "tavi": 1, "oshu": 1}
    assert (getattr(stopped, "target", ""), getattr(stopped, "location", "")) == ("yola", "chest")
    assert (getattr(stopped, "points", 0), getattr(stopped, "left", 1)) == (6, 0)
    assert getattr(find(evening, "cover_struck").event, "target", "") == "zim"
    assert getattr(find(evening, "blow_settled", target="mira").event, "outcome", "") == "dodged"


def test_a_shot_into_the_melee_strikes_a_friend_of_its_target(evening: Session) -> None:
    strayed = find(evening, "shot_strayed", victim="tavi")

    assert getattr(strayed.event, "target", "") == "mira"
    assert find(evening, "way_set", character="mira").version < strayed.version


def test_a_skill_of_120_strikes_twice_with_60(evening: Session) -> None:
    struck = find_all(evening, "checked", character="yola", purpose="attack")[:2]
    limits = [getattr(entry.event, "limits", None) for entry in struck]
    melee = melee_before(evening, struck[1])

    assert [one.chance for one in limits if one is not None] == [60, 60]
    assert [(one.part, one.sr) for one in actions_of(melee, "yola") if one.part] == [(60, 6), (60, 12)]
    assert melee.round == 2


def test_two_weapons_strike_in_one_round_the_other_hand_with_half_its_skill(evening: Session) -> None:
    struck = [
        (entry, entry.event)
        for entry in find_all(evening, "checked", character="tavi", purpose="attack")
        if melee_before(evening, entry).round == 4
    ]

    assert [(getattr(event, "ability", ""), getattr(event, "skill", 0)) for _, event in struck] == [
        ("broadsword", 45),
        ("dagger", 27),
    ]
    actions = actions_of(melee_before(evening, struck[1][0]), "tavi")
    assert [(one.step.arm, one.sr, one.off_hand) for one in actions] == [
        ("broadsword", 5, False),
        ("dagger", 12, True),
    ]


def test_a_spear_sticks_in_a_leg_until_its_owner_fails_and_the_wounded_pulls_it_out(evening: Session) -> None:
    stuck, failed = find(evening, "weapon_stuck"), find(evening, "pull_failed", character="bes")
    pulled = find(evening, "weapon_pulled", character="yola")

    assert getattr(stuck.event, "weapon", "") == "short_spear"
    assert (getattr(stuck.event, "target", ""), getattr(stuck.event, "at", "")) == ("yola", "left_leg")
    attack = find_all(evening, "checked", character="bes", purpose="attack")[0].event
    assert getattr(attack, "degree", "") == "special"
    assert stuck.version < failed.version < pulled.version
    assert state_before(evening, pulled).characters["bes"].arms["short_spear"].stuck_in == "yola"
    assert evening.game.characters["bes"].arms["short_spear"].stuck_in == ""


def test_an_arm_is_severed_and_heal_6_saves_it_in_time(evening: Session) -> None:
    severed = find(evening, "location_changed", character="tavi", state="severed")
    mended = find(evening, "location_changed", character="tavi", mended=True)
    before, after = state_before(evening, severed), state_after(evening, severed)
    place = after.characters["tavi"].locations["left_arm"]

    assert before.characters["tavi"].hp - after.characters["tavi"].hp == 2 * place.max_hp
    assert place.mend_until is not None
    saved = state_before(evening, mended)
    assert saved.now < place.mend_until
    assert saved.characters["mira"].mp - state_after(evening, mended).characters["mira"].mp == 6
    assert evening.game.characters["tavi"].locations["left_arm"].state == "whole"
    assert not evening.game.characters["tavi"].dead


def test_spirit_magic_is_boosted_through_countermagic_and_resisted(evening: Session) -> None:
    delayed = find(evening, "spell_delayed", character="mira")

    assert (getattr(delayed.event, "boost", 0), getattr(delayed.event, "sr", 0)) == (1, 11)
    settled = find(evening, "spell_settled", caster="mira", spell="befuddle")
    assert getattr(settled.event, "outcome", "") == "resisted"
    assert [one.spell for one in state_before(evening, delayed).characters["garo"].spells] == ["countermagic"]
    assert state_after(evening, settled).characters["garo"].spells == ()


def test_a_rune_spell_costs_its_point_and_adds_the_swords_own_dice(evening: Session) -> None:
    settled = find(evening, "spell_settled", caster="yola", spell="true_sword")
    melee = melee_before(evening, settled)

    assert [one.sr for one in actions_of(melee, "yola")] == [1]
    assert getattr(find(evening, "rune_points_spent", character="yola").event, "rune_points", 9) == 2
    rolled = find_all(evening, "damage_rolled", character="yola", kind="special")[-1]
    assert rolled.version > settled.version
    assert getattr(rolled.event, "runic", 0) == 4


def test_a_sorcery_spell_is_carried_over_and_decided_in_the_second_round(evening: Session) -> None:
    declared = find(evening, "intent_declared", character="oshu")
    settled = find(evening, "spell_settled", caster="oshu", spell="steel_the_flesh")

    assert isinstance(declared.event, IntentDeclared)
    (action,) = declared.event.actions
    assert action.step.spell == "steel_the_flesh"
    assert (action.state, action.rounds_left, action.sr) == ("carried", 1, 11)
    assert melee_before(evening, declared).round == 1
    assert (melee_before(evening, settled).round, melee_before(evening, settled).sr) == (2, 11)
    assert getattr(settled.event, "outcome", "") == "worked"
    assert [one.amount for one in state_after(evening, settled).characters["yola"].spells] == [4]


def test_spirit_combat_is_won_in_two_rounds_and_the_spirit_teaches(evening: Session) -> None:
    fought = [getattr(entry.event, "winner", "") for entry in find_all(evening, "spirit_round_fought")]

    assert fought == ["tie", "other"]
    assert getattr(find(evening, "spirit_hurt", character="shade", mp=0).event, "by", "") == "oshu"
    taught = find(evening, "spirit_taught").event
    assert (getattr(taught, "character", ""), getattr(taught, "spell", "")) == ("oshu", "spirit_screen")
    assert evening.game.characters["oshu"].known["spirit_screen"] == 3
    assert not evening.game.characters["shade"].visible


def test_a_foe_retreats_one_unit_and_the_melee_is_won(evening: Session) -> None:
    retreated = find(evening, "retreated", character="bes")

    assert getattr(retreated.event, "foes", ()) == ("yola", "mira")
    assert getattr(retreated.event, "place", 0) == 17
    assert getattr(find(evening, "died").event, "character", "") == "garo"
    ended = find(evening, "melee_ended").event
    assert (getattr(ended, "result", ""), getattr(ended, "rounds", 0)) == ("players_win", 6)


def test_a_shot_is_held_and_loosed_before_what_is_due(evening: Session) -> None:
    taken = find(evening, "held_taken", character="tavi").event

    assert getattr(taken, "sr", 0) == 10
