"""`bessemer protos`: the files that a client in another language needs."""

import subprocess
import sys
from pathlib import Path

import pytest

from bessemer.cli.main import main

REST = ("admin_service.proto", "submission_service.proto", "team_service.proto")
LADDER = "ladder_service.proto"
PLAY = {
    *("match_service.proto", "match.proto", "move.proto", "choice.proto", "error_reason.proto"),
    *("furnace.proto", "brass.proto", "alchemicus.proto"),
}


@pytest.mark.parametrize(
    ("words", "more"),
    [((), set()), (("--ladder",), {LADDER}), (("--all",), {LADDER, *REST})],
    ids=["play", "ladder", "all"],
)
def test_the_files_are_complete(words: tuple[str, ...], more: set[str], tmp_path: Path) -> None:
    """Whoever plays gets eight files without a call of organisers; protoc understands them."""
    assert 0 == main(["protos", str(tmp_path / "proto"), *words])
    files = sorted((tmp_path / "proto/bessemer/v1").iterdir())
    assert PLAY | more == {path.name for path in files}

    protoc = [sys.executable, "-m", "grpc_tools.protoc", f"-I{tmp_path / 'proto'}"]
    done = subprocess.run(
        [*protoc, f"--descriptor_set_out={tmp_path / 'all'}", *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (0, "") == (done.returncode, done.stderr)


def test_a_folder_that_cannot_be_written_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the exit code is 1."""
    (tmp_path / "proto").write_text("")
    assert 1 == main(["protos", str(tmp_path / "proto")])
    assert "cannot write" in capsys.readouterr().err
