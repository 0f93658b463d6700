"""Characters as they stand now: body, arms, magic, what binds them."""

from typing import Literal

import msgspec

Characteristic = Literal["STR", "CON", "SIZ", "DEX", "INT", "POW", "CHA"]
CHARACTERISTICS: tuple[Characteristic, ...] = ("STR", "CON", "SIZ", "DEX", "INT", "POW", "CHA")
Part = Literal["leg", "abdomen", "chest", "arm", "head"]
"""What a hit location is: its effects go by that."""
Hand = Literal["", "right", "left", "both"]
"""What an arm is held in; nothing for one that is carried."""
Magic = Literal["spirit", "rune", "sorcery"]
Special = Literal["slash", "impale", "crush"]
LIMBS: frozenset[str] = frozenset({"leg", "arm"})
FIRST_UNCONSCIOUS = 2
"""Total hit points at which somebody loses consciousness."""


class Location(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A hit location (命中部位)."""

    part: Part
    hp: int
    max_hp: int
    armor: int = 0
    """Armour points of what is worn there."""
    worn: str = ""
    """What is worn there, a key of `[armor]`: for its ENC and noise alone."""
    wounds: int = 0
    """Wounds that nobody has given first aid yet (one try each)."""
    state: Literal["whole", "useless", "severed", "maimed", "lost"] = "whole"
    """`useless`: until treated; `lost`: for good, until regrown."""
    mend_until: int | None = None
    """The round until which a severed or maimed limb can still be saved."""
    bleeding: bool = False
    """Whether it costs 1 HP a round (more than twice its points): until treated."""
    dies_at: int | None = None
    """The round of the clock by which its bleeding kills: until treated."""
    missiles: tuple[str, ...] = ()
    """Weapons whose arrow or bolt sticks in it, keys of `[weapons]`."""
    cost: int = 0
    """What its loss took off the maximum of the total."""


class Arm(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A weapon or shield that somebody owns (武器・盾); its figures stand in `[weapons]`."""

    weapon: str
    """A key of `[weapons]`."""
    hp: int
    max_hp: int
    hand: Hand = ""
    loaded: bool = False
    """Whether a missile is ready to be shot."""
    ready_round: int = 0
    """The round of the clock (`State.now`) from which a slow weapon (1/MR, 1/2R …) can be shot again."""
    away_until: int = 0
    """The round of the clock from which it can be taken up again: dropped, its strap broken."""
    broken: bool = False
    """Destroyed for good: at −maximum."""
    stuck_in: str = ""
    """The character whose body or shield it sticks in."""
    stuck_at: str = ""
    """The location, or the id of the arm (a shield), that it sticks in."""
    iron: bool = False
    """Enchanted iron or rune metal: it harms spirits."""
    shots: int | None = None
    """Arrows, bolts, stones left; None where nobody counts them."""
    missiles: tuple[str, ...] = ()
    """Of a shield: weapons thrown out of several, one of which sticks in it, keys of `[weapons]`."""


class Spell(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A spell that works on somebody (かかっている呪文)."""

    spell: str
    """A key of `[spells]`."""
    magic: Magic
    by: str = ""
    points: int = 1
    """Magic points, rune points or intensity that count for its effect."""
    amount: int = 0
    """The figure of the effect, settled when it was cast: armour, percent, points of damage."""
    dice: str = ""
    """Damage that it adds, as dice."""
    at: str = ""
    """The arm or location that it works on; the whole body where empty."""
    until: int | None = None
    """The round of the clock at which it ends; None where it lasts."""


class Hindrance(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a fumble, a blow or a spell left (不利): lost attacks, impaired sight, a fall."""

    kind: Literal[
        "no_attack",
        "no_parry",
        "no_dodge",
        "attack_parry_less",
        "slowed",
        "must_rise",
        "out_of_melee",
        "exposed",
        "shocked",
    ]
    """`shocked`: no fighting until treated; with `until`, and from the chest, nothing at all."""
    amount: int = 0
    """Percent for `attack_parry_less` and `exposed` (foes' bonus); a divisor of the move for `slowed`."""
    times: int | None = None
    """
    How many attacks, parries, dodges are lost; of `attack_parry_less` the rounds out of melee that clear it.
    None where it goes by rounds of the clock.
    """
    since: int = 0
    """The round of the clock from which it holds."""
    until: int | None = None
    """The round of the clock at which it ends; None where treatment or an act ends it."""
    at: str = ""
    """The location whose wound brought it (`shocked`)."""


class Figure(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A character, or a spirit, as it stands now."""

    npc: bool = False
    friendly: bool = True
    """Whether they are on the players' side."""
    embodied: bool = True
    """Whether they have a body; a spirit has none, nor STR, CON, SIZ, DEX, hit points."""
    visible: bool = True
    """Of a spirit: whether it has become visible (顕現) and so can fight the embodied."""
    mounted: bool = False
    shaman: Literal["", "assistant", "shaman"] = ""
    template: str = ""
    homeland: str = ""
    occupation: str = ""
    cult: str = ""
    characteristics: dict[Characteristic, int] = {}
    skills: dict[str, int] = {}
    """In percent: keys of `[skills]`, of `[weapons]` (off hand: `off:broadsword`), of sorcery spells."""
    passions: dict[str, int] = {}
    runes: dict[str, int] = {}
    """Rune affinities in percent."""
    hp: int = 0
    max_hp: int = 0
    locations: dict[str, Location] = {}
    """In the order of the table; none for spirits."""
    natural_armor: int = 0
    mp: int = 0
    max_mp: int = 0
    rune_points: int = 0
    max_rune_points: int = 0
    spirit_armor: int = 0
    arms: dict[str, Arm] = {}
    """By id: `broadsword`, and `broadsword_2` for a second one of its kind."""
    main_hand: Literal["right", "left"] = "right"
    enc: int = 0
    """What is carried besides arms, in full ENC."""
    known: dict[str, int] = {}
    """Spirit spells with their points; rune and sorcery spells with 1 (sorcery has a skill in `skills`)."""
    techniques: tuple[str, ...] = ()
    mastered: tuple[str, ...] = ()
    """Runes mastered for sorcery."""
    focus: bool = True
    """Whether there is a focus for spirit magic; without one the preparation takes a whole round."""
    inscribed: dict[str, dict[str, int]] = {}
    """Sorcery inscribed in an item: spell → strength, range, duration."""
    spell_plus: int = 0
    """Signed percent that season, place and components change casting by."""
    mp_since: int | None = None
    """The round of the clock from which missing magic points come back."""
    spells: tuple[Spell, ...] = ()
    hindrances: tuple[Hindrance, ...] = ()
    prone: bool = False
    surprised: bool = False
    """Not aware of the attackers: +40 to hit, no defence."""
    bound: bool = False
    """Tied up or otherwise helpless."""
    unconscious: bool = False
    wakes: int | None = None
    """The round of the clock at which an unconscious one comes round by themselves."""
    bleeding: bool = False
    """Losing 1 HP a round (twice the points of head, chest, abdomen)."""
    dies_at: int | None = None
    """The round of the clock by which bleeding kills."""
    heals_at: int | None = None
    """The round of the clock at which a week of natural healing is over."""
    dead: bool = False
    controlled_by: str = ""
    """Of a beaten spirit."""

    @property
    def is_awake(self) -> bool:
        """Whether they can do anything at all."""
        return not (self.dead or self.unconscious)

    @property
    def is_helpless(self) -> bool:
        """Whether an attack on them is at 95 %."""
        return self.bound or self.unconscious

    def of(self, name: Characteristic) -> int:
        """Return a characteristic; 0 where there is none."""
        return self.characteristics.get(name, 0)

    def is_hindered(self, kind: str) -> bool:
        """Return whether something of this kind holds them back."""
        return any(one.kind == kind for one in self.hindrances)
