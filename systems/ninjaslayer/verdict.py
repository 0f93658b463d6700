"""What an event says of a judgement, for statistics and recaps."""

from tenmatsu.engine.contract import Event, SetAside, Verdict
from tenmatsu.systems.ninjaslayer.events.attacking import AttackRolled, MobsRolled
from tenmatsu.systems.ninjaslayer.events.dodging import DodgeRolled, PartRerolled
from tenmatsu.systems.ninjaslayer.events.judging import Judged, SixthSenseUsed
from tenmatsu.systems.ninjaslayer.events.wasshoi import WasshoiJudged
from tenmatsu.systems.ninjaslayer.state import State

GM = "@gm"


def read_verdict(event: Event) -> Verdict | None:
    """
    Return what a judgement needed and what came of it: dice that show its face or more are counted.

    What several mobs roll in one go is no one's judgement; what hits whatever the faces needed none.
    """
    match event:
        case Judged():
            return _count(event.character, event.purpose, event.faces, event.face, event.count)
        case DodgeRolled():
            return _count(event.character, "dodge", event.faces, event.face, event.per)
        case AttackRolled() if event.faces:
            return _count(event.character, event.action, event.faces, event.face, event.count)
        case PartRerolled():
            return _count(event.character, event.action, event.faces, event.face, event.per)
        case MobsRolled() if event.faces and event.mobs == 1:
            return _count(event.characters[0], event.action, event.faces, event.face, event.count)
        case WasshoiJudged():
            return Verdict(
                by=GM,
                what="wasshoi",
                needed=event.needed,
                sides=6,
                dice=len(event.faces),
                keep=len(event.faces),
                faces=event.faces,
                total=event.total,
                success=event.success,
                under=True,
            )
        case _:
            return None


def _count(by: str, what: str, faces: tuple[int, ...], face: int, needed: int) -> Verdict:
    hits = sum(one >= face for one in faces)
    return Verdict(
        by=by,
        what=what,
        needed=needed,
        sides=6,
        dice=len(faces),
        keep=len(faces),
        faces=faces,
        total=hits,
        success=hits >= needed,
        hits_from=face,
    )


def read_set_aside(event: Event) -> SetAside | None:
    """Return that a ninja's sixth sense sets the judgement just made aside: what is rolled now counts."""
    return SetAside(by=event.character) if isinstance(event, SixthSenseUsed) else None


def is_minor(state: State, event: Event) -> bool:
    """Return whether an event befalls a mob: what befalls ninjas and bosses comes before it."""
    whom = getattr(event, "target", "") or getattr(event, "character", "")
    figure = state.characters.get(str(whom))
    return figure is not None and figure.kind == "mob"
