"""JSON: the document's blocks, for programs."""

import msgspec

from tenmatsu.projections.recap.document import Document


def render_json(document: Document) -> str:
    """Return the document as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"
