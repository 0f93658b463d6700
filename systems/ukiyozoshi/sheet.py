"""What to show of a character, and of the table as a whole."""

from collections.abc import Iterator

from tenmatsu.engine.clock import show_time
from tenmatsu.engine.contract import Rules, Sheet, SheetEntry, Value
from tenmatsu.systems.ukiyozoshi.decide.circumstances import gather_circumstances
from tenmatsu.systems.ukiyozoshi.decide.effects import measure_evasion, measure_gi_loss, measure_skill
from tenmatsu.systems.ukiyozoshi.decide.pool import count_free, count_left
from tenmatsu.systems.ukiyozoshi.measures import show_hour, show_year, split_money
from tenmatsu.systems.ukiyozoshi.options import Options
from tenmatsu.systems.ukiyozoshi.state import Figure, Ledger, State
from tenmatsu.systems.ukiyozoshi.tables import Tables

_STATES = ("dead", "seeming_dead", "unconscious", "helpless", "beaten")


def make_sheet(state: State, rules: Rules[Options, Tables], character: str) -> Sheet:
    """Return the sheet of a character; of one that was never made, an empty one."""
    figure = state.characters.get(character)
    if figure is None:
        return Sheet(character=character, entries=())
    entries = (
        *_list_person(figure),
        *_list_figures(figure, rules),
        *_list_skills(figure, rules),
        *_list_belongings(figure),
        *_list_coins(figure, rules),
        *_list_health(figure, rules),
        *_list_points(state, character, figure),
    )
    return Sheet(character=character, entries=entries)


def _list_person(figure: Figure) -> Iterator[SheetEntry]:
    yield SheetEntry(key="rank", value=figure.rank, group="person")
    if figure.npc:
        yield SheetEntry(key="companion", value=figure.companion, group="person")
    if figure.standing:
        yield SheetEntry(key="standing", value=figure.standing, group="person")


def _list_figures(figure: Figure, rules: Rules[Options, Tables]) -> Iterator[SheetEntry]:
    for name in ("shin", "gi", "tai"):
        yield SheetEntry(key=name, value=figure.ability(name), group="abilities")
    group = "figures"
    yield SheetEntry(key="endurance", value=figure.endurance, limit=figure.endurance_full, group=group)
    yield SheetEntry(key="evasion", value=measure_evasion(figure, rules), group=group)
    yield SheetEntry(key="body_bonus", value=rules.tables.body_bonus_of(figure.tai), group=group)
    if loss := measure_gi_loss(figure, rules):
        yield SheetEntry(key="gi_loss", value=loss, group=group)
    limit = figure.katsugeki_limit
    yield SheetEntry(key="katsugeki", value=figure.katsugeki, limit=limit, group=group)


def _list_skills(figure: Figure, rules: Rules[Options, Tables]) -> Iterator[SheetEntry]:
    """Yield each skill as level and, in brackets, effective level (技能レベル, 技能実効値)."""
    for skill, level in figure.skills.items():
        effective = measure_skill(figure, skill, rules)
        yield SheetEntry(key=skill, value=f"{level} ({effective})", group="skills")
    if figure.schools:
        yield SheetEntry(key="schools", value=figure.schools, group="style")
    if figure.perks:
        yield SheetEntry(key="perks", value=figure.perks, group="style")


def _list_belongings(figure: Figure) -> Iterator[SheetEntry]:
    group = "carried"
    yield SheetEntry(key="money", value=figure.money, group=group)
    if figure.armour:
        yield SheetEntry(key="armour", value=figure.armour, group=group)
    if figure.hands:
        yield SheetEntry(key="hands", value=figure.hands, group=group)
    for item, count in figure.belongings.items():
        yield SheetEntry(key=item, value=count, group=group)
    if figure.things:
        yield SheetEntry(key="things", value=figure.things, typed=True, group=group)


def _list_coins(figure: Figure, rules: Rules[Options, Tables]) -> Iterator[SheetEntry]:
    """Yield the money as one would pay it (江戸時代の通貨), where it is more than 文 alone."""
    coins = split_money(figure.money, rules.tables.coins)
    if coins.keys() - {"文"}:
        for coin, count in coins.items():
            yield SheetEntry(key=coin, value=count, group="in_coins")


def _list_health(figure: Figure, rules: Rules[Options, Tables]) -> Iterator[SheetEntry]:
    health, group = figure.health, "health"
    values: dict[str, Value] = {
        "wounds": _show_wounds(figure),
        "hunger": health.hunger,
        "meals": health.meals,
        "awake_hours": health.awake // 60,
    }
    for key, value in values.items():
        yield SheetEntry(key=key, value=value, group=group)
    conditions = [circumstance.key for circumstance in gather_circumstances(figure, rules)]
    conditions += [key for key in _STATES if getattr(figure, key)]
    conditions += [key for key in ("serious", "treated", "asleep") if getattr(health, key)]
    if conditions:
        yield SheetEntry(key="conditions", value=tuple(conditions), group=group)


def _show_wounds(figure: Figure) -> int | str:
    """Return the wounds, those beyond all endurance as no more than that."""
    full = figure.endurance_full
    return figure.health.wounds if figure.health.wounds <= full else f"{full}+"


def _list_points(state: State, character: str, figure: Figure) -> Iterator[SheetEntry]:
    if figure.npc:
        return
    ledger, group = state.ledgers.get(character, Ledger()), "build_points"
    yield SheetEntry(key="points_spent", value=ledger.spent, limit=ledger.granted, group=group)
    yield SheetEntry(key="points_left", value=count_left(state, character), group=group)
    if ledger.drawback:
        yield SheetEntry(key="points_for_perks", value=ledger.drawback, group=group)


def make_overview(state: State, rules: Rules[Options, Tables]) -> Sheet:
    """Return what to show of the table as a whole: clock, pool, purse, fight."""
    entries = (*_list_clock(state, rules.tables), *_list_party(state), *_list_fight(state))
    return Sheet(character="", entries=entries)


def _list_clock(state: State, tables: Tables) -> Iterator[SheetEntry]:
    clock, group = state.clock, "calendar"
    date: dict[str, Value] = {
        "era": show_year(clock.year, tables.eras, "ja"),
        "year": clock.year,
        "month": clock.month,
        "day": clock.day,
    }
    values: dict[str, Value] = {
        **(date if clock.dated else {}),
        "hour": show_hour(clock.minute, "ja"),
        "koku": show_hour(clock.minute, "ja", "zodiac"),
        "clock": show_time(clock.minute),
    }
    for key, value in values.items():
        yield SheetEntry(key=key, value=value, group=group)


def _list_party(state: State) -> Iterator[SheetEntry]:
    yield SheetEntry(key="players", value=state.players, group="party")
    yield SheetEntry(key="party_points", value=state.party_points, group="party")
    yield SheetEntry(key="points_left", value=count_free(state), group="party")
    yield SheetEntry(key="purse", value=state.purse, group="party")


def _list_fight(state: State) -> Iterator[SheetEntry]:
    combat = state.combat
    if combat is None:
        return
    yield SheetEntry(key="round", value=combat.round, group="fight")
    yield SheetEntry(key="order", value=combat.order, group="fight")
    if combat.at < len(combat.order):
        yield SheetEntry(key="turn", value=combat.order[combat.at], group="fight")
