"""Knock-away (弾き飛ばし, 2-13): where somebody is flung, what they crash into, where they come to rest."""

from tenmatsu.systems.ninjaslayer.assaults import Blow
from tenmatsu.systems.ninjaslayer.decide.dying import find_present
from tenmatsu.systems.ninjaslayer.decide.groups import set_dodge
from tenmatsu.systems.ninjaslayer.decide.launching import launch
from tenmatsu.systems.ninjaslayer.decide.work import Work
from tenmatsu.systems.ninjaslayer.events.damage import Flung, SquareOffered
from tenmatsu.systems.ninjaslayer.sight import knock_line


def count_squares(work: Work, blow: Blow, damage: int) -> int:
    """Return how far a blow flings: by カラテ or 脚力 the カラテ, else the damage before the reduction."""
    attacker = work.state.characters.get(blow.attacker)
    if attacker is not None and blow.ability in ("karate", "legs"):
        return attacker.ability("karate")
    return damage


def knock_away(work: Work, blow: Blow, damage: int) -> None:
    """Fling the target of a blow straight away from its attacker; a crash is a new damage to be dodged."""
    figure = find_present(work.state, blow.target)
    attacker = work.state.characters.get(blow.attacker)
    if figure is None or attacker is None:
        return
    squares = count_squares(work, blow, damage)
    knock = knock_line(work.state, work.rules, attacker.square, blow.target, squares)
    asked = len(knock.ends) > 1
    work.record(
        Flung(
            character=blow.target,
            by=blow.attacker,
            squares=squares,
            path=knock.path,
            square=figure.square if asked or not knock.ends else knock.ends[0],
            wall=knock.wall,
        )
    )
    if asked:
        work.record(SquareOffered(character=blow.target, squares=knock.ends))
    if knock.wall:
        _crash(work, blow.target, blow.attacker)


def _crash(work: Work, target: str, by: str) -> None:
    """
    Let somebody crash into a wall or an obstacle (激突), by whoever flung them.

    As a moving damage it is melee for the atmosphere alone, and not countered.
    """
    figure = work.state.characters[target]
    mob = work.state.characters[by].kind == "mob"
    blow = Blow(
        attacker=by,
        target=target,
        source="other",
        damage=work.rules.tables.rules.wall_damage,
        moving=True,
        mob=mob,
        undodgeable=figure.unconscious,
    )
    launch(work, (), (set_dodge(work.state, work.rules, blow),))
