"""Measure the engine against bare baselines in the same run; only the ratios mean anything."""
