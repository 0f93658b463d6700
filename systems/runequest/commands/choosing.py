"""The one command that answers what the game asks."""

from typing import Annotated, ClassVar

import msgspec

from tenmatsu.engine.contract import Command


class Choose(Command, frozen=True, kw_only=True, tag="runequest.choose"):
    """Answer the choice that waits."""

    answers: ClassVar[frozenset[str]] = frozenset(
        {
            "act",
            "defend",
            "accept_spell",
            "boost",
            "pull_out",
            "spirit_beaten",
            "retreat_distance",
            "last_moment",
        }
    )

    character: str
    use: str
    """`pass`, or one of the options."""
    target: str = ""
    """Whom it is about, where the option leaves that open."""
    amount: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    """Magic points, where the option takes some."""


CHOICE_COMMANDS: tuple[type[Command], ...] = (Choose,)
