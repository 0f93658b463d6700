"""Choice: some of several things, `choice[天ぷら,そば]`."""

import re
from string import ascii_lowercase, ascii_uppercase

from tenmatsu.engine.bcdice.evaluation import ARROW, Asking, Evaluation, Typed, replied
from tenmatsu.engine.bcdice.folding import fold_letters

_MOST_ITEMS = 100
_HEAD = re.compile(r"CHOICE([0-9]{0,4})(?:([\[(])|\s+)")
_CLOSERS = {"[": re.compile(r"\](?=\s|$)"), "(": re.compile(r"\)(?=\s|$)")}
_LETTERS = re.compile(r"([a-z])-([a-z])|([A-Z])-([A-Z])")
_NUMBERS = re.compile(r"([0-9]{1,15})-([0-9]{1,15})")


class Choice(Typed, frozen=True):
    """Things, and how many of them are taken."""

    items: tuple[str, ...]
    taken: int
    opener: str
    """`[`, `(`, or a blank."""
    comment: str

    @property
    def remark(self) -> str | None:
        """Return what stands behind the closing bracket."""
        return self.comment

    def written(self) -> str:
        """Return the command."""
        head = f"choice{self.taken if self.taken > 1 else ''}{self.opener}"
        return head + (" " if self.opener == " " else ",").join(self.items) + _closing(self.opener)

    def expected(self) -> float:
        """Return how many dice it rolls."""
        return self.taken

    def roll(self) -> Asking:
        """Draw one thing after another."""
        if len(self.items) > _MOST_ITEMS:
            return replied("typed_choice_items", f"項目数は{_MOST_ITEMS}以下としてください")
        faces = yield tuple(len(self.items) - place for place in range(self.taken))
        left = list(self.items)
        drawn = [left.pop(face - 1) for face in faces]
        joined = (" " if self.opener == " " else ", ").join(drawn)
        return Evaluation(text=f"({self.written()}){ARROW}{joined}")


def _closing(opener: str) -> str:
    return {"[": "]", "(": ")"}.get(opener, "")


def read_choice(raw: str) -> Choice | None:
    """Read `choice[a,b]`, `choice2(a,b,c)`, `choice a b c` from a whole line; things stay as typed."""
    folded = fold_letters(raw)
    head = _HEAD.match(folded)
    if head is None:
        return None
    taken, opener = int(head[1] or 1), head[2] or " "
    if opener == " ":
        parts, comment = raw[head.end() :].split(), ""
    else:
        end = _CLOSERS[opener].search(folded, head.end())
        if end is None:
            return None
        is_wide = raw[head.end() - 1] != opener
        parts = re.split("[,，、]" if is_wide else ",", raw[head.end() : end.start()])
        comment = raw[end.end() :].strip()
    items = [item for part in parts if (item := part.strip())]
    if len(items) == 1:
        items = _expand(items[0])
    if len(items) > _MOST_ITEMS:
        return Choice(tuple(items), 0, opener, comment)
    if not 1 <= taken <= len(items):
        return None
    return Choice(tuple(items), taken, opener, comment)


def _expand(item: str) -> list[str]:
    """Return the things that `A-F` or `3-10` stands for; nothing where a lone thing is no such span."""
    if match := _LETTERS.fullmatch(item):
        first, last = (letter for letter in match.groups() if letter)
        letters = ascii_lowercase if match[1] else ascii_uppercase
        found = list(letters[letters.index(first) : letters.index(last) + 1])
    elif match := _NUMBERS.fullmatch(item):
        low, high = int(match[1]), int(match[2])
        found = [str(number) for number in range(low, min(high, low + _MOST_ITEMS) + 1)]
    else:
        return []
    return found if len(found) > 1 else []
