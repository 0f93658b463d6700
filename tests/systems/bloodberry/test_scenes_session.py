"""Scenes, interludes and a flag map at a table: by the table's own commands, before several eyes."""

import pytest
from bloodberries import ask_at, sit_down
from msgspec.structs import replace

from tenmatsu.engine.api import (
    RuleViolation,
    Viewer,
    audit_session,
    read_entries,
)
from tenmatsu.engine.seen import state_seen

TRAITS = ["頑張り屋", "狼さん", "忘却"]


def test_scenes_open_and_close_by_the_tables_commands_and_the_game_follows() -> None:
    session = sit_down(TRAITS, passion=3, grace=2, maturity=2)
    ask_at(session, "give_condition", character="a", text="呪いを暴く")
    ask_at(session, "call_scene", participants=["a"], actors=["a"])
    ask_at(session, "table.open_scene", title="屋上")
    assert session.game.scene.running
    assert session.game.scene.participants == ("a",)
    ask_at(session, "enter", "p_b", character="b")
    ask_at(session, "rule_on", answer="check", dice=[5, 1, 1, 1, 1])
    assert session.game.scene.participants == ("a", "b")
    ask_at(session, "table.close_scene")
    assert session.game.scene.interlude
    ask_at(session, "claim_vigour", "p_a", character="a")
    ask_at(session, "rule_on", answer="grant")
    ask_at(session, "propose_condition", "p_a", character="a", text="父に会う")
    ask_at(session, "rule_on", answer="grant")
    ask_at(session, "propose_scene", "p_b", character="b", text="海へ行く", lead=True)
    ask_at(session, "rule_on", answer="grant")
    ask_at(session, "table.open_scene", title="海")
    assert (session.game.scene.number, session.game.scene.leads) == (2, "b")
    assert session.game.people["a"].vigour == 2
    assert audit_session(session.store, session.id).ok


def test_a_scene_opened_behind_another_one_closes_it() -> None:
    session = sit_down(TRAITS, passion=3, grace=2, maturity=2)
    for _ in range(2):
        ask_at(session, "table.open_scene")
    assert (session.game.scene.running, session.game.scene.interlude) == (True, False)


def test_typed_words_can_be_redacted_and_no_rule_changes() -> None:
    session = sit_down(TRAITS, passion=3, grace=2, maturity=2)
    ask_at(session, "give_condition", character="a", text="呪いを暴く")
    ask_at(session, "table.open_scene")
    ask_at(session, "table.close_scene")
    ask_at(session, "propose_scene", "p_a", character="a", text="海へ行く")
    ask_at(session, "rule_on", answer="grant")
    ask_at(session, "begin_map")
    ask_at(session, "set_place", place="神社", needs="any2", flags=["鍵"])
    before = session.game
    told = [one for one in read_entries(session) if getattr(one.event, "redactable", False)]
    told = [one for one in told if one.tag.startswith("bloodberry.")]
    assert {one.tag for one in told} == {"bloodberry.phrased", "bloodberry.flags_named"}
    for one in told:
        ask_at(session, "table.redact", what=[one.digest])
    assert replace(session.game, words={}) == replace(before, words={})
    assert session.game.words == {}
    assert not any(word in str(one) for one in read_entries(session) for word in ("海へ行く", "鍵"))
    assert audit_session(session.store, session.id).ok


def test_a_player_sees_the_hand_of_their_camp_and_of_the_others_how_many_cards_it_has() -> None:
    session = sit_down(TRAITS, passion=3, grace=2, maturity=2)
    ask_at(session, "begin_map", camps={"赤": ["a"], "白": ["b"]})
    ask_at(session, "set_place", place="神社", needs="any2", flags=["鍵"], end=True)
    ask_at(session, "deal_map")
    known = session.game.cards
    seen = state_seen(session, Viewer("p_a", is_gm=False)).game.cards
    assert seen.hands.get("赤") == known.hands["赤"]
    assert not seen.hands.get("白")
    assert seen.counts == known.counts == {"赤": 2, "白": 2}
    assert seen.left == len(known.pile) == 100

    with pytest.raises(RuleViolation) as caught:
        ask_at(session, "lay_pieces", "p_a", character="a", place="神社", cards=list(known.hands["白"]))
    assert caught.value.code == "bloodberry.card_not_held"
    ask_at(session, "lay_pieces", "p_a", character="a", place="神社", cards=list(known.hands["赤"]))
    ask_at(session, "draw_for_map", "p_a", character="a")
    ask_at(session, "draw_for_map", "p_b", character="b")
    ask_at(session, "go_to", "p_a", character="a", place="神社")
    assert session.game.map is None
    assert session.game.scene.interlude
    assert session.game.clock == 40
    seen = state_seen(session, Viewer("p_b", is_gm=False)).game.cards
    known = session.game.cards
    assert sorted(seen.pile) == sorted(known.pile)
    assert sorted(seen.discard) == sorted(known.discard)
    assert audit_session(session.store, session.id).ok


def test_the_cards_that_camps_lay_down_for_their_order_are_hidden_until_all_have() -> None:
    session = sit_down(TRAITS, passion=3, grace=2, maturity=2)
    ask_at(session, "begin_map", camps={"赤": ["a"], "白": ["b"]}, by_cards=True)
    ask_at(session, "set_place", place="神社", needs="any2")
    ask_at(session, "deal_map")
    first = session.game.cards.hands["赤"][0]
    ask_at(session, "show_map_card", "p_a", character="a", card=first)
    assert state_seen(session, Viewer("p_b", is_gm=False)).game.map.put == {}
    assert state_seen(session, Viewer("p_a", is_gm=False)).game.map.put == {"赤": first}
    ask_at(session, "show_map_card", "p_b", character="b", card=session.game.cards.hands["白"][0])
    assert state_seen(session, Viewer("p_b", is_gm=False)).game.map.shown["赤"] == (first,)
