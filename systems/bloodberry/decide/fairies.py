"""
Feats that change a judge after its dice: 明日への願い and 妖精の呪い.

What the window `after_dice` offers:

- `may_wish(state, rules, side)`: whether `wish` is offered to whoever rolled that side.
- `list_cursable(state, rules, fairy)`: whom a fairy may curse now. `fairy_curse` is offered where there is
  somebody; its answer names one of them as `target`, and `offer_fairy_curse(work, fairy, target)` opens the
  target's choice `fairy_curse` (or the fairy's `fairy_pick` before it), which stand first among the choices.
  Once it is answered, the target's side was rerolled and the target loses 1, or nothing happened.
"""

from tenmatsu.systems.bloodberry.decide.gifts import open_feat
from tenmatsu.systems.bloodberry.decide.losing import ABILITIES
from tenmatsu.systems.bloodberry.decide.settling import PLACES, is_worth_rerolling
from tenmatsu.systems.bloodberry.decide.work import Rulebook, Work
from tenmatsu.systems.bloodberry.events.feats import FairyCurseAsked, FairyPickAsked
from tenmatsu.systems.bloodberry.judges import Side
from tenmatsu.systems.bloodberry.people import Ability, Person
from tenmatsu.systems.bloodberry.state import State

WISH = "明日への願い"
FAIRY_CURSE = "妖精の呪い"
FAIRY_CHOICES = frozenset({"fairy_curse", "fairy_pick"})
"""Choices within a judge, which stands still while one of them is open."""
CONSENT, DECLINE = "consent", "decline"


def may_wish(state: State, rules: Rulebook, side: Side) -> bool:
    """Return whether a side may be rerolled by 明日への願い: twice passion, once a judge."""
    person, feat = state.people.get(side.character), rules.tables.feats.get(WISH)
    if person is None or feat is None or WISH not in person.feats or not side.faces:
        return False
    return (side.first, side.second) == feat.standards and side.wished < feat.rerolls


def list_cursable(state: State, rules: Rulebook, fairy: str) -> tuple[str, ...]:
    """Return whose judge a fairy may have rerolled: others to whom a reroll can be worth its price."""
    person, judge = state.people.get(fairy), state.judge
    if person is None or judge is None or not person.can_use_feats or FAIRY_CURSE not in person.feats:
        return ()
    sides = ((of, judge.side(of)) for of in PLACES if is_worth_rerolling(judge, rules, of))
    return tuple(
        side.character for _, side in sides if side is not None and side.character not in ("", fairy)
    )


def offer_fairy_curse(work: Work, fairy: str, target: str) -> None:
    """Ask the target of 妖精の呪い for consent; by option the fairy picks the ability first."""
    open_feat(work, fairy, FAIRY_CURSE, target)
    options = _list_losable(work.state, target)
    if work.rules.options.fairy_curse_target == "fairy":
        work.record(FairyPickAsked(character=fairy, target=target, options=options))
    else:
        work.record(FairyCurseAsked(character=target, fairy=fairy, options=(*options, DECLINE)))


def _list_losable(state: State, target: str) -> tuple[Ability, ...]:
    person = state.people.get(target) or Person()
    return tuple(ability for ability in ABILITIES if person.ability(ability) > 0)
