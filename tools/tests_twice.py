"""
Runs tests as a build does: what failed is run once more, alone, and what passes then is flaky.

A flaky test does not fail the build. It is named at the end, to be fixed next; a test that fails
again fails the build. The last line is pytest's own, of the first run or, if something failed twice, of the second.

    python tools/tests_twice.py build/flaky.txt tests/games -q     names of flaky tests are appended there
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

_FAILED: Final = 1
"""The exit code of pytest if tests failed, and nothing worse happened."""


class Run(NamedTuple):
    """One run of pytest."""

    code: int
    last_line: str


def main(flaky: Path, arguments: Sequence[str]) -> int:
    """Run them; pytest's exit code, or 0 if what failed passed alone."""
    with tempfile.TemporaryDirectory(prefix="bessemer-tests-") as folder:
        cache = Path(folder)
        first = run(cache, *arguments, "-n", "auto", "--dist", "worksteal")
        if first.code != _FAILED:
            return first.code
        failed = failures(cache)
        print("\nWhat failed, once more and alone:", flush=True)
        again = run(cache, *arguments, "-n", "0", "--last-failed")
        passed = sorted(failed - failures(cache))
    if passed:
        with flaky.open("a", encoding="utf-8") as file:
            file.writelines(f"{name}\n" for name in passed)
        print("\nFlaky: failed among others and passed alone:", *passed, sep="\n  ")
    # The last line of the output is the one that counts.
    print(first.last_line if again.code == 0 else again.last_line, flush=True)
    return again.code


def run(cache: Path, *arguments: str) -> Run:
    """Run pytest, and let everybody see what it prints."""
    command = [sys.executable, "-m", "pytest", "-o", f"cache_dir={cache}", *arguments]
    last_line = ""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            last_line = line.rstrip("\n") or last_line
    return Run(process.returncode, last_line)


def failures(cache: Path) -> set[str]:
    """The names of those that failed when they were run last."""
    file = cache / "v" / "cache" / "lastfailed"
    return set(json.loads(file.read_bytes())) if file.exists() else set()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
