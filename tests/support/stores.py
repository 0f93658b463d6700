"""Empty stores of one kind, one after another, for tests that need many."""

from collections import deque

from postgres import Server
from toytable import fixed_outside

from tenmatsu.engine.outside import Outside
from tenmatsu.engine.store import Store

_AT_ONCE = 4


class FreshStores:
    """Gives an empty store at each call; the one that it gave four calls before is closed then."""

    def __init__(self, server: Server | None) -> None:
        self._server = server
        self._open: deque[tuple[str, Store]] = deque()

    def __call__(self, outside: Outside | None = None) -> Store:
        """Return an empty store."""
        if len(self._open) == _AT_ONCE:
            self._take_back()
        url = "sqlite://" if self._server is None else self._server.make()
        store = Store(url, outside or fixed_outside())
        self._open.append((url, store))
        return store

    def close(self) -> None:
        """Close all that are open."""
        while self._open:
            self._take_back()

    def _take_back(self) -> None:
        url, store = self._open.popleft()
        store.close()
        if self._server is not None:
            self._server.give_back(url)
