"""What a part of an attack does by the faces it was rolled with."""

import msgspec

from tenmatsu.systems.ninjaslayer.assaults import Blow, Critical
from tenmatsu.systems.ninjaslayer.decide.groups import set_dodge
from tenmatsu.systems.ninjaslayer.decide.weapons import PLAIN, UNARMED
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.pools import count_successes, matches
from tenmatsu.systems.ninjaslayer.rows import StyleRow
from tenmatsu.systems.ninjaslayer.state import State
from tenmatsu.systems.ninjaslayer.tables import NORMAL, SIX
from tenmatsu.systems.ninjaslayer.values import has_skill

FISTS = "slayer_fists"


def is_sure(rules: Rulebook, blow: Blow) -> bool:
    """Return whether a blow hits whatever the faces: at the unconscious, a mob's by option `mob_auto_hit`."""
    return blow.undodgeable or (blow.mob and rules.options.mob_auto_hit == "on")


def needs_roll(state: State, rules: Rulebook, blow: Blow) -> bool:
    """
    Return whether a part is rolled at all.

    At the unconscious it is only for an area, or by option `unconscious_attack` where a critical may fall.
    """
    if blow.mob and rules.options.mob_auto_hit == "on":
        return False
    if not blow.undodgeable or blow.area:
        return True
    return rules.options.unconscious_attack == "rolled" and may_be_critical(state, blow)


def may_be_critical(state: State, blow: Blow) -> bool:
    """Return whether a critical may fall: a ninja's in close combat alone (2-13)."""
    attacker = state.characters.get(blow.attacker)
    return attacker is not None and attacker.ninja and not blow.mob and blow.source == "melee"


def read_blow(state: State, rules: Rulebook, blow: Blow, faces: tuple[int, ...]) -> Blow:
    """
    Return a part of an attack with these faces: successes, critical, crushing, base damage, dodge difficulty.

    `dice`, `needed`, `weapon`, `style` and who strikes whom stand in `blow`; so a part can be rolled again.
    A blow that hits whatever the faces does base damage and what a critical brings; nothing else crushes.
    """
    sure = is_sure(rules, blow)
    successes = count_successes(faces, rules.tables.difficulty(blow.needed))
    hit = successes > 0 or sure
    weapon, style = rules.tables.weapons[blow.weapon], rules.tables.styles.get(blow.style, PLAIN)
    surges = successes > 0 and matches(faces, style.surge)
    damage = style.surge_damage if surges else weapon.damage
    if style.damage_die:
        damage = blow.damage  # rolled by `roll_damage`
    read = msgspec.structs.replace(
        blow,
        faces=faces,
        successes=max(successes, 1) if hit else 0,
        missed=not hit,
        damage=damage,
        critical=_find_critical(rules, style, faces) if hit and may_be_critical(state, blow) else "",
        crushing=_list_crushing(state, rules, blow, style, faces) if successes and not sure else (),
        dodge=NORMAL + weapon.dodge + style.dodge + (style.surge_dodge if surges else 0),
    )
    return set_dodge(state, rules, read)


def _find_critical(rules: Rulebook, style: StyleRow, faces: tuple[int, ...]) -> Critical:
    """Return the critical in these faces; without サツバツ! there is no ナムアミダブツ! either."""
    row = rules.tables.rules
    if not matches(faces, style.satsubatsu or (SIX,) * row.satsubatsu_sixes):
        return ""
    namu = matches(faces, style.namu or (SIX,) * row.namu_sixes)
    return "namu_amida_butsu" if namu else "satsubatsu"


def _list_crushing(
    state: State, rules: Rulebook, blow: Blow, style: StyleRow, faces: tuple[int, ...]
) -> tuple[int, ...]:
    """Return what crushes (痛打) by style and skill; of several the damage part takes one."""
    found = [style.crushing]
    attacker = state.characters.get(blow.attacker, Figure())
    if blow.weapon == UNARMED and SIX in faces and has_skill(attacker, rules, FISTS):
        found.append(rules.tables.skills[FISTS].crushing)
    return tuple(one for one in found if one)


def roll_damage(work: Work, blow: Blow) -> Blow:
    """Return a blow that hit with the base damage that its style rolls, if it rolls any."""
    style = work.rules.tables.styles.get(blow.style, PLAIN)
    if not style.damage_die or blow.missed:
        return blow
    faces = work.roll((style.damage_die,), by=blow.attacker, for_="style_damage")
    return msgspec.structs.replace(blow, damage=faces[0])
