"""What build points buy: abilities, skills, schools, perks, endurance. Each step checks, pays and records."""

from tenmatsu.systems.ukiyozoshi.commands.party import (
    BuyEndurance,
    BuySkill,
    LearnSchool,
    RaiseAbility,
    TakePerk,
)
from tenmatsu.systems.ukiyozoshi.decide.pool import pay_points
from tenmatsu.systems.ukiyozoshi.decide.work import Work, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.party import (
    AbilitiesSet,
    AbilityRaised,
    EnduranceBought,
    PerkTaken,
    SchoolLearned,
    SkillLearned,
)
from tenmatsu.systems.ukiyozoshi.rows import Ability, SkillRow, StyleRow
from tenmatsu.systems.ukiyozoshi.state import Figure, Ledger

READING = "読み書き"
RANGAKU = "蘭学"
ABILITIES: tuple[Ability, ...] = ("shin", "gi", "tai")


def set_abilities(work: Work, character: str, shin: int, gi: int, tai: int) -> None:
    """Choose 心, 技 and 体 (能力値の決定)."""
    cost = sum(_price_ability(work, character, value) for value in (shin, gi, tai))
    spent = pay_points(work, character, cost)
    work.record(
        AbilitiesSet(character=character, shin=shin, gi=gi, tai=tai, cost=cost, spent=spent, endurance=tai)
    )


def _price_ability(work: Work, character: str, value: int) -> int:
    costs = work.rules.tables.ability_costs
    if find_figure(work, character).npc:
        if value < 1:
            refuse(work, "npc_ability_range", value=value)
        return 0
    if value not in costs:
        refuse(work, "ability_range", value=value, low=min(costs), high=max(costs))
    return costs[value]


def raise_ability(work: Work, command: RaiseAbility) -> None:
    """Raise an ability for the difference in cost; 体 raises endurance with it."""
    figure = find_figure(work, command.character)
    before = figure.ability(command.ability)
    if command.to <= before:
        refuse(work, "not_higher", what=command.ability, now=before)
    cost = _price_ability(work, command.character, command.to)
    if not figure.npc:
        cost -= work.rules.tables.ability_costs.get(before, 0)
    spent = pay_points(work, command.character, cost)
    gain = command.to - before if command.ability == "tai" else 0
    work.record(
        AbilityRaised(
            character=command.character,
            ability=command.ability,
            to=command.to,
            cost=cost,
            spent=spent,
            endurance=figure.endurance + gain,
        )
    )


def buy_skill(work: Work, command: BuySkill) -> None:
    """Learn a skill or raise its level (技能の決定)."""
    learn_skill(work, command.character, command.skill, command.level, command.base)


def learn_skill(work: Work, character: str, skill: str, level: int, agreed: Ability | None) -> None:
    """Learn a skill up to a level, for the difference in cost."""
    figure = find_figure(work, character)
    row = _find_skill(work, skill)
    before = figure.skills.get(skill, 0)
    if level <= before:
        refuse(work, "not_higher", what=skill, now=before)
    if agreed is not None and not row.base_agreed:
        refuse(work, "base_fixed", skill=skill, base=row.base)
    _verify_rangaku(work, figure, skill, level)
    cost = 0 if figure.npc else _price_level(work, skill, level) - _price_level(work, skill, before)
    spent = pay_points(work, character, cost)
    base = agreed or _find_agreed(figure, skill) or row.base
    work.record(
        SkillLearned(
            character=character,
            skill=skill,
            level=level,
            base=base,
            base_agreed=agreed is not None,
            effective=figure.ability(base) + level,
            cost=cost,
            spent=spent,
        )
    )


def _find_skill(work: Work, skill: str) -> SkillRow:
    tables = work.rules.tables
    row = tables.skill(skill)
    if row is None:
        stem = skill.partition(":")[0]
        known = tables.skills.get(stem)
        if known is None:
            refuse(work, "unknown_skill", skill=skill)
        refuse(work, "skill_field" if known.special == "must" else "skill_no_field", skill=stem)
    return row


def _find_agreed(figure: Figure, skill: str) -> Ability | None:
    agreed = figure.skill_bases.get(skill)
    return next((name for name in ABILITIES if name == agreed), None)


def _price_level(work: Work, skill: str, level: int) -> int:
    costs = work.rules.tables.level_costs
    if level == 0:
        return 0
    if level not in costs:
        refuse(work, "level_range", skill=skill, level=level, low=min(costs), high=max(costs))
    return costs[level]


def _verify_rangaku(work: Work, figure: Figure, skill: str, level: int) -> None:
    """Refuse 蘭学 without a western 読み書き, and above its level while that is low."""
    if skill != RANGAKU:
        return
    tables = work.rules.tables
    reading = max((figure.skills.get(f"{READING}:{tongue}", 0) for tongue in tables.western), default=0)
    if not reading:
        refuse(work, "rangaku_needs_reading", tongues=tables.western)
    if level > reading and reading < tables.reading.rangaku:
        refuse(work, "rangaku_level", level=level, reading=reading, master=tables.reading.rangaku)


def learn_school(work: Work, command: LearnSchool) -> None:
    """Learn a school (流派の習得)."""
    enter_school(work, command.character, command.school)


def enter_school(work: Work, character: str, school: str) -> None:
    """Learn a school: a martial art at level 4, one school a character (option `one_school`)."""
    figure = find_figure(work, character)
    row = work.rules.tables.schools.get(school)
    if row is None:
        refuse(work, "unknown_school", school=school, known=tuple(work.rules.tables.schools))
    if school in figure.schools:
        refuse(work, "has_school", character=character, school=school)
    if figure.schools and work.rules.options.one_school == "one":
        refuse(work, "one_school", character=character, school=figure.schools[0])
    _verify_master(work, figure, character)
    _verify_unlike(work, figure, row, school)
    cost = 0 if figure.npc else row.cost
    spent = pay_points(work, character, cost)
    work.record(SchoolLearned(character=character, school=school, cost=cost, spent=spent))


def _verify_master(work: Work, figure: Figure, character: str) -> None:
    tables = work.rules.tables
    needed = tables.character.master_level
    best = max((figure.skills.get(name, 0) for name, row in tables.skills.items() if row.martial), default=0)
    if best < needed:
        refuse(work, "no_master", character=character, needed=needed, best=best)


def _verify_unlike(work: Work, figure: Figure, row: StyleRow, name: str) -> None:
    """Refuse an effect that a school or perk of the character already has (重複しない)."""
    for other in (*figure.schools, *figure.perks):
        known = work.rules.tables.style(other)
        if known is not None and row.effects.named().items() & known.effects.named().items():
            refuse(work, "same_effect", style=name, other=other)


def take_perk(work: Work, command: TakePerk) -> None:
    """Take a perk or a drawback (我流特典表)."""
    add_perk(work, command.character, command.perk)


def add_perk(work: Work, character: str, perk: str) -> None:
    """Take a perk; what drawbacks gained pays first, and pays for nothing else."""
    figure = find_figure(work, character)
    row = work.rules.tables.perks.get(perk)
    if row is None:
        refuse(work, "unknown_perk", perk=perk, known=tuple(work.rules.tables.perks))
    if perk in figure.perks:
        refuse(work, "has_perk", character=character, perk=perk)
    _verify_master(work, figure, character)
    _verify_unlike(work, figure, row, perk)
    cost = 0 if figure.npc else row.cost
    credit = work.state.ledgers.get(character, Ledger()).drawback
    paid = max(0, cost - credit)
    spent = pay_points(work, character, paid)
    work.record(
        PerkTaken(
            character=character,
            perk=perk,
            cost=cost,
            paid=paid,
            drawback=max(0, credit - cost),
            spent=spent,
        )
    )


def buy_endurance(work: Work, command: BuyEndurance) -> None:
    """Buy endurance (耐久点の決定)."""
    add_endurance(work, command.character, command.points)


def add_endurance(work: Work, character: str, points: int) -> None:
    """Buy points of endurance, with those bought before at most 体."""
    figure = find_figure(work, character)
    if points < 1:
        refuse(work, "no_endurance", points=points)
    extra = figure.extra_endurance + points
    if extra > figure.tai:
        refuse(work, "endurance_limit", limit=figure.tai, have=figure.extra_endurance)
    cost = 0 if figure.npc else points * work.rules.tables.character.endurance_cost
    spent = pay_points(work, character, cost)
    work.record(
        EnduranceBought(
            character=character,
            points=points,
            extra=extra,
            cost=cost,
            spent=spent,
            endurance=figure.endurance + points,
        )
    )
