"""The dice of a game: common to all choices, whatever the games do in between."""

from collections import Counter

from tenmatsu.engine.rollouts.dice import GameChance


def _roll(chance: GameChance, by: str, for_: str = "strike", sides: tuple[int, ...] = (6, 6)) -> object:
    return chance.roll(sides, by=by, for_=for_, audience="", more=None).faces


def test_the_third_roll_of_somebody_is_the_same_whatever_others_rolled() -> None:
    one, other = GameChance(7, 3), GameChance(7, 3)
    alone = [_roll(one, "a") for _ in range(3)]
    among: list[object] = []
    for _ in range(3):
        _roll(other, "b")
        among.append(_roll(other, "a"))
        _roll(other, "a", "dodge")
    assert among == alone


def test_a_roll_does_not_depend_on_how_many_dice_the_one_before_took() -> None:
    one, other = GameChance(7, 3), GameChance(7, 3)
    _roll(one, "a")
    _roll(other, "a", sides=(6,) * 20)
    assert _roll(one, "a") == _roll(other, "a")


def test_other_games_and_seeds_have_other_dice() -> None:
    faces = [
        tuple(_roll(GameChance(seed, game), "a", sides=(100,) * 9) for _ in "x")
        for seed in (1, 2)
        for game in (1, 2)
    ]
    assert len(set(faces)) == 4


def test_every_face_of_a_die_comes_up_alike() -> None:
    chance = GameChance(0, 0)
    faces = Counter(chance.roll((6,) * 600, by="a", for_="x", audience="", more=None).faces)
    for _ in range(19):
        faces.update(chance.roll((6,) * 600, by="a", for_="x", audience="", more=None).faces)
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    squares = sum((count - 2_000) ** 2 / 2_000 for count in faces.values())
    assert squares < 20.5  # chi-square with five degrees of freedom: one seed in a thousand lies above


def test_more_dice_of_a_roll_read_on() -> None:
    whole = GameChance(5, 5).roll((6, 6, 6), by="a", for_="x", audience="", more=None).faces
    grown = GameChance(5, 5).roll(
        (6,), by="a", for_="x", audience="", more=lambda faces: 6 if len(faces) < 3 else 0
    )
    assert grown.faces == whole


def test_everybody_has_a_generator_of_their_own() -> None:
    chance = GameChance(1, 1)
    first = [chance.generator("a").random() for _ in range(3)]
    again = GameChance(1, 1)
    again.generator("b").random()
    assert [again.generator("a").random() for _ in range(3)] == first
