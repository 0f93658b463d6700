"""What can be asked of spells."""

from typing import Annotated, ClassVar

import msgspec

from tenmatsu.engine.contract import Command

Points = Annotated[int, msgspec.Meta(ge=0, le=99)]
Level = Annotated[int, msgspec.Meta(ge=0, le=30)]
Percent = Annotated[int, msgspec.Meta(ge=-400, le=400)]


class Cast(Command, frozen=True, kw_only=True, tag="runequest.cast"):
    """Cast a spell outside a melee."""

    character: str
    spell: str
    target: str = ""
    """Left out: oneself."""
    points: Points = 0
    """Magic or rune points of the spell; left out: as many as are known, of rune magic the least."""
    boost: Points = 0
    """Magic points to get through defensive magic."""
    strength: Level = 0
    range: Level = 0
    duration: Level = 0
    """Levels of a sorcery spell's manipulation, on top of what is inscribed."""
    rune: str = ""
    """The affinity that a rune spell is cast with; left out: the best."""
    at: str = ""
    """The weapon or location that it works on, or the spell that it dispels."""


class Dismiss(Command, frozen=True, kw_only=True, tag="runequest.dismiss"):
    """End a spell that one cast oneself."""

    character: str
    spell: str
    target: str = ""
    """On whom it works; left out: oneself."""


class Inscribe(Command, frozen=True, kw_only=True, tag="runequest.inscribe"):
    """Make an item that holds a sorcery spell with its manipulation; it costs POW for good."""

    character: str
    spell: str
    strength: Level = 0
    range: Level = 0
    duration: Level = 0


class RegainPoints(Command, frozen=True, kw_only=True, tag="runequest.regain_points"):
    """Give magic points and rune points back: by worship, by rest, by what the GM says."""

    gm_only: ClassVar[bool] = True
    character: str
    mp: Points = 0
    rune_points: Points = 0


class FavorMagic(Command, frozen=True, kw_only=True, tag="runequest.favor_magic"):
    """Say what season, place and components change about somebody's casting, until said otherwise."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    character: str
    plus: Percent
    """Signed percent; 0 for nothing."""


MAGIC_COMMANDS: tuple[type[Command], ...] = (Cast, Dismiss, Inscribe, RegainPoints, FavorMagic)
