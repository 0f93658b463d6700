"""An audit in words: what was checked, who took what back, and how lucky everybody was."""

from tenmatsu.projections.trust.gathering import Trust, find_trust
from tenmatsu.projections.trust.page import PageFormat, trust_page
from tenmatsu.projections.trust.plain import plain_trust

__all__ = ["PageFormat", "Trust", "find_trust", "plain_trust", "trust_page"]
