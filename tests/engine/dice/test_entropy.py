"""What participants stir in: chains of nonces, their links, spoken words."""

from typing import Any

import pytest
from devices import Device, chain_of
from toytable import all_commits, all_events, answer, check_chain, dump, only, open_toy, roll, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.dice.keyring import ZERO_MIX, Stream, stir, word_value
from tenmatsu.engine.dice.stirring import add_word, commit_chain
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.events.table import EntropyAdded, NoncesCommitted

ROLL = {"type": "table.roll", "dice": "2d6"}
SECRET = {**ROLL, "secret": True}


def _refused(session: Session, command: Any, actor: str = "p1", **more: Any) -> str:
    """Return the code with which a command is refused; nothing may have been written."""
    rows, state = dump(session.store), session.state
    with pytest.raises((RuleViolation, UsageError)) as caught:
        session.do(command, actor=actor, **more)
    assert dump(session.store) == rows
    assert session.state == state
    assert len(caught.value.say("ja")) > 10
    return caught.value.code


def _audit(session: Session) -> Any:
    report = audit_session(session.store, session.id)
    assert report.ok, [failure.say("en") for failure in report.failures]
    return report.tally


def _links(session: Session) -> list[tuple[int | None, int | None]]:
    return [(one.chain, one.link) for one in all_events(session) if isinstance(one, EntropyAdded)]


# chains


def test_participant_commits_a_chain_by_its_anchor_for_all_to_see(session: Session) -> None:
    chain = chain_of("p1", 7)
    commit_chain(session, chain, actor="p1")
    commit = all_commits(session)[-1]

    assert all_events(session)[-1] == NoncesCommitted(by="p1", chain=1, length=7, anchor=chain.anchor)
    assert not any(item.audience for item in commit.items())
    assert chain.last not in str(all_events(session))
    _audit(session)


def test_a_further_chain_takes_the_next_number(session: Session) -> None:
    Device(session, "p1")
    Device(session, "p2")
    Device(session, "p1", named="anew")

    committed = [one for one in all_events(session) if isinstance(one, NoncesCommitted)]
    assert [(one.by, one.chain) for one in committed] == [("p1", 1), ("p2", 1), ("p1", 2)]
    _audit(session)


def test_nobody_commits_a_chain_for_another(session: Session) -> None:
    command = {"type": "table.commit_nonces", "length": 3, "anchor": "12" * 32}
    assert _refused(session, {**command, "by": "p1"}, "gm") == "command_key"
    assert _refused(session, command, "guest") == "spectators_watch"


@pytest.mark.parametrize(
    "fields,code",
    [
        ({"length": 0}, "chain_length_wrong"),
        ({"length": 2**20 + 1}, "chain_length_wrong"),
        ({"anchor": ""}, "nonce_value_wrong"),
        ({"anchor": "12" * 31}, "nonce_value_wrong"),
        ({"anchor": "AB" * 32}, "nonce_value_wrong"),
        ({"anchor": "さく" * 32}, "nonce_value_wrong"),
    ],
)
def test_chain_that_could_not_be_followed_is_refused(
    session: Session, fields: dict[str, Any], code: str
) -> None:
    command = {"type": "table.commit_nonces", "length": 3, "anchor": "12" * 32, **fields}
    assert _refused(session, command) == code


# links


def test_link_stands_in_front_of_its_commit_and_goes_into_its_rolls(session: Session) -> None:
    device = Device(session, "p1")
    result = device.roll(session)
    value = device.chain.link(1)
    mix = stir(ZERO_MIX, "p1", bytes.fromhex(value))

    assert result.events[0] == EntropyAdded(by="p1", value=value, chain=1, link=1)
    assert [item.audience for item in result.commit.items()] == ["", "", "", ""]
    rolled = only(result.events)
    assert rolled.mix == mix.hex()
    assert rolled.dice == Stream(bytes.fromhex(rolled.key or ""), mix).dice([6, 6])
    assert find_opened(session.store, session.id).state == session.state
    check_chain(session)
    _audit(session)


def test_every_command_may_bring_one_also_without_dice(session: Session) -> None:
    device = Device(session, "p1")
    device.do(session, {"type": "table.say", "text": "いざ"})
    device.do(session, {"type": "toy.strike", "character": "a", "at": "b"}, dice=[1, 2])
    device.roll(session)

    assert _links(session) == [(1, 1), (1, 2), (1, 3)]
    _audit(session)


@pytest.mark.parametrize(
    "link",
    [
        pytest.param(chain_of("p1").link(1), id="the last one again"),
        pytest.param(chain_of("p1").link(0), id="the anchor"),
        pytest.param(chain_of("p1").link(3), id="one left out"),
        pytest.param(chain_of("p2").link(2), id="another's"),
        pytest.param("00" * 32, id="none"),
    ],
)
def test_any_other_link_is_refused_and_nothing_written(session: Session, link: str) -> None:
    device = Device(session, "p1")
    device.roll(session)

    assert _refused(session, ROLL, link=link) == "link_not_next"
    device.roll(session)


@pytest.mark.parametrize("link", ["", "x", "12", "AB" * 32, "花" * 64])
def test_what_is_no_link_is_refused(session: Session, link: str) -> None:
    Device(session, "p1")

    assert _refused(session, ROLL, link=link) == "nonce_value_wrong"


def test_link_without_a_chain_and_behind_its_end_is_refused(session: Session) -> None:
    assert _refused(session, ROLL, link="12" * 32) == "link_no_chain"
    device = Device(session, "p1", 2)
    device.roll(session)
    device.roll(session)
    assert device.link(session) is None
    assert _refused(session, ROLL, link="12" * 32) == "link_used_up"
    renewed = Device(session, "p1", 2, named="anew")
    renewed.roll(session)

    assert _links(session) == [(1, 1), (1, 2), (2, 1)]
    _audit(session)


def test_link_of_a_refused_command_stays_the_next(session: Session) -> None:
    device = Device(session, "p1")
    link = device.link(session)
    code = _refused(session, {"type": "toy.strike", "character": "a", "at": "nobody"}, link=link)

    assert code == "not_there"
    assert device.link(session) == link
    device.roll(session)
    assert _links(session) == [(1, 1)]


@pytest.mark.parametrize("command", [SECRET, {"type": "toy.hide", "character": "a"}])
def test_command_that_not_everybody_sees_brings_no_link(session: Session, command: dict[str, Any]) -> None:
    device = Device(session, "p1")
    device.roll(session)
    mix = session.table.mix

    assert _refused(session, command, link=device.link(session)) == "link_secret"
    rolled = only(session.do(command, actor="p1").events)
    assert rolled.ring == "h1"
    assert rolled.mix == mix, "it falls under what was stirred in before"
    _audit(session)


def test_undo_and_redo_go_on_with_the_next_link(session: Session) -> None:
    device = Device(session, "p1")
    device.roll(session)
    first = only(device.roll(session).events)
    timelines.undo(session, actor="p1")
    second = only(device.roll(session).events)

    assert _links(session) == [(1, 1), (1, 3)], "a link that was shown is never taken again"
    assert first.mix != second.mix
    timelines.adopt(session, "0", actor="gm")
    device.roll(session)
    assert _links(session) == [(1, 1), (1, 2), (1, 4)]
    assert _audit(session).rolls == 4


def test_undo_of_a_chains_commitment_carries_it_over(session: Session) -> None:
    device = Device(session, "p1")
    for _ in range(2):
        device.roll(session)
    for _ in range(3):
        timelines.undo(session, actor="gm")
    carried = [one for one in all_events(session) if isinstance(one, NoncesCommitted)]

    assert [(one.by, one.chain, one.carried) for one in carried] == [("p1", 1, True)]
    assert device.link(session) == device.chain.link(3)
    device.roll(session)
    assert _links(session) == [(1, 3)]
    _audit(session)


def test_line_adopted_from_before_a_chain_carries_it_over(session: Session) -> None:
    timelines.fork(session, "もしも", session.version, actor="gm")
    device = Device(session, "p1")
    device.roll(session)
    timelines.adopt(session, "もしも", actor="gm")
    device.roll(session)

    assert _links(session) == [(1, 2)]
    _audit(session)


def test_whatif_line_takes_neither_links_nor_chains_nor_words(session: Session) -> None:
    device = Device(session, "p1")
    link = device.link(session)
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")

    assert device.link(whatif) is None
    assert _refused(whatif, ROLL, link=link) == "whatif_no_entropy"
    assert _refused(whatif, {"type": "table.add_word", "value": "12" * 32}) == "whatif_no_entropy"
    chain = {"type": "table.commit_nonces", "length": 3, "anchor": "12" * 32}
    assert _refused(whatif, chain) == "whatif_no_entropy"
    assert roll(whatif).source == "whatif"


def test_chain_goes_on_after_a_restart(session: Session) -> None:
    device = Device(session, "p1")
    device.roll(session)
    again = find_opened(session.store, session.id)
    device.roll(again)

    assert _links(again) == [(1, 1), (1, 2)]


def test_two_processes_with_one_link_are_one_winner_and_one_refusal(session: Session) -> None:
    device = Device(session, "p1")
    other = find_opened(session.store, session.id)
    link = device.link(session)
    session.do(ROLL, actor="p1", link=link)
    with pytest.raises(RuleViolation) as caught:
        other.do(ROLL, actor="p1", link=link)

    assert caught.value.code == "link_not_next"
    device.roll(other)
    assert _links(other) == [(1, 1), (1, 2)]


def test_link_shown_on_a_line_that_another_process_left_is_known(session: Session) -> None:
    device = Device(session, "p1")
    other = find_opened(session.store, session.id)
    device.roll(other)
    timelines.undo(other, actor="gm")
    with pytest.raises(RuleViolation) as caught:
        session.do(ROLL, actor="p1", link=device.chain.link(1))

    assert caught.value.code == "link_not_next"


def test_command_done_before_gives_its_first_result_whatever_link_comes_along(session: Session) -> None:
    device = Device(session, "p1")
    first = device.roll(session, command_id="once")
    rows = dump(session.store)
    for link in (None, device.chain.link(1), device.link(session)):
        again = session.do(ROLL, actor="p1", command_id="once", link=link)
        assert (again.repeated, again.events) == (True, first.events)
    assert dump(session.store) == rows


# tables where links are required


def test_table_may_require_a_link_of_whoever_has_a_chain(store: Store) -> None:
    session = open_toy(store, table_options={"links": "required"})
    roll(session, actor="p1")
    device = Device(session, "p1", 2)

    assert _refused(session, ROLL) == "link_needed"
    assert _refused(session, {"type": "toy.strike", "character": "a", "at": "b"}) == "link_needed"
    say(session)
    roll(session, actor="p1", dice=[3])
    roll(session, actor="p1", secret=True)
    roll(session, actor="gm")
    device.do(session, {"type": "toy.strike", "character": "a", "at": "b"})
    answer(session)
    device.roll(session)
    assert _refused(session, ROLL) == "link_needed", "also where the chain is used up"
    Device(session, "p1", named="anew").roll(session)
    _audit(session)


def test_links_are_free_where_nothing_else_is_said_and_their_lack_is_counted(session: Session) -> None:
    device = Device(session, "p1")
    device.roll(session)
    roll(session, actor="p1")
    roll(session, actor="p2")

    assert _audit(session).foreseeable == 1, "of the one who has a chain"


# words


def test_word_is_stirred_in_and_stands_nowhere(session: Session) -> None:
    result = add_word(session, "さくら", actor="p2")
    mix = stir(ZERO_MIX, "p2", word_value("さくら"))

    assert result.events == (EntropyAdded(by="p2", value=word_value("さくら").hex(), word=True),)
    assert mix.hex() == "8cf06b123b0a2241459f78349f67575985b114a01d928e3bd5ae93b1b939c18a"
    assert roll(session).mix == mix.hex()
    stored = b"".join(item.data or b"" for commit in all_commits(session) for item in commit.items())
    assert "さくら".encode() not in stored
    _audit(session)


def test_words_are_taken_before_the_newest_rings_first_key_alone(session: Session) -> None:
    add_word(session, "さくら", actor="p1")
    add_word(session, "うめ", actor="p2")
    roll(session)
    late = {"type": "table.add_word", "value": word_value("もも").hex()}
    assert _refused(session, late) == "word_late"
    session.do({"type": "table.renew_dice"}, actor="gm")
    add_word(session, "もも", actor="p1")
    roll(session, secret=True)
    assert _refused(session, late) == "word_late", "a hidden key counts too"
    _audit(session)


def test_undone_roll_still_counts_as_the_rings_first_key(session: Session) -> None:
    roll(session)
    timelines.undo(session, actor="gm")

    assert _refused(session, {"type": "table.add_word", "value": "12" * 32}) == "word_late"


def test_word_of_the_keeper_and_an_empty_one_are_refused(session: Session) -> None:
    rows = dump(session.store)
    for actor, word, code in (("gm", "さくら", "word_of_keeper"), ("p1", " ", "word_empty")):
        with pytest.raises((RuleViolation, UsageError)) as caught:
            add_word(session, word, actor=actor)
        assert caught.value.code == code
    with pytest.raises(UsageError):
        add_word(session, "\ud800", actor="p1")
    assert dump(session.store) == rows
    assert _refused(session, {"type": "table.add_word", "value": "さくら"}) == "nonce_value_wrong"


def test_player_who_keeps_the_rings_adds_no_word(store: Store) -> None:
    session = open_toy(store, keeper="p1")
    with pytest.raises(RuleViolation) as caught:
        add_word(session, "さくら", actor="p1")

    assert caught.value.code == "word_of_keeper"
    add_word(session, "さくら", actor="gm")


def test_undone_word_is_not_in_the_mix_of_the_new_line(session: Session) -> None:
    add_word(session, "さくら", actor="p1")
    timelines.undo(session, actor="gm")

    assert roll(session).mix is None
    strike(session)
    _audit(session)
