"""Damage to body and mind (2-12): vitality, spirit, abilities; who falls unconscious, who is out."""

from tenmatsu.systems.ninjaslayer.decide.slayer import keeps_naraku
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work, refuse
from tenmatsu.systems.ninjaslayer.events.damage import (
    AbilityLost,
    DamageTaken,
    Exploded,
    Fall,
    FellUnconscious,
    Injured,
    Leaving,
    Revived,
    SpiritLost,
    SpiritPaid,
    TakenOff,
)
from tenmatsu.systems.ninjaslayer.events.slayer import NarakuHeld
from tenmatsu.systems.ninjaslayer.figures import Figure, Place, Weakened
from tenmatsu.systems.ninjaslayer.state import State


def find_present(state: State, character: str) -> Figure | None:
    """Return somebody who may be hurt: neither dead nor off the map for another reason."""
    figure = state.characters.get(character)
    return None if figure is None or figure.exploded or figure.removed else figure


def hurt(work: Work, character: str, amount: int, by: str = "", *, reduced: bool = True) -> int:
    """
    Let somebody take damage that was not dodged, and return the vitality that it took.

    What goes below 0 the spirit of a ninja holds one for one; a mob is taken off at 0. Nothing happens to
    whoever is gone.
    """
    figure = find_present(work.state, character)
    if figure is None or amount <= 0:
        return 0
    less = min(figure.base.reduction, amount) if reduced else 0
    after = figure.vitality - (amount - less)
    spent = min(max(-after, 0), max(figure.spirit, 0)) if _holds_on(figure, work.rules) else 0
    now = max(after, 0)
    work.record(
        DamageTaken(
            character=character,
            by=by,
            damage=amount,
            reduced=less,
            lost=figure.vitality - now,
            spent=spent,
            vitality=now,
            spirit=figure.spirit - spent,
        )
    )
    if now == 0 and amount > less:
        _fall(work, character, short=after + spent < 0)
    return figure.vitality - now


def _holds_on(figure: Figure, rules: Rulebook) -> bool:
    """Return whether spirit holds somebody (ニンジャ耐久力の発露): ninja, but mobs and whom ナラク keeps."""
    return figure.ninja and figure.kind != "mob" and not keeps_naraku(figure, rules)


def _fall(work: Work, character: str, *, short: bool) -> None:
    """Let somebody at vitality 0 fall; `short` where spirit did not suffice."""
    figure = work.state.characters[character]
    if figure.kind == "mob":
        take_off(work, character, "vitality")
    elif keeps_naraku(figure, work.rules):
        return
    elif short:
        _die(work, character, slain=False)
    elif not figure.unconscious:
        knock_out(work, character)


def _die(work: Work, character: str, *, slain: bool) -> None:
    """Let somebody who is no mob die: a ninja explodes; by option `death` all are spared."""
    figure = work.state.characters[character]
    if work.rules.options.death == "spared":
        work.record(
            FellUnconscious(character=character, why="mercy", vitality=0, spirit=min(figure.spirit, 0))
        )
        _settle_fall(work, character)
    elif figure.ninja:
        work.record(Exploded(character=character, slain=slain))
        _settle_fall(work, character)
    else:
        take_off(work, character, "slain" if slain else "vitality")


def slay(work: Work, character: str) -> None:
    """Let instant death (即死!) befall somebody, whatever vitality, spirit and reduction they have."""
    figure = find_present(work.state, character)
    if figure is None:
        return
    if figure.spared:
        work.record(FellUnconscious(character=character, why="spared", vitality=0, spirit=0))
        _settle_fall(work, character)
    elif keeps_naraku(figure, work.rules):
        work.record(NarakuHeld(character=character, why="slain"))
    elif figure.kind == "mob":
        take_off(work, character, "slain")
    else:
        _die(work, character, slain=True)


def knock_out(work: Work, character: str, why: Fall = "vitality") -> None:
    """Let somebody fall unconscious (気絶) at vitality 0; they stay on the map."""
    figure = find_present(work.state, character)
    if figure is None:
        return
    work.record(FellUnconscious(character=character, why=why, vitality=0, spirit=figure.spirit))
    _settle_fall(work, character)


def take_off(work: Work, character: str, why: Leaving) -> None:
    """Take somebody off the map; what a fallen foe carried is collected, not of one who fled."""
    if find_present(work.state, character) is None:
        return
    work.record(TakenOff(character=character, why=why))
    if why != "fled":
        _settle_fall(work, character)


def _settle_fall(work: Work, character: str) -> None:
    """Let what hangs on a fall follow: the cash of a foe."""
    from tenmatsu.systems.ninjaslayer.decide.scenario import collect_cash  # it imports this file

    collect_cash(work, character)


def lose_spirit(work: Work, character: str, amount: int, by: str = "") -> None:
    """Let somebody lose spirit by damage; below 0 they fall."""
    figure = find_present(work.state, character)
    if figure is None or amount <= 0:
        return
    now = figure.spirit - amount
    work.record(SpiritLost(character=character, by=by, amount=amount, now=now))
    if now < 0:
        _fall_by_spirit(work, character)


def check_spirit(work: Work, character: str, amount: int) -> None:
    """Refuse a cost in spirit that is not there, unless option `spirit_cost_at_zero` lets it go below 0."""
    spirit = work.state.characters[character].spirit
    if amount > spirit and work.rules.options.spirit_cost_at_zero == "refused":
        refuse(work, "spirit_short", character=character, amount=amount, spirit=spirit)


def pay_spirit(work: Work, character: str, amount: int) -> None:
    """Let somebody pay a cost in spirit that `check_spirit` has passed; below 0 they fall."""
    if amount <= 0:
        return
    now = work.state.characters[character].spirit - amount
    work.record(SpiritPaid(character=character, amount=amount, now=now))
    if now < 0:
        _fall_by_spirit(work, character)


def _fall_by_spirit(work: Work, character: str) -> None:
    """Let somebody with spirit below 0 fall: mobs and bosses that are no ninja are out, ナラク holds up."""
    figure = work.state.characters[character]
    if figure.kind == "mob" or (figure.kind == "boss" and not figure.ninja):
        take_off(work, character, "spirit")
    elif keeps_naraku(figure, work.rules):
        if figure.vitality > 0:
            work.record(NarakuHeld(character=character, why="spirit"))
    elif not figure.unconscious or figure.vitality > 0:
        knock_out(work, character, "spirit")


def lose_ability(work: Work, character: str, ability: Weakened, amount: int) -> None:
    """
    Let somebody suffer ability damage (能力値ダメージ), never below 1.

    A mob is out by it, unless option `mob_ability_damage` tracks it.
    """
    figure = find_present(work.state, character)
    if figure is None or amount <= 0:
        return
    if figure.kind == "mob" and work.rules.options.mob_ability_damage == "removed":
        take_off(work, character, "ability")
        return
    lost = min(amount, figure.ability(ability) - 1)
    work.record(
        AbilityLost(
            character=character,
            ability=ability,
            amount=amount,
            lost=lost,
            total=figure.lost.get(ability, 0) + lost,
            now=figure.ability(ability) - lost,
        )
    )


def injure(work: Work, character: str, place: Place) -> None:
    """Let a part of the body be injured (部位損傷); how often is counted until the scenario ends."""
    figure = find_present(work.state, character)
    if figure is not None:
        count = figure.injuries.get(place, 0) + 1
        work.record(Injured(character=character, place=place, count=count))


def revive_after_battle(work: Work) -> None:
    """
    Let the players' unconscious come round after a battle: who has spirit 1 or more, by option 0 too.

    Foes stay down: what becomes of them is the NM's to tell.
    """
    least = 0 if work.rules.options.revive_at_spirit_zero == "revived" else 1
    row = work.rules.tables.rules
    for character, figure in work.state.characters.items():
        present = find_present(work.state, character) is not None and figure.unconscious
        if present and figure.side == "players" and figure.spirit >= least and not figure.returns:
            work.record(
                Revived(
                    character=character,
                    by="",
                    why="battle_over",
                    vitality=row.revival_vitality,
                    spirit=row.revival_spirit,
                )
            )
