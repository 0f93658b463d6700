"""Characters as a whole: players' characters from the pool, NPCs of four ranks."""

from tenmatsu.systems.ukiyozoshi.commands.party import (
    MakeCharacter,
    MakeNpc,
    Making,
    SetCompanion,
)
from tenmatsu.systems.ukiyozoshi.decide.effects import measure_evasion
from tenmatsu.systems.ukiyozoshi.decide.pool import count_free, pay_points, verify_known, verify_open
from tenmatsu.systems.ukiyozoshi.decide.purchases import (
    RANGAKU,
    add_endurance,
    add_perk,
    enter_school,
    learn_skill,
    set_abilities,
)
from tenmatsu.systems.ukiyozoshi.decide.purse import dress, take_item, verify_standing
from tenmatsu.systems.ukiyozoshi.decide.work import Work, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.party import (
    CharacterMade,
    CharacterReady,
    CompanionSet,
    NpcPointsRolled,
    ThingsNoted,
)
from tenmatsu.systems.ukiyozoshi.events.purse import MoneyStarted
from tenmatsu.systems.ukiyozoshi.rows import RankRow
from tenmatsu.systems.ukiyozoshi.state import Ledger


def make_character(work: Work, command: MakeCharacter) -> None:
    """Make a player's character (キャラクターの作成)."""
    verify_open(work)
    _verify_new(work, command.character)
    if command.rank == "extra":
        refuse(work, "rank_for_npcs")
    row = work.rules.tables.ranks[command.rank]
    spent = pay_points(work, command.character, row.cost)
    work.record(
        CharacterMade(
            character=command.character,
            rank=command.rank,
            cost=row.cost,
            spent=spent,
            katsugeki=row.start,
            katsugeki_start=row.start,
            katsugeki_limit=row.limit,
        )
    )
    _choose(work, command)
    _start_money(work, command)
    _finish(work, command.character)


def make_npc(work: Work, command: MakeNpc) -> None:
    """Make an NPC (NPCの役格): no pool, 活劇点 by dice."""
    _verify_new(work, command.character)
    row = work.rules.tables.ranks[command.rank]
    work.record(
        CharacterMade(
            character=command.character,
            rank=command.rank,
            npc=True,
            companion=command.companion,
            cost=0,
            spent=0,
            katsugeki=0,
            katsugeki_start=0,
            katsugeki_limit=row.limit,
        )
    )
    _choose(work, command)
    _roll_points(work, command.character, row)
    _start_money(work, command)
    _finish(work, command.character)


def _verify_new(work: Work, character: str) -> None:
    verify_known(work, character)
    if character in work.state.characters:
        refuse(work, "already_made", character=character)


def _choose(work: Work, command: Making) -> None:
    """Buy everything that a making command names; nothing here rolls."""
    character = command.character
    set_abilities(work, character, command.shin, command.gi, command.tai)
    for skill in command.bases:
        if skill not in command.skills:
            refuse(work, "base_without_skill", skill=skill)
    for skill in sorted(command.skills, key=lambda name: name == RANGAKU):  # it rests on 読み書き
        learn_skill(work, character, skill, command.skills[skill], command.bases.get(skill))
    for school in command.schools:
        enter_school(work, character, school)
    for perk in sorted(command.perks, key=lambda name: not _is_drawback(work, name)):
        add_perk(work, character, perk)
    if command.endurance:
        add_endurance(work, character, command.endurance)
    for item, count in command.items.items():
        take_item(work, character, item, count)
    if command.armour:
        dress(work, character, command.armour)
    if command.things:
        work.record(ThingsNoted(character=character, things=command.things))
    verify_standing(work, command.standing)


def _is_drawback(work: Work, perk: str) -> bool:
    row = work.rules.tables.perks.get(perk)
    return row is not None and row.cost < 0


def _roll_points(work: Work, character: str, row: RankRow) -> None:
    """Roll the 活劇点 an NPC enters with (NPCの活劇点; option `negative_npc_points`)."""
    if not row.npc_dice:
        return
    rolled = sum(work.roll((6,) * row.npc_dice, by=character, for_="npc_points")) - row.npc_minus
    now = rolled if work.rules.options.negative_npc_points == "rolled" else max(0, rolled)
    work.record(NpcPointsRolled(character=character, rolled=rolled, now=now))


def _start_money(work: Work, command: Making) -> None:
    """Roll the money carried at the start, by standing (所持金)."""
    row = work.rules.tables.standings.get(command.standing)
    if row is None:
        return
    faces = work.roll((6,) * row.dice, by=command.character, for_="start_money")
    work.record(
        MoneyStarted(character=command.character, standing=command.standing, mon=sum(faces) * row.mon)
    )


def _finish(work: Work, character: str) -> None:
    """Record the figures that follow from the choices (耐久点, 回避値, 追加打撃)."""
    figure = find_figure(work, character)
    work.record(
        CharacterReady(
            character=character,
            endurance=figure.endurance,
            evasion=measure_evasion(figure, work.rules),
            body_bonus=work.rules.tables.body_bonus_of(figure.tai),
            katsugeki=figure.katsugeki,
            spent=work.state.ledgers.get(character, Ledger()).spent,
            left=count_free(work.state),
            npc=figure.npc,
        )
    )


def set_companion(work: Work, command: SetCompanion) -> None:
    """Let an NPC join the party's companions, or leave them."""
    if not find_figure(work, command.character).npc:
        refuse(work, "not_an_npc", character=command.character)
    work.record(CompanionSet(character=command.character, companion=command.companion))
