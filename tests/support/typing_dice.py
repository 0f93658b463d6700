"""Evaluate a typed command with faces given in a row."""

from collections.abc import Sequence

from tenmatsu.engine.bcdice import Evaluation, evaluate, find_bot


def answer(text: str, faces: Sequence[int] = (), bot: str = "DiceBot") -> Evaluation:
    """Return what a command comes to; all faces must be used up."""
    left = list(faces)

    def die(sides: int) -> int:
        face = left.pop(0)
        assert 1 <= face <= sides
        return face

    found = evaluate(text, die, find_bot(bot))
    assert found is not None, text
    assert not left
    return found


def is_command(text: str, bot: str = "DiceBot") -> bool:
    """Return whether a text is a command of a system."""
    return evaluate(text, lambda _: 1, find_bot(bot)) is not None
