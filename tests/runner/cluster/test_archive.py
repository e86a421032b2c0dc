"""Bots on their way to other machines."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from bessemer.ladder.ladder import Ladder
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runner.cluster import archive
from bessemer.runner.cluster.archive import pack, unpack
from bessemer.runner.cluster.messages import ClusterFailed, WorkerConfig
from bessemer.runner.sandbox.limits import GENEROUS

PYTHON_THERE = "/elsewhere/bin/python"


def bot_folder(parent: Path) -> Path:
    """A bot with a part in another folder, and much that is not the bot."""
    folder = parent / "mine"
    for path in ("bot.py", "parts/brain.txt", ".git/config", "parts/__pycache__/x.pyc", "data/db"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(path)
    (folder / "bot.py").chmod(0o755)
    return folder


def packed_files(folder: Path, data: Path) -> Mapping[str, tuple[bytes, bool]]:
    """What is sent of a bot's folder."""
    packed = pack(BotSpec("mine", (sys.executable, "bot.py"), folder), data)
    assert packed.files is not None
    return packed.files


def test_an_archive_has_the_bots_files_and_not_the_ladders_data(tmp_path: Path) -> None:
    """Neither the database with its tokens nor what is no use elsewhere leaves the machine."""
    folder = bot_folder(tmp_path)

    files = packed_files(folder, folder / "data")

    expected = {"bot.py": (b"bot.py", True), "parts/brain.txt": (b"parts/brain.txt", False)}
    assert expected == files


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    """What the sandbox would not show here is not shown elsewhere."""
    folder = bot_folder(tmp_path)
    (tmp_path / "secret").write_text("secret")
    (folder / "link").symlink_to(tmp_path / "secret")
    (folder / "way-out").symlink_to(tmp_path)

    files = packed_files(folder, folder / "data")

    assert {"bot.py", "parts/brain.txt"} == set(files)


@pytest.mark.parametrize("bound", ["MAX_BYTES", "MAX_FILES"])
def test_a_folder_that_is_too_large_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    """A home that was meant as the bot's folder is not sent around."""
    monkeypatch.setattr(archive, bound, 1)

    with pytest.raises(ClusterFailed, match=r"mine's folder .* is too large"):
        packed_files(bot_folder(tmp_path), tmp_path / "data")


def test_a_bot_can_be_started_where_it_is_unpacked(tmp_path: Path) -> None:
    """Its files are there, and its command line names them and the Python of that machine."""
    folder = bot_folder(tmp_path)
    command = (PYTHON_THERE, str(folder / "bot.py"), "--fast", "/usr/share/other")
    bots = [
        BotSpec("mine", command, folder, "ann"),
        BotSpec("greedy", (PYTHON_THERE, "-m", "greedy")),
    ]
    worker_config = WorkerConfig(
        python=PYTHON_THERE,
        ladder=Ladder("furnace", "furnace", {}, 2),
        bots=[pack(bot, folder / "data") for bot in bots],
        limits=GENEROUS,
        readable=(),
        concurrency=3,
        thinkers=2,
        instances={"mine": 2},
    )

    config = unpack(worker_config, tmp_path / "worker")

    mine, greedy = config.entrants
    assert mine.folder is not None
    program = mine.folder / "bot.py"
    assert program.is_relative_to(tmp_path / "worker")
    assert (sys.executable, str(program), "--fast", "/usr/share/other") == mine.command
    assert "bot.py" == program.read_text()
    assert os.access(program, os.X_OK)
    assert "parts/brain.txt" == (mine.folder / "parts" / "brain.txt").read_text()
    assert "ann" == mine.author
    assert ((sys.executable, "-m", "greedy"), None) == (greedy.command, greedy.folder)
    assert (config.data,) == config.sandbox.hidden
    assert not mine.folder.is_relative_to(config.data)
