"""An evening of many rolls: rings run out and are renewed without a gap, links all along."""

import pytest
import sqlalchemy as sa
from devices import Device
from toytable import all_events, open_toy, roll

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.dice.rings import AHEAD
from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store, schema
from tenmatsu.events.table import DiceCommitted, Rolled

ROLLS = 700


def test_rings_of_both_kinds_run_out_with_undos_and_secret_rolls_across_their_ends(store: Store) -> None:
    session = open_toy(store)
    devices = [Device(session, who, 2_000) for who in ("p1", "p2")]
    undone = 0
    for count in range(ROLLS):
        near = min(abs(count % 256 - edge) for edge in (256 - AHEAD, 0, 255))
        roll(session, secret=True)
        if count % 3 == 2:
            devices[count % 2].roll(session)
        else:
            roll(session)
        if near < 2 or count % 97 == 0:
            timelines.undo(session, actor="gm")
            undone += 1
        if count == 400:
            session = find_opened(store, session.id)
    report = audit_session(store, session.id)

    assert report.ok, [failure.say("en") for failure in report.failures][:5]
    assert report.tally.rolls == 2 * ROLLS
    assert report.tally.undos == undone > 10
    assert report.tally.retries == undone
    assert report.tally.witnessed > ROLLS
    assert set(session.table.rings) == {"o1", "h1", "o2", "h2", "o3", "h3"}
    assert store.spent_places(session.id) == {
        (f"{kind}{count // 256 + 1}", count % 256) for kind in "oh" for count in range(ROLLS)
    }
    for kind in "oh":
        places = [
            (one.ring, one.index)
            for one in all_events(session)
            if isinstance(one, Rolled) and (one.ring or "").startswith(kind)
        ]
        assert places == sorted(set(places), key=lambda place: (place[0] or "", place[1] or 0))


def _lose(store: Store, session: Session, *rings: str) -> Session:
    with store.database.writing() as connection:
        lost = schema.ring_seeds.c.ring.in_(rings)
        connection.execute(sa.delete(schema.ring_seeds).where(lost))
    return find_opened(store, session.id)


@pytest.mark.parametrize("secret", [False, True])
def test_lost_seed_stops_that_kind_of_roll_and_renewing_goes_on(store: Store, secret: bool) -> None:
    session = open_toy(store)
    device = Device(session, "p1")
    device.roll(session)
    roll(session, secret=True)
    session = _lose(store, session, "h1" if secret else "o1")
    with pytest.raises(StoreError) as caught:
        roll(session, secret=secret)
    assert caught.value.code == "seed_lost"
    assert roll(session, secret=not secret).source == "ring"
    link = device.link(session)
    if not secret:
        with pytest.raises(StoreError):
            device.roll(session)
    assert device.link(session) == link, "a link that came with a roll that could not fall stays the next"

    session.do({"type": "table.renew_dice", "why": "lost"}, actor="gm")
    assert roll(session, secret=secret).ring == ("h2" if secret else "o2")
    device.roll(session)
    report = audit_session(store, session.id)
    assert report.ok, [failure.say("en") for failure in report.failures]
    assert {one.code for one in report.unchecked} == {"audit_ring_given_up"}


def test_lost_seed_of_a_ring_ahead_stops_nothing_until_that_ring_begins(store: Store) -> None:
    session = open_toy(store)
    for _ in range(256 - AHEAD):
        roll(session)
    session = _lose(store, session, "o2")
    for _ in range(AHEAD):
        roll(session)
    with pytest.raises(StoreError):
        roll(session)
    session.do({"type": "table.renew_dice", "why": "lost"}, actor="gm")
    assert roll(session).ring == "o3"
    committed = [one.ring for one in all_events(session) if isinstance(one, DiceCommitted)]
    assert committed == ["o1", "h1", "o2", "h2", "o3", "h3"]
    assert audit_session(store, session.id).ok
