"""Step four of an attack: the damage roll, death, and what pain does to support NPCs (打撃判定)."""

from tenmatsu.systems.ukiyozoshi.decide.checks import CheckSpec, continue_with, start_check
from tenmatsu.systems.ukiyozoshi.decide.exchange import Result, find_blow, finish_blow
from tenmatsu.systems.ukiyozoshi.decide.harm import Harm, find_more, find_protection, halve, reckon
from tenmatsu.systems.ukiyozoshi.decide.work import Work
from tenmatsu.systems.ukiyozoshi.events.blows import Beaten, DamageDealt, Died, Fainted, Which
from tenmatsu.systems.ukiyozoshi.fight import Blow
from tenmatsu.systems.ukiyozoshi.state import Check, Figure


def strike(work: Work, which: Which, blow: Blow) -> None:
    """Roll the damage of a blow that landed, and end it."""
    harm = roll_harm(work, blow)
    _deal(work, blow.striker, blow.target, blow.weapon, harm)
    _feel(work, which, blow.target, harm.amount, "landed")


def pierce(work: Work, which: Which, blow: Blow, harm: Harm) -> None:
    """Deal what went through a parry, and end the blow (示現流, 受け越し)."""
    _deal(work, blow.striker, blow.target, blow.weapon, harm, pierced=True)
    _feel(work, which, blow.target, harm.amount, "defended")


def recoil(work: Work, which: Which, blow: Blow, weapon: str) -> None:
    """Hurt a bare-handed striker on the weapon that parried: half its 打撃力, then armour (拳、蹴り)."""
    figure = work.state.characters.get(blow.striker, Figure())
    row = work.rules.tables.weapons[weapon]
    faces = work.roll("1d6", by=blow.target, for_="recoil")
    rolled = halve(max(0, faces[0] + row.plus), work.rules)
    armour = find_protection(figure, work.rules)
    harm = Harm(faces=faces, plus=row.plus, rolled=rolled, kept_off=armour, amount=max(0, rolled - armour))
    _deal(work, blow.target, blow.striker, weapon, harm, recoil=True)
    _feel(work, which, blow.striker, harm.amount, "defended")


def roll_harm(work: Work, blow: Blow, *, through: bool = False) -> Harm:
    """Roll the damage dice of a blow, with the further one of a deadly hit."""
    striker = work.state.characters.get(blow.striker, Figure())
    target = work.state.characters.get(blow.target, Figure())
    faces = work.roll(
        "1d6",
        by=blow.striker,
        for_="damage",
        more=lambda fallen: find_more(fallen, striker, blow, work.rules),
    )
    return reckon(faces, striker, target, blow, work.rules, through=through)


def _deal(
    work: Work,
    striker: str,
    target: str,
    weapon: str,
    harm: Harm,
    *,
    pierced: bool = False,
    recoil: bool = False,
) -> None:
    """Record the damage, and the death it brings."""
    figure = work.state.characters.get(target, Figure())
    now = figure.endurance - harm.amount
    part = work.rules.tables.health.serious_part
    serious = harm.amount > 0 and harm.amount * part >= figure.endurance_full
    work.record(
        DamageDealt(
            striker=striker,
            target=target,
            weapon=weapon,
            faces=harm.faces,
            plus=harm.plus,
            deadly=harm.deadly,
            times=harm.times,
            rolled=harm.rolled,
            armour=harm.kept_off,
            amount=harm.amount,
            endurance=now,
            wounds=figure.health.wounds + harm.amount,
            serious=serious and work.rules.options.serious_wounds == "on",
            pierced=pierced,
            recoil=recoil,
        )
    )
    if harm.amount and now <= 0 and not figure.dead:
        work.record(Died(character=target, cause="wound", by=striker))


def _feel(work: Work, which: Which, character: str, amount: int, result: Result) -> None:
    """Let a wounded support NPC roll 心 against the pain, and end the blow."""
    figure = work.state.characters.get(character, Figure())
    if amount and figure.npc and figure.rank == "support" and figure.can_act:
        start_check(
            work,
            CheckSpec(
                character=character,
                roll="pain",
                ability="shin",
                difficulty=work.rules.tables.combat.support_pain + amount,
                then="pain",
                data={"which": which, "result": result},
            ),
        )
        return
    finish_blow(work, which, result)


@continue_with("pain")
def _finish_pain(work: Work, check: Check) -> None:
    if not check.success:
        work.record(Beaten(character=check.character))
    which, _ = find_blow(work, check.data.get("which"))
    finish_blow(work, which, "defended" if check.data.get("result") == "defended" else "landed")


def stun(work: Work, which: Which, blow: Blow) -> None:
    """Let the one struck roll 体 against the total of the blow, or faint (当身)."""
    start_check(
        work,
        CheckSpec(
            character=blow.target,
            roll="stun",
            ability="tai",
            difficulty=blow.total,
            then="stunned",
            data={"which": which},
            ask=True,
        ),
    )


@continue_with("stunned")
def _finish_stun(work: Work, check: Check) -> None:
    if not check.success:
        faint(work, check.character)
    which, _ = find_blow(work, check.data.get("which"))
    finish_blow(work, which, "landed")


def faint(work: Work, character: str) -> None:
    """Lose one's senses for some minutes (2D6)."""
    minutes = sum(work.roll((6,) * work.rules.tables.combat.faint_dice, by=character, for_="faint"))
    work.record(Fainted(character=character, minutes=minutes))
