"""Recaps (リプレイ): the story of a session, straight from its log, with nothing invented."""

from tenmatsu.projections.recap.document import Document, Style
from tenmatsu.projections.recap.gathering import gather
from tenmatsu.projections.recap.story import Story
from tenmatsu.projections.recap.telling import FORMATS, STYLES, Format, recap, tell

__all__ = ["FORMATS", "STYLES", "Document", "Format", "Story", "Style", "gather", "recap", "tell"]
