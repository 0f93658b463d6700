"""What may be done in a hand besides moving and attacking: its start, other actions (その他の行動)."""

from tenmatsu.systems.ninjaslayer.commands.battle import (
    BeginPhase,
    CarryAlly,
    EndTurn,
    Focus,
    FullMove,
    Guard,
    PutDown,
    TakeInstant,
    TryAction,
    UseRemedy,
    Wield,
)
from tenmatsu.systems.ninjaslayer.decide.judging import (
    Spec,
    check_difficulty,
    check_quick,
    find_place,
    judge,
)
from tenmatsu.systems.ninjaslayer.decide.phases import (
    check_action,
    check_phase,
    close_phase,
    enter_phase,
    use_action,
    use_instant,
    use_move,
)
from tenmatsu.systems.ninjaslayer.decide.work import Work, find_able, find_battle, find_figure, refuse
from tenmatsu.systems.ninjaslayer.events.battle import (
    ActionTried,
    AllyCarried,
    AllyPutDown,
    Focused,
    FullMoved,
    Guarded,
    HandEnded,
    RemedyUsed,
    WeaponSwitched,
)
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.grid import are_adjacent, are_squares_adjacent, is_free
from tenmatsu.systems.ninjaslayer.rooms import nearest_free

UNARMED = "unarmed"

# ---- the start of a hand ----


def wield(work: Work, command: Wield) -> None:
    """Switch the weapon in hand: once at the start of a hand; freely before the first turn."""
    character, weapon = command.character, command.weapon
    figure = find_able(work, character)
    if weapon != UNARMED and weapon not in figure.base.weapons:
        refuse(work, "weapon_not_owned", character=character, weapon=weapon)
    battle = work.state.battle
    if battle is not None and battle.stage != "deploying":
        check_phase(work, character, "start")
        if character in battle.switched:
            refuse(work, "switched_already", character=character)
    if figure.wielded == weapon:
        refuse(work, "wielded_already", character=character, weapon=weapon)
    work.record(WeaponSwitched(character=character, weapon=weapon))


def focus(work: Work, command: Focus) -> None:
    """Enter the focused state: the movement phase is skipped, the attack phase is easier."""
    character = command.character
    figure = find_able(work, character)
    if figure.kind == "mob" and work.rules.options.mob_focus == "never":
        refuse(work, "mob_never_focused", character=character)
    check_phase(work, character, "start")
    if figure.focused:
        refuse(work, "focused_already", character=character)
    work.record(Focused(character=character))


def begin_phase(work: Work, command: BeginPhase) -> None:
    """Go on to a later phase."""
    battle = check_phase(work, command.character, command.phase)
    if battle.phase(command.character) == command.phase:
        refuse(work, "phase_already", character=command.character, phase=f"phase.{command.phase}")
    enter_phase(work, command.character, command.phase)


def take_instant(work: Work, command: TakeInstant) -> None:
    """Take the instant action of the present phase."""
    use_instant(work, command.character)


# ---- other actions ----


def guard(work: Work, command: Guard) -> None:
    """Guard a neighbour of one's own side, who gains a dodge die."""
    target = _find_neighbour(work, command.character, command.target)
    if not target.able:
        refuse(work, "cannot_act", character=command.target)
    if not target.dodges:
        refuse(work, "mob_without_dodge", character=command.target)
    use_action(work, command.character)
    now = target.dodge_dice + work.rules.tables.rules.guard_dice
    work.record(Guarded(character=command.character, target=command.target, now=now))


def move_fully(work: Work, command: FullMove) -> None:
    """Give the action up for D3 squares more."""
    use_action(work, command.character)
    (squares,) = work.roll((work.rules.tables.rules.full_move_die,), by=command.character, for_="full_move")
    work.record(FullMoved(character=command.character, squares=squares))


def use_remedy(work: Work, command: UseRemedy) -> None:
    """Let a remedy give vitality and spirit back, up to what the sheet says; it wakes nobody."""
    character, target = command.character, command.target
    figure = find_figure(work, target) if character == target else _find_neighbour(work, character, target)
    if not figure.able:
        refuse(work, "remedy_for_the_unconscious", character=target)
    if command.vitality < 0 or command.spirit < 0 or not command.vitality + command.spirit:
        refuse(work, "remedy_without_effect")
    if command.phase == "move":
        use_move(work, character)
    else:
        use_action(work, character)
    work.record(
        RemedyUsed(
            character=character,
            target=target,
            vitality=max(min(figure.vitality + command.vitality, figure.base.vitality), figure.vitality),
            spirit=max(min(figure.spirit + command.spirit, figure.base.spirit), figure.spirit),
        )
    )


def try_action(work: Work, command: TryAction) -> None:
    """Take another action: with the judgement that the NM sets, or with none."""
    character, value = command.character, command.value
    check_difficulty(work, command.difficulty)
    check_action(work, character)
    if not value:
        use_action(work, character)
        work.record(ActionTried(character=character, judged=False))
        return
    check_quick(work, character, command.quick)
    use_action(work, character)
    work.record(ActionTried(character=character, judged=True))
    spec = Spec(
        character=character,
        purpose="other_action",
        value=value,
        dice=command.dice,
        difficulty=find_place(work.rules, command.difficulty),
        phase="attack",
    )
    judge(work, spec, quick=command.quick)


def carry_ally(work: Work, command: CarryAlly) -> None:
    """Take an unconscious neighbour up, who stands on no square until put down."""
    character = command.character
    target = _find_neighbour(work, character, command.target)
    if not target.unconscious:
        refuse(work, "carried_is_conscious", character=command.target)
    carrier = find_figure(work, character)
    if carrier.carrying:
        refuse(work, "carries_already", character=character, target=carrier.carrying)
    use_action(work, character)
    work.record(AllyCarried(character=character, target=command.target))


def put_down(work: Work, command: PutDown) -> None:
    """Put down whom one carries on a free neighbouring square: no action."""
    figure = find_figure(work, command.character)
    if not figure.carrying:
        refuse(work, "carries_nobody", character=command.character)
    square = command.square
    if square and not (
        is_free(work.state, square) and are_squares_adjacent(work.state, figure.square, square)
    ):
        refuse(work, "no_place_to_put_down", square=square)
    if not square and figure.square:
        square = next(iter(nearest_free(work.state, figure.square)), "")
    work.record(AllyPutDown(character=command.character, target=figure.carrying, square=square))


# ---- its end ----


def end_turn(work: Work, command: EndTurn) -> None:
    """End a hand; what ends with its attack phase ends. Of mobs of one initiative all together, if asked."""
    battle = check_phase(work, command.character, "end")
    characters: tuple[str, ...] = (command.character,)
    if command.together and battle.slot is not None:
        figures = work.state.characters
        characters = tuple(
            one for one in battle.slot.characters if one not in battle.ended and figures[one].able
        )
    work.record(HandEnded(characters=characters))
    close_phase(work)


def _find_neighbour(work: Work, character: str, target: str) -> Figure:
    """Return somebody of the same side who stands next to a character, or refuse."""
    find_battle(work)
    figure, other = find_able(work, character), find_figure(work, target)
    if character == target:
        refuse(work, "not_oneself", character=character)
    if figure.side != other.side:
        refuse(work, "not_an_ally", character=character, target=target)
    if other.exploded or other.removed or not are_adjacent(work.state, character, target):
        refuse(work, "no_neighbour", character=character, target=target)
    return other
