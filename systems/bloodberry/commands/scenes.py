"""What can be asked of scenes, interludes, victory conditions, and of a session's beginning and end."""

from typing import ClassVar, Literal

from tenmatsu.engine.contract import Command


class CallScene(Command, frozen=True, kw_only=True, tag="bloodberry.call_scene"):
    """Name participants and scene actors (シーンアクター) of the next scene, or of the one just opened."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    participants: tuple[str, ...]
    actors: tuple[str, ...] = ()
    """Two at most; those whose proposals were granted are actors besides."""


class Enter(Command, frozen=True, kw_only=True, tag="bloodberry.enter"):
    """Enter the scene under way; for a player the GM says whether a check (登場判定) is needed."""

    character: str
    difficulty: int | None = None
    """Of the check, where the GM lets somebody enter; left out: as usual."""
    free: bool = False
    """Without a check, as the GM may say."""
    use: tuple[str, ...] = ()
    """What is done before the dice of the check, said at once."""


class LeaveScene(Command, frozen=True, kw_only=True, tag="bloodberry.leave_scene"):
    """Leave the scene under way."""

    character: str


class ForgoTurn(Command, frozen=True, kw_only=True, tag="bloodberry.forgo_turn"):
    """Let one's turn action go, outside rounds."""

    character: str


class EndInterlude(Command, frozen=True, kw_only=True, tag="bloodberry.end_interlude"):
    """Go on after an interlude (シーン間) without opening another scene, as on a flag map."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


class ChangeEmotion(Command, frozen=True, kw_only=True, tag="bloodberry.change_emotion"):
    """Change what one feels about another, or feel something more, in an interlude."""

    redactable: ClassVar[bool] = True
    character: str
    other: str
    emotion: str = ""
    """A key or number of the emotion table, or `roll`."""
    words: str = ""
    """What it is in own words, in place of an entry of the table."""
    instead: int | None = None
    """Which of the emotions it takes the place of, counted from 1; left out: one is added."""


class ClaimVigour(Command, frozen=True, kw_only=True, tag="bloodberry.claim_vigour"):
    """Say that one acted as a scene actor should; the GM has the last word, and may say it too."""

    character: str


class Refresh(Command, frozen=True, kw_only=True, tag="bloodberry.refresh"):
    """Spend vigour to make a used effect of sublimation usable again, once an interlude."""

    character: str
    trait: str


class ProposeScene(Command, frozen=True, kw_only=True, tag="bloodberry.propose_scene"):
    """Propose what happens in the next scene."""

    redactable: ClassVar[bool] = True
    character: str
    text: str
    lead: bool = False
    """Lead the scene, and leave the character to the GM."""


class ProposeCondition(Command, frozen=True, kw_only=True, tag="bloodberry.propose_condition"):
    """Make a victory condition (勝利条件), or another in place of one, in an interlude."""

    redactable: ClassVar[bool] = True
    character: str
    text: str
    replaces: int = 0
    """The number of the one that it takes the place of."""


class GiveCondition(Command, frozen=True, kw_only=True, tag="bloodberry.give_condition"):
    """Give a character a victory condition at the scenario's start; later change the one so given."""

    gm_only: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    character: str
    text: str


class DropCondition(Command, frozen=True, kw_only=True, tag="bloodberry.drop_condition"):
    """Drop the less fitting of two victory conditions that contradict each other."""

    gm_only: ClassVar[bool] = True
    character: str
    condition: int
    against: int
    """The one that stays."""


class MeetCondition(Command, frozen=True, kw_only=True, tag="bloodberry.meet_condition"):
    """Say that a victory condition came true."""

    character: str
    condition: int


class RuleOn(Command, frozen=True, kw_only=True, tag="bloodberry.rule_on"):
    """Grant or refuse what a player asked: an entrance, a proposal, a condition, an actor's vigour."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"entrance", "proposal", "condition", "actor_vigour"})
    answer: Literal["grant", "check", "refuse"]
    """`check`: an entrance by a check."""
    difficulty: int | None = None
    """Of that check; left out: as usual."""


class BeginEnding(Command, frozen=True, kw_only=True, tag="bloodberry.begin_ending"):
    """Begin to tell the ending (エンディング)."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


class EndSession(Command, frozen=True, kw_only=True, tag="bloodberry.end_session"):
    """End a session of the game: whoever is still at 0 rolls for the sessions that they miss."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


class BeginSession(Command, frozen=True, kw_only=True, tag="bloodberry.begin_session"):
    """Begin the next session of the game: vigour and effects as at the start."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


SCENE_COMMANDS: tuple[type[Command], ...] = (
    CallScene,
    Enter,
    LeaveScene,
    ForgoTurn,
    EndInterlude,
    ChangeEmotion,
    ClaimVigour,
    Refresh,
    ProposeScene,
    ProposeCondition,
    GiveCondition,
    DropCondition,
    MeetCondition,
    RuleOn,
    BeginEnding,
    EndSession,
    BeginSession,
)
