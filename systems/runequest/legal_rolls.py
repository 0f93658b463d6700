"""What may be done outside a melee: rolls, shots and blows, first aid, repairs, spells; what the GM does."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Move, OpenField
from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.bodies import find_worst
from tenmatsu.systems.runequest.decide.hindering import list_hindrances
from tenmatsu.systems.runequest.decide.manipulating import measure_sorcery
from tenmatsu.systems.runequest.decide.shooting import hinder_aim
from tenmatsu.systems.runequest.decide.sticking import find_pull
from tenmatsu.systems.runequest.decide.treating import find_treatment
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.figures import CHARACTERISTICS, Figure
from tenmatsu.systems.runequest.legal_intents import list_blades
from tenmatsu.systems.runequest.legal_melee import list_truces
from tenmatsu.systems.runequest.legal_spells import hinder_spell, list_known
from tenmatsu.systems.runequest.melee import Step
from tenmatsu.systems.runequest.preparing import list_equipping_moves
from tenmatsu.systems.runequest.rows_magic import SpellRow
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.vocabulary import list_names

TAG = "runequest."
MOST_PLUS = 400
DIVISORS = 10
PLUS = OpenField("plus", low=-MOST_PLUS, high=MOST_PLUS, required=False)
FREE = 99
LEVELS = tuple(OpenField(name, low=0, required=False) for name in ("strength", "range", "duration"))


def list_rolls(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield the rolls that somebody may make at any time, in a melee as outside one."""
    figure = state.characters.get(character)
    if figure is None or figure.dead:
        return
    who: dict[str, object] = {"character": character}
    others = tuple(one for one in state.characters if one != character)
    names = OpenField("name", choices=CHARACTERISTICS)
    times = OpenField("times", low=1, high=rules.tables.rolls.characteristic, required=False)
    yield Move(command=f"{TAG}roll_characteristic", fields=who, open=(names, times))
    if others:
        yield Move(command=f"{TAG}resist", fields=who, open=(OpenField("against", choices=others),))
    if not figure.is_awake:
        return
    ability = OpenField("ability", choices=list_abilities(rules, figure))
    divisor = OpenField("divisor", low=1, high=DIVISORS, required=False)
    yield Move(command=f"{TAG}roll_skill", fields=who, open=(ability, divisor))
    awake = tuple(one for one in others if state.characters[one].is_awake)
    if awake:
        common = OpenField("ability", choices=(*rules.tables.skills, *CHARACTERISTICS))
        against = OpenField("against", choices=awake)
        yield Move(command=f"{TAG}oppose", fields=who, open=(common, against))


def list_gm_rolls(state: State, rules: Rulebook) -> Iterator[Move]:
    """Yield the rolls with what the GM alone gives: a modifier, and a strength that no figure has."""
    everybody = tuple(one for one, figure in state.characters.items() if not figure.dead)
    awake = tuple(one for one in everybody if state.characters[one].is_awake)
    plus = OpenField("plus", low=-MOST_PLUS, high=MOST_PLUS)
    if awake:
        ability = OpenField("ability", choices=tuple(rules.tables.skills))
        yield Move(command=f"{TAG}roll_skill", open=(OpenField("character", choices=awake), ability, plus))
    if everybody:
        who, value = OpenField("character", choices=everybody), OpenField("value", low=0, high=MOST_PLUS // 2)
        names = OpenField("name", choices=CHARACTERISTICS)
        yield Move(command=f"{TAG}roll_characteristic", open=(who, names, plus))
        yield Move(command=f"{TAG}resist", open=(who, value, PLUS))


def list_abilities(rules: Rulebook, figure: Figure) -> tuple[str, ...]:
    """Return what somebody can roll: all skills, and what they learned besides."""
    return tuple(dict.fromkeys((*rules.tables.skills, *figure.skills, *figure.runes, *figure.passions)))


def list_quiet_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what somebody may do outside a melee."""
    figure = state.characters.get(character)
    if figure is None:
        return
    yield from list_rolls(state, rules, character)
    if figure.is_awake:
        yield from _list_shots(state, rules, character)
        yield from _list_strikes(state, rules, character)
        yield from _list_care(state, rules, character)
        yield from _list_repairs(state, character)
        yield from _list_magic(state, rules, character)
    if not figure.dead:
        yield from list_equipping_moves(state, rules, character)
    yield from _list_gifts(state, rules, character)


def _list_shots(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    metres = OpenField("metres", low=0, required=False)
    for arm in state.characters[character].arms:
        for target in state.characters:
            blow = Blow(attacker=character, target=target, arm=arm, kind="missile")
            if target != character and not hinder_aim(state, rules, blow):
                fields: dict[str, object] = {"character": character, "target": target, "arm": arm}
                yield Move(command=f"{TAG}shoot", fields=fields, open=(metres,))


def _list_strikes(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield blows outside a melee, that the GM lets somebody strike."""
    figure = state.characters[character]
    held_back = any(one.times is None for one in list_hindrances(state, figure, "no_attack"))
    if figure.is_hindered("shocked") or held_back:
        return
    for target, one in state.characters.items():
        if target == character or one.dead or not (one.embodied or one.visible):
            continue
        ways = ("melee", "free", "knockback") if one.embodied else ("melee", "free")
        for arm in list_blades(rules.tables, figure):
            fields: dict[str, object] = {"character": character, "target": target, "arm": arm}
            how = OpenField("how", choices=ways, required=False)
            yield Move(command=f"{TAG}strike", fields=fields, open=(how, PLUS))
            if one.locations:
                aim = OpenField("location", choices=tuple(one.locations))
                yield Move(command=f"{TAG}strike", fields={**fields, "how": "aimed"}, open=(aim, PLUS))


def _list_care(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    for patient in state.characters:
        if not isinstance(find_treatment(state, rules, character, patient), str):
            yield Move(command=f"{TAG}first_aid", fields={"character": character, "target": patient})
    for name, arm in state.characters[character].arms.items():
        if arm.stuck_in:
            yield Move(command=f"{TAG}pull_weapon", fields={"character": character, "arm": name})
    if find_pull(state, character) is not None:
        yield Move(command=f"{TAG}pull_weapon", fields={"character": character})


def _list_repairs(state: State, character: str) -> Iterator[Move]:
    for owner, one in state.characters.items():
        for name, arm in one.arms.items():
            if not arm.broken and arm.max_hp > max(0, arm.hp):
                fields: dict[str, object] = {"character": character, "owner": owner, "arm": name}
                yield Move(command=f"{TAG}repair_arm", fields=fields)


def _list_magic(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield the spells that somebody can cast, end, or inscribe; and becoming visible, of a spirit."""
    figure = state.characters[character]
    known = list_known(rules, figure)
    for spell in known:
        row = rules.tables.spells[spell]
        for target in ("",) if row.target in ("self", "area") else tuple(state.characters):
            step = Step(kind="spell", spell=spell, target=target)
            if not hinder_spell(state, rules, character, step):
                fields: dict[str, object] = {"character": character, "spell": spell, "target": target}
                yield Move(
                    command=f"{TAG}cast", fields=fields, open=_list_amounts(row, figure.known.get(spell, 0))
                )
    yield from _list_inscriptions(rules, character, figure, known)
    for target, one in state.characters.items():
        for spell in dict.fromkeys(working.spell for working in one.spells if working.by == character):
            fields = {"character": character, "spell": spell, "target": target}
            yield Move(command=f"{TAG}dismiss", fields=fields)
    if not (figure.embodied or figure.visible):
        yield Move(command=f"{TAG}appear", fields={"character": character})
    yield from list_truces(state, character)


def _list_amounts(row: SpellRow, known: int) -> tuple[OpenField, ...]:
    """Return what is open of a spell: the levels of sorcery, the points of spirit magic that varies."""
    if row.magic == "sorcery":
        return LEVELS
    varies = row.magic == "spirit" and row.variable and known > row.cost
    return (OpenField("points", low=row.cost, high=known, required=False),) if varies else ()


def _list_inscriptions(
    rules: Rulebook, character: str, figure: Figure, known: tuple[str, ...]
) -> Iterator[Move]:
    if rules.tables.magic.inscribe >= figure.of("POW"):
        return
    for spell in known:
        row = rules.tables.spells[spell]
        sorcery = measure_sorcery(rules, figure, row, 0) if row.magic == "sorcery" else None
        if sorcery is not None and spell not in figure.inscribed:
            fields: dict[str, object] = {"character": character, "spell": spell}
            yield Move(command=f"{TAG}inscribe", fields=fields, open=LEVELS)


def _list_gifts(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what the GM lets happen to somebody."""
    figure, who = state.characters[character], {"character": character}
    if figure.embodied and not figure.dead:
        places = OpenField("location", choices=tuple(figure.locations), required=False)
        points = OpenField("points", low=1, high=FREE)
        yield Move(command=f"{TAG}hurt", fields=who, open=(points, places))
        if find_worst(state, character):
            yield Move(command=f"{TAG}mend", fields=who, open=(points,))
    for name, missing in (
        ("mp", figure.max_mp - figure.mp),
        ("rune_points", figure.max_rune_points - figure.rune_points),
    ):
        if missing > 0:
            yield Move(command=f"{TAG}regain_points", fields=who, open=(OpenField(name, low=1, high=FREE),))
    if figure.dead:
        return
    yield from _list_lessons(rules, character)
    changed = (OpenField("name", choices=CHARACTERISTICS), OpenField("to", low=1, high=FREE))
    if figure.embodied:
        yield Move(command=f"{TAG}change_characteristic", fields=who, open=changed)


def _list_lessons(rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what the GM may let somebody know better: skills and weapons, passions, runes."""
    tables = rules.tables
    known = {
        "skills": (*tables.skills, *tables.weapons),
        "passions": list_names(tables, "passions"),
        "runes": list_names(tables, "runes"),
    }
    to = OpenField("to", low=0, high=MOST_PLUS)
    for lesson, names in known.items():
        fields: dict[str, object] = {"character": character, "lesson": lesson}
        yield Move(command=f"{TAG}learn", fields=fields, open=(OpenField("name", choices=names), to))


def list_quiet_gm_moves(state: State, rules: Rulebook) -> Iterator[Move]:
    """Yield what the GM may do outside a melee."""
    if any(one.is_awake for one in state.characters.values()):
        distance = OpenField("distance", low=0, high=MOST_PLUS, required=False)
        yield Move(command=f"{TAG}begin_melee", open=(distance,))
    spans = ("rounds", "minutes", "hours", "days", "weeks")
    for span in spans:
        yield Move(command=f"{TAG}pass_time", open=(OpenField(span, low=1, high=1000),))
    if state.characters:
        who = OpenField("character", choices=tuple(state.characters))
        favor = OpenField("plus", low=-MOST_PLUS, high=MOST_PLUS)
        yield Move(command=f"{TAG}favor_magic", open=(who, favor))
    yield from list_gm_rolls(state, rules)
