"""The house rules of ニンジャスレイヤーTRPG: an option for each place that has several readings."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The readings in force; the first value of each is the default."""

    death: Literal["merciless", "spared"] = "merciless"
    """Below 0 vitality a ninja explodes (爆発四散), or is spared: unconscious with spirit 0."""
    mob_ability_damage: Literal["removed", "tracked"] = "removed"
    """Ability damage takes a mob off the map, or is tracked as on others."""
    mob_auto_hit: Literal["off", "on"] = "off"
    """Mobs roll to hit, or hit without a roll."""
    wasshoi: Literal["karma", "asked"] = "karma"
    """The Wasshoi judgement comes at 3 DKK or more in a turn too, or only when the GM asks for it."""
    los_corner: Literal["blocked", "free"] = "blocked"
    """A line of sight through a corner that two blocking squares share."""
    revive_at_spirit_zero: Literal["down", "revived"] = "down"
    """Unconscious with spirit 0 at a battle's end: stays down (spirit 1 is asked), or revives."""
    spirit_cost_at_zero: Literal["refused", "negative"] = "refused"
    """A cost in spirit at spirit 0: refused, or spirit may go below 0."""
    unconscious_attack: Literal["unrolled", "rolled"] = "unrolled"
    """A blow at the unconscious hits without a roll, or is rolled to see a satsubatsu alone."""
    crushing_pick: Literal["highest", "attacker"] = "highest"
    """Of several crushings the highest counts, or the one that the attacker chooses."""
    precise_resisted_death: Literal["nothing", "crushing"] = "nothing"
    """Result 6 by a precise attack on one who resists instant death: no crushing, or +2D6 all the same."""
    duel_half: Literal["down", "up"] = "down"
    """The second hand of a duel comes at half the initiative, rounded."""
    mob_focus: Literal["never", "unmoved"] = "never"
    """A mob is never focused, or is where it did not move."""
    knock_overlap: Literal["nearest", "before"] = "nearest"
    """Knocked onto somebody's square without a wall: to the nearest free square, or stops before it."""
    wasshoi_order: Literal["after", "before"] = "after"
    """The Wasshoi judgement of a turn's end comes after the reinforcements, or before them."""
    barrage: Literal["off", "on"] = "off"
    """弾幕発生: whether the GM is asked to turn the shots of mobs into fewer that are harder to dodge."""
