"""
The values that a GM may set by hand, by the names that sheets show.

Cards are not among them: each of the 104 is in one place, and a number does not say which one goes where.
"""

from collections.abc import Mapping

from tenmatsu.engine.contract import Value
from tenmatsu.systems.bloodberry.people import Person
from tenmatsu.systems.bloodberry.state import State

PERSON_NAMES: tuple[str, ...] = (
    "vigour",
    "fairy",
    "otherworldly",
    "out",
    "absent",
    "vanished",
    "killed",
    "checked",
    "refreshed",
    "no_checks_until",
)
"""Of a character: `pc1.vigour`."""
ABILITY_NAMES: Mapping[str, str] = {"passion": "doubt", "grace": "malice", "maturity": "unease"}
"""Of a character: `pc1.passion`, and what was lost of it, `pc1.lost:passion`; and what curses call them."""
TRAIT_NAMES: tuple[str, ...] = ("sublimated", "used", "helped")
"""Of a character's trait: `pc1.sublimated:頑張り屋`."""
STRENGTH, LOST = "strength", "lost"
"""Of a relation: `pc1.strength:pc2`, the same as `pc2.strength:pc1`; of a camp and a curse likewise."""
TABLE_NAMES: tuple[str, ...] = ("clock", "session", "ending")
"""Of the table as a whole."""


def list_adjustable(state: State) -> dict[str, Value]:
    """Return every value that may be set by hand, by name."""
    values: dict[str, Value] = {name: getattr(state, name) for name in TABLE_NAMES}
    for character, person in state.people.items():
        values |= {f"{character}.{name}": value for name, value in _read_person(person).items()}
    for key, relation in state.relations.items():
        one, _, other = key.partition("|")
        values |= {
            f"{one}.{STRENGTH}:{other}": relation.strength,
            f"{other}.{STRENGTH}:{one}": relation.strength,
        }
    for name, camp in state.confronting.items():
        values |= {f"{name}.{STRENGTH}:{curse}": strength for curse, strength in camp.strengths.items()}
    return values


def name_abilities(person: Person) -> dict[str, str]:
    """Return somebody's abilities by what they are called: of a curse by its own words."""
    return {curse if person.kind == "curse" else name: name for name, curse in ABILITY_NAMES.items()}


def _read_person(person: Person) -> dict[str, Value]:
    values: dict[str, Value] = {name: getattr(person, name) for name in PERSON_NAMES}
    for name, ability in name_abilities(person).items():
        values |= {name: person.ability(ability), f"{LOST}:{name}": person.lost.get(ability, 0)}
    for trait, held in person.traits.items():
        values |= {f"{name}:{trait}": getattr(held, name) for name in TRAIT_NAMES}
    return values
