"""The README's example runs as it stands."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_the_readmes_match_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    """The ten lines play a whole match and print its outcome."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)

    exec(example, {})  # noqa: S102 - the point of the test

    assert re.fullmatch(r"Outcome\(ranks=\(.*\), scores=\(.*\)\)\n", capsys.readouterr().out)
