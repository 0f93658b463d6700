"""A player's rollout starts from what they know: what is hidden from them moves no game of it."""

import pytest
from playout import open_brawl, strike_at
from toytable import fixed_outside, strike

from tenmatsu.engine.api import (
    FirstMove,
    Rollout,
    RuleViolation,
    Session,
    Store,
    UsageError,
    Viewer,
    locate,
    roll_out,
    viewer_of,
)

PLAYER = Viewer("p1", is_gm=False)


def _open(store: Store, *, ambush: bool) -> Session:
    """Open a brawl into which the GM may have put a hidden figure."""
    session = open_brawl(store)
    if ambush:
        session.do({"type": "toy.enter", "character": "ghost", "secret": True}, actor="gm")
    return session


def _roll(session: Session, viewer: Viewer | None = None, **more: object) -> Rollout:
    asked = {"moves": strike_at("b", "c"), "games": 60, **more}
    return roll_out(session, viewer=viewer or viewer_of(session, None), **asked)  # type: ignore[arg-type]


def test_a_players_rollout_never_depends_on_what_is_hidden_from_them(store: Store) -> None:
    plain = _roll(_open(store, ambush=False), PLAYER)
    other = Store("sqlite://", fixed_outside())
    hidden = _open(other, ambush=True)
    assert _roll(hidden, PLAYER) == plain
    assert "ghost" not in str(_roll(hidden, PLAYER))
    assert "ghost.hp" in _roll(hidden).choices[0].values
    other.close()


def test_a_first_move_against_what_is_hidden_is_refused_as_if_it_were_not_there(store: Store) -> None:
    session = _open(store, ambush=True)
    for target in ("ghost", "nobody"):
        with pytest.raises(RuleViolation) as refused:
            _roll(session, PLAYER, moves=strike_at(target))
        assert refused.value.say("en") == f"{target} is not there."


def test_what_a_state_with_holes_breaks_ends_its_game_and_is_counted(store: Store) -> None:
    """Everybody sees a blow at a figure whose coming only the GM saw: what it has left nobody else knows."""
    session = _open(store, ambush=True)
    session.do({"type": "toy.strike", "character": "a", "at": "ghost"}, actor="gm")
    choice = _roll(session, PLAYER, moves=()).choices[0]
    assert choice.unfinished.keys() == {"unseen"}
    assert choice.unfinished["unseen"] == choice.results["unfinished"].count < 60
    take = FirstMove(command={"type": "toy.answer", "character": "ghost", "choice": "take"}, actor="gm")
    with pytest.raises(RuleViolation) as refused:
        _roll(session, PLAYER, moves=[take])
    assert refused.value.code == "refused_unseen"


def test_a_version_is_counted_as_its_viewer_counts(store: Store) -> None:
    session = _open(store, ambush=True)
    session.do({"type": "table.roll", "dice": "d6", "secret": True}, actor="gm")
    own = next(at for at in range(session.version, 0, -1) if _ends(session, at))
    strike(session)
    before = _roll(session, PLAYER, at=own, moves=())
    assert before == _roll(_open(Store("sqlite://", fixed_outside()), ambush=True), PLAYER, moves=())


def _ends(session: Session, version: int) -> bool:
    try:
        locate(session, PLAYER, version)
    except UsageError:
        return False
    return True


def test_a_version_inside_a_commit_is_refused_with_its_neighbours(store: Store) -> None:
    session = open_brawl(store)
    end = session.version
    strike(session)
    for viewer in (PLAYER, None):
        with pytest.raises(UsageError) as refused:
            _roll(session, viewer, at=end + 1)
        assert refused.value.code == "version_inside"


def test_rollouts_record_nothing(store: Store) -> None:
    session = open_brawl(store)
    head, version = session.head, session.version
    _roll(session)
    session.reload()
    assert (session.head, session.version) == (head, version)
