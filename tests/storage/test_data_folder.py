"""What a referee keeps is its owner's alone, and a looser folder is mended with a sentence."""

import stat
from contextlib import closing
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bessemer.matches.durable.store import StoreError
from bessemer.storage.data_folder import private_folder
from bessemer.storage.matches.match_store import open_store
from tests.storage.examples import created


def mode(path: Path) -> int:
    """Who may do what with it."""
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_folder_and_what_sqlite_writes_there_are_private(tmp_path: Path) -> None:
    """Whatever the umask says: the database, its write-ahead log and its index."""
    folder = tmp_path / "deep" / "data"
    private_folder(folder)
    with closing(open_store(folder / "bessemer.sqlite3")) as store:
        store.write([created()])
        files = sorted(folder.iterdir())

        assert [0o700] + [0o600] * 3 == [mode(path) for path in (folder, *files)]
    assert ["", "-shm", "-wal"] == [one.name.removeprefix("bessemer.sqlite3") for one in files]


def test_a_looser_folder_of_ours_is_mended_and_said_to_be(tmp_path: Path) -> None:
    """With everything in it that is secret; the second time there is nothing to say."""
    folder = tmp_path / "data"
    folder.mkdir()
    for name in ("bessemer.sqlite3", "organiser.token", "replay-key.pem", "report.html"):
        (folder / name).touch()
        (folder / name).chmod(0o644)
    folder.chmod(0o755)
    with capture_logs() as lines:
        private_folder(folder)
        private_folder(folder)

    assert 0o700 == mode(folder)
    assert [0o600] * 3 == [
        mode(folder / name) for name in ("bessemer.sqlite3", "organiser.token", "replay-key.pem")
    ]
    (line,) = lines
    assert (
        "data was open to other users of this machine, and is its owner's alone now"
        == line["event"]
    )
    assert [str(folder), str(folder / "bessemer.sqlite3")] == line["mended"][:2]


@pytest.mark.parametrize(
    ("folder_mode", "other"),
    [
        pytest.param(0o1777, "bessemer.sqlite3", id="shared"),
        pytest.param(0o755, "thesis.tex", id="other"),
    ],
)
def test_a_folder_that_is_not_ours_alone_stays_open(
    tmp_path: Path, folder_mode: int, other: str
) -> None:
    """One for temporary files, or one with other things: our files are private there all the same."""
    folder = tmp_path / "shared"
    folder.mkdir()
    (folder / other).touch()
    folder.chmod(folder_mode)
    private_folder(folder)
    open_store(folder / "bessemer.sqlite3").close()

    assert folder_mode == mode(folder)
    assert 0o600 == mode(folder / "bessemer.sqlite3")


def test_a_looser_database_elsewhere_is_mended(tmp_path: Path) -> None:
    """By every command that opens it."""
    file = tmp_path / "other.db"
    open_store(file).close()
    file.chmod(0o644)
    with capture_logs() as lines:
        open_store(file).close()

    assert 0o600 == mode(file)
    assert [str(file)] == [line["file"] for line in lines]


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    """With its name, and without a number."""
    (tmp_path / "file").touch()

    with pytest.raises(StoreError, match=r"--data: .*/file/data: Not a directory"):
        private_folder(tmp_path / "file" / "data")
