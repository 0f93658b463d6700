"""The page by which anybody checks a log or a roll in a browser, with no network and nothing of ours."""

from importlib.resources import files


def page() -> str:
    """Return the page as it is given away: one HTML file."""
    return files("tenmatsu.tools.verifier").joinpath("verify.html").read_text(encoding="utf-8")
