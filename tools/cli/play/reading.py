"""Read lines: at a prompt that completes, or plainly from a pipe."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol, TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

Suggest = Callable[[str], list[str]]
"""From the text before the cursor, what its last word may become."""


class Reader(Protocol):
    """Where the lines come from."""

    def read(self, prompt: str) -> str | None:
        """Return the next line, None at the end."""
        ...


class PlainReader:
    """Lines of a pipe or file; nothing is prompted."""

    def __init__(self, source: TextIO) -> None:
        self._source = source

    def read(self, prompt: str) -> str | None:
        """Return the next line, None at the end."""
        del prompt
        line = self._source.readline()
        return line.rstrip("\n") if line else None


class PromptReader:
    """A prompt with completion and a history; Ctrl-C drops the line, Ctrl-D ends."""

    def __init__(self, suggest: Suggest, history: History | None = None) -> None:
        self._session: PromptSession[str] = PromptSession(
            completer=Suggestions(suggest),
            complete_while_typing=False,
            history=history or _kept_history(),
        )

    def read(self, prompt: str) -> str | None:
        """Return the next line, None at the end."""
        try:
            return self._session.prompt(prompt)
        except KeyboardInterrupt:
            return ""
        except EOFError:
            return None


class Suggestions(Completer):
    """Hands a table's suggestions to the prompt."""

    def __init__(self, suggest: Suggest) -> None:
        self._suggest = suggest

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield what the word before the cursor may become."""
        text = document.text_before_cursor
        word = text.rpartition(" ")[2]
        for found in self._suggest(text):
            yield Completion(found, start_position=-len(word))


def _kept_history() -> History:
    """Return the history of earlier evenings; none is kept where the user's folder cannot be written."""
    from platformdirs import user_state_path

    folder: Path = user_state_path("tenmatsu", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "play_history"
        file.touch(mode=0o600)
    except OSError:
        return InMemoryHistory()
    return FileHistory(file)
