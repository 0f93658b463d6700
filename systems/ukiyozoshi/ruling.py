"""The sections of the figures that the rules use: checks, 活劇点, fights, shots, health, reading."""

from tenmatsu.systems.ukiyozoshi.rows import Count, Dice, Face, Positive, Row


class ChecksRow(Row, frozen=True, kw_only=True):
    """Figures of checks (行為判定)."""

    difficulty: Count
    """Where none is said."""
    dice: Dice
    """Of a skill one has, and of an ability where no skill covers the act."""
    unskilled_dice: Dice
    kept: Positive
    """The highest dice, which count."""


class KatsugekiRow(Row, frozen=True, kw_only=True):
    """What each use of 活劇点 costs."""

    turn: Count
    """Turn a failure into a success."""
    reroll: Count
    automatic: Count
    """Succeed without a roll."""
    action: Count
    survive: Count
    """Not dead after all."""
    survive_endurance: Positive
    """What such a one comes round with."""


class CombatRow(Row, frozen=True, kw_only=True):
    """Figures of combat rounds (戦闘ラウンド); lengths in half-ken."""

    move: Count
    fast_move: Count
    fast_run: Count
    """The effective level of 走行 from which a round's movement is the fast one."""
    draw_move: Count
    crouch_move: Count
    attacks: Count
    """Attacks a round, before any are bought."""
    defences: Count
    """Parries and sidesteps a round, before any are bought."""
    deadly: tuple[Face, ...]
    """Faces of the damage die that are deadly hits."""
    deadly_more: tuple[Face, ...]
    """Further ones for who has that effect."""
    hold_plus: Count
    """Difficulty of throws and chokes: 体 of the other and this."""
    choke_faint: Positive
    """Chokes in a row that knock out."""
    choke_kill: Positive
    choke_break: Count
    """Margin (option `choke_break`) of a killing choke that breaks the neck."""
    faint_dice: Dice
    """Dice of six for the minutes of a faint."""
    support_pain: Count
    """The 心 roll of a wounded support NPC: this and the damage."""
    mounted_half_ken: Count
    mounted_one_ken: Count
    mounted_one_ken_damage: Count
    """What a rider takes less from a weapon of 1 間; half of the damage from shorter ones."""
    riding: Count
    riding_untrained: Count


class ShotsRow(Row, frozen=True, kw_only=True):
    """Difficulties of missiles (飛び道具) and what changes them."""

    near: Count
    far: Count
    stop_far: Count
    stop_near: Count
    prone: Count
    crouching: Count
    moving_target: Count
    moving_shooter: Count
    far_damage: Count
    far_armour: Count
    """What protection is multiplied by from afar."""
    far_times: Positive
    """How many times its range a missile flies."""


class HealthRow(Row, frozen=True, kw_only=True):
    """Figures of wounds, sleep, food and fatigue (負傷, 睡眠 食事 疲労)."""

    recovery: Count
    """Difficulty of recovery and treatment: this and the wounds."""
    worse_by: Positive
    """A recovery roll missed by so much costs another point."""
    recovery_gain: Count
    recovery_loss: Count
    untreated: Count
    """What a failed treatment adds to the recovery roll."""
    serious_part: Positive
    """A blow of one so-manieth of the endurance is a serious wound."""
    serious_minutes: Positive
    """For each loss to an untreated serious wound."""
    serious_loss: Count
    meals: Positive
    awake_hours: Positive
    awake_roll: Count
    """Difficulty of staying awake: this and each hour more."""
    sleep_hours: Positive
    hunger_days: Positive
    """Days in a row with too few meals before checks suffer."""
    starving_days: Positive
    """Days without any food for each loss."""
    hunger_loss: Count
    thirst_loss: Count
    helpless_days: Positive
    fed_gain: Count
    circumstance: Count
    """What each of lack of sleep, hunger and fatigue adds to a difficulty."""


class ReadingRow(Row, frozen=True, kw_only=True):
    """The levels of 読み書き from which something can be done."""

    kana: Count
    mixed: Count
    kanbun: Count
    foreign: Count
    talk: Count
    """In a foreign tongue."""
    rangaku: Count
    """From which it does not limit 蘭学."""
