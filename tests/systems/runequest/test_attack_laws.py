"""A law of the result tables: a parried blow does no more than an unparried one on the same dice."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from kit import work_on
from runeblows import duel, make_jin, make_rin
from runequests import hold

from tenmatsu.engine.decision import MoreDice
from tenmatsu.engine.dice.sources import throw
from tenmatsu.events.table import Rolled
from tenmatsu.systems.runequest.commands.attacks import Strike
from tenmatsu.systems.runequest.commands.choosing import Choose

OPTIONS = st.fixed_dictionaries(
    {
        "critical_damage": st.sampled_from(["maximum", "rolled"]),
        "critical_vs_special_parry": st.sampled_from(["passing", "one"]),
        "impale_when_parried": st.sampled_from(["lower", "never"]),
    }
)


class SameDice:
    """Dice that fall alike for the same use, however many are asked."""

    def __init__(self, attack: int, parry: int, damage: tuple[int, ...], bonus: int) -> None:
        self._faces = {"attack": attack, "parry": parry}
        self._damage, self._bonus = damage, bonus

    def roll(
        self, sides: Sequence[int], *, by: str, for_: str, audience: str, more: MoreDice | None
    ) -> Rolled:
        """Let them fall; what nobody names comes up 1 less than its most, and no fumble."""
        left = list(self._damage)

        def die(size: int) -> int:
            if for_ == "damage" and size != 4:
                return min(size, left.pop(0))
            return self._bonus if size == 4 else self._faces.get(for_, size - 1)

        return Rolled(dice=throw(sides, die, more), by=by, for_=for_, source="scripted")


@given(
    attack=st.integers(1, 97),
    parry=st.integers(1, 97),
    damage=st.tuples(*[st.integers(1, 8)] * 4),
    bonus=st.integers(1, 4),
    weapon=st.sampled_from(["heavy_mace", "broadsword", "short_spear", "greatsword"]),
    points=st.integers(1, 12),
    options=OPTIONS,
)
def test_a_parried_blow_does_no_more_than_an_unparried_one(
    attack: int,
    parry: int,
    damage: tuple[int, ...],
    bonus: int,
    weapon: str,
    points: int,
    options: dict[str, str],
) -> None:
    lost = list[int]()
    for use in ("none", "parry:medium_shield"):
        shield = hold("medium_shield", "left", hp=points)
        play = duel(
            options,
            rin=make_rin(arms={weapon: hold(weapon)}, skills={weapon: 60}),
            jin=make_jin(arms={"medium_shield": shield}, CON=60),
        )
        play.given(Strike(character="rin", target="jin"))
        work = work_on(play, SameDice(attack, parry, damage, bonus))
        play.system.decide(work, Choose(character="jin", use=use))
        figure = work.state.characters["jin"]
        lost.append(sum(one.max_hp - one.hp for one in figure.locations.values()))
    assert lost[1] <= lost[0]
