"""Tell the story of a session: one call for every style, format and language."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from tenmatsu.engine.history import EVERYTHING, Viewer
from tenmatsu.engine.language import Lang
from tenmatsu.engine.session import Session
from tenmatsu.projections.recap.aliases import with_aliases
from tenmatsu.projections.recap.document import Document, Style
from tenmatsu.projections.recap.formats.markdown import render_markdown
from tenmatsu.projections.recap.formats.page import render_html
from tenmatsu.projections.recap.formats.plain import render_text
from tenmatsu.projections.recap.formats.structured import render_json
from tenmatsu.projections.recap.gathering import gather
from tenmatsu.projections.recap.story import Story
from tenmatsu.projections.recap.styles.book import tell_book
from tenmatsu.projections.recap.styles.digest import tell_digest
from tenmatsu.projections.recap.styles.novel import tell_novel
from tenmatsu.projections.recap.styles.raw import tell_raw
from tenmatsu.projections.turning import Curve

Format = Literal["md", "html", "txt", "json"]
STYLES: tuple[Style, ...] = ("digest", "book", "novel", "raw")
FORMATS: tuple[Format, ...] = ("md", "html", "txt", "json")

_RENDERERS: Mapping[Format, Callable[[Document], str]] = {
    "md": render_markdown,
    "html": render_html,
    "txt": render_text,
    "json": render_json,
}


def recap(
    session: Session,
    *,
    style: Style = "book",
    format: Format = "md",  # noqa: A002 - the word on the command line
    lang: Lang = "ja",
    viewer: Viewer = EVERYTHING,
    sitting: int | None = None,
    chat: bool | None = None,
    aliases: Mapping[str, str] | None = None,
    curves: Sequence[Curve] = (),
) -> str:
    """
    Return the recap of a session's line as a viewer may be told it.

    Without `sitting` a digest tells the newest one, every other style all of them. `chat` tells table
    talk in a book too: left out, only HTML holds it, folded away. `aliases` replaces names wherever they
    stand, also in what was said. `curves` are those of the viewer's fights: their turning points are
    told then.
    """
    story = with_aliases(gather(session, lang, viewer, curves), aliases or {})
    talk = format == "html" if chat is None else chat
    return _RENDERERS[format](tell(story, style, sitting, chat=talk))


def tell(story: Story, style: Style, sitting: int | None = None, *, chat: bool = False) -> Document:
    """Return a story in a style."""
    match style:
        case "digest":
            return tell_digest(story, sitting)
        case "book":
            return tell_book(story, sitting, chat=chat)
        case "novel":
            return tell_novel(story, sitting)
        case "raw":
            return tell_raw(story, sitting)
