"""What a session is decided under: rules version, house rules, figures."""

from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

OptionsT = TypeVar("OptionsT", bound=msgspec.Struct)
TablesT = TypeVar("TablesT", bound=msgspec.Struct)


@dataclass(frozen=True)
class Rules(Generic[OptionsT, TablesT]):
    """The rules version, options and tables in force."""

    version: int
    options: OptionsT
    tables: TablesT
