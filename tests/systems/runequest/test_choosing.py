"""What the game asks, and what follows the answer."""

import msgspec
import pytest
from kit import Play
from runequests import begin, make_figure

from tenmatsu.engine.windows import Window, open_window
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.decide import choosing
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.events.choosing import ChoiceOpened, Chosen, WindowAnswered, WindowOpened
from tenmatsu.systems.runequest.state import Choice

ACT = Choice(kind="act", whom="rin", options=("do", "hold"), then="test_act")


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what the steps behind the choices of these tests were told."""
    told: list[str] = []

    def go_on(work: Work, choice: Choice, command: Choose) -> None:
        told.append(f"{choice.kind} {command.use}")
        if command.use == "hold":
            choosing.open_choice(work, "act", "rin", ("do",), "test_act")

    monkeypatch.setitem(choosing.CONTINUATIONS, "test_act", go_on)
    return told


def _ask(*choices: Choice) -> Play:
    play = begin(rin=make_figure(), jin=make_figure())
    return play.given_state(msgspec.structs.replace(play.state, choices=choices))


def test_an_answer_closes_the_choice_and_the_named_step_follows(answered: list[str]) -> None:
    play = _ask(ACT).when(Choose(character="rin", use="do"))

    play.then(Chosen(character="rin", kind="act", use="do")).settled()
    assert answered == ["act do"]


def test_a_step_may_ask_again(answered: list[str]) -> None:
    play = _ask(ACT).when(Choose(character="rin", use="hold"))

    assert play.only(ChoiceOpened).choice.options == ("do",)
    play.asks("act", "rin", "do")


def test_choices_are_asked_in_their_order(answered: list[str]) -> None:
    play = _ask(ACT, msgspec.structs.replace(ACT, whom="jin")).asks("act", "rin", "do", "hold")

    play.when(Choose(character="rin", use="do")).asks("act", "jin", "do", "hold")


def test_only_whoever_is_asked_answers_and_only_what_may_be_chosen() -> None:
    play = _ask(ACT)

    play.when(Choose(character="jin", use="do")).refused("runequest.not_asked")
    play.when(Choose(character="rin", use="drop")).refused("runequest.no_such_option")
    _ask().when(Choose(character="rin", use="do")).refused("runequest.nothing_asked")


def test_a_choice_of_the_gm_is_answered_by_the_gm_alone(answered: list[str]) -> None:
    asked = msgspec.structs.replace(ACT, whom="@gm")

    _ask(asked).when(Choose(character="rin", use="do"), by="p_rin").refused("runequest.not_asked")
    _ask(asked).when(Choose(character="@gm", use="do")).settled()


def test_a_window_asks_each_in_turn_and_stands_before_the_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def note(work: Work, window: Window, command: Choose) -> None:
        done.append(command.use)

    monkeypatch.setitem(choosing.ANSWERS, "last_moment", note)
    window = open_window("last_moment", {"rin": ("heal:heal:jin",), "jin": ("heal:heal:jin",)})
    assert window is not None
    play = _ask(ACT)
    play.given_state(play.system.evolve(play.state, WindowOpened(window=window)))

    play.asks("last_moment", "rin", "heal:heal:jin", "pass")
    play.when(Choose(character="rin", use="pass"))
    assert play.only(WindowAnswered).use == "pass"
    play.asks("last_moment", "jin", "heal:heal:jin", "pass")
    play.when(Choose(character="jin", use="heal:heal:jin")).asks("act", "rin", "do", "hold")
    assert done == ["heal:heal:jin"]
