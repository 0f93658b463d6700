"""
Fuzz one target: `python tests/fuzz/fuzz.py TARGET FOLDER [RUNS] [SECONDS]`.

FOLDER keeps what widened the coverage, and the input that broke something. Needs atheris (Linux on x86-64).
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

atheris: Any = import_module("atheris")

GUIDES = {
    "notation": ["tenmatsu.engine.bcdice", "tenmatsu.engine.dice.notation"],
    "figures": ["tenmatsu.engine.toml", "tenmatsu.engine.tables"],
    "script": ["tenmatsu.engine.toml", "tenmatsu.tools.cli.script", "tenmatsu.tools.cli.lines", "tomllib"],
    "log": ["tenmatsu.engine.portable"],
    "bent_log": ["tenmatsu.engine.portable", "tenmatsu.engine.audit", "tenmatsu.engine.table"],
    "shown_log": ["tenmatsu.engine.portable", "tenmatsu.tools.cli"],
    "command": ["tenmatsu.engine.table", "tenmatsu.engine.deciding", "tenmatsu.engine.session"],
    "game": ["tenmatsu.systems"],
    "maps": ["tenmatsu.systems.ninjaslayer"],
}
"""By target, the code whose coverage guides the fuzzer."""
sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
with atheris.instrument_imports(include=GUIDES[sys.argv[1]]):
    import fuzztargets

CORPUS = Path(__file__).with_name("corpus")
MOST_MEMORY = 1024
"""MB that a run may take in all."""
MOST_BYTES = {"log": 65536, "script": 65536, "figures": 4096, "maps": 4096}
"""Of an input, where it may be long."""
MOST_SECONDS = 25
"""For one input, on a slow machine too."""


def main(target: str, folder: Path, runs: int, seconds: int) -> None:
    """Fuzz a target until the runs are done; libFuzzer ends the process."""
    kept = folder / target
    kept.mkdir(parents=True, exist_ok=True)
    for place, seed in enumerate(fuzztargets.seeds(target)):
        (kept / f"seed-{place}").write_bytes(seed)
    words = [
        sys.argv[0],
        str(kept),
        str(CORPUS / target),
        f"-artifact_prefix={folder}/{target}-",
        "-seed=1",
        "-len_control=0",
        f"-rss_limit_mb={MOST_MEMORY}",
        f"-timeout={MOST_SECONDS}",
        f"-max_len={MOST_BYTES.get(target, 300)}",
        *([f"-runs={runs}"] if runs else []),
        *([f"-max_total_time={seconds}"] if seconds else []),
    ]
    atheris.Setup(words, fuzztargets.TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    rest = [int(one) for one in sys.argv[3:]] + [0, 0]
    main(sys.argv[1], Path(sys.argv[2]), rest[0], rest[1])
