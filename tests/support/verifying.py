"""The verifier's page in a browser, driven as its reader would."""

import json
from typing import Any

from browser import Browser


def check(browser: Browser, log: bytes) -> dict[str, Any]:
    """Let the page check a log and show the report; return it."""
    found: dict[str, Any] = browser.call(f"run({json.dumps(log.decode())})")
    return found


def text_of(browser: Browser, selector: str = "#result") -> str:
    """Return what a part of the page says."""
    text: str = browser.call(f"document.querySelector({json.dumps(selector)}).innerText")
    return text
