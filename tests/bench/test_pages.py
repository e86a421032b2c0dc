"""The benchmark of pages in Chromium."""

import json
import subprocess
import sys

from tests.programs import needed_program


def test_a_quick_run_ends_with_one_json_object() -> None:
    """It measures nothing, but opens the page of a match, steps through it, and has all figures."""
    needed_program("chromium", "the benchmark of pages")
    done = subprocess.run(
        [
            *(sys.executable, "-P", "-m", "bessemer.cli.main", "bench", "pages"),
            *("--quick", "--game", "alchemicus", "--json"),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout.splitlines()[-1])

    assert ("pages", 1) == (found["name"], found["rounds"])
    assert found["ratio"] > 0
    figures = found["figures"]["alchemicus"]
    for name in ("picture", "frozen", "step", "whole", "step 95 %", "picture clock", "step clock"):
        assert figures[name] > 0, name
