"""What if: the past decided again with another command, or under other rules, on a line of its own."""

from tenmatsu.engine.whatif.counterfactual import command_at, replace_commit
from tenmatsu.engine.whatif.redeciding import check_unhidden
from tenmatsu.engine.whatif.report import LeftOut, WhatIf, Why
from tenmatsu.engine.whatif.rerule import OtherRules, rerule

__all__ = [
    "LeftOut",
    "OtherRules",
    "WhatIf",
    "Why",
    "check_unhidden",
    "command_at",
    "replace_commit",
    "rerule",
]
