"""Turning points (山場): the chance of the outcome after each commit of a fight, as a curve."""

from tenmatsu.projections.turning.curve import MOST, Curve, Play, Point, Turn, draw_curves, turning_points
from tenmatsu.projections.turning.fights import Fight, Step, find_fights
from tenmatsu.projections.turning.measuring import measure_fights
from tenmatsu.projections.turning.noise import Interval
from tenmatsu.projections.turning.prospects import Stake
from tenmatsu.projections.turning.sparkline import sparkline

__all__ = [
    "MOST",
    "Curve",
    "Fight",
    "Interval",
    "Play",
    "Point",
    "Stake",
    "Step",
    "Turn",
    "draw_curves",
    "find_fights",
    "measure_fights",
    "sparkline",
    "turning_points",
]
