"""DKK (ダークカラテカルマ) and the Wasshoi judgement."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.commands.wasshoi import ChooseEntry, GainDkk, JudgeWasshoi, PlaceSlayer
from tenmatsu.systems.ninjaslayer.decide.entering import check_slayer, choose_entry, place_slayer, roll_entry
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work, find_figure, refuse
from tenmatsu.systems.ninjaslayer.entries import find_slayer, list_wanted
from tenmatsu.systems.ninjaslayer.events.wasshoi import DkkGained, WasshoiJudged
from tenmatsu.systems.ninjaslayer.state import State

GM = "@gm"
DICE = "2d6"


def gain(work: Work, command: GainDkk) -> None:
    """Let somebody gain DKK: by the table, a number and dice for each time; or as much as the NM says."""
    _check_ninja(work, command.character)
    if bool(command.deed) == bool(command.amount):
        refuse(work, "deed_or_amount")
    if not command.deed:
        gain_dkk(work, command.character, command.amount)
        return
    row = work.rules.tables.dkk.get(command.deed)
    if row is None:
        refuse(work, "unknown_deed", deed=command.deed, known=tuple(work.rules.tables.dkk))
    if not command.times:
        refuse(work, "deed_never_done")
    count = row.dice * command.times
    faces = work.roll((row.sides,) * count, by=command.character, for_="dkk") if count else ()
    gain_dkk(work, command.character, row.flat * command.times + sum(faces), command.deed, faces)


def _check_ninja(work: Work, character: str) -> None:
    figure = find_figure(work, character)
    if not figure.ninja or figure.exploded:
        refuse(work, "no_dkk_for", character=character)


def gain_dkk(work: Work, character: str, amount: int, why: str = "", faces: tuple[int, ...] = ()) -> None:
    """
    Let somebody gain DKK, up to the most that there is; in a battle it counts for the turn as it came.

    `why` is a key of `[dkk]`, empty where the NM says how much.
    """
    if amount <= 0:
        return
    now = min(work.state.characters[character].dkk + amount, work.rules.tables.rules.dkk_most)
    work.record(DkkGained(character=character, deed=why, faces=faces, amount=amount, now=now))


def wasshoi_due(state: State, rules: Rulebook) -> bool:
    """Return whether the judgement comes by itself at the end of this turn: 3 DKK or more came in it."""
    battle = state.battle
    return (
        rules.options.wasshoi == "karma"
        and battle is not None
        and battle.dkk >= rules.tables.rules.dkk_turn
        and not find_slayer(state)
        and bool(list_wanted(state))
    )


def find_needed(state: State, character: str, modifier: int) -> int:
    """Return what the two dice may come to at most: somebody's DKK and what the NM adds to it."""
    return max(state.characters[character].dkk + modifier, 0)


def judge_wasshoi(work: Work, *, modifier: int = 0, target: str = "", slayer: str = "") -> None:
    """Roll 2D6 against the highest DKK; at most that, and Ninja Slayer comes."""
    character = target or list_wanted(work.state)[0]
    dkk = work.state.characters[character].dkk
    faces = work.roll(DICE, by=GM, for_="wasshoi")
    total, needed = sum(faces), find_needed(work.state, character, modifier)
    work.record(
        WasshoiJudged(
            target=character,
            dkk=dkk,
            modifier=modifier,
            needed=needed,
            faces=faces,
            total=total,
            success=total <= needed,
        )
    )
    if total <= needed:
        roll_entry(work, character, slayer)


def ask_wasshoi(work: Work, command: JudgeWasshoi) -> None:
    """Make the judgement as the NM asks for it, at any time, while Ninja Slayer is not there yet."""
    state = work.state
    here = find_slayer(state)
    if here:
        refuse(work, "slayer_is_here", character=here)
    wanted = list_wanted(state)
    if not wanted:
        refuse(work, "nobody_wanted")
    if command.target and command.target not in wanted:
        refuse(work, "not_most_wanted", character=command.target, wanted=wanted)
    if command.slayer:
        check_slayer(work, command.slayer)
    judge_wasshoi(work, modifier=command.modifier, target=command.target, slayer=command.slayer)


WASSHOI_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    GainDkk: gain,
    JudgeWasshoi: ask_wasshoi,
    ChooseEntry: choose_entry,
    PlaceSlayer: place_slayer,
}
