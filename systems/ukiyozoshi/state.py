"""The state that the events of a session fold into: characters, checks under way (a fight: see `fight`)."""

from typing import Literal

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.fight import Combat, Exchange
from tenmatsu.systems.ukiyozoshi.rows import Rank

Posture = Literal["standing", "crouching", "prone"]
"""立つ, しゃがむ, 伏せる."""
Data = dict[str, str | int]
"""What a check carries to the step that follows it."""


class Ledger(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The build points (役作り点) that a character was given and has spent."""

    granted: int | None = None
    """Its share of the party's points, where the players have split them."""
    spent: int = 0
    drawback: int = 0
    """Gained by drawbacks and not used yet; pays for perks alone."""


class Clock(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The game's date and time of day."""

    dated: bool = False
    """Whether anybody has set the date yet."""
    year: int = 1716
    month: int = 1
    day: int = 1
    minute: int = 360
    """Of the day, counted from midnight."""
    left: int = 0
    """Minutes that are still to pass: time stops at each thing that falls due."""
    running: bool = False
    """Whether time passes now, and only waits for the choices of what fell due."""
    morning: bool = True
    """Whether the morning of this very minute has come already."""
    usual: bool = False
    """Whether the days go by as usual: everybody eats, drinks and sleeps."""
    dry: bool = False
    """Whether there is no water to be had."""


class Health(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What sleep, food, wounds and work have done to a character; times in minutes."""

    wounds: int = 0
    """Endurance lost to wounds; only these are treated."""
    hunger: int = 0
    """Endurance lost to hunger and thirst; only food brings it back."""
    serious: bool = False
    """重傷: loses a point an hour until treated (option `serious_wounds`)."""
    serious_for: int = 0
    """Since the serious wound, or since it last cost a point."""
    treated: bool = False
    """Whether the wounds are cared for today."""
    treatment_failed: bool = False
    first_treated: bool = False
    """Whether the first treatment of these wounds is done, so that care needs no roll from now on."""
    medic: int = 0
    """The level of 医術 of whoever cares for them today."""
    medicine: str = ""
    recovering: bool = False
    """Whether this morning's recovery roll is due."""
    awake: int = 0
    """Awake in a row."""
    awake_rolls: int = 0
    """Rolls against sleep since the last sleep."""
    asleep: bool = False
    sleep_left: int = 0
    """Until waking."""
    slept: int = 0
    """Asleep since the last morning."""
    morning: bool = False
    """Whether the day is still to be turned: a new one broke."""
    short_sleep: bool = False
    """Whether the night before was too short."""
    meals: int = 0
    """Meals since the last morning."""
    drank: bool = False
    """Whether there was water since the last morning."""
    scarce_days: int = 0
    """Days in a row with too few meals."""
    empty_days: int = 0
    """Days in a row without any food."""
    helpless_days: int = 0
    fatigued: bool = False


class Figure(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A character as it stands now."""

    npc: bool = False
    companion: bool = False
    """Whether an NPC is the party's direct companion."""
    rank: Rank = "support"
    shin: int = 4
    gi: int = 4
    tai: int = 4
    skills: dict[str, int] = {}
    """Levels; a specialised skill is a token of its own: `職人:鋳物`."""
    skill_bases: dict[str, str] = {}
    """The base ability agreed on with the GM, by skill, where it is not the table's."""
    schools: tuple[str, ...] = ()
    perks: tuple[str, ...] = ()
    extra_endurance: int = 0
    endurance: int = 4
    """What is left of it; 0 or less is death, or helplessness by hunger."""
    katsugeki: int = 0
    katsugeki_start: int = 0
    katsugeki_limit: int = 0
    standing: str = ""
    money: int = 0
    """In 文."""
    belongings: dict[str, int] = {}
    """Weapons, armour, ammunition and medicines that the tables know, with their number."""
    things: tuple[str, ...] = ()
    """Whatever else is carried, in the player's words."""
    armour: str = ""
    """What is worn."""
    hands: tuple[str, ...] = ()
    """Weapons ready in the hands."""
    loaded: tuple[str, ...] = ()
    """Missile weapons ready to shoot."""
    readying: dict[str, int] = {}
    """Actions or rounds already spent on readying a missile weapon."""
    thrown: bool = False
    """Whether a missile was let fly since the fight began, so that the next must be readied."""
    posture: Posture = "standing"
    mounted: Literal["", "trained", "untrained"] = ""
    x: int | None = None
    y: int | None = None
    held_by: str = ""
    """Who has a hold (組みつき) of this character."""
    choke_aim: Literal["", "faint", "kill"] = ""
    """What the holder's chokes aim at, and how many succeeded in a row."""
    chokes: int = 0
    dead: bool = False
    death: str = ""
    """What killed: `wound`, `neck`, `choke`, `hunger`."""
    seeming_dead: bool = False
    """Taken for dead, but not dead after all."""
    unconscious: bool = False
    faint_minutes: int = 0
    helpless: bool = False
    """Cannot move for hunger."""
    beaten: bool = False
    """A support NPC out of the fight by pain."""
    health: Health = Health()

    @property
    def endurance_full(self) -> int:
        """Endurance (耐久点) unhurt: 体 and what was bought."""
        return self.tai + self.extra_endurance

    @property
    def can_act(self) -> bool:
        """Whether the character can do anything at all."""
        return not (
            self.dead
            or self.seeming_dead
            or self.unconscious
            or self.helpless
            or self.beaten
            or self.health.asleep
        )

    def ability(self, name: str) -> int:
        """Return the value of `shin`, `gi`, `tai`, `endurance` (as it stands) or `endurance_full`."""
        values = {"shin": self.shin, "gi": self.gi, "tai": self.tai, "endurance": self.endurance}
        return values.get(name, self.endurance_full)


class Check(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A check (行為判定): what it needs, what fell, and where the game goes on after it."""

    character: str
    roll: str
    """What it is for: a key of `[rolls]`."""
    skill: str = ""
    ability: str = ""
    """The ability behind it: `shin`, `gi`, `tai`, `endurance`, `endurance_full`."""
    level: int = 0
    effective: int = 0
    """技能実効値 or ability, with what `penalties` take off it."""
    dice: int = 3
    difficulty: int | None = None
    """With all circumstances; None where there is none."""
    circumstances: tuple[Circumstance, ...] = ()
    """What changed the difficulty."""
    penalties: tuple[Circumstance, ...] = ()
    """What changed the effective level."""
    faces: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    total: int | None = None
    margin: int | None = None
    success: bool | None = None
    bought: Literal["", "before", "after"] = ""
    """Whether 活劇点 bought the success, before the roll or after it."""
    tries: int = 0
    """Rerolls so far."""
    gained: bool = False
    """Whether this roll's doubles gained a 活劇点."""
    stand: bool = False
    """Whether the result stands, as was said before or after the roll."""
    choices: tuple[str, ...] = ()
    """What its character may choose now; empty when the check is settled."""
    prices: dict[str, int] = {}
    """What the choices that cost 活劇点 cost."""
    contest: Literal["", "active", "resisting"] = ""
    """Its side of an opposed roll (対抗ロール)."""
    then: str = ""
    """The name of the step that follows, in `decide.checks.CONTINUATIONS`."""
    data: Data = {}

    @property
    def what(self) -> str:
        """The skill or ability, for words; a recovery is called so, not by the endurance behind it."""
        return self.roll if self.roll == "recovery" else self.skill or self.ability

    @property
    def result(self) -> str:
        """Return the case of its line: success or failure, with or without circumstances, bought, plain."""
        if self.bought:
            return f"bought_{self.bought}"
        if self.success is None:
            return "opposed_changed" if self.penalties else "opposed"
        result = "success" if self.success else "failure"
        return f"{result}_changed" if self.circumstances or self.penalties else result

    @property
    def changes(self) -> tuple[Circumstance, ...]:
        """Everything that changed it, for words."""
        return (*self.circumstances, *self.penalties)


class Contest(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An opposed roll (対抗ロール) under way."""

    active: Check
    resisting: Check
    rounds: int = 1
    then: str = ""
    data: Data = {}


class Coincidence(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A convenient coincidence (都合の良い偶然) that waits for its price or for the buyer."""

    character: str
    price: int | None = None
    selfish: bool = False


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the game folds from its events."""

    players: int = 0
    party_points: int = 0
    """The build points (役作り点) of the whole party."""
    ledgers: dict[str, Ledger] = {}
    """By character."""
    characters: dict[str, Figure] = {}
    purse: int = 0
    """Money of the party as a whole, in 文."""
    clock: Clock = Clock()
    check: Check | None = None
    """A check that waits for its character's choice."""
    contest: Contest | None = None
    exchange: Exchange | None = None
    coincidence: Coincidence | None = None
    combat: Combat | None = None
