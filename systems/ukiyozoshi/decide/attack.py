"""Steps one and two of an attack: declaration and counter, hit rolls (攻撃と反撃の宣言, 命中判定)."""

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.commands.blows import AnswerAttack, Attack, Choke, Grapple, Throw
from tenmatsu.systems.ukiyozoshi.decide.aiming import (
    FIST,
    HELD,
    HOLD,
    HURL,
    JUJUTSU,
    KICK,
    choose_skill,
    find_obstacle,
    is_drawn,
    specify_hit,
)
from tenmatsu.systems.ukiyozoshi.decide.budget import (
    Paid,
    buy,
    find_turn,
    pay_attack,
    use_attack,
    verify_turn,
)
from tenmatsu.systems.ukiyozoshi.decide.checks import verify_check
from tenmatsu.systems.ukiyozoshi.decide.exchange import advance
from tenmatsu.systems.ukiyozoshi.decide.points import verify_points
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook, Work, find_able, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.blows import (
    BlowDeclared,
    ChokeSlipped,
    CounterDeclared,
    CounterDeclined,
    CounterOffered,
)
from tenmatsu.systems.ukiyozoshi.events.combat import WeaponDrawn
from tenmatsu.systems.ukiyozoshi.fight import Blow, Turn
from tenmatsu.systems.ukiyozoshi.state import Figure, State

_replace = msgspec.structs.replace

Strike = Attack | Grapple | Throw | Choke


def read_blow(state: State, rules: Rulebook, command: Strike) -> Blow:
    """Return the blow that a command describes."""
    striker = state.characters.get(command.character, Figure())
    weapon, style, skill = _read_style(command, rules)
    modifier = (Circumstance("situation", command.modifier),) if command.modifier else ()
    return Blow(
        striker=command.character,
        target=command.target,
        weapon=weapon,
        skill=skill,
        style=style,
        aim=command.aim if isinstance(command, Choke) else "",
        bought=command.bought,
        stand=command.stand,
        selfish=command.selfish,
        forced=command.forced,
        drawn=is_drawn(striker, weapon, rules),
        circumstances=modifier,
    )


def _read_style(command: Strike, rules: Rulebook) -> tuple[str, str, str]:
    match command:
        case Attack():
            skill = choose_skill(command.style, command.weapon, command.skill, rules)
            return command.weapon, command.style, skill
        case Grapple():
            return HOLD, "grapple", JUJUTSU
        case Throw():
            return HURL, "throw", JUJUTSU
        case _:
            return HOLD, "choke", JUJUTSU


def attack(work: Work, command: Strike) -> None:
    """Declare an attack in one's own turn; the one attacked may then declare a counter."""
    turn = verify_turn(work, command.character)
    figure = find_able(work, command.character)
    find_figure(work, command.target)
    blow = read_blow(work.state, work.rules, command)
    _verify_blow(work, blow)
    paid = pay_attack(figure, turn, blow.weapon, work.rules)
    if not paid:
        reason = "reloading" if turn.reloading else "no_attack_left"
        refuse(work, reason, character=command.character)
    verify_check(work, specify_hit(work.state, work.rules, "attack", blow))
    declare_attack(work, blow, turn, paid)
    offer_counter(work)


def _verify_blow(work: Work, blow: Blow) -> None:
    obstacle = find_obstacle(work.state, work.rules, blow)
    if obstacle is not None:
        refuse(work, obstacle[0], **obstacle[1])


def declare_attack(work: Work, blow: Blow, turn: Turn, paid: Paid) -> None:
    """Record the declaration; a blade that strikes from the sheath is drawn with it, other chokes end."""
    _loosen(work, blow)
    _draw(work, blow)
    turn = _replace(use_attack(turn, blow.weapon, paid), choked=turn.choked or blow.style == "choke")
    work.record(BlowDeclared(blow=_mark(work, blow), turn=turn))


def _loosen(work: Work, blow: Blow) -> None:
    """Break off a row of chokes by any other attack, or another aim (連続)."""
    for other, figure in work.state.characters.items():
        same = blow.style == "choke" and other == blow.target and figure.choke_aim == blow.aim
        if figure.held_by == blow.striker and figure.chokes and not same:
            work.record(ChokeSlipped(character=blow.striker, target=other))


def _draw(work: Work, blow: Blow) -> None:
    figure = work.state.characters.get(blow.striker)
    if blow.drawn and figure is not None:
        hands = (*figure.hands, blow.weapon)
        work.record(WeaponDrawn(character=blow.striker, weapon=blow.weapon, hands=hands, striking=True))


def _mark(work: Work, blow: Blow) -> Blow:
    """Return the blow with what an earlier parry of the same foe gives it (小野派, option `ono_counter`)."""
    combat = work.state.combat
    if combat is None or work.rules.options.ono_counter != "next":
        return blow
    after = combat.after_parry.get(blow.striker) == blow.target
    return _replace(blow, after_parry=after)


def list_weapons(figure: Figure, rules: Rulebook) -> tuple[str, ...]:
    """Return what a character could strike with at once: hands, drawable blades, fist and kick."""
    drawable = tuple(weapon for weapon in figure.belongings if is_drawn(figure, weapon, rules))
    armed = tuple(weapon for weapon in figure.hands if weapon in rules.tables.weapons)
    return tuple(dict.fromkeys((*armed, *drawable, FIST, KICK)))


def list_counters(state: State, rules: Rulebook, blow: Blow) -> tuple[str, ...]:
    """Return whether the one attacked may declare a counter (反撃): free, for a point, or none."""
    figure = state.characters.get(blow.target)
    if figure is None or not figure.can_act or figure.rank == "extra":
        return ()
    if blow.style in HELD or not blow.noticed:
        return ()
    turn = find_turn(state, blow.target)
    usable = [
        weapon
        for weapon in list_weapons(figure, rules)
        if find_obstacle(state, rules, _answer(figure, rules, blow, weapon)) is None
    ]
    if not usable or turn.reloading:
        return ()
    if any(pay_attack(figure, turn, weapon, rules) for weapon in usable):
        return ("counter", "none")
    return ("buy_counter", "none") if figure.katsugeki >= rules.tables.katsugeki.action else ()


def _answer(figure: Figure, rules: Rulebook, blow: Blow, weapon: str) -> Blow:
    return Blow(
        striker=blow.target, target=blow.striker, weapon=weapon, drawn=is_drawn(figure, weapon, rules)
    )


def offer_counter(work: Work) -> None:
    """Offer the counter, or go on to the hit roll."""
    exchange = work.state.exchange
    if exchange is None:
        return
    choices = list_counters(work.state, work.rules, exchange.attack)
    if choices:
        work.record(CounterOffered(character=exchange.attack.target, choices=choices))
    else:
        advance(work)


def answer_attack(work: Work, command: AnswerAttack) -> None:
    """Declare a counter, or none."""
    exchange = work.state.exchange
    if exchange is None or exchange.stage != "counter" or exchange.attack.target != command.character:
        refuse(work, "nothing_open", character=command.character)
    if command.choice not in exchange.choices:
        refuse(work, "not_offered", choice=command.choice, choices=exchange.choices)
    if command.choice == "none":
        work.record(CounterDeclined(character=command.character))
        advance(work)
        return
    _counter(work, command, exchange.attack)


def _counter(work: Work, command: AnswerAttack, attack_: Blow) -> None:
    figure = find_able(work, command.character)
    blow = read_answer(work.state, work.rules, command, attack_)
    weapon = blow.weapon
    _verify_blow(work, blow)
    turn = find_turn(work.state, command.character)
    paid = pay_attack(figure, turn, weapon, work.rules)
    if command.choice == "counter" and not paid:
        refuse(work, "no_attack_left", character=command.character)
    row = work.rules.tables.katsugeki
    cost = (row.action if command.choice == "buy_counter" else 0) + (row.automatic if command.bought else 0)
    verify_points(work, command.character, cost, selfish=command.selfish)
    verify_check(work, specify_hit(work.state, work.rules, "counter", blow))
    if command.choice == "buy_counter":
        turn = buy(work, command.character, "attack", selfish=command.selfish)
        paid = "usual"
    _draw(work, blow)
    _loosen(work, blow)
    turn = _replace(use_attack(turn, weapon, paid), countered=True)
    work.record(CounterDeclared(blow=_mark(work, blow), turn=turn))
    advance(work)


def read_answer(state: State, rules: Rulebook, command: AnswerAttack, attack_: Blow) -> Blow:
    """Return the counter that a command describes; the first weapon that can answer where none is named."""
    figure = state.characters.get(command.character, Figure())
    weapon = command.weapon or _choose_weapon(state, rules, figure, attack_)
    return Blow(
        striker=command.character,
        target=attack_.striker,
        weapon=weapon,
        skill=choose_skill(command.style, weapon, command.skill, rules),
        style=command.style,
        counter=True,
        bought=command.bought,
        stand=command.stand,
        selfish=command.selfish,
        forced=command.forced,
        drawn=is_drawn(figure, weapon, rules),
    )


def _choose_weapon(state: State, rules: Rulebook, figure: Figure, attack_: Blow) -> str:
    turn = find_turn(state, attack_.target)
    usable = [
        weapon
        for weapon in list_weapons(figure, rules)
        if find_obstacle(state, rules, _answer(figure, rules, attack_, weapon)) is None
    ]
    able = [weapon for weapon in usable if pay_attack(figure, turn, weapon, rules)]
    return (able or usable or [FIST])[0]
