"""What the part `damage` offers to others; its commands are decided in `harming.py`."""

from tenmatsu.systems.ninjaslayer.decide.dying import (
    check_spirit,
    find_present,
    hurt,
    injure,
    knock_out,
    lose_ability,
    lose_spirit,
    pay_spirit,
    revive_after_battle,
    slay,
    take_off,
)
from tenmatsu.systems.ninjaslayer.decide.landing import land

__all__ = [
    "check_spirit",
    "find_present",
    "hurt",
    "injure",
    "knock_out",
    "land",
    "lose_ability",
    "lose_spirit",
    "pay_spirit",
    "revive_after_battle",
    "slay",
    "take_off",
]
