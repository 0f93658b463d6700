"""What holds of every evening at which participants stir in, whatever they do."""

from collections.abc import Callable
from typing import Any

from devices import Device
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from stores import FreshStores
from toytable import SECRET, all_commits, all_events, check_chain, open_toy

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.dice.keyring import ZERO_MIX, stir
from tenmatsu.engine.dice.stirring import add_word
from tenmatsu.engine.errors import TenmatsuError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.store import Store
from tenmatsu.events.table import EntropyAdded, NoncesCommitted, Rolled


class Evening:
    """A table whose participants are honest: each device brings the link that comes next."""

    def __init__(self, store: Store) -> None:
        self.session = open_toy(store, dice_secret=SECRET)
        self.devices: dict[str, Device] = {}
        self.chains = 0

    def commit(self, who: str) -> None:
        """Commit a new chain of four links."""
        self.chains += 1
        self.devices[who] = Device(self.session, who, 4, named=f"{who} {self.chains}")

    def ask(self, who: str, command: dict[str, Any], *, link: bool) -> None:
        """Ask a command, with the next link where the device has one."""
        device = self.devices.get(who)
        brought = device.link(self.session) if device and link else None
        self.session.do(command, actor=who, link=brought)

    def adopt(self, line: int) -> None:
        """Adopt a line."""
        timelines.adopt(self.session, str(line), actor="gm")

    def fork(self, share: float) -> None:
        """Leave a what-if line somewhere."""
        ends = [commit.last_version for commit in all_commits(self.session)]
        name = f"line {len(self.session.store.branches(self.session.id))}"
        timelines.fork(self.session, name, ends[int(share * (len(ends) - 1))], actor="gm")

    def restart(self) -> None:
        """Begin anew with what is stored."""
        self.session = find_opened(self.session.store, self.session.id)


Step = Callable[[Evening], Any]
WHO = st.sampled_from(["p1", "p2", "gm"])
ASKED = st.sampled_from(
    [
        {"type": "table.roll", "dice": "2d6"},
        {"type": "table.roll", "dice": "d100"},
        {"type": "table.roll", "dice": "d6", "secret": True},
        {"type": "table.say", "text": "いざ"},
        {"type": "toy.draw", "character": "a"},
    ]
)


def _asking(who: str, command: dict[str, Any], link: bool) -> Step:
    return lambda evening: evening.ask(who, command, link=link)


def _committing(who: str) -> Step:
    return lambda evening: evening.commit(who)


def _adding_word(who: str) -> Step:
    return lambda evening: add_word(evening.session, "さくら", actor=who)


def _undoing(evening: "Evening") -> object:
    return timelines.undo(evening.session, actor="gm")


def _forking(share: float) -> Step:
    return lambda evening: evening.fork(share)


def _adopting(line: int) -> Step:
    return lambda evening: evening.adopt(line)


def _renewing(evening: "Evening") -> object:
    return evening.session.do({"type": "table.renew_dice"}, actor="gm")


def _restarting(evening: "Evening") -> None:
    evening.restart()


STEPS: st.SearchStrategy[Step] = st.one_of(
    st.builds(_asking, WHO, ASKED, st.booleans()),
    st.builds(_asking, WHO, ASKED, st.just(value=True)),
    WHO.map(_committing),
    WHO.map(_adding_word),
    st.just(_undoing),
    st.floats(0, 1).map(_forking),
    st.integers(0, 3).map(_adopting),
    st.just(_renewing),
    st.just(_restarting),
)
EVENINGS: st.SearchStrategy[list[Step]] = st.lists(STEPS, min_size=5, max_size=25)


def _play(store: Store, steps: list[Step]) -> Evening:
    evening = Evening(store)
    evening.commit("p1")
    for step in steps:
        try:
            step(evening)
        except TenmatsuError:
            continue
    return evening


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(EVENINGS)
def test_honest_links_make_the_mix_the_fold_of_what_stands_before_on_every_line(
    fresh_store: FreshStores, steps: list[Step]
) -> None:
    session = _play(fresh_store(), steps).session

    shown: dict[tuple[str, int | None, int | None], str] = {}
    for branch in session.store.branches(session.id):
        line = session.on(branch)
        check_chain(line)
        mix = ZERO_MIX
        for event in all_events(line):
            if isinstance(event, EntropyAdded):
                mix = stir(mix, event.by, bytes.fromhex(event.value))
                if not event.word:
                    place = (event.by, event.chain, event.link)
                    assert shown.setdefault(place, event.value) == event.value
            elif isinstance(event, Rolled) and event.source == "ring":
                assert (event.mix or ZERO_MIX.hex()) == mix.hex()
        assert line.table.mix == ("" if mix == ZERO_MIX else mix.hex())
    report = audit_session(session.store, session.id)
    assert report.ok, [failure.say("en") for failure in report.failures]


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(EVENINGS)
def test_no_link_is_left_out_over_all_lines_and_every_chain_stands_on_the_current_one(
    fresh_store: FreshStores,
    steps: list[Step],
) -> None:
    session = _play(fresh_store(), steps).session
    indices: dict[tuple[str, int | None], set[int]] = {}
    chains: set[tuple[str, int]] = set()
    for branch in session.store.branches(session.id):
        for event in all_events(session.on(branch)):
            if isinstance(event, EntropyAdded) and not event.word:
                indices.setdefault((event.by, event.chain), set()).add(event.link or 0)
            elif isinstance(event, NoncesCommitted):
                chains.add((event.by, event.chain))
    here = [event for event in all_events(session) if isinstance(event, NoncesCommitted)]

    assert all(links == set(range(1, max(links) + 1)) for links in indices.values())
    assert {(event.by, event.chain) for event in here} == chains
