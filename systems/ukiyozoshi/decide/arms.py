"""Weapons in hand and other acts in a fight (その他の行動): draw, put away, posture, horses."""

from typing import Literal

from tenmatsu.systems.ukiyozoshi.commands.combat import (
    Dismount,
    DrawWeapon,
    DropWeapon,
    Mount,
    SheatheWeapon,
    SpendAction,
    TakePosture,
)
from tenmatsu.systems.ukiyozoshi.decide.budget import find_combat, use_part, use_whole
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook, Work, find_able, refuse
from tenmatsu.systems.ukiyozoshi.events.combat import (
    ActionSpent,
    Dismounted,
    Mounted,
    PostureTaken,
    WeaponDrawn,
    WeaponPutAway,
)
from tenmatsu.systems.ukiyozoshi.fight import Turn
from tenmatsu.systems.ukiyozoshi.state import Figure

HANDS = 2


def count_hands(weapon: str, rules: Rulebook) -> int:
    """Return how many hands a weapon takes."""
    row = rules.tables.weapons.get(weapon) or rules.tables.missiles.get(weapon)
    return 1 if row is None else row.hands


def has_free_hands(figure: Figure, weapon: str, rules: Rulebook) -> bool:
    """Return whether the hands can take one more weapon."""
    return sum(count_hands(w, rules) for w in (*figure.hands, weapon)) <= HANDS


def verify_draw(work: Work, character: str, figure: Figure, weapon: str) -> None:
    """Refuse a weapon that cannot be taken to hand."""
    if weapon not in work.rules.tables.weapons and weapon not in work.rules.tables.missiles:
        refuse(work, "unknown_weapon", weapon=weapon)
    if figure.belongings.get(weapon, 0) <= figure.hands.count(weapon):
        refuse(work, "no_such_weapon", character=character, weapon=weapon)
    if not has_free_hands(figure, weapon, work.rules):
        refuse(work, "hands_full", character=character, hands=figure.hands)


def _find_part(work: Work, character: str, figure: Figure, pay: str, half_ken: int) -> Turn | None:
    """Return the turn after the act, None outside a fight."""
    if work.state.combat is None:
        return None
    return use_part(work, character, figure, pay, half_ken)


def _find_whole(work: Work, character: str, figure: Figure, pay: str) -> Turn | None:
    return None if work.state.combat is None else use_whole(work, character, figure, pay)


def draw_weapon(work: Work, command: DrawWeapon) -> None:
    """Draw a weapon (抜刀する): 3 間 of movement or the attack; free outside a fight."""
    figure = find_able(work, command.character)
    verify_draw(work, command.character, figure, command.weapon)
    missile = work.rules.tables.missiles.get(command.weapon)
    if missile is not None and missile.ammunition == command.weapon and figure.thrown:
        refuse(work, "ready_it", character=command.character, weapon=command.weapon)
    half_ken = work.rules.tables.combat.draw_move
    turn = _find_part(work, command.character, figure, command.pay, half_ken)
    hands = (*figure.hands, command.weapon)
    work.record(WeaponDrawn(character=command.character, weapon=command.weapon, hands=hands, turn=turn))


def _verify_held(work: Work, character: str, figure: Figure, weapon: str) -> tuple[str, ...]:
    """Return the hands without the weapon, or refuse."""
    if weapon not in figure.hands:
        refuse(work, "not_in_hand", character=character, weapon=weapon)
    hands = list(figure.hands)
    hands.remove(weapon)
    return tuple(hands)


def sheathe_weapon(work: Work, command: SheatheWeapon) -> None:
    """Put a weapon away, at the price of drawing it."""
    figure = find_able(work, command.character)
    hands = _verify_held(work, command.character, figure, command.weapon)
    half_ken = work.rules.tables.combat.draw_move
    turn = _find_part(work, command.character, figure, command.pay, half_ken)
    work.record(
        WeaponPutAway(
            character=command.character, weapon=command.weapon, hands=hands, how="sheathed", turn=turn
        )
    )


def drop_weapon(work: Work, command: DropWeapon) -> None:
    """Let a weapon fall, which costs nothing but the weapon."""
    figure = find_able(work, command.character)
    hands = _verify_held(work, command.character, figure, command.weapon)
    left = max(0, figure.belongings.get(command.weapon, 0) - 1)
    work.record(
        WeaponPutAway(
            character=command.character, weapon=command.weapon, hands=hands, how="dropped", left=left
        )
    )


def take_posture(work: Work, command: TakePosture) -> None:
    """Crouch (3 間 of movement), or lie down or rise (the movement or the attack)."""
    figure = find_able(work, command.character)
    if figure.posture == command.posture:
        refuse(work, "posture_already", character=command.character, posture=command.posture)
    if figure.mounted:
        refuse(work, "on_horseback", character=command.character)
    if "prone" in {figure.posture, command.posture}:
        turn = _find_whole(work, command.character, figure, command.pay)
    else:
        if command.pay == "attack":
            refuse(work, "crouch_is_movement", character=command.character)
        half_ken = work.rules.tables.combat.crouch_move
        turn = _find_part(work, command.character, figure, command.pay, half_ken)
    work.record(PostureTaken(character=command.character, posture=command.posture, turn=turn))


def mount(work: Work, command: Mount) -> None:
    """Mount a horse, in place of the movement or the attack."""
    figure = find_able(work, command.character)
    if figure.mounted:
        refuse(work, "on_horseback", character=command.character)
    turn = _find_whole(work, command.character, figure, command.pay)
    horse: Literal["trained", "untrained"] = "trained" if command.trained else "untrained"
    work.record(Mounted(character=command.character, horse=horse, turn=turn))


def dismount(work: Work, command: Dismount) -> None:
    """Get off the horse, in place of the movement or the attack."""
    figure = find_able(work, command.character)
    if not figure.mounted:
        refuse(work, "not_mounted", character=command.character)
    turn = _find_whole(work, command.character, figure, command.pay)
    work.record(Dismounted(character=command.character, turn=turn))


def spend_action(work: Work, command: SpendAction) -> None:
    """Do something else at the price of the movement, a part of it, or the attack."""
    find_combat(work)
    figure = find_able(work, command.character)
    if command.pay == "part":
        turn = use_part(work, command.character, figure, "move", command.ken * 2)
    else:
        turn = use_whole(work, command.character, figure, command.pay)
    work.record(ActionSpent(character=command.character, pay=command.pay, turn=turn))
