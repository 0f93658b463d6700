"""The two languages in which everything at the table can be read."""

from typing import Literal

Lang = Literal["ja", "en"]
LANGUAGES: tuple[Lang, ...] = ("ja", "en")
