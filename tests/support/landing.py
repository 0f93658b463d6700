"""Let blows of ニンジャスレイヤーTRPG land by themselves, as if no dodge had helped."""

from collections.abc import Callable
from typing import Any

import msgspec
from kit import Dice, Play
from ninjas import working

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.events.table import Rolled
from tenmatsu.systems.ninjaslayer.assaults import Blow
from tenmatsu.systems.ninjaslayer.decide.landing import land
from tenmatsu.systems.ninjaslayer.decide.settling import settle
from tenmatsu.systems.ninjaslayer.decide.work import Work
from tenmatsu.systems.ninjaslayer.wording import load_words


def make_blow(**values: Any) -> Blow:
    """Return a bare-handed blow of `kyo` at `foe`, rolled by カラテ, with changes."""
    blow = Blow(attacker="kyo", target="foe", faces=(6, 4), dice=2, successes=2)
    return msgspec.structs.replace(blow, **values)


def let(play: Play, *steps: Callable[[Work], object], dice: Dice = ()) -> Play:
    """Take steps of the rules by themselves, and go on as behind a command; the dice must all be used."""
    script = ScriptedDice(dice)
    work = working(play, script)
    for step in steps:
        step(work)
    settle(work)
    assert script.left == (), f"dice left over: {script.left}"
    state, words = play.state, load_words()
    play.events = [recorded.event for recorded in work.recorded if not isinstance(recorded.event, Rolled)]
    for event in play.events:
        state = play.system.evolve(state, event)
        tag = str(event.__struct_config__.tag)
        for lang in LANGUAGES:
            line = words.event(tag, event, lang, {})
            assert line != tag, tag
            assert "{" not in line, line
    assert state == work.state
    play.state, play.table = work.state, work.table
    return play


def let_land(play: Play, dice: Dice = (), **values: Any) -> Play:
    """Let one blow land: `make_blow` with changes."""
    return let(play, lambda work: land(work, make_blow(**values)), dice=dice)
