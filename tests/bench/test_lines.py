"""The benchmark of lines runs from end to end; nothing here is timed."""

import json

import pytest

from bessemer.bench.decisions import lines
from tests.bench.commands import run_benchmark


def test_a_quick_run_ends_with_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    """The last line parses and has every figure promised."""
    code = run_benchmark(lines, ["--quick", "--json"])
    read = json.loads(capsys.readouterr().out.splitlines()[-1])

    assert (0, "lines") == (code, read["name"])
    assert read["low"] <= read["ratio"] <= read["high"]
    for name in (
        "plain: microseconds above the SDK",
        "json: microseconds above the SDK",
        "questions per second",
        "questions in lists per second",
    ):
        assert read["figures"][name]["median"]
