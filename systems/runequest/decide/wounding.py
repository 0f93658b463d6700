"""Damage to bodies and arms, healing, death, time: what other parts call, gathered from their files."""

from tenmatsu.systems.runequest.decide.clock import end_wounds_of_round, run_time
from tenmatsu.systems.runequest.decide.felling import die, drop_arm, faint, fall
from tenmatsu.systems.runequest.decide.harming import damage_arm, harm_spirits_with, wound
from tenmatsu.systems.runequest.decide.locations import roll_location
from tenmatsu.systems.runequest.decide.repairing import restore_arm
from tenmatsu.systems.runequest.decide.sticking import stick_in_shield
from tenmatsu.systems.runequest.decide.treating import heal, regrow
from tenmatsu.systems.runequest.events.wounds import Death

__all__ = [
    "Death",
    "damage_arm",
    "die",
    "drop_arm",
    "end_wounds_of_round",
    "faint",
    "fall",
    "harm_spirits_with",
    "heal",
    "regrow",
    "restore_arm",
    "roll_location",
    "run_time",
    "stick_in_shield",
    "wound",
]
