"""docs/environment.md: what a started bot is told, in a match and on a ladder."""

import re
from pathlib import Path

import pytest

from bessemer.sdk.program.environment import bot_environment, instance_environment

PAGE = (Path(__file__).parents[3] / "docs/environment.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(BESSEMER_\w+)` +\|([^|]*)\|([^|]*)\|", PAGE, re.MULTILINE)
IN_A_MATCH = {name for name, seat, _ in ROWS if seat.strip()}
ON_A_LADDER = {name for name, _, ladder in ROWS if ladder.strip()}


def test_a_bot_is_told_what_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same names whoever starts it; what is the same for both ways has the same value."""
    monkeypatch.setenv("BESSEMER_MODEL_COMMAND", "my-model")
    match = bot_environment("unix:/s", "m1", 2, "bsm_x_y", "7", "brass")
    ladder = instance_environment("unix:/s", "main", "bsm_x_y", "brass", 4, "")

    assert IN_A_MATCH == set(match)
    assert ON_A_LADDER == set(ladder)
    both = IN_A_MATCH & ON_A_LADDER
    assert {name: match[name] for name in both} == {name: ladder[name] for name in both}
    assert "BESSEMER_SEED" not in bot_environment("unix:/s", "m1", 2, "bsm_x_y", None, "brass")


def test_a_model_is_told_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not as an empty text."""
    for command in (None, ""):
        if command is None:
            monkeypatch.delenv("BESSEMER_MODEL_COMMAND", raising=False)
        else:
            monkeypatch.setenv("BESSEMER_MODEL_COMMAND", command)
        told = bot_environment("unix:/s", "m1", 2, "bsm_x_y", None, "brass")
        assert "BESSEMER_MODEL_COMMAND" not in told


def test_what_it_logs_is_as_the_starter_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little by default: a ladder's bots play thousands of matches."""
    monkeypatch.delenv("BESSEMER_LOG", raising=False)
    assert "warning" == instance_environment("a", "l", "t", "g", 1, "")["BESSEMER_LOG"]
    monkeypatch.setenv("BESSEMER_LOG", "debug")
    assert "debug" == instance_environment("a", "l", "t", "g", 1, "")["BESSEMER_LOG"]
    assert "debug" == bot_environment("a", "m", 0, "t", None, "g")["BESSEMER_LOG"]
