"""
Ten thousand streams at once: does the referee hold them, and does every match on them end well?

    python -m tools.open_streams [--streams N] [--json]

Every stream is a seat of a match of four that is being played. Nobody answers before all have joined, so
that many streams are open at the same time; then all matches are played to their ends.
"""

import argparse
import json
import resource
import tempfile
import time
from pathlib import Path
from typing import Any

from bessemer.bench.decisions.referee import memory_of, module_process, referee_process, served_line
from bessemer.bench.decisions.scripts import SEATS


def run(streams: int) -> dict[str, Any]:
    """Play so many seats at once; what it took."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="bessemer-streams-") as folder:
        log = Path(folder) / "referee.log"
        with (
            referee_process(Path(folder), log) as referee,
            module_process("bessemer.bench.decisions.load") as players,
        ):
            address = served_line(log)["listen"][0]
            before, began = memory_of(referee.pid), time.monotonic()
            task = {
                "what": "play",
                "address": address,
                "token": (Path(folder) / "organiser.token").read_text(encoding="ascii").strip(),
                "matches": streams // SEATS,
                "durability": "match",
            }
            if players.stdin is None or players.stdout is None:
                raise AssertionError("the players' input and output are pipes")
            players.stdin.write(json.dumps(task) + "\n")
            players.stdin.flush()
            answer = players.stdout.readline()
            seconds = time.monotonic() - began
            grown = memory_of(referee.pid) - before
        text = log.read_text(encoding="utf-8")
    return {
        "streams": streams // SEATS * SEATS,
        "ended": bool(answer),
        "seconds": round(seconds, 1),
        "kib_per_stream": round(grown / streams, 1),
        "forfeits": text.count('"seat forfeits"'),
        "tracebacks": text.count("Traceback"),
    }


def main() -> int:
    """Exit 1 if a match did not end as it should."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1] if __doc__ else "")
    parser.add_argument("--streams", type=int, default=10_000, metavar="N")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = run(args.streams)
    if args.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:<16} {value}")
    return 0 if found["ended"] and not found["forfeits"] and not found["tracebacks"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
