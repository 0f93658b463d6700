"""Repair a damaged database, and save what is left of it."""

from tenmatsu.engine.rescue.found import Damaged
from tenmatsu.engine.rescue.repair import Repair, repair_database
from tenmatsu.engine.rescue.saving import REST, Rescued

__all__ = ["REST", "Damaged", "Repair", "Rescued", "repair_database"]
