"""The fumble table (ファンブル表): roll on it, and let it happen."""

from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.decide.fumblehits import HITS
from tenmatsu.systems.runequest.decide.fumblelosses import LOSSES
from tenmatsu.systems.runequest.decide.fumbles import Fumble, Of, name_arm
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.events.attacks import Fumbled
from tenmatsu.systems.runequest.tables import D100

_AGAIN = {"roll_twice": 2, "roll_thrice": 3}
_OUTCOMES = LOSSES | HITS


def roll_fumble(work: Work, character: str, arm: str, of: Of, blow: Blow) -> None:
    """Roll on the fumble table and let it happen; the last faces ask for two or three more rolls."""
    left = 1
    while left:
        left -= 1
        (face,) = work.roll((D100,), by=character, for_="fumble")
        row = work.rules.tables.fumble_at(face, parry=of == "parry")
        told = Fumbled(
            character=character, of=of, face=face, key=row.key, weapon=name_arm(work, character, arm)
        )
        again = _AGAIN.get(row.key, 0)
        left += again
        if again:
            work.record(told)
        else:
            _OUTCOMES[row.key](
                work, Fumble(character=character, arm=arm, of=of, blow=blow, row=row, told=told)
            )
