"""How Ninja Slayer enters: the table of entries, where he stands, whom he frightens."""

from tenmatsu.systems.ninjaslayer.commands.wasshoi import ChooseEntry, PlaceSlayer
from tenmatsu.systems.ninjaslayer.decide.joining import join_order
from tenmatsu.systems.ninjaslayer.decide.readying import make_from_model
from tenmatsu.systems.ninjaslayer.decide.work import Work, refuse
from tenmatsu.systems.ninjaslayer.entries import (
    SLAYERS,
    find_opening,
    find_ways,
    is_slayer,
    list_those_there,
)
from tenmatsu.systems.ninjaslayer.events.wasshoi import (
    EntryAsked,
    EntryChosen,
    EntryRolled,
    EntrySquareAsked,
    SlayerEntered,
)
from tenmatsu.systems.ninjaslayer.grid import who_is_on
from tenmatsu.systems.ninjaslayer.rows import EntryRow
from tenmatsu.systems.ninjaslayer.state import State, Wasshoi

GM = "@gm"
SLAYER = "slayer"
"""Who stands for him where nobody was named."""


def check_slayer(work: Work, slayer: str) -> None:
    """Refuse who cannot stand for Ninja Slayer: nobody of the table, or a character who is another one."""
    if slayer not in work.table.characters:
        refuse(work, "not_at_table", character=slayer)
    figure = work.state.characters.get(slayer)
    if figure is not None and not is_slayer(figure):
        refuse(work, "no_slayer", character=slayer)


def name_slayer(state: State) -> str:
    """Return who stands for Ninja Slayer: as the scenario has it, whoever was brought in, or `slayer`."""
    brought = (one for one, figure in state.characters.items() if is_slayer(figure))
    return state.scenario.slayer or next(brought, SLAYER)


def roll_entry(work: Work, target: str, slayer: str = "") -> None:
    """Roll on the table of entries, once more where that cannot be; then the NM chooses."""
    entries = work.rules.tables.entries
    slayer = slayer or name_slayer(work.state)
    for again in (False, True):
        (face,) = work.roll("1d6", by=GM, for_="entry")
        row = entries[face - 1]
        possible = find_ways(work.state, row, target).possible
        work.record(
            EntryRolled(
                target=target, face=face, entry=row.name, possible=possible, again=again, slayer=slayer
            )
        )
        if possible:
            _settle_entry(work, row)
            return
    names = tuple(row.name for row in entries if find_ways(work.state, row, target).possible)
    if len(names) == 1:
        _take_entry(work, names[0])
    else:
        work.record(EntryAsked(target=target, entries=names or tuple(row.name for row in entries)))


def choose_entry(work: Work, command: ChooseEntry) -> None:
    """Let the entry be the one that the NM chose."""
    _check_choice(work, command.choice)
    _take_entry(work, command.choice)


def _take_entry(work: Work, name: str) -> None:
    names = [row.name for row in work.rules.tables.entries]
    face = names.index(name) + 1
    work.record(EntryChosen(entry=name, face=face))
    _settle_entry(work, work.rules.tables.entries[face - 1])


def _settle_entry(work: Work, row: EntryRow) -> None:
    """Let him enter, or ask the NM where."""
    wasshoi = work.state.wasshoi
    if wasshoi is None:
        return
    ways = find_ways(work.state, row, wasshoi.target)
    if len(ways.squares) > 1 or len(ways.npcs) > 1:
        work.record(
            EntrySquareAsked(target=wasshoi.target, entry=row.name, squares=ways.squares, npcs=ways.npcs)
        )
    else:
        _enter(work, wasshoi, "".join(ways.squares), "".join(ways.npcs))


def place_slayer(work: Work, command: PlaceSlayer) -> None:
    """Let him enter where the NM chose."""
    choice, wasshoi = command.choice, work.state.wasshoi
    kind = _check_choice(work, choice)
    if wasshoi is not None:
        by_square = kind == "entry_square"
        _enter(work, wasshoi, choice if by_square else "", "" if by_square else choice)


def _check_choice(work: Work, choice: str) -> str:
    """Return the kind of the choice that is open, or refuse what is none of its options."""
    asked = work.state.choices[0]
    if choice not in asked.options:
        refuse(work, "no_such_choice", choice=choice, known=asked.options)
    return asked.kind


def _enter(work: Work, wasshoi: Wasshoi, square: str, npc: str) -> None:
    """
    Put him on his square, as the model has him unless he waits off the scene already.

    Those there with DKK are frightened until the next turn's end; in a battle he joins, to act from the
    next turn.
    """
    state, slayer = work.state, wasshoi.slayer
    row = work.rules.tables.entries[wasshoi.entry - 1]
    opening = find_opening(state, row, wasshoi.target, square)
    shaken = tuple(one for one, figure in list_those_there(state).items() if row.fright and figure.dkk >= 1)
    turn = 0 if state.battle is None else state.battle.turn
    waiting = state.characters.get(slayer)
    if waiting is None or not waiting.able:
        make_from_model(work, slayer, SLAYERS[0], "foes")
    work.record(
        SlayerEntered(
            slayer=slayer,
            entry=row.name,
            target=wasshoi.target,
            square=square,
            replaced=(npc or who_is_on(state, square)) if row.near == "npc" else "",
            opened=opening if row.near == "door" else "",
            broken=opening if row.near == "window" else "",
            fright=row.fright,
            shaken=shaken,
            until=turn + 1 if shaken else 0,
        )
    )
    join_order(work, (slayer,))
