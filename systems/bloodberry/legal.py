"""What may legally be done now: answers to open choices, turns in rounds and confrontations, the rest."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Move, OpenField, Pending
from tenmatsu.systems.bloodberry.decide.dealing import hand_of
from tenmatsu.systems.bloodberry.decide.fairies import list_cursable
from tenmatsu.systems.bloodberry.decide.windows import list_targets
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.judges import JUDGE_WINDOWS
from tenmatsu.systems.bloodberry.legal_feats import list_curse_moves, list_feat_moves
from tenmatsu.systems.bloodberry.legal_maps import list_map_moves
from tenmatsu.systems.bloodberry.legal_scenes import list_effects_now, list_scene_moves
from tenmatsu.systems.bloodberry.legal_turns import list_gm_moves, list_turn_moves
from tenmatsu.systems.bloodberry.pending import list_pending
from tenmatsu.systems.bloodberry.preparing import list_making_moves, list_settling_moves
from tenmatsu.systems.bloodberry.state import State

TAG = "bloodberry."
GM = "@gm"
WINDOWS = frozenset({*JUDGE_WINDOWS, "answer_effect"})
FIELDS = {"sublimate": "trait"}
"""What the answer to a choice is called in its command, where it is not `choice`."""
ANSWERED_BY_GM = frozenset({"entrance", "proposal", "condition", "actor_vigour", "place"})


def list_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what a character (or `@gm`) may do now."""
    choices = list_pending(state)
    if choices:
        if choices[0].whom == character:
            yield from list_answers(state, rules, choices[0])
        return
    if state.judge is not None:
        return
    if not state.confrontation and state.rounds is None:
        yield from list_settling_moves(state, rules, character)
    yield from list_map_moves(state, rules, character)
    if character == GM:
        yield from list_gm_moves(state, rules)
        yield from list_curse_moves(state, rules)
        return
    if state.rounds is not None or state.confrontation:
        yield from list_turn_moves(state, rules, character)
        yield from list_effects_now(state, rules, character)
    else:
        yield from list_scene_moves(state, rules, character)
    yield from list_feat_moves(state, rules, character)


def list_answers(state: State, rules: Rulebook, choice: Pending) -> Iterator[Move]:
    """Yield the answers to a choice."""
    if choice.kind in WINDOWS:
        yield from _list_uses(state, rules, choice)
    elif choice.kind in ("show_card", "change"):
        yield from _list_cards(state, choice)
    elif choice.kind in ANSWERED_BY_GM:
        for option in choice.options:
            needs = choice.kind == "place" and option == "grant"
            open_ = (OpenField("needs"),) if needs else ()
            yield Move(command=choice.command, fields={"answer": option}, open=open_)
    else:
        field = FIELDS.get(choice.kind, "choice")
        for option in choice.options:
            yield Move(command=choice.command, fields={"character": choice.whom, field: option})


def _list_uses(state: State, rules: Rulebook, choice: Pending) -> Iterator[Move]:
    judge = state.judge
    for option in choice.options:
        targets: tuple[str, ...] = ()
        use, _, trait = option.partition(":")
        row = rules.tables.traits.get(trait)
        if use == "fairy_curse":
            targets = list_cursable(state, rules, choice.whom)
        elif use == "effect" and judge is not None and row is not None and row.effect == "other_dice":
            targets = list_targets(rules, judge, choice.whom)
        fields = {"character": choice.whom, "use": option}
        if not targets:
            yield Move(command=choice.command, fields=fields)
        for target in targets:
            yield Move(command=choice.command, fields={**fields, "target": target})


def _list_cards(state: State, choice: Pending) -> Iterator[Move]:
    rounds, who = state.rounds, choice.whom
    shown = () if rounds is None else rounds.shown.get(who, ())
    cards = [card for card in hand_of(state, who) if choice.kind == "change" or card not in shown]
    if choice.kind == "show_card":
        for card in cards:
            yield Move(command=choice.command, fields={"character": who, "card": card})
        return
    yield Move(command=choice.command, fields={"character": who, "choice": "pass"})
    for card in cards:
        fields = {"character": who, "choice": "change", "card": card}
        yield Move(command=choice.command, fields=fields)


def list_preparations(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield the GM's next steps before play, or how a character is made that was not yet."""
    yield from list_making_moves(state, rules, character)
