"""The phase of intents: a melee begins, who declares what, and what may not be declared."""

from runemelees import (
    close_in,
    fight,
    go,
    mean,
    melee_of,
    queue,
    step,
    strike,
)
from runequests import begin, make_figure, make_foe

from tenmatsu.systems.runequest.commands.rounds import (
    BeginMelee,
    CloseIntents,
    DeclareIntent,
    EndMelee,
    JoinMelee,
    LeaveMelee,
    LetPrepareAtOnce,
    PlaceFighter,
)
from tenmatsu.systems.runequest.decide.rounding import list_undeclared
from tenmatsu.systems.runequest.events.rounds import (
    Disengaged,
    Engaged,
    FighterPlaced,
    IntentDeclared,
    IntentWorded,
    LeaveGiven,
    MeleeBegun,
    MeleeEnded,
    MeleeJoined,
    MeleeLeft,
    StageReached,
)
from tenmatsu.systems.runequest.melee import Action, Intent, Step

FAR = {"rin": 0, "jin": 60}


def test_a_melee_begins_with_all_who_can_act_each_side_at_its_end_of_the_line() -> None:
    play = begin(rin=make_figure(), jin=make_foe(), sen=make_figure(unconscious=True))
    play.when(BeginMelee(surprised={"jin": 8}))

    play.then(MeleeBegun(fighters=("rin", "jin"), places={"rin": 0, "jin": 12}, surprise={"jin": 1}))
    assert play.state.characters["jin"].surprised
    assert melee_of(play).round == 1


def test_foes_within_reach_are_engaged_from_the_start() -> None:
    play = begin(rin=make_figure(), jin=make_foe(), sen=make_figure())
    play.when(BeginMelee(places={"rin": 0, "jin": 3, "sen": 2}))

    assert [(one.one, one.other, one.closing) for one in play.all(Engaged)] == [
        ("jin", "rin", False),
        ("jin", "sen", False),
    ]


def test_a_melee_begins_once_with_people_who_are_there() -> None:
    play = fight()
    play.when(BeginMelee()).refused("runequest.melee_goes_on")

    nobody = begin(rin=make_figure(dead=True))
    nobody.when(BeginMelee()).refused("runequest.nobody_fights")
    nobody.when(BeginMelee(fighters=("jin",))).refused("runequest.unknown_character")
    begin(rin=make_figure(), jin=make_foe()).when(BeginMelee(fighters=("rin",), places={"jin": 3})).refused(
        "runequest.not_in_melee"
    )


def test_somebody_joins_and_a_place_in_reach_engages() -> None:
    play = begin(rin=make_figure(), jin=make_foe(), sen=make_figure())
    play.given(BeginMelee(fighters=("rin", "jin"), places=FAR))

    play.when(JoinMelee(character="sen", place=58))
    assert play.only(MeleeJoined) == MeleeJoined(character="sen", place=58)
    assert play.only(Engaged).one == "jin"
    play.when(JoinMelee(character="sen")).refused("runequest.fights_already")


def test_somebody_leaves_with_no_foe_in_reach() -> None:
    play = fight({"rin": 0, "jin": 60, "sen": 59}, rin=make_figure(), jin=make_foe(), sen=make_figure())
    play.when(LeaveMelee(character="sen")).refused("runequest.engaged_cannot_leave")
    play.given(mean("rin", go(2, "jin")))

    play.when(LeaveMelee(character="rin")).then(MeleeLeft(character="rin"))
    melee = melee_of(play)
    assert (melee.fighters, melee.left, melee.queue) == (("jin", "sen"), ("rin",), ())
    assert "rin" not in {**melee.places, **melee.intents}
    play.when(LeaveMelee(character="rin")).refused("runequest.not_in_melee")
    play.given(JoinMelee(character="rin"))
    assert melee_of(play).left == ()


def test_the_gm_says_where_somebody_stands() -> None:
    play = fight()
    play.when(PlaceFighter(character="rin", place=-20))
    play.then(FighterPlaced(character="rin", place=-20), Disengaged(one="rin", other="jin"))

    play.when(PlaceFighter(character="rin", place=0))
    assert play.only(Engaged).other == "rin"
    play.when(PlaceFighter(character="rin", place=-20, engaged=False))
    play.then(FighterPlaced(character="rin", place=-20))
    begin(rin=make_figure(), jin=make_foe()).given(BeginMelee(fighters=("jin",))).when(
        PlaceFighter(character="rin", place=1)
    ).refused("runequest.not_in_melee")


def test_an_intent_stands_in_the_queue_and_may_be_redone() -> None:
    play = fight()
    play.when(mean("rin", strike("jin"), text="首を狙う"))

    declared = play.only(IntentDeclared)
    assert declared.intent == Intent(steps=(strike("jin"),))
    assert declared.actions == (Action(id=1, character="rin", step=strike("jin"), sr=5),)
    assert play.only(IntentWorded).text == "首を狙う"
    assert play.state.words == {"intent:rin": "首を狙う"}

    play.given(mean("rin", step("other")))
    assert queue(play) == [("rin", "other", 1, "declared")]
    assert melee_of(play).next_id == 3


def test_the_words_are_for_reading_alone_and_go_with_the_round() -> None:
    assert DeclareIntent.redactable
    assert IntentWorded.redactable
    assert not IntentDeclared.redactable


def test_the_phase_goes_on_when_all_who_can_act_have_declared() -> None:
    play = fight()
    play.given(mean("rin", strike("jin")))
    assert list_undeclared(play.state) == ("jin",)

    play.when(mean("jin"))
    assert [one.stage for one in play.all(StageReached)] == ["movement", "resolution"]
    play.asks("act", "rin", "do", "hold", "drop")


def test_the_gm_closes_the_intents_and_whoever_said_nothing_only_defends() -> None:
    play = fight().given(mean("rin", strike("jin")))
    play.when(CloseIntents())

    assert queue(play) == [("rin", "attack", 5, "declared")]
    play.asks("act", "rin", "do", "hold", "drop")
    assert "jin" not in melee_of(play).intents


def test_intents_are_closed_once() -> None:
    play = close_in(fight(), stage="resolution")

    play.when(CloseIntents()).refused("runequest.intents_closed")
    play.when(mean("rin")).refused("runequest.intents_closed")


def test_only_those_who_can_act_declare() -> None:
    play = fight(rin=make_figure(), jin=make_foe(controlled_by="rin"))

    play.when(mean("jin")).refused("runequest.cannot_act")
    fight(rin=make_figure(), jin=make_foe()).when(mean("sen")).refused("runequest.not_in_melee")
    begin(rin=make_figure()).when(mean("rin")).refused("runequest.no_melee")


def test_a_weapon_left_open_is_the_one_in_hand() -> None:
    play = fight()
    play.when(mean("rin", Step(kind="attack", target="jin")))

    assert play.only(IntentDeclared).actions[0].step.arm == "broadsword"
    assert play.only(IntentDeclared).actions[0].sr == 5


def test_leave_to_prepare_at_once_is_given_by_name() -> None:
    play = fight()
    play.when(LetPrepareAtOnce(character="rin")).then(LeaveGiven(character="rin"))

    assert melee_of(play).at_once == ("rin",)


def test_the_gm_ends_the_melee_at_once_while_intents_are_declared() -> None:
    play = fight().given(mean("rin", strike("jin"), text="x"))
    play.when(EndMelee(result="players_win"))

    play.then(MeleeEnded(result="players_win", rounds=0, now=0))
    fought = play.state.fought
    assert (play.state.melee, play.state.words) == (None, {})
    assert (fought.fighters, fought.result) == (("rin", "jin"), "players_win")
