"""The command base: what every request has in common."""

from typing import ClassVar

import msgspec

Value = int | str | bool | None


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
):
    """A request, in the imperative. It may be refused; accepted, it becomes a commit."""

    gm_only: ClassVar[bool] = False
    """Whether only the GM may ask it."""
    acts_for: ClassVar[str | None] = "character"
    """The field with the character it acts for, a player's own one; None where anybody may ask."""
    answers: ClassVar[frozenset[str]] = frozenset()
    """The kinds of pending choice that it answers; only such commands pass while a choice is open."""
    anytime: ClassVar[bool] = False
    """Whether a rule allows it at any time, also while a choice is open."""
    redactable: ClassVar[bool] = False
    """Whether it holds free text typed by a person."""
    addressed: ClassVar[bool] = False
    """
    Whether its asker may say who sees what comes of it, by those of these fields that it has: `to` (a
    tuple of participants), `secret`, `blind`, `silent` (yes or no).
    """

    as_: str = msgspec.field(name="as", default="")
    """The participant who asks; the session fills it in."""
