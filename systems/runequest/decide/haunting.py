"""Spirit combat as other parts see it: magic points taken, spirits beaten, what harms a spirit."""

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.castings import SpiritFight
from tenmatsu.systems.runequest.decide.checking import (
    CheckSpec,
    find_skill,
    roll_check,
    specify_characteristic,
)
from tenmatsu.systems.runequest.decide.choosing import open_choice
from tenmatsu.systems.runequest.decide.felling import faint
from tenmatsu.systems.runequest.decide.hindering import sum_hindrances
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.degrees import is_success
from tenmatsu.systems.runequest.events.attacks import DamageRolled
from tenmatsu.systems.runequest.events.spirits import (
    Parting,
    SpiritCombatEnded,
    SpiritDrivenOff,
    SpiritHurt,
)
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.melee import StepKind
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import Tables

SKILL = "spirit_combat"
DISTRACTED: frozenset[StepKind] = frozenset(
    {"attack", "knockback", "aimed_blow", "shoot", "spell", "first_aid", "pull_weapon"}
)
"""What takes concentration amid spirit combat."""
TEACH = "teach:"


def fight_spirits(work: Work) -> bool:
    """Decide the next spirit combat of this round, at SR 12; return whether there was one left."""
    from tenmatsu.systems.runequest.decide.ghosting import fight_round

    for fight in work.state.spirit_fights:
        if fight.decided != work.state.now:
            fight_round(work, fight)
            return True
    return False


def list_fights(state: State, character: str) -> tuple[SpiritFight, ...]:
    """Return the spirit combats of somebody."""
    return tuple(one for one in state.spirit_fights if character in (one.one, one.other))


def is_in_spirit_combat(state: State, character: str) -> bool:
    """Return whether somebody is in spirit combat: other acts need INT × 5 first."""
    return bool(list_fights(state, character))


def needs_concentration(state: State, character: str, kind: StepKind) -> bool:
    """Return whether an act takes INT × 5 first: anything but spirit combat amid it; of spirits nothing."""
    return (
        kind in DISTRACTED and is_in_spirit_combat(state, character) and state.characters[character].embodied
    )


def specify_concentration(state: State, rules: Rulebook, character: str) -> CheckSpec:
    """Return the roll of INT × 5 for another act amid spirit combat."""
    times = rules.tables.magic.concentrate
    return specify_characteristic(state, rules, character, "concentrate", "INT", times)


def concentrate(work: Work, character: str, kind: StepKind) -> bool:
    """Roll INT × 5 where an act takes that now; return whether it can be done."""
    if not needs_concentration(work.state, character, kind):
        return True
    return is_success(roll_check(work, specify_concentration(work.state, work.rules, character)))


def find_spirit_damage_of(work: Work, blow: Blow, points: int) -> int:
    """Return what of a weapon's damage harms a spirit: all of iron's, else only what Rune magic added."""
    attacker = work.state.characters.get(blow.attacker)
    arm = None if attacker is None else attacker.arms.get(blow.arm)
    if arm is not None and arm.iron:
        return points
    rolled = (one.event for one in reversed(work.recorded) if isinstance(one.event, DamageRolled))
    told = next((one for one in rolled if one.character == blow.attacker), None)
    return 0 if told is None else min(points, told.runic)


def specify_spirit_defence(state: State, rules: Rulebook, blow: Blow) -> CheckSpec:
    """Return the roll by which a spirit meets a physical attack (option `spirit_defence`)."""
    skill = find_skill(state, rules, blow.target, SKILL)
    return CheckSpec(character=blow.target, purpose="spirit_defence", ability=SKILL, skill=skill)


def specify_spirit_combat(state: State, rules: Rulebook, character: str, against: str) -> CheckSpec:
    """Return a side of spirit combat, before what is over 100 % is set against the other."""
    opening = sum_hindrances(state, state.characters[against], "exposed")
    told = (Circumstance("exposed", opening),) if opening else ()
    skill = find_skill(state, rules, character, SKILL)
    return CheckSpec(
        character=character, purpose="spirit_combat", ability=SKILL, skill=skill, circumstances=told
    )


def hurt_spirit(work: Work, spirit: str, points: int, by: str, armor: int = 0) -> None:
    """Take magic points off one in spirit combat, or off a spirit that was struck; at 0 it is beaten."""
    figure = work.state.characters.get(spirit)
    if figure is None or points <= 0 or figure.mp <= 0:
        return
    mp = max(0, figure.mp - points)
    work.record(
        SpiritHurt(character=spirit, by=by, points=figure.mp - mp, armor=armor, mp=mp, since=work.state.now)
    )
    if not mp:
        _beat(work, spirit, by)


def _beat(work: Work, beaten: str, by: str) -> None:
    """Let one without magic points lose: out cold, or at the mercy of whoever beat it."""
    part_spirits(work, beaten, "beaten")
    faint(work, beaten)
    if work.state.characters[beaten].embodied:
        return
    victor = work.state.characters.get(by)
    uses = (
        () if victor is None or by == beaten else list_fates(work.rules.tables, victor, _spirit(work, beaten))
    )
    if uses:
        data: dict[str, int | str] = {"spirit": beaten}
        open_choice(work, "spirit_beaten", by, (*uses, "release"), "deal_with_spirit", data)
    else:
        drive_off(work, beaten)


def _spirit(work: Work, character: str) -> Figure:
    return work.state.characters[character]


def list_fates(tables: Tables, victor: Figure, spirit: Figure) -> tuple[str, ...]:
    """Return what a victor can do with a beaten spirit besides letting it go."""
    if not (victor.embodied and victor.is_awake):
        return ()
    remembered = sum(tables.spells[one].magic != "rune" for one in victor.known if one in tables.spells)
    spells = {
        name: points
        for name, points in spirit.known.items()
        if name in tables.spells and tables.spells[name].magic == "spirit"
    }
    lessons = [
        f"{TEACH}{name}"
        for name, points in spells.items()
        if points > victor.known.get(name, 0) and (name in victor.known or remembered < victor.of("INT"))
    ]
    return (*lessons, "control") if victor.shaman == "shaman" else tuple(lessons)


def drive_off(work: Work, character: str) -> None:
    """Send a spirit back to the spirit world; all its spirit combats are over."""
    part_spirits(work, character, "gone")
    work.record(SpiritDrivenOff(character=character))


def part_spirits(work: Work, character: str, why: Parting) -> None:
    """End the spirit combats of somebody."""
    for fight in list_fights(work.state, character):
        work.record(SpiritCombatEnded(one=fight.one, other=fight.other, why=why))
