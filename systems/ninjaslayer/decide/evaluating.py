"""The end of a play (シナリオ本編): its evaluation, what heals, the division of the cash pool."""

from collections.abc import Sequence

from tenmatsu.systems.ninjaslayer.commands.scenario import DividePool, Evaluate
from tenmatsu.systems.ninjaslayer.decide.readying import reset_for_scenario
from tenmatsu.systems.ninjaslayer.decide.work import Work, find_figure, refuse
from tenmatsu.systems.ninjaslayer.events.scenario import CashShared, PlayEnded, PoolDivided, Rated, Rewarded
from tenmatsu.systems.ninjaslayer.state import Stage, State


def check_stage(work: Work, *stages: Stage) -> None:
    """Refuse where the scenario is at none of these stages."""
    stage = work.state.scenario.stage
    if stage not in stages:
        refuse(work, "wrong_stage", stage=f"stage.{stage}", needed=tuple(f"stage.{one}" for one in stages))


def list_living(state: State) -> tuple[str, ...]:
    """Return the player characters who live."""
    return tuple(
        one for one, figure in state.characters.items() if figure.kind == "pc" and not figure.exploded
    )


def reset_players(work: Work) -> None:
    """End for all of the players' side who live what lasts for one scenario."""
    for character, figure in work.state.characters.items():
        if figure.side == "players" and not figure.exploded:
            reset_for_scenario(work, character)


def evaluate(work: Work, command: Evaluate) -> None:
    """End the play: ability damage heals, injuries stay as places, dice are reset; then the rewards."""
    check_stage(work, "play")
    if work.state.battle is not None:
        refuse(work, "battle_goes_on")
    living = list_living(work.state)
    _check_living(work, tuple(command.rewards))
    work.record(PlayEnded(number=work.state.scenario.number, pool=work.state.scenario.pool))
    reset_players(work)
    if command.rating:
        work.record(Rated(rating=command.rating))
    for character in living:
        amount = command.rewards.get(character, command.reward)
        if amount:
            work.record(
                Rewarded(character=character, amount=amount, cash=count_cash(work, character, amount))
            )


def _check_living(work: Work, characters: Sequence[str]) -> None:
    for character in characters:
        figure = find_figure(work, character)
        if figure.kind != "pc" or figure.exploded:
            refuse(work, "no_player_character", character=character)


def count_cash(work: Work, character: str, amount: int) -> int:
    """Return what somebody has with so much more cash, up to the most that anybody has."""
    return min(work.state.characters[character].cash + amount, work.rules.tables.making.cash_most)


def divide_pool(work: Work, command: DividePool) -> None:
    """Divide the pool as evenly as can be; of the rest the NM gives one each to whom they like."""
    check_stage(work, "evaluation", "leisure")
    characters = command.characters or list_living(work.state)
    _check_living(work, (*characters, *command.rest))
    for one in characters:
        if characters.count(one) > 1:
            refuse(work, "named_twice", character=one)
    if not characters:
        refuse(work, "nobody_to_share")
    pool = work.state.scenario.pool
    if not pool:
        refuse(work, "pool_empty")
    share, rest = divmod(pool, len(characters))
    if len(command.rest) > rest:
        refuse(work, "rest_too_small", rest=rest, named=len(command.rest))
    shares = {one: share + command.rest.count(one) for one in dict.fromkeys((*characters, *command.rest))}
    for one in command.rest:
        if one not in characters:
            shares[one] = command.rest.count(one)
    if not any(shares.values()):
        refuse(work, "nothing_to_share", pool=pool, count=len(characters))
    work.record(PoolDivided(total=pool, count=len(characters), left=rest - len(command.rest)))
    for one, amount in shares.items():
        if amount:
            work.record(CashShared(character=one, amount=amount, cash=count_cash(work, one, amount)))
