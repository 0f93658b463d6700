"""What the strike rank of a spell is made of: preparation, DEX, magic points."""

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.castings import Casting
from tenmatsu.systems.runequest.decide.conjuring import complete_casting
from tenmatsu.systems.runequest.decide.manipulating import count_levels, measure_sorcery
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.figures import Figure, Magic
from tenmatsu.systems.runequest.melee import Step
from tenmatsu.systems.runequest.state import State


def read_casting(state: State, rules: Rulebook, character: str, step: Step, target: str = "") -> Casting:
    """Return the casting that a step of an intent is, everything left open filled in."""
    casting = Casting(
        caster=character,
        spell=step.spell,
        magic=rules.tables.spells[step.spell].magic,
        target=target or step.target,
        points=step.points,
        boost=step.boost,
        strength=step.strength,
        range=step.range,
        duration=step.duration,
        rune=step.rune,
        at=step.at,
    )
    return complete_casting(state, rules, casting)


def list_spell_parts(
    state: State, rules: Rulebook, character: str, magic: Magic, step: Step, dex: int
) -> tuple[Circumstance, ...]:
    """Return what the strike rank of a spell alone is made of."""
    tables, figure = rules.tables, state.characters[character]
    casting = read_casting(state, rules, character, step)
    mp = Circumstance("sr_mp", count_mp_ranks(rules, figure, casting))
    if magic == "rune":
        return (Circumstance("sr_own", tables.magic.rune_sr), mp)
    last = tables.round.last_sr
    if magic == "sorcery":
        ready = Circumstance("sr_ready", last * (tables.magic.sorcery_rounds - 1))
        # Its second round is the earliest, whatever DEX says: the first is spent on making ready alone.
        return (ready, Circumstance("sr_dex", dex if dex + mp.amount else 1), mp)
    if not figure.embodied:
        return (Circumstance("sr_own", tables.magic.spirit_sr), mp)
    ready = Circumstance("sr_ready", tables.round.ready if figure.focus else last)
    return (ready, Circumstance("sr_dex", dex), mp)


def count_mp_ranks(rules: Rulebook, figure: Figure, casting: Casting) -> int:
    """Return the strike ranks that a spell's magic points add (option `spell_mp_sr`)."""
    if casting.magic == "sorcery":
        row = rules.tables.spells[casting.spell]
        sorcery = measure_sorcery(rules, figure, row, count_levels(casting))
        manipulation = 0 if sorcery is None else sorcery.manipulation
        return rules.tables.magic.sorcery_sr * (manipulation + casting.boost)
    points = casting.boost + (casting.points if casting.magic == "spirit" else 0)
    return max(0, points - 1) if rules.options.spell_mp_sr == "first_free" else points
