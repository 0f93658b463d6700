"""The table at the keyboard: each line is a command, an answer, something said, or a wish to see."""

import os
from collections.abc import Callable, Iterable
from functools import partial

from tenmatsu.engine.api import (
    GM_ONLY,
    Pending,
    Session,
    TenmatsuError,
    UndoPlan,
    Viewer,
    entries_in,
    head_seen,
    read_entries,
    undo,
    version_at,
    viewer_of,
)
from tenmatsu.tools.cli.choices import Answer, answers_to, is_asked, more_fields
from tenmatsu.tools.cli.commands.chance import chance_lines, chance_of
from tenmatsu.tools.cli.commands.do import told_lines
from tenmatsu.tools.cli.commands.log import Page
from tenmatsu.tools.cli.commands.timelines import left_lines
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.device import ask
from tenmatsu.tools.cli.disputes import open_disputes, tell_disputes
from tenmatsu.tools.cli.lines_told import line_mark, tell_line
from tenmatsu.tools.cli.output import fault_shown, write
from tenmatsu.tools.cli.people import characters_of, find_actor
from tenmatsu.tools.cli.play.answering import answer_in, faces_in, split_words
from tenmatsu.tools.cli.play.helping import command_lines, overview_lines
from tenmatsu.tools.cli.play.looking import (
    log_lines,
    move_lines,
    sheet_lines,
    table_lines,
    wanted_characters,
)
from tenmatsu.tools.cli.play.reading import Reader
from tenmatsu.tools.cli.play.speaking import adjustment_in, roll_in, speech_in
from tenmatsu.tools.cli.play.suggesting import suggest
from tenmatsu.tools.cli.proofs import proof_marks, proofs_in, proofs_of
from tenmatsu.tools.cli.seen import pending_seen, seen, version_seen
from tenmatsu.tools.cli.stopped import why_stopped
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.tree import tree_lines
from tenmatsu.tools.cli.values import read_command
from tenmatsu.tools.cli.words import CliError, say


class Table:
    """One person's place at the table."""

    def __init__(self, context: Context, session: Session, actor: str) -> None:
        self._context = context
        self._session = session
        self._actor = actor
        self._asked: Pending | None = None
        self._reader: Reader | None = None
        self._waiting: frozenset[int] = frozenset()
        """The disputes already told of."""

    def play(self, reader: Reader) -> None:
        """Read and play lines until the end; nothing that goes wrong ends the evening."""
        self._reader = reader
        self._greet()
        while True:
            self._safely(self._meet)
            mark = line_mark(self._session, self._context.lang)
            line = reader.read(f"{mark}{self._teller().name(self._actor)}> ")
            if line is None or line.strip().lower() in ("quit", "exit", ":q"):
                break
            self._safely(partial(self.handle, line.strip()))
        head = head_seen(self._session, self._viewer())
        write(say("play_bye", self._context.lang, session=self._session.id[:8], head=head))

    def suggest(self, text: str) -> list[str]:
        """Return what the last word of a line may become."""
        return suggest(self._session, self._actor, text)

    def handle(self, line: str) -> None:
        """Do what a line asks."""
        if not line or line.startswith("#"):
            return
        if self._asked is not None and (meant := answer_in(line, self._asked, self._teller())) is not None:
            self._answer(self._asked, *meant)
        elif (speech := speech_in(line)) is not None:
            self._say(speech)
        elif (roll := roll_in(self._session, self._actor, line)) is not None:
            self._do("table.roll", roll)
        elif (change := adjustment_in(self._session, self._actor, line)) is not None:
            self._do("table.adjust", {"name": change[0], "value": change[1]})
        elif line.isdecimal():
            raise self._no_such_answer()
        else:
            self._words(line)

    def _no_such_answer(self) -> CliError:
        if self._asked is None:
            return CliError("play_nothing_asked")
        return CliError("play_number_none", last=len(self._asked.options))

    def _words(self, line: str) -> None:
        words = split_words(line)
        verb, rest = words[0].lower(), words[1:]
        match verb:
            case "?" | "help":
                self._help(rest)
            case "undo":
                self._undo(" ".join(rest))
            case "log":
                self._tell(log_lines(self._session, self._viewer(), self._marking_teller(), rest))
            case "show":
                self._show(rest)
            case "moves":
                seat = (self._session, self._viewer(), self._teller())
                wanted = self._wanted(rest)
                if not rest and self._session.table.is_gm(self._actor):
                    wanted = [*wanted, GM_ONLY]
                self._tell(move_lines(*seat, wanted, self._context.lang))
            case "branches":
                self._tell(tree_lines(self._session, self._viewer(), self._context, self._teller().names))
            case "chance":
                self._chance(rest)
            case "as":
                self._sit(rest)
            case "say" if rest and not rest[0].startswith("text="):
                self._say(line.partition(" ")[2].strip())
            case _:
                self._command(words)

    # what a line may ask

    def _command(self, words: list[str]) -> None:
        faces = faces_in(words)
        tag, fields = read_command(self._session, words[0], words[1:], self._actor)
        self._do(tag, fields, faces)

    def _do(self, tag: str, fields: dict[str, object], faces: list[int] | None = None) -> None:
        result = ask(self._session, {"type": tag, **fields}, actor=self._actor, dice=faces)
        teller, viewer = self._teller(), self._viewer()
        shown = entries_in(self._session, viewer, result.commit)
        proofs = proofs_in(self._session, result, shown, viewer, every=False)
        teller.proofs = proof_marks(proofs, teller, self._context.lang, every=False)
        self._tell(told_lines(shown, teller))

    def _say(self, text: str) -> None:
        own = self._own()
        self._do("table.say", {"text": text, **({"character": own[0]} if len(own) == 1 else {})})

    def _answer(self, pending: Pending, place: int, words: list[str]) -> None:
        answer = answers_to(self._session, pending)[place]
        faces = faces_in(words)
        given = {word.partition("=")[0] for word in words}
        pairs = [*words, *(f"{name}={self._ask(name)}" for name in answer.open if name not in given)]
        self._take(answer, pairs, faces)

    def _take(self, answer: Answer, pairs: list[str], faces: list[int] | None) -> None:
        known = [f"{key}={value}" for key, value in answer.fields.items()]
        tag, fields = read_command(self._session, answer.tag, [*known, *pairs], self._actor)
        self._do(tag, fields, faces)

    def _ask(self, name: str) -> str:
        text = self._reader.read(f"  {self._teller().label(name)}? ") if self._reader else None
        if text is None:
            raise CliError("play_no_answer", field=name)
        return text.strip()

    def _undo(self, reason: str) -> None:
        plan: UndoPlan = undo(self._session, actor=self._actor, reason=reason)
        write(
            say(
                "undo_done",
                self._context.lang,
                version=version_at(self._session, self._viewer(), plan.back_to),
            )
        )
        self._tell(f"  {line}" for line in left_lines(self._session, plan, self._teller(), self._viewer()))
        if plan.rolls:
            write(say("undo_rolls", self._context.lang, rolls=plan.rolls))

    def _show(self, rest: list[str]) -> None:
        session, teller, viewer = self._session, self._teller(), self._viewer()
        if not rest:
            self._tell(table_lines(session, viewer, teller))
        self._tell(sheet_lines(session, viewer, teller, self._wanted(rest)))

    def _wanted(self, rest: list[str]) -> list[str]:
        return wanted_characters(self._session, self._viewer(), self._actor, rest)

    def _chance(self, rest: list[str]) -> None:
        if not rest:
            raise CliError("play_chance")
        tag, fields = read_command(self._session, rest[0], rest[1:], self._actor)
        chance = chance_of(self._session, {"type": tag, **fields}, self._actor)
        self._tell(chance_lines(self._context, chance, self._teller()))

    def _sit(self, rest: list[str]) -> None:
        if not rest:
            raise CliError("play_as")
        self._actor = find_actor(self._session, rest[0])
        write(say("play_sits", self._context.lang, name=self._teller().name(self._actor)))

    def _help(self, rest: list[str]) -> None:
        session, lang = self._session, self._context.lang
        if not rest:
            self._tell(overview_lines(session, self._viewer(), self._teller(), lang))
        for text in rest:
            self._tell(command_lines(session.commands.types, text, self._teller(), lang))

    # around the lines

    def _greet(self) -> None:
        lang, table = self._context.lang, self._session.table
        write(say("play_hello", lang, title=table.title, name=self._teller().name(self._actor)))
        tell_line(self._session, lang)
        stopped = why_stopped(self._session)
        if stopped is not None:
            write(stopped.say(lang))

    def _meet(self) -> None:
        """Show what others did meanwhile, and ask the choice that waits for this person."""
        self._catch_up()
        viewer = self._viewer()
        self._tell_disputes()
        waiting = [
            one for one in pending_seen(self._session, viewer) if is_asked(self._session, one, self._actor)
        ]
        self._asked = waiting[0] if waiting else None
        if self._asked is None:
            return
        teller = self._teller()
        write(say("choice_open", self._context.lang, question=teller.question(self._asked)))
        for place, option in enumerate(self._asked.options, 1):
            write(f"  {place}. {teller.label(option)}")
        if more := more_fields(self._session, self._asked):
            write(say("play_more_fields", self._context.lang, fields=" ".join(f"{one}=…" for one in more)))

    def _tell_disputes(self) -> None:
        """Show the disputes that came up since the last line; they stop nobody."""
        waiting = open_disputes(self._session, self._viewer())
        news = [one for one in waiting if one.number not in self._waiting]
        self._waiting = frozenset(one.number for one in waiting)
        self._tell(tell_disputes(news, self._session, self._teller(), self._context.lang))

    def _catch_up(self) -> None:
        """Read the line anew where another process moved it, and show what it brought."""
        session = self._session
        head, number, branch = session.head, session.state.number, session.branch
        session.reload()
        if session.head == head:
            return
        teller = self._marking_teller()
        page = Page(teller, len(str(version_seen(session, self._viewer()))))
        after = number if session.branch == branch else session.branches[session.branch].fork_number
        commits = session.store.commits(session.id, session.segments(), after)
        fresh = {commit.hash.hex() for commit in commits}
        for entry in read_entries(session, viewer_of(session, self._actor)):
            if entry.commit in fresh:
                self._tell(page.lines(entry))

    def _safely(self, act: Callable[[], None]) -> None:
        """Do something; what goes wrong is said, and the evening goes on."""
        try:
            act()
        except TenmatsuError as error:
            write(error.say(self._context.lang, self._teller().names))
        except (KeyboardInterrupt, BrokenPipeError):
            raise
        except Exception as error:
            if os.environ.get("TENMATSU_DEBUG") == "1":
                raise
            write(say("fault", self._context.lang, what=fault_shown(error, guarded=not self._viewer().is_gm)))
            self._session.reload()

    def _own(self) -> list[str]:
        """Return the actor's own characters."""
        return characters_of(self._session, self._actor, seen(self._session, self._viewer()).table)

    def _viewer(self) -> Viewer:
        return viewer_of(self._session, self._actor)

    def _teller(self) -> Teller:
        return Teller(self._session, self._context.lang, self._viewer())

    def _marking_teller(self) -> Teller:
        """Return a teller that says behind a roll who witnessed it."""
        teller = self._teller()
        proofs = proofs_of(self._session, self._viewer(), every=False)
        teller.proofs = proof_marks(proofs, teller, self._context.lang, every=False)
        return teller

    @staticmethod
    def _tell(lines: Iterable[str]) -> None:
        for line in lines:
            write(line)
