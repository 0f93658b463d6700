"""Tell a roll step by step: for `verify-roll --explain`."""

from collections.abc import Iterator
from typing import Any

import msgspec

from tenmatsu.engine.api import Contribution, DieStory, RollProof, RollStory
from tenmatsu.engine.language import Lang
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.words import say

_ZERO = "00" * 32


def plain_story(story: RollStory, *, whole: bool) -> dict[str, Any]:
    """Return a story for machines; versions are left out where the reader counts others."""
    found: dict[str, Any] = msgspec.to_builtins(story)
    if story.ring is not None:
        found["ring"] = {key: found["ring"][key] for key in ("ring", "count", "leaves", "keeper", "why")}
        found["ring"] |= {"version": story.ring_version, "commit": story.ring_commit}
        found["ring"]["fixed"] = story.ring.fixed
    del found["ring_version"], found["ring_commit"]
    if not whole:
        for one in (found["ring"] or {}, *found["contributions"]):
            one.pop("version", None)
    return found


def story_lines(
    proof: RollProof, story: RollStory, teller: Teller, lang: Lang, *, whole: bool
) -> Iterator[str]:
    """Yield the steps of a roll in words; a wrong step says so."""
    telling = _Telling(proof, story, teller, lang, whole=whole)
    for number, (step, lines) in enumerate(telling.steps().items(), 1):
        mark = "✗" if step in story.wrong else "✓"
        yield f"{mark} {number}. {say(f'explain_{step}', lang)}"
        yield from lines
        if step in story.wrong:
            yield say("explain_wrong", lang, number=number)
    if "source" in story.wrong:
        yield say("explain_source", lang)


class _Telling:
    """A story being told to one reader."""

    def __init__(
        self, proof: RollProof, story: RollStory, teller: Teller, lang: Lang, *, whole: bool
    ) -> None:
        self._proof = proof
        self._story = story
        self._teller = teller
        self._lang: Lang = lang
        self._whole = whole

    def steps(self) -> dict[str, Iterator[str]]:
        """Return the lines of each step."""
        return {"ring": self._ring(), "key": self._key(), "mix": self._mix(), "faces": self._faces()}

    def _say(self, sentence: str, /, **details: object) -> str:
        return say(f"explain_{sentence}", self._lang, **details)

    def _ring(self) -> Iterator[str]:
        roll, ring = self._proof.roll, self._story.ring
        if ring is None:
            yield self._say("ring_none", ring=roll.ring or "-")
            return
        place = self._place(self._story.ring_version, self._story.ring_commit or "")
        keeper = self._teller.name(ring.keeper)
        yield self._say("ring_is", ring=ring.ring, count=ring.count, keeper=keeper, place=place)
        yield self._say("ring_key", index=roll.index)

    def _key(self) -> Iterator[str]:
        yield self._say("key_is", key=self._proof.roll.key)
        yield self._say("leaf_of_key", leaf=self._proof.leaf_of_key)
        yield self._say("leaf", leaf=self._proof.leaf_committed or "-")

    def _mix(self) -> Iterator[str]:
        yield self._say("mix_begins", mix=_ZERO)
        for one in self._story.contributions:
            yield self._say(
                "contribution",
                mark="✓" if one.fits else "✗",
                place=self._place(one.version, one.commit),
                by=self._teller.name(one.by),
                what=self._what(one),
            )
            yield self._say("value", value=one.value)
            yield self._say("mix_then", mix=one.mix)
        if not self._story.contributions:
            yield self._say("mix_none")
        yield self._say("mix_of_roll", mix=self._proof.roll.mix or _ZERO)

    def _faces(self) -> Iterator[str]:
        for block in self._story.blocks:
            yield self._say("block", number=block.number, input=block.input)
            yield self._say("block_gives", data=block.data)
        for number, (die, (_, said)) in enumerate(
            zip(self._story.dice, self._proof.roll.dice, strict=False), 1
        ):
            yield self._say("die", number=number, sides=die.sides, limit=die.limit, reads=self._reads(die))
            last = die.reads[-1].value
            if die.face == said:
                yield self._say("face", value=last, sides=die.sides, face=die.face)
            else:
                yield self._say("face_wrong", value=last, sides=die.sides, face=die.face, said=said)

    def _place(self, version: int | None, commit: str) -> str:
        return self._say("place" if self._whole else "place_seen", version=version, commit=commit[:12])

    def _what(self, one: Contribution) -> str:
        return self._say("word") if one.word else self._say("link", chain=one.chain, link=one.link)

    def _reads(self, die: DieStory) -> str:
        told = [
            self._say("taken" if one.taken else "rejected", data=one.data, value=one.value)
            for one in die.reads
        ]
        return ("、" if self._lang == "ja" else ", ").join(told)
