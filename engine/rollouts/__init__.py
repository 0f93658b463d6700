"""Rollouts: play a situation to its end many times with the auto-player, and count what comes of it."""

from tenmatsu.engine.rollouts.report import (
    ChoiceReport,
    Comparison,
    PairedDifference,
    Rollout,
    Share,
    Spread,
)
from tenmatsu.engine.rollouts.rollout import FirstMove, roll_out, roll_out_state

__all__ = [
    "ChoiceReport",
    "Comparison",
    "FirstMove",
    "PairedDifference",
    "Rollout",
    "Share",
    "Spread",
    "roll_out",
    "roll_out_state",
]
