"""Commands of the toy in short, played by the GM, and the versions at which commits end."""

from typing import Any

from tenmatsu.engine.session import Session


def play(session: Session, *commands: dict[str, Any], dice: list[list[int] | None] | None = None) -> None:
    """Play commands as the GM, with physical dice where given."""
    for place, command in enumerate(commands):
        session.do(command, actor="gm", dice=dice[place] if dice else None)


def strike(who: str, at: str) -> dict[str, Any]:
    """Return a blow."""
    return {"type": "toy.strike", "character": who, "at": at}


def answer(who: str, choice: str) -> dict[str, Any]:
    """Return the answer to a blow."""
    return {"type": "toy.answer", "character": who, "choice": choice}


def enter(who: str) -> dict[str, Any]:
    """Return an entry."""
    return {"type": "toy.enter", "character": who}


def ends(session: Session) -> list[int]:
    """Return the version at the end of every commit."""
    return [commit.last_version for commit in session.store.commits(session.id, session.segments())]
