"""What a blow needs and how hard it is to land: reach, hands, evasion, posture, horses (命中判定)."""

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.decide.arms import has_free_hands
from tenmatsu.systems.ukiyozoshi.decide.checks import CheckSpec
from tenmatsu.systems.ukiyozoshi.decide.effects import combine_styles, measure_evasion
from tenmatsu.systems.ukiyozoshi.decide.places import is_in_reach, measure_distance
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.fight import Blow
from tenmatsu.systems.ukiyozoshi.rows import MissileRow, WeaponRow
from tenmatsu.systems.ukiyozoshi.state import Figure, State

FIST, KICK, HOLD, HURL = "拳", "蹴り", "組む", "投げ"
JUJUTSU = "柔術"
HELD = frozenset({"throw", "choke"})
"""The styles that go on from a hold, without evasion or counter."""
Obstacle = tuple[str, dict[str, object]]
"""The reason of a refusal and its details."""


def find_arm(blow: Blow, rules: Rulebook) -> WeaponRow | MissileRow | None:
    """Return the row of what a blow is struck with."""
    if blow.style == "shot":
        return rules.tables.missiles.get(blow.weapon)
    return rules.tables.weapons.get(blow.weapon)


def choose_skill(style: str, weapon: str, skill: str, rules: Rulebook) -> str:
    """Return the skill that a blow is struck with."""
    if style == "stun" and skill:
        return skill
    row = rules.tables.weapons.get(weapon)
    return "" if row is None else row.skill


def is_drawn(figure: Figure, weapon: str, rules: Rulebook) -> bool:
    """Return whether a blade strikes from the sheath (居合い)."""
    row = rules.tables.weapons.get(weapon)
    if row is None or not row.sword or weapon in figure.hands:
        return False
    ready = figure.belongings.get(weapon, 0) > 0 and has_free_hands(figure, weapon, rules)
    return ready and combine_styles(figure, rules).draw_attack


def find_obstacle(state: State, rules: Rulebook, blow: Blow) -> Obstacle | None:
    """Return why a blow in the hand cannot be struck, None where it can."""
    striker, target = state.characters.get(blow.striker), state.characters.get(blow.target)
    row = rules.tables.weapons.get(blow.weapon)
    if striker is None or target is None:
        return "unknown_character", {"character": blow.target if striker is not None else blow.striker}
    if blow.striker == blow.target:
        return "same_character", {"character": blow.striker}
    if target.dead:
        return "target_dead", {"target": blow.target}
    if row is None:
        return "unknown_weapon", {"weapon": blow.weapon}
    if not row.bare and blow.weapon not in striker.hands and not blow.drawn:
        return "not_in_hand", {"character": blow.striker, "weapon": blow.weapon}
    if blow.style == "stun" and blow.weapon not in {FIST, KICK}:
        return "stun_bare", {}
    if blow.style in {"blow", "back"} and blow.weapon in {HOLD, HURL}:
        return "use_grapple", {}
    if blow.style == "grapple" and target.held_by == blow.striker:
        return "holding_already", {"target": blow.target}
    if blow.style in HELD:
        holding = target.held_by == blow.striker
        return None if holding else ("not_holding", {"character": blow.striker, "target": blow.target})
    distance = measure_distance(state, blow.striker, blow.target)
    if not is_in_reach(distance, row.reach, rules):
        return "out_of_reach", {"target": blow.target, "weapon": blow.weapon, "distance": distance}
    return None


def specify_hit(state: State, rules: Rulebook, which: str, blow: Blow) -> CheckSpec:
    """Return the hit roll of a blow."""
    target = state.characters.get(blow.target, Figure())
    return CheckSpec(
        character=blow.striker,
        roll="hit",
        skill=blow.skill,
        difficulty=_find_difficulty(target, rules, blow),
        circumstances=(*blow.circumstances, *_gather(state, rules, blow)),
        then="hit",
        data={"which": which},
        bought=blow.bought,
        stand=blow.stand,
        selfish=blow.selfish,
        forced=blow.forced,
    )


def _find_difficulty(target: Figure, rules: Rulebook, blow: Blow) -> int:
    if blow.style == "shot":
        return rules.tables.shots.far if blow.far else rules.tables.shots.near
    if blow.style in HELD:
        return target.tai + rules.tables.combat.hold_plus
    return measure_evasion(target, rules)


def _gather(state: State, rules: Rulebook, blow: Blow) -> tuple[Circumstance, ...]:
    """Return what striker and target themselves add to a hit roll."""
    striker = state.characters.get(blow.striker, Figure())
    target = state.characters.get(blow.target, Figure())
    parts = [("style", -combine_styles(striker, rules).attack_ease)]
    if blow.style == "shot":
        shots = rules.tables.shots
        parts.append(("prone", shots.prone if target.posture == "prone" else 0))
        parts.append(("crouching", shots.crouching if target.posture == "crouching" else 0))
    elif blow.style not in HELD:
        row = rules.tables.weapons.get(blow.weapon)
        if row is not None:
            key = "grapple" if blow.style == "grapple" else "kick"
            parts.append((key, row.evasion_plus))
            parts.append(("mounted_target", _measure_horse(target, row, rules)))
    return tuple(Circumstance(key, amount) for key, amount in parts if amount)


def _measure_horse(target: Figure, row: WeaponRow, rules: Rulebook) -> int:
    """Return what a rider adds against short weapons (乗馬戦闘)."""
    if not target.mounted:
        return 0
    combat = rules.tables.combat
    if row.reach < 2:
        return combat.mounted_half_ken
    return combat.mounted_one_ken if row.reach < 4 else 0


def specify_riding(state: State, rules: Rulebook, which: str, blow: Blow) -> CheckSpec | None:
    """Return the roll of 馬術 that a rider's blow needs as well, None on foot."""
    striker = state.characters.get(blow.striker, Figure())
    if not striker.mounted:
        return None
    row = rules.tables.combat
    extra = row.riding_untrained - row.riding if striker.mounted == "untrained" else 0
    return CheckSpec(
        character=blow.striker,
        roll="riding",
        skill="馬術",
        difficulty=row.riding,
        circumstances=(Circumstance("untrained_horse", extra),) if extra else (),
        then="rode",
        data={"which": which},
        stand=blow.stand,
        ask=not blow.stand,
    )
