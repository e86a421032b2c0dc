"""The hostile table: what strangers hand in is built and checked, and harms nobody. Each row has its verdict."""

import socket
from pathlib import Path
from typing import Final

import pytest

from bessemer.runner.building.building import BUILD_LIMITS, Builder, NotBuilt
from bessemer.runner.building.inside import BuildPlan
from bessemer.submissions.archives import SUBMITTED
from tests.runner.building.archives import HOSTILE, MANIFEST, archive, plain
from tests.runner.sandbox.sandboxes import sandbox_of

EVIL: Final = (Path(__file__).parent / "evil.py").read_bytes()
LIMITS: Final = BUILD_LIMITS._replace(memory=512, temporary=32, tasks=64, log=64)


def evil(*words: object) -> bytes:
    """An archive whose build does something evil."""
    build = " ".join(map(str, ("python3", "evil.py", *words)))
    manifest = MANIFEST + f'build = "{build}"\n'.encode()
    return archive(plain("mine.py", b"pass"), plain("evil.py", EVIL), manifest=manifest)


def handed_in(content: bytes, work: Path) -> Path:
    """The file with an archive; the folder is made."""
    work.mkdir()
    path = work.parent / "submitted.tar.gz"
    path.write_bytes(content)
    return path


def odd_paths(folder: Path) -> list[Path]:
    """What is neither a folder nor a plain file."""
    found = folder.rglob("*")
    return [one for one in found if one.is_symlink() or not (one.is_dir() or one.is_file())]


def names_in(folder: Path) -> set[str]:
    """The names of what is in a folder."""
    return {path.name for path in folder.iterdir()}


def logged(work: Path) -> int:
    """The bytes of the logs of a build."""
    return sum(path.stat().st_size for path in work.glob("build.log*"))


async def verdict(content: bytes, work: Path, seconds: float = 60.0) -> tuple[str, str]:
    """Why an archive is refused, "" if it is built; and the log."""
    path = handed_in(content, work)
    log: list[str] = []
    builder = Builder(sandbox_of("isolated"), None, LIMITS, seconds)
    try:
        await builder.build(path, work, log.append)
    except NotBuilt as error:
        return str(error), "".join(log)
    return "", "".join(log)


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.asyncio
async def test_hostile_archives_are_refused(what: str, tmp_path: Path) -> None:
    """With a reason; nothing of them is outside of the folder, and nothing in it but plain files."""
    make, reason = HOSTILE[what]
    found, _ = await verdict(make(), tmp_path / "work")
    assert reason in found
    assert names_in(tmp_path) == {"submitted.tar.gz", "work"}
    assert odd_paths(tmp_path) == []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        pytest.param(("fill",), "failed with code 1", id="disk"),
        pytest.param(("hog",), "memory", id="memory"),
        pytest.param(("manifest",), "has changed bot.toml", id="another manifest"),
        pytest.param(("kill",), "the build was killed", id="forged result"),
        pytest.param(("read", "/etc/shadow"), "failed with code 1", id="passwords"),
        pytest.param(("write", "/usr/mine"), "failed with code 1", id="the system"),
    ],
)
@pytest.mark.asyncio
async def test_hostile_builds_are_refused(
    words: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    """With a reason and the log."""
    found, log = await verdict(evil(*words), tmp_path / "work")
    assert reason in found, log
    assert "$ python3 evil.py" in log


@pytest.mark.asyncio
async def test_builds_reach_no_network(tmp_path: Path) -> None:
    """Not even a port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        found, log = await verdict(evil("connect", server.getsockname()[1]), tmp_path / "work")
    assert "failed with code 1" in found
    assert "Connection refused" in log


@pytest.mark.asyncio
async def test_builds_see_nobody_elses_files(tmp_path: Path) -> None:
    """Neither what other teams have handed in nor the referee's data; and they change none."""
    others = tmp_path / "others.txt"
    others.write_text("the secret of others")
    found, log = await verdict(evil("read", others), tmp_path / "work")
    assert "failed with code 1" in found
    assert "No such file" in log
    assert "secret of" not in log
    found, log = await verdict(evil("write", tmp_path / "submitted.tar.gz"), tmp_path / "again")
    assert "failed with code 1" in found, log
    assert others.read_text() == "the secret of others"


@pytest.mark.parametrize("what", ["flood", "wait", "fork"])
@pytest.mark.asyncio
async def test_builds_that_never_end_are_ended(what: str, tmp_path: Path) -> None:
    """After their time, with a log of bounded size."""
    found, log = await verdict(evil(what), tmp_path / "work", seconds=4.0)
    assert found == "it took longer than 4 s to build"
    assert logged(tmp_path / "work") <= LIMITS.log * 1024
    assert len(log) < 4 * 2**20


@pytest.mark.asyncio
async def test_what_a_build_leaves_behind_is_ended(tmp_path: Path) -> None:
    """Processes are, links stay out, and modes are plain."""
    found, log = await verdict(evil("leave"), tmp_path / "work")
    assert found == ""
    assert "processes that the command had left were ended" in log
    found, log = await verdict(evil("odd_files"), tmp_path / "again")
    assert found == "", log
    built = tmp_path / "again" / "built"
    assert (built / "made").read_text() == "made"
    assert not (built / "passwd").exists()
    assert (built / "mine.py").stat().st_mode & 0o7777 == 0o755


def test_a_plan_survives_its_way() -> None:
    """The program inside reads what was written outside."""
    plan = BuildPlan("archive", SUBMITTED, "folder", [["make", "all"]], built="built")
    assert BuildPlan.decode(plan.encode()) == plan
