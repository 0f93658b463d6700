"""
Write a sample of every event and command of the table as the present release stores it.

Run by hand, once a release: `python tests/support/write_samples.py`. A sample that is there is
never written again: it is what old logs look like, and tests read it for ever.
"""

import sys
from importlib.metadata import version
from pathlib import Path

import msgspec

from tenmatsu.engine.table import commands as c
from tenmatsu.engine.table import corrections as k
from tenmatsu.engine.table.annotations import Mark, NameLine
from tenmatsu.engine.table.disputes import OpenDispute, Rule
from tenmatsu.engine.table.secrets import OpenPlot, Reveal, SealChoice
from tenmatsu.events import table as t
from tenmatsu.events.codec import encode

TESTS = Path(__file__).parents[1]

EVENTS: tuple[msgspec.Struct, ...] = (
    t.SessionOpened(
        system="ukiyozoshi",
        rules_version=1,
        options={"katsugeki": "shared", "limit": 3, "strict": True, "banned": ["猫"]},
        table_options={"undo": "gm", "entered_dice": "anybody"},
        tables_sha256="ab" * 32,
        tables="[weapons]\n",
    ),
    t.SessionTitled(title="夜桜の下"),
    t.SessionClosed(sitting=1),
    t.SessionResumed(sitting=2, scenario_goes_on=False),
    t.OptionsChanged(options={"limit": 4}, table_options={"undo": "free"}, changed=("limit", "undo")),
    t.RulesMoved(rules_version=2, tables_sha256="cd" * 32, tables="[weapons]\n"),
    t.Adjusted(name="pc1.endurance", old=8, new=5),
    t.ParticipantJoined(participant="p1", role="player"),
    t.ParticipantLeft(participant="p1"),
    t.CharacterTaken(character="pc1", participant="p1"),
    t.CharacterNamed(character="pc1", name="お七"),
    t.SceneOpened(scene=1, title="長屋"),
    t.SceneClosed(scene=1),
    t.Said(by="pc1", text='"人影"が動く。', tab="info"),
    t.Narrated(by="gm", text="夜は更けて。"),
    t.Noted(by="p1", text="覚え書き", about=12),
    t.SpeechEdited(by="p1", of="0e" * 32, text="「人影」が動いた。"),
    t.SpeechRetracted(by="p1", of="0e" * 32),
    t.Redacted(by="gm", items=("0e" * 32, "1e" * 32)),
    t.Aliased(who="p1", alias="PL1"),
    t.Marked(by="p1", commit="bc" * 32, line="2", mark="!?", text="ここが分かれ目"),
    t.DiceCommitted(ring="o1", count=2, leaves="ef" * 64, keeper="gm", why="opened", fixed=True),
    t.NoncesCommitted(by="p1", chain=1, length=100, anchor="12" * 32, carried=True),
    t.EntropyAdded(by="p1", value="34" * 32, chain=1, link=1),
    t.Rolled(
        ring="o1",
        index=0,
        key="56" * 32,
        mix="78" * 32,
        dice=((6, 3), (6, 5)),
        by="pc1",
        for_="strike",
        retry_of="9a" * 32,
    ),
    t.Evaluated(
        by="pc1",
        bot="RuneQuestRoleplayingInGlorantha",
        command="RQG<=70",
        text="(1D100<=70) ＞ 2 ＞ 決定的成功",
        secret=True,
        success=True,
        critical=True,
        total=2,
        outcome="critical",
    ),
    t.Evaluated(
        by="gm",
        bot="NinjaSlayer2",
        command="N1,H1",
        text="(1B6>=4) ＞ 2 ＞ 成功数:0 \n(1B6>=5) ＞ 1 ＞ 成功数:0 \n",
        failure=True,
        fumble=True,
        successes=0,
        outcome="failure",
        parts=(
            t.EvaluatedPart(success=True, critical=True, total=3, successes=1, outcome="special"),
            t.EvaluatedPart(failure=True, fumble=True, successes=0, outcome="failure"),
        ),
    ),
    t.BranchForked(parent="0", at="bc" * 32, why="whatif", dice="same", audience="@gm"),
    t.BranchNamed(branch="1", name="もしも"),
    t.DecidedAgain(of="bc" * 32),
    t.TimelineAdopted(number=1, left="0", head="de" * 32),
    t.Revealed(
        by="gm",
        items=(t.OpenedItem(digest="12" * 32, kind="event", salt="34" * 16, text='{"type":"table.said"}'),),
        plot="r1",
    ),
    t.ChoiceSealed(plot="r1", by="pc1", participant="p1", among=("p1", "p2"), again=True),
    t.ChoiceMade(plot="r1", by="pc1", text="4, 6"),
    t.PlotOpened(plot="r1", by="gm"),
    t.AsideOpened(audience="@gm,p1"),
    t.AsideClosed(),
)

DISPUTES: tuple[msgspec.Struct, ...] = (
    t.DisputeOpened(dispute=1, by="p1", about="ab" * 32, commit="cd" * 32, audience="@gm,p1", carried=True),
    t.DisputeRuled(dispute=1, by="gm", answer="wound_back", carried=True),
)

COMMANDS: tuple[msgspec.Struct, ...] = (
    c.OpenSession(
        as_="gm",
        title="夜桜の下",
        system="ukiyozoshi",
        rules_version=1,
        options={"limit": 3},
        table_options={"undo": "gm"},
        tables="[weapons]\n",
        tables_sha256="ab" * 32,
        participants=(c.Seating("gm", "gm"), c.Seating("p1", "player")),
    ),
    c.CloseSession(as_="gm"),
    c.ResumeSession(as_="gm", scenario_goes_on=False),
    c.Rename(as_="gm", title="雨の夜"),
    c.Join(as_="gm", participant="p2", role="spectator"),
    c.Leave(as_="p2", participant="p2"),
    c.TakeCharacter(as_="gm", character="pc1", name="お七", participant="p1"),
    c.NameCharacter(as_="p1", character="pc1", name="七"),
    c.OpenScene(as_="gm", title="長屋"),
    c.CloseScene(as_="gm"),
    c.Say(
        as_="p1",
        text="しっ",
        tab="chat",
        character="pc1",
        to=("@gm", "p2"),
        secret=True,
        blind=True,
        silent=True,
    ),
    c.Narrate(as_="gm", text="夜は更けて。"),
    c.Note(as_="p1", text="覚え書き", about=12),
    k.Edit(as_="p1", what="0e" * 32, text="「人影」が動いた。", whose="p1", audience="@gm,p1"),
    k.Retract(as_="p1", what="0e" * 32, whose="p1", audience="@gm,p1"),
    k.Redact(as_="gm", of="p1", only=True, whose=("gm", "p1"), items={"": ("0e" * 32, "1e" * 32)}),
    k.Alias(as_="gm", who="p1", alias="PL1"),
    c.Roll(as_="p1", dice="2d6", for_="strike", character="pc1", secret=True),
    c.Roll(as_="gm", dice="S2D6+3>=7 見張り", bot="RuneQuest"),
    c.Adjust(as_="gm", name="pc1.endurance", value=5, reason="数え違い"),
    c.ChangeOptions(as_="gm", options={"limit": 4}, table_options={"undo": "free"}),
    c.MoveRules(as_="gm", rules_version=2, tables="[weapons]\n"),
    c.RenewDice(as_="gm", why="lost"),
    c.CommitNonces(as_="p1", length=4096, anchor="12" * 32),
    c.AddWord(as_="p2", value="34" * 32),
    c.CommitDice(as_="gm"),
    c.Fork(as_="gm", name="もしも", at="bc" * 32, dice="same", secret=True),
    c.Undo(as_="p1", at="bc" * 32, reason="言い間違い"),
    c.Adopt(as_="gm", branch="1"),
    Reveal(as_="gm", what=("12" * 32,), to=("p1",)),
    SealChoice(as_="p1", plot="r1", text="4, 6", character="pc1", among=("p1", "p2")),
    OpenPlot(as_="gm", plot="r1"),
)

MARK_COMMANDS: tuple[msgspec.Struct, ...] = (
    Mark(
        as_="p1", what="bc" * 32, line="2", mark="!?", text="ここが分かれ目", audience="@gm,p1", secret=True
    ),
    NameLine(as_="gm", name="もしも受けたら", line="2"),
)

DISPUTE_COMMANDS: tuple[msgspec.Struct, ...] = (
    OpenDispute(as_="p1", about="ab" * 32, commit="cd" * 32, audience="@gm,p1", reason="数え違いでは"),
    Rule(as_="gm", dispute=1, answer="corrected", name="pc1.endurance", value=5, reason="そのとおり"),
)


def write_samples(path: Path, messages: tuple[msgspec.Struct, ...]) -> None:
    """Write one line for each message, unless the file is there."""
    if path.exists():
        sys.stderr.write(f"{path} is there already; samples are never written again\n")
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(encode(message) + b"\n" for message in messages))


if __name__ == "__main__":
    release = version("tenmatsu")
    write_samples(TESTS / "events" / "samples" / release / "table.jsonl", (*EVENTS, *DISPUTES))
    write_samples(
        TESTS / "engine" / "samples" / release / "commands.jsonl",
        (*COMMANDS, *DISPUTE_COMMANDS, *MARK_COMMANDS),
    )
