"""Healing and first aid: hit points back, blood stopped, limbs saved."""

from tenmatsu.systems.runequest.blows import Hit
from tenmatsu.systems.runequest.bodies import bleeds, can_do_nothing, find_worst, list_stuck
from tenmatsu.systems.runequest.decide.checking import CheckSpec, roll_check
from tenmatsu.systems.runequest.decide.dice import roll_dice
from tenmatsu.systems.runequest.decide.felling import awaken
from tenmatsu.systems.runequest.decide.harming import wound
from tenmatsu.systems.runequest.decide.skills import find_skill
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.degrees import Degree, is_success
from tenmatsu.systems.runequest.events.healing import Healed, Treated, TreatmentEnded, WoundSpent
from tenmatsu.systems.runequest.events.wounds import LimbRegrown, LocationChanged
from tenmatsu.systems.runequest.figures import Location
from tenmatsu.systems.runequest.state import State, Treatment


def heal(work: Work, character: str, location: str, points: int, *, magic: bool) -> int:
    """
    Give hit points back to a location (or where they are missing most) and the total; return how many.

    Where a weapon sticks, magic of 2 points or more stops the blood and nothing else helps. Magic of 6 puts
    a severed limb back; a maimed one is saved by all its points.
    """
    figure = work.state.characters.get(character)
    if figure is None or figure.dead or points <= 0 or not figure.embodied:
        return 0
    location = location or find_worst(work.state, character)
    place = figure.locations.get(location)
    sticks = place is not None and bool(list_stuck(work.state, character, location))
    stops = not magic or points >= work.rules.tables.wounds.stop_spell
    if place is None:
        return _heal_total(work, character, points)
    if sticks:
        if magic and stops:
            treat(work, character, location, eased=False)
        return 0
    given = 0 if place.state == "lost" else min(points, place.max_hp - place.hp)
    treat(work, character, location, clock=stops, given=given)
    if place.state == "lost":
        return _heal_total(work, character, points)
    if given > 0:
        left = place.hp + given
        work.record(
            Healed(
                character=character,
                location=location,
                points=given,
                left=left,
                hp=min(figure.max_hp, figure.hp + given),
                wounds=0 if left == place.max_hp else place.wounds,
            )
        )
    _mend(work, character, location, points if magic else 0)
    awaken(work, character)
    return max(0, given)


def _heal_total(work: Work, character: str, points: int) -> int:
    """Give hit points back to the total alone, where no location can take them."""
    figure = work.state.characters[character]
    given = min(points, figure.max_hp - figure.hp)
    if given > 0:
        work.record(Healed(character=character, points=given, hp=figure.hp + given))
    awaken(work, character)
    return max(0, given)


def _mend(work: Work, character: str, location: str, spell: int) -> None:
    """Let a location become usable again, as far as its points and the spell allow; it is not lost yet."""
    place = work.state.characters[character].locations[location]
    state = place.state
    if state == "severed" and spell >= work.rules.tables.wounds.mend_spell:
        state = "useless"
    if (state == "useless" and place.hp > 0) or (state == "maimed" and place.hp >= place.max_hp):
        state = "whole"
    if state != place.state and state in ("whole", "useless"):
        mended = place.state in ("severed", "maimed")
        work.record(LocationChanged(character=character, location=location, state=state, mended=mended))


def treat(
    work: Work, character: str, location: str, *, clock: bool = True, eased: bool = True, given: int = 0
) -> None:
    """
    Stop the blood of a location and end its shock; nothing where there is neither.

    The chest leaves nothing to do while it is at 0 or less, `given` points counted, stopped blood or not.
    """
    figure = work.state.characters[character]
    place = figure.locations[location]
    part = work.rules.tables.parts[place.part]
    eased = eased and (part.helpless != "yes" or place.hp + given > 0)
    shocked = any(
        one.kind == "shocked" and one.until is None and one.at == location for one in figure.hindrances
    )
    stops = clock and place.dies_at is not None
    if place.bleeding or stops or (eased and shocked):
        work.record(Treated(character=character, location=location, clock=stops, eased=eased and shocked))


def regrow(work: Work, character: str, location: str) -> None:
    """Make a lost, severed or maimed limb whole, with all its points and what its loss cost."""
    figure = work.state.characters[character]
    place = figure.locations[location]
    treat(work, character, location)
    max_hp = figure.max_hp + place.cost
    hp = min(max_hp, figure.hp + place.cost + max(0, place.max_hp - place.hp))
    work.record(LimbRegrown(character=character, location=location, hp=hp, max_hp=max_hp))
    awaken(work, character)


def find_treatment(
    state: State, rules: Rulebook, healer: str, patient: str, location: str = "", purpose: str = ""
) -> Treatment | str:
    """Return first aid as it would begin now, or the reason why not: the name of a refusal."""
    figure = state.characters.get(patient)
    if figure is None or figure.dead or not figure.embodied:
        return "nothing_to_treat"
    location = location or _choose_location(state, patient)
    place = figure.locations.get(location)
    if place is None:
        return "nothing_to_treat"
    if list_stuck(state, patient, location):
        return "weapon_sticks"
    if purpose == "stop" and not bleeds(place):
        return "not_bleeding"
    stop = purpose == "stop" or (not purpose and bleeds(place))
    if not stop and not place.wounds:
        return "nothing_to_treat"
    wounds = rules.tables.wounds
    rounds = wounds.stop_rounds if stop else wounds.heal_rounds
    return Treatment(
        healer=healer,
        patient=patient,
        location=location,
        purpose="stop" if stop else "heal",
        until=state.now + rounds - 1,
    )


def _choose_location(state: State, patient: str) -> str:
    """Return a location that bleeds, else the worst with a wound not treated yet."""
    places = {
        name: place
        for name, place in state.characters[patient].locations.items()
        if (bleeds(place) or place.wounds) and not list_stuck(state, patient, name)
    }

    def rank(name: str) -> tuple[bool, int]:
        return (bleeds(places[name]), places[name].max_hp - places[name].hp)

    return max(places, key=rank, default="")


def specify_first_aid(state: State, rules: Rulebook, healer: str) -> CheckSpec:
    """Return the roll of first aid."""
    skill = find_skill(state, rules, healer, "first_aid")
    return CheckSpec(character=healer, purpose="first_aid", ability="first_aid", skill=skill)


def end_treatments(work: Work, ending: int) -> None:
    """Roll the first aid that is due at the end of a round; what was not kept up is broken off."""
    for one in work.state.treatments:
        if not _goes_on(work.state, one):
            work.record(TreatmentEnded(treatment=one))
        elif one.until <= ending:
            _finish(work, one)


def _goes_on(state: State, one: Treatment) -> bool:
    """Return whether first aid was kept up: by who can, and in a melee by who spent the round on it."""
    healer, patient = state.characters.get(one.healer), state.characters.get(one.patient)
    if healer is None or patient is None or patient.dead:
        return False
    if not healer.is_awake or can_do_nothing(healer):
        return False
    place: Location | None = patient.locations.get(one.location)
    if place is None or list_stuck(state, one.patient, one.location):
        return False
    return state.melee is None or any(
        action.character == one.healer and action.step.kind == "first_aid" and action.state == "done"
        for action in state.melee.queue
    )


def _finish(work: Work, one: Treatment) -> None:
    degree = roll_check(work, specify_first_aid(work.state, work.rules, one.healer))
    work.record(TreatmentEnded(treatment=one, degree=degree))
    if one.purpose == "heal":
        _heal_by_hand(work, one, degree)
    elif is_success(degree):
        treat(work, one.patient, one.location)
        awaken(work, one.patient)


def _heal_by_hand(work: Work, one: Treatment, degree: Degree) -> None:
    """Give points back, or do damage by a fumble; either way this wound has had its one try."""
    dice = work.rules.tables.wounds.heal
    wounds = work.state.characters[one.patient].locations[one.location].wounds
    left = max(0, wounds - 1)
    work.record(WoundSpent(character=one.patient, location=one.location, wounds=left))
    if degree == "failure":
        return
    points = roll_dice(work, dice[degree], one.healer, "first_aid_points")
    if is_success(degree):
        heal(work, one.patient, one.location, points, magic=False)
        return
    wound(
        work,
        Hit(target=one.patient, by=one.healer, points=points, location=one.location, ignores_armor=True),
    )
    work.record(WoundSpent(character=one.patient, location=one.location, wounds=left))
