"""The benchmark of browsers that watch."""

import json
import subprocess
import sys


def test_a_quick_run_ends_with_one_json_object() -> None:
    """It measures nothing, but all its processes work together."""
    done = subprocess.run(
        [
            *(sys.executable, "-P", "-m", "bessemer.cli.main", "bench", "web"),
            *("--quick", "--json"),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout.splitlines()[-1])

    assert ("web", 1) == (found["name"], found["rounds"])
    assert found["ratio"] > 0
    assert {"alone per second", "watched per second", "frames per second"} <= set(found["figures"])
