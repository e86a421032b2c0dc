"""What workers leave behind: nothing, and what killed ones left is removed."""

import tempfile
from pathlib import Path

import pytest

from bessemer.runner.cluster.worker import worker_folder


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The machine's temporary folder, for these tests."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_all_that_is_temporary_is_in_the_workers_folder(temporary: Path) -> None:
    """And it goes with the worker."""
    with worker_folder() as folder:
        made = Path(tempfile.mkdtemp())

        assert folder == made.parent
        assert temporary == folder.parent

    assert [] == list(temporary.iterdir())
    assert str(temporary) == tempfile.gettempdir()


def test_the_folder_of_a_killed_worker_is_removed_by_the_next(temporary: Path) -> None:
    """Nobody holds its lock any more."""
    left = temporary / "bessemer-worker-killed"
    (left / "data").mkdir(parents=True)
    (left / "alive").touch()

    with worker_folder() as folder:
        assert [folder] == list(temporary.iterdir())


def test_the_folder_of_a_living_worker_stays(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several workers may share a machine."""
    with worker_folder() as one:
        monkeypatch.setattr(tempfile, "tempdir", str(temporary))
        with worker_folder() as other:
            assert {one, other} == set(temporary.iterdir())


def test_a_folder_that_is_just_being_made_stays(temporary: Path) -> None:
    """It has no lock yet."""
    new = temporary / "bessemer-worker-new"
    new.mkdir()

    with worker_folder():
        assert new.is_dir()
