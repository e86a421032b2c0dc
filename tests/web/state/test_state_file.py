"""Files of what the pages remember: damaged, on a full disk, and written beside other work."""

import asyncio
import errno
import threading
from pathlib import Path

import pytest

from bessemer.web.server import state_file
from bessemer.web.server.state_file import StateFile
from tests.referees.in_process import opened
from tests.web.asgi_browser import AsgiBrowser
from tests.web.served_pages import pages


def full(*_args: object, **_options: object) -> None:
    """A disk that takes nothing more."""
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.asyncio
async def test_a_full_disk_stops_nobody_and_brings_no_session_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People sign in and out as before; who has signed out is not signed in after a restart."""
    async with opened(tmp_path) as house:
        ada, _ = await house.player("ada")
        async with pages(house, tmp_path / "web") as app:
            early, late = AsgiBrowser(app), AsgiBrowser(app)
            await early.sign_in(ada.token)
            cookies = dict(early.cookies)
            with monkeypatch.context() as patch:
                patch.setattr(state_file, "write_whole", full)
                assert 303 == (await late.sign_in(ada.token)).status
                assert "ada" == await late.name()
                out = await early.post("/sign-out", {"csrf": await early.csrf()})
                assert 303 == out.status
                await app.people.sessions.file.saved()
                assert not (tmp_path / "web" / "sessions.json").exists()
        async with pages(house, tmp_path / "web") as app:
            stolen = AsgiBrowser(app)
            stolen.cookies = cookies
            assert "" == await stolen.name()


@pytest.mark.parametrize("name", ["sessions.json", "tables.json"])
@pytest.mark.asyncio
async def test_a_damaged_file_is_put_aside_and_told_of(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    """Nobody is signed out without a word, and what is left of it can be looked at."""
    state = tmp_path / "web"
    state.mkdir()
    (state / name).write_text("{", encoding="utf-8")
    async with opened(tmp_path) as house, pages(house, state) as app:
        assert 200 == (await AsgiBrowser(app).get("/sign-in")).status

    assert "{" == (state / f"{name}.damaged").read_text(encoding="utf-8")
    told = capfd.readouterr()
    assert "damaged" in told.out + told.err


@pytest.mark.asyncio
async def test_changes_are_written_together_and_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one write lasts others wait for the next one, all together; the loop waits for none."""
    began, go = threading.Event(), threading.Event()
    written: list[bytes] = []

    def slow(_path: Path, content: bytes, **_options: object) -> None:
        began.set()
        go.wait()
        written.append(content)

    monkeypatch.setattr(state_file, "write_whole", slow)
    now = 1
    file = StateFile(tmp_path / "x.json", lambda: b"%d" % now)
    file.change()
    first = asyncio.create_task(file.saved())
    await asyncio.to_thread(began.wait)
    waiting = []
    for now in range(2, 50):  # noqa: B007 - what the file would have
        file.change()
        waiting.append(asyncio.create_task(file.saved()))
    await asyncio.sleep(0)
    assert not any(task.done() for task in (first, *waiting))
    go.set()
    await asyncio.gather(first, *waiting)

    assert [b"1", b"49"] == written
