"""docs/errors.md is made from the .proto files, and tells what the referee does."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import grpc

from bessemer.rpc.calls.error_statuses import VERDICTS
from bessemer.v1 import error_reason_pb2

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")


def test_the_page_is_what_the_proto_files_say(tmp_path: Path) -> None:
    """Nobody has edited it, and nobody has forgotten to make it anew (make proto)."""
    made = tmp_path / "errors.md"
    subprocess.run([sys.executable, ROOT / "tools" / "error_page.py", made], check=True)

    assert made.read_text(encoding="utf-8") == PAGE


def test_every_reason_has_the_status_of_the_referee() -> None:
    """In the order of the enum, and each says when, what to do and whether to try again."""
    cell = r"[^|]*\S[^|]*"
    row = rf"^\| `([A-Z_]+)` \| `([A-Z_]+)` \|{cell}\|{cell}\|{cell}\|{cell}\|$"
    by_reason: dict[int, grpc.StatusCode] = dict(VERDICTS.values())
    values = error_reason_pb2.ErrorReason.DESCRIPTOR.values[1:]

    assert [
        (value.name.removeprefix("ERROR_REASON_"), by_reason[value.number].name) for value in values
    ] == re.findall(row, PAGE, re.MULTILINE)
