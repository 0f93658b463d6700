"""The audit's figures for programs."""

from fractions import Fraction
from typing import Any

import msgspec

from tenmatsu.projections.trust.gathering import Trust


def plain_trust(trust: Trust) -> dict[str, Any]:
    """Return it as JSON has it; a fraction is a number, rounded to four decimals."""
    plain: dict[str, Any] = msgspec.to_builtins(trust, str_keys=True, enc_hook=_number)
    return plain


def _number(value: object) -> float:
    if isinstance(value, Fraction):
        return round(float(value), 4)
    raise NotImplementedError
