"""Temporary folders: they go with their process, and what a killed one left is removed."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bessemer.runner.cluster.worker import worker_folder
from bessemer.runtime.temporary_folders import temporary_folder

_KILLED = """
import os, signal
from bessemer.runtime.temporary_folders import temporary_folder
with temporary_folder() as folder:
    (folder / "file").touch()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The machine's temporary folder, for these tests."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_a_folder_is_ours_alone_and_gone_at_the_end(temporary: Path) -> None:
    """With all that is in it."""
    with temporary_folder() as folder:
        (folder / "below").mkdir()
        assert [folder] == list(temporary.iterdir())
        assert 0o700 == folder.stat().st_mode & 0o777
    assert [] == list(temporary.iterdir())


def test_the_folder_of_a_killed_process_is_removed_by_the_next(temporary: Path) -> None:
    """Nobody holds its lock any more."""
    environment = os.environ | {"TMPDIR": str(temporary)}
    subprocess.run([sys.executable, "-c", _KILLED], env=environment, check=False)
    (left,) = temporary.iterdir()
    assert [left / "file"] == list(left.iterdir())

    with temporary_folder() as folder:
        assert [folder] == list(temporary.iterdir())


def test_folders_that_somebody_holds_and_those_of_others_stay(temporary: Path) -> None:
    """Several processes may share a machine, and a user's own folder may be called nearly the same."""
    own = [temporary / name for name in ("bessemer-tmp", "bessemer-tmp-mine", "bessemer-data")]
    for one in own:
        one.mkdir(mode=0o700)
    open_to_others = temporary / "bessemer-tmp-abcdefgh"
    open_to_others.mkdir(mode=0o755)
    target = temporary / "bessemer-data"
    link = temporary / "bessemer-tmp-abcdefg1"
    link.symlink_to(target)
    with temporary_folder() as one, temporary_folder() as other:
        assert {*own, open_to_others, link, one, other} == set(temporary.iterdir())


def test_all_that_a_worker_of_a_cluster_writes_is_in_its_folder(temporary: Path) -> None:
    """And it goes with the worker."""
    with worker_folder() as folder:
        made = Path(tempfile.mkdtemp())
        assert folder == made.parent
        assert temporary == folder.parent
    assert [] == list(temporary.iterdir())
    assert str(temporary) == tempfile.gettempdir()
