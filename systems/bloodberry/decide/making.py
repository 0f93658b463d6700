"""Decide making characters: a player's in one go or step by step, other people and embodied curses."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Literal, get_args

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.commands.making import (
    ChooseCurse,
    ChooseSpecies,
    ChooseTraits,
    Feel,
    MakeCharacter,
    MakeCurse,
    MakeNpc,
    NameRelation,
    SetRing,
    SpendPoints,
    WriteProfile,
)
from tenmatsu.systems.bloodberry.decide.feeling import check_entry, find_entry
from tenmatsu.systems.bloodberry.decide.ring import feel, is_making, name_relation, set_ring
from tenmatsu.systems.bloodberry.decide.work import Work, find_person, refuse
from tenmatsu.systems.bloodberry.events.making import (
    CharacterMade,
    CurseChosen,
    PointsSpent,
    TraitsChosen,
    Worded,
)
from tenmatsu.systems.bloodberry.people import OWN, Ability, Draft
from tenmatsu.systems.bloodberry.tables import Tables

ABILITIES: tuple[Ability, ...] = get_args(Ability)
FIGURE_MOST = 99
"""The highest ability that the GM may give an NPC or a curse; the rules name none."""
Species = Literal["human", "fairy"]

# ---- a player's character ----


def make_character(work: Work, command: MakeCharacter) -> None:
    """Make a player's character in one go; everything is checked before anything is rolled."""
    character, start = command.character, work.rules.tables.making.start
    _check_new(work, character)
    for text in command.profile.values():
        _check_text(work, text)
    abilities = (command.passion, command.grace, command.maturity)
    passion, grace, maturity = (start if value is None else value for value in abilities)
    _check_points(work, (passion, grace, maturity))
    class_ = _check_traits(work, command.traits, command.class_)
    draft = Draft(passion=passion, grace=grace, maturity=maturity, traits=command.traits, class_=class_)
    feats = _check_species(work, draft, "fairy" if command.fairy else "human", command.given_up)
    curse = ""
    if command.curse or command.curse_words:
        curse = check_entry(work, "curse", command.curse, command.curse_words)
    for topic, text in command.profile.items():
        work.record(Worded(character=character, what="profile", topic=topic, text=text.strip()))
    _make(work, character, draft, feats, fairy=command.fairy)
    if curse:
        _bear(work, character, curse, command.curse_words)


def write_profile(work: Work, command: WriteProfile) -> None:
    """Write one topic of a profile; a later text stands in place of an earlier one."""
    if command.character not in work.table.characters and command.character not in work.state.people:
        refuse(work, "not_at_table", character=command.character)
    _check_text(work, command.text)
    text = command.text.strip()
    work.record(Worded(character=command.character, what="profile", topic=command.topic, text=text))


def spend_points(work: Work, command: SpendPoints) -> None:
    """Spend the points on the abilities of a character that is not made yet."""
    _check_new(work, command.character)
    _check_points(work, (command.passion, command.grace, command.maturity))
    work.record(
        PointsSpent(
            character=command.character,
            passion=command.passion,
            grace=command.grace,
            maturity=command.maturity,
        )
    )


def choose_traits(work: Work, command: ChooseTraits) -> None:
    """Choose the traits of a character that is not made yet, and with them its class."""
    _check_new(work, command.character)
    class_ = _check_traits(work, command.traits, command.class_)
    work.record(TraitsChosen(character=command.character, traits=command.traits, class_=class_))


def choose_species(work: Work, command: ChooseSpecies) -> None:
    """Choose the species, after points and traits: the character is made."""
    character = command.character
    _check_new(work, character)
    draft = work.state.drafts.get(character, Draft())
    if not draft.passion:
        refuse(work, "points_first", character=character)
    if not draft.traits:
        refuse(work, "traits_first", character=character)
    feats = _check_species(work, draft, command.species, command.given_up)
    _make(work, character, draft, feats, fairy=command.species == "fairy")


def choose_curse(work: Work, command: ChooseCurse) -> None:
    """Bear a curse; once the first scene has begun, one that was chosen stays."""
    person = find_person(work, command.character)
    if person.kind != "pc":
        refuse(work, "curse_of_players", character=command.character)
    if person.cursed and not is_making(work.state):
        refuse(work, "curse_stays", character=command.character)
    _bear(work, command.character, check_entry(work, "curse", command.curse, command.words), command.words)


def find_classes(tables: Tables, traits: tuple[str, ...]) -> tuple[str, ...]:
    """Return the classes that most of these traits name: one, or those among which to choose."""
    counts = Counter(tables.traits[trait].class_ for trait in traits if trait in tables.traits)
    return tuple(name for name, count in counts.items() if count == max(counts.values()))


def may_be_fairy(tables: Tables, traits: tuple[str, ...]) -> bool:
    """Return whether all of these traits raise the same ability."""
    return len({tables.traits[trait].raises for trait in traits if trait in tables.traits}) == 1


def _make(work: Work, character: str, draft: Draft, feats: tuple[str, ...], *, fairy: bool) -> None:
    work.record(
        CharacterMade(
            character=character,
            kind="pc",
            passion=draft.passion,
            grace=draft.grace,
            maturity=draft.maturity,
            vigour=work.rules.tables.making.vigour,
            traits=draft.traits,
            class_=draft.class_,
            fairy=fairy,
            feats=feats,
            otherworldly=fairy,
        )
    )


def _bear(work: Work, character: str, entry: str, words: str) -> None:
    """Record a checked curse, rolled where that was asked."""
    curse = find_entry(work, "curse", entry, character)
    work.record(CurseChosen(character=character, curse=curse))
    if curse == OWN:
        work.record(Worded(character=character, what="curse", text=words.strip()))


def _check_new(work: Work, character: str) -> None:
    if character not in work.table.characters:
        refuse(work, "not_at_table", character=character)
    if character in work.state.people:
        refuse(work, "already_made", character=character)


def _check_text(work: Work, text: str) -> None:
    if not text.strip():
        refuse(work, "no_words")


def _check_points(work: Work, abilities: tuple[int, ...]) -> None:
    """Refuse abilities below their start, or that do not use just the points there are."""
    making = work.rules.tables.making
    for name, value in zip(ABILITIES, abilities, strict=True):
        if value < making.start:
            refuse(work, "ability_too_low", ability=name, value=value, least=making.start)
    spent = sum(abilities) - making.start * len(abilities)
    if spent != making.points:
        refuse(work, "points_spent", spent=spent, points=making.points, start=making.start)


def _check_traits(work: Work, traits: tuple[str, ...], class_: str) -> str:
    """Return the class that these traits give, or that was chosen among theirs; refuse wrong ones."""
    tables = work.rules.tables
    _check_known(work, traits)
    if len(traits) != tables.making.traits:
        refuse(work, "traits_count", count=len(traits), needed=tables.making.traits)
    classes = find_classes(tables, traits)
    if class_ and class_ not in classes:
        refuse(work, "wrong_class", class_=class_, known=classes)
    if not class_ and len(classes) > 1:
        refuse(work, "class_open", known=classes)
    return class_ or classes[0]


def _check_known(work: Work, traits: tuple[str, ...]) -> None:
    """Refuse traits that there are not, and one taken twice."""
    known = work.rules.tables.traits
    for trait in traits:
        if trait not in known:
            refuse(work, "unknown_trait", trait=trait, known=tuple(known))
        if traits.count(trait) > 1:
            refuse(work, "trait_twice", trait=trait)


def _check_species(work: Work, draft: Draft, species: Species, given_up: str) -> tuple[str, ...]:
    """Return the feats that class and species give; refuse a species that the traits do not allow."""
    tables = work.rules.tables
    feats = tables.classes[draft.class_]
    if species == "human":
        if given_up:
            refuse(work, "humans_keep_feats", feat=given_up)
        return feats
    if not may_be_fairy(tables, draft.traits):
        raised = tuple(tables.traits[trait].raises for trait in draft.traits)
        refuse(work, "no_fairy", traits=draft.traits, raised=raised)
    if not given_up:
        refuse(work, "give_up_a_feat", known=feats)
    if given_up not in feats:
        refuse(work, "not_a_class_feat", feat=given_up, known=feats)
    return (*(feat for feat in feats if feat != given_up), *tables.species["fairy"])


# ---- the GM's people ----


def make_npc(work: Work, command: MakeNpc) -> None:
    """Bring in another person; traits, class and feats are the GM's to give."""
    tables = work.rules.tables
    _check_new(work, command.character)
    _check_figures(work, passion=command.passion, grace=command.grace, maturity=command.maturity)
    _check_vigour(work, command.vigour)
    _check_known(work, command.traits)
    if command.class_ and command.class_ not in tables.classes:
        refuse(work, "unknown_class", class_=command.class_, known=tuple(tables.classes))
    for feat in command.feats:
        if feat not in tables.feats:
            refuse(work, "unknown_feat", feat=feat, known=tuple(tables.feats))
    work.record(
        CharacterMade(
            character=command.character,
            kind="npc",
            passion=command.passion,
            grace=command.grace,
            maturity=command.maturity,
            vigour=command.vigour,
            traits=command.traits,
            class_=command.class_,
            feats=tuple(dict.fromkeys(command.feats or tables.classes.get(command.class_, ()))),
            otherworldly=command.otherworldly,
        )
    )


def make_curse(work: Work, command: MakeCurse) -> None:
    """Bring in an embodied curse, which is not of this world; 疑問, 悪意 and 不安 are its abilities."""
    _check_new(work, command.character)
    _check_figures(work, doubt=command.doubt, malice=command.malice, unease=command.unease)
    _check_vigour(work, command.vigour)
    work.record(
        CharacterMade(
            character=command.character,
            kind="curse",
            passion=command.doubt,
            grace=command.malice,
            maturity=command.unease,
            vigour=command.vigour,
            otherworldly=True,
        )
    )


def _check_figures(work: Work, **figures: int) -> None:
    for name, value in figures.items():
        if not 0 <= value <= FIGURE_MOST:
            refuse(work, "figure_out_of_range", ability=name, value=value, most=FIGURE_MOST)


def _check_vigour(work: Work, vigour: int) -> None:
    most = work.rules.tables.vigour.most
    if not 0 <= vigour <= most:
        refuse(work, "vigour_out_of_range", value=vigour, most=most)


MAKING_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    MakeCharacter: make_character,
    WriteProfile: write_profile,
    SpendPoints: spend_points,
    ChooseTraits: choose_traits,
    ChooseSpecies: choose_species,
    ChooseCurse: choose_curse,
    MakeNpc: make_npc,
    MakeCurse: make_curse,
    SetRing: set_ring,
    NameRelation: name_relation,
    Feel: feel,
}
"""By command class."""
