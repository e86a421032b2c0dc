"""`bessemer webhook`: on a folder without a referee, and on one with."""

import json
from pathlib import Path

import pytest

from bessemer.cli.main import main


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The exit code of a command, and what it printed."""
    code = main(words)
    out, err = capsys.readouterr()
    return code, out + err


def test_webhooks_are_added_listed_tested_and_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The secret is printed once; a test of a private address says how it is allowed."""
    where = "--data", str(tmp_path / "data")
    assert main(("ladder", "create", "main", "--game", "furnace", *where)) == 0
    capsys.readouterr()

    code, refused = said(capsys, "webhook", "add", "http://127.0.0.1:9/", *where)
    assert (1, True) == (code, "serve --webhook-allow 127.0.0.1" in refused)
    url = "https://8.8.8.8/hook"  # nothing is sent there
    code, added = said(
        capsys, "webhook", "add", url, "--event", "alert", "--ladder", "main", *where
    )
    assert 0 == code
    assert 1 == added.count("whsec_")

    _, listed = said(capsys, "webhook", "list", *where)
    assert "whsec_" not in listed
    assert "8.8.8.8  https://8.8.8.8/hook  alert of main" in listed
    _, facts = said(capsys, "webhook", "list", "--json", *where)
    assert ["alert"] == json.loads(facts)["webhooks"][0]["kinds"]
    assert 0 == said(capsys, "webhook", "remove", "8.8.8.8", *where)[0]
    assert "There is no webhook." in said(capsys, "webhook", "list", *where)[1]
    code, gone = said(capsys, "webhook", "test", "8.8.8.8", *where)
    assert (1, True) == (code, "bessemer webhook list" in gone)
