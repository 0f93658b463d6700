"""How a check is measured and rolled: two dice, at most the target (行為判定)."""

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.akatsuki.decide.drawing import count_drawable, draw_awakening
from tenmatsu.systems.akatsuki.decide.work import Rulebook, Work, find_figure, refuse
from tenmatsu.systems.akatsuki.events.checks import Checked, Purpose
from tenmatsu.systems.akatsuki.state import Ability, Figure, State


class CheckSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A check that is to be rolled."""

    character: str
    purpose: Purpose
    ability: str
    """An ability, or `fate_points`, `fate_cards` for a lethal survival check."""
    field: str = ""
    """The style that it falls under."""
    modifiers: tuple[Circumstance, ...] = ()
    """What changes the target, boosts and the rate of an NPC apart."""
    against: str = ""
    """An NPC whose ability changes the target by its rate."""
    against_ability: Ability | None = None
    """Which of its abilities; the same one where left out."""


def list_modifiers(**amounts: int) -> tuple[Circumstance, ...]:
    """Return what changes a target, by keys of `[labels]`; what is 0 is left out."""
    return tuple(Circumstance(key, amount) for key, amount in amounts.items() if amount)


def measure_level(figure: Figure, ability: str) -> int:
    """Return the unmodified level that a check is measured by."""
    match ability:
        case "fate_points":
            return figure.fate_points
        case "fate_cards":
            return len(figure.fate) + figure.fate_chips
        case _:
            return figure.ability(ability)


def measure_target(
    state: State, rules: Rulebook, spec: CheckSpec, plus: int = 0
) -> tuple[int, tuple[Circumstance, ...]]:
    """Return the target of a check, and what changed it."""
    figure = state.characters.get(spec.character, Figure())
    opponent = state.characters.get(spec.against)
    rate = 0
    if opponent is not None:
        rate = rules.tables.rate(measure_level(opponent, spec.against_ability or spec.ability))
    circumstances = (*spec.modifiers, *list_modifiers(rate=rate, boost=plus))
    return measure_level(figure, spec.ability) + sum(one.amount for one in circumstances), circumstances


def verify_check(work: Work, spec: CheckSpec) -> None:
    """Refuse a check that nobody rolls: an NPC none but survival checks, and nobody against a player."""
    figure = find_figure(work, spec.character)
    if spec.against:
        opponent = find_figure(work, spec.against)
        if figure.npc and opponent.npc:
            refuse(work, "npc_against_npc", character=spec.character, against=spec.against)
        if not opponent.npc:
            refuse(work, "against_player", against=spec.against)
    if figure.npc and spec.purpose != "survival":
        refuse(work, "npc_rolls_not", character=spec.character)


def roll_check(work: Work, spec: CheckSpec, plus: int = 0) -> Checked:
    """Roll a check, record it, and let a fitting double gain an awakening card."""
    target, circumstances = measure_target(work.state, work.rules, spec, plus)
    level = measure_level(find_figure(work, spec.character), spec.ability)
    faces = work.roll(f"{work.rules.tables.checks.dice}d6", by=spec.character, for_=spec.purpose)
    total = sum(faces)
    checked = Checked(
        character=spec.character,
        purpose=spec.purpose,
        ability=spec.ability,
        field=spec.field,
        level=level,
        circumstances=circumstances,
        target=target,
        faces=faces,
        total=total,
        success=total <= target,
    )
    work.record(checked)
    if may_gain(work.state, work.rules, spec) and is_fitting_double(work.rules, faces, level):
        draw_awakening(work, spec.character, "double")
    return checked


def may_gain(state: State, rules: Rulebook, spec: CheckSpec) -> bool:
    """Return whether a fitting double would gain a card: a player's, in a check of the right kind."""
    figure = state.characters.get(spec.character, Figure())
    if figure.npc or not count_drawable(state):
        return False
    if spec.purpose == "survival" and (
        spec.ability in ("fate_points", "fate_cards") or rules.options.survival_double == "never"
    ):
        return False
    return rules.options.field_check == "any" or figure.has_field(spec.field)


def is_fitting_double(rules: Rulebook, faces: tuple[int, ...], level: int) -> bool:
    """Return whether the faces are alike and, by sum or face, at most the level (能力値以下のゾロ目)."""
    if len(faces) < 2 or len(set(faces)) > 1:
        return False
    return (sum(faces) if rules.options.double == "sum" else faces[0]) <= level
