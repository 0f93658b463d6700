"""How a player asks every command of the command line, for the canary test."""

_READING = [["@last"], ["@last", "--branch", "0"], ["@last", "--branch", "CANARY-line"]]
SCRIPT = """
title = "x"
system = "toy"
[[participants]]
id = "gm"
role = "gm"
"""
RECIPES: dict[str, list[list[str]]] = {
    "new": [["Dusk", "--system", "toy", "--player", "p9=Ken"]],
    "do": [
        ["@last", "say", "text=hello"],
        ["@last", "say", "text=hello", "to=p2"],
        ["@last", "roll", "dice=2d6"],
        ["@last", "roll", "dice=2d6", "blind=true"],
        ["@last", "strike", "character=a", "at=b"],
        ["@last", "strike", "character=a", "at=canarynpx"],
        ["@last", "strike", "character=Oryu", "at=CANARY-nobody"],
        ["@last", "strike", "character=nobody", "at=b"],
        ["@last", "answer", "character=b", "choice=take"],
        ["@last", "adjust", "name=b.hpx", "value=3"],
        ["@last", "reveal", "what=8"],
        ["@last", "reveal", "what=99"],
        ["@last", "open_plot", "plot=road"],
        ["@last", "seal_choice", "plot=road", "text=again"],
        ["@last", "say", "text=x", "--branch", "nowhere"],
        ["@last", "say", "text=x", "--expect", "deadbeef"],
        ["@last", "enter", "character=b"],
        ["@last", "draw", "character=b", "--dice", "1,1,1"],
        ["@last", "nonsense"],
    ],
    "play": [["@last"]],
    "run": [["script.toml"], ["missing.toml"]],
    "moves": [*_READING, ["@last", "b"], ["@last", "nobody"]],
    "log": [
        *_READING,
        ["@last", "--raw"],
        ["@last", "--type", "rolled"],
        ["@last", "--type", "hid"],
        ["@last", "--history", "12"],
        ["@last", "--history", "15"],
        ["@last", "--from", "3", "--to", "14"],
        ["@last", "--from", "999"],
    ],
    "show": [
        *_READING,
        ["@last", "b"],
        ["@last", "nobody"],
        ["@last", "--at", "12"],
        ["@last", "@14"],
        ["@last", "14"],
    ],
    "replay": [*_READING, ["@last", "--from", "9", "--to", "20"]],
    "chance": [["@last", "strike", "character=a", "at=b"], ["@last", "strike", "character=a", "at=nobody"]],
    "undo": [["@last"], ["@last", "--dry-run"]],
    "edit": [["@last", "8", "newer"], ["@last", "9", "newer"], ["@last", "10", "newer"]],
    "retract": [["@last", "8"], ["@last", "11"]],
    "redact": [["@last", "8", "--yes"], ["@last", "11", "--yes"], ["@last", "--of", "p1", "--yes"]],
    "alias": [["@last", "p1", "Jiro"], ["@last", "canarynpx", "Jiro"]],
    "forget": [["@last", "p1", "--yes"], ["@last", "p1", "--words", "--yes"]],
    "whatif": [
        ["@last", "--at", "12", "strike", "character=a", "at=b"],
        ["@last", "--at", "9", "amount=1"],
        ["@last", "--at", "999", "x=1"],
        ["@last", "--option", "dodge=never"],
        ["@last", "--branch", "CANARY-line", "--rules", "1", "--past"],
    ],
    "fork": [
        ["@last", "mine"],
        ["@last", "mine", "--at", "8"],
        ["@last", "mine", "--at", "2"],
        ["@last", "CANARY-x"],
    ],
    "branches": [
        ["@last"],
        ["@last", "--rename", "0", "mine"],
        ["@last", "--rename", "CANARY-line", "mine"],
        ["@last", "--rename", "1", "CANARY-line"],
    ],
    "mark": [
        ["@last", "!!", "fine", "--at", "8"],
        ["@last", "??", "--at", "{hidden}"],
        ["@last", "!", "--branch", "0"],
        ["@last", "?", "--branch", "CANARY-line"],
        ["@last", "-", "--at", "9"],
        ["@last", "!"],
        ["@last", "!", "--at", "999"],
    ],
    "adopt": [["@last", "nowhere"], ["@last", "0"]],
    "rollout": [
        ["@last", "--games", "5", "--rounds", "3"],
        ["@last", "--games", "5", "--rounds", "3", "--at", "12"],
        ["@last", "--games", "5", "--choice", "strike character=a at=b"],
        ["@last", "--games", "5", "--choice", "answer character=b choice=take", "--rounds", "3"],
        ["@last", "--games", "5", "--choice", "strike character=a at=canarynpx"],
        ["@last", "--games", "5", "--choice", "strike character=a at=nobody"],
        ["@last", "--branch", "CANARY-line"],
    ],
    "diff": [
        ["@last", "0", "1"],
        ["@last", "@9", "@14"],
        ["@last", "0@9", "1"],
        ["@last", "1@9", "CANARY-line@9"],
        ["@last", "0", "nowhere"],
        ["@last", "@1", "@999"],
        ["@last", "0@999", "1"],
    ],
    "roll": [
        ["@last", "3d6"],
        ["@last", "3d6", "--secret"],
        ["@last", "3d6", "--blind"],
        ["@last", "nonsense"],
    ],
    "verify-roll": [["@last", "9"], ["@last", "{hidden}"], ["@last", "99"], ["@last", "{open}"]],
    "dispute": [["@last", "9", "--reason", "x"], ["@last", "{hidden}", "--reason", "x"]],
    "rule": [["@last", "1", "upheld", "--reason", "x"]],
    "disputes": [["@last"]],
    "audit": [["@last"], ["@last", "-o", "page.html"]],
    "turning": [
        ["@last", "--games", "2"],
        ["@last", "--games", "2", "--branch", "0"],
        ["@last", "--games", "2", "--branch", "CANARY-line"],
    ],
    "recap": [
        ["@last"],
        ["@last", "-o", "recap.md"],
        ["@last", "--branch", "0"],
        ["@last", "--turning", "2"],
    ],
    "export": [["@last", "log.jsonl"], ["@last", "plain.jsonl", "--no-proof"]],
    "import": [["{view}"]],
    "systems": [[], ["toy"]],
    "sessions": [[]],
    "token": [["@last", "p1"], ["@last", "CANARY-x"]],
    "db": [["check"], ["upgrade"], ["backup", "."], ["copy", "sqlite://"], ["restore", "nowhere.db"]],
    "doctor": [[]],
    "follow": [["--once"], ["rolls", "--once", "--anew"], ["nonsense"]],
    "publish": [
        ["--once"],
        ["--nats", "nats://127.0.0.1:1", "--stream", "a.b", "--once"],
        ["--nats", "nats://127.0.0.1:1", "--creds", "script.toml", "--once"],
    ],
    "nonces": [["@last"], ["@last", "--length", "3"]],
    "word": [["@last", "plum"]],
    "dice": [["@last"]],
    "verifier": [[], ["-o", "page.html"]],
}
"""For each command the ways in which a player asks it; `--as` and the options of all come behind."""
OF_THE_OWNER = frozenset(
    {"new", "run", "import", "systems", "sessions", "db", "doctor", "verifier", "token", "follow", "publish"}
)
"""Commands without `--as`: whoever keeps the file asks them, and they tell of no entries."""
