"""活劇点: who may spend how many on what, and what doubles (ぞろ目) gain."""

from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook, Work, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.katsugeki import KatsugekiGained, KatsugekiLost, KatsugekiSpent, Use
from tenmatsu.systems.ukiyozoshi.state import Check, Figure


def may_buy_before(figure: Figure, rules: Rulebook) -> bool:
    """Return whether a character may buy a success before the roll; NPCs may not (NPCの活劇点)."""
    return not figure.npc and figure.katsugeki >= rules.tables.katsugeki.automatic


def may_turn(figure: Figure, rules: Rulebook) -> bool:
    """Return whether a character may turn a failure into a success (option `npc_bought`)."""
    barred = figure.npc and rules.options.npc_bought == "both"
    return not barred and figure.katsugeki >= rules.tables.katsugeki.turn


def price_choices(rules: Rulebook) -> dict[str, int]:
    """Return what each choice before or after a roll costs (活劇点の効果)."""
    row = rules.tables.katsugeki
    return {"buy": row.automatic, "reroll": row.reroll, "success": row.turn}


def verify_points(
    work: Work, character: str, amount: int, *, selfish: bool = False, forced: bool = False
) -> Figure:
    """Return the character, or refuse where so many points may not be spent (主役と活劇点)."""
    figure = find_figure(work, character)
    if forced and not work.is_gm:
        refuse(work, "only_gm_demands", character=character)
    if forced and figure.rank != "lead":
        refuse(work, "only_leads_bound", character=character)
    if selfish and figure.rank == "lead" and not work.is_gm:
        refuse(work, "selfish_needs_gm", character=character)
    if figure.katsugeki < amount:
        refuse(work, "too_few_points", character=character, needed=amount, have=figure.katsugeki)
    return figure


def spend_points(
    work: Work, character: str, use: Use, amount: int, *, selfish: bool = False, forced: bool = False
) -> None:
    """Take points away for a use; the caller has verified that they are there."""
    figure = work.state.characters.get(character)
    if figure is None:
        return
    work.record(
        KatsugekiSpent(
            character=character,
            use=use,
            amount=amount,
            now=figure.katsugeki - amount,
            selfish=selfish,
            forced=forced,
        )
    )


def find_gain(figure: Figure, rules: Rulebook, faces: tuple[int, ...]) -> int:
    """Return the face whose pair gains a point, 0 where none does (活劇点の獲得)."""
    if figure.npc and not (figure.companion and rules.options.npc_companion_gains == "on"):
        return 0
    if figure.katsugeki >= figure.katsugeki_limit:
        return 0
    paired = [face for face in rules.tables.ranks[figure.rank].gains_on if faces.count(face) >= 2]
    return max(paired, default=0)


def gain_point(work: Work, character: str, face: int) -> None:
    """Record the point that a pair of `face` gained."""
    now = work.state.characters[character].katsugeki + 1
    work.record(KatsugekiGained(character=character, face=face, amount=1, now=now))


def drop_gain(work: Work, check: Check) -> None:
    """Take back the point of a roll that is rerolled (option `reroll_gain`)."""
    if check.gained and work.rules.options.reroll_gain == "goes":
        now = work.state.characters[check.character].katsugeki - 1
        work.record(KatsugekiLost(character=check.character, amount=1, now=now))
