"""Addresses of databases: what of them may be shown, and what of them is for the pool of connections."""

import re

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from tenmatsu.engine.errors import StoreError

HIDDEN = "***"
_SECRETS = "password|sslpassword"
_IN_TEXT = re.compile(r"(?P<before>://[^\s/@:]*:)[^\s]*(?=@)")
"""The password of an address that cannot be read: all up to the last `@`."""
_IN_ADDRESS = re.compile(r"(?P<before>://[^\s/@:]*:)[^@]*(?=@)")
_IN_QUERY = re.compile(rf"(?P<before>[?&](?:{_SECRETS})=)[^&\s]*", re.IGNORECASE)
_POOL = {"pool_size": 5, "max_overflow": 20, "pool_timeout": 30, "pool_recycle": -1}
"""Options of the pool that an address may carry, with what holds where it has none."""
_NO_LIMIT = -1


def show_address(address: str) -> str:
    """Return an address as it may be shown to anybody: without its passwords."""
    try:
        make_url(address)
        place = _IN_ADDRESS
    except (ArgumentError, ValueError):
        place = _IN_TEXT
    found = place.sub(rf"\g<before>{HIDDEN}", address, count=1)
    return _IN_QUERY.sub(rf"\g<before>{HIDDEN}", found)


def take_pool_options(url: URL) -> tuple[URL, dict[str, int]]:
    """
    Return an address without the options of the pool, and these.

    `pool_size` connections stay open, `max_overflow` more are opened where they do not suffice, an
    operation waits `pool_timeout` seconds for one, and one older than `pool_recycle` seconds is opened
    anew. Raises `StoreError` for one that is no number in its range.
    """
    options = dict(_POOL)
    for name, usual in _POOL.items():
        if name not in url.query:
            continue
        text = url.query[name]
        lowest = _NO_LIMIT if name in {"max_overflow", "pool_recycle"} else 1
        try:
            options[name] = int(str(text))
        except ValueError:
            options[name] = lowest - 1
        if options[name] < lowest:
            raise StoreError("store_option", option=name, value=text, usual=usual)
    return url.difference_update_query(_POOL), options
