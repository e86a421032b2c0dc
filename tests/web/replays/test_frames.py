"""Frames of the referee's matches: made once for everybody, and never missing because many ask."""

import asyncio
from pathlib import Path

import pytest

from bessemer.rpc.limits.limits import Limits
from bessemer.web.server import sources
from bessemer.web.server.watch.kept_frames import KeptFrames
from tests.referees.in_process import House, opened
from tests.web.asgi_browser import AsgiBrowser
from tests.web.served_pages import pages


async def over(house: House) -> str:
    """A match that is over."""
    table = await house.organiser.create()
    await house.play_out(table)
    return table.match_id


@pytest.mark.asyncio
async def test_many_look_at_once_and_the_referee_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty visitors of one match, and again later."""
    asked: list[str] = []
    ask = sources.Source.replay

    async def counted(source: sources.Source, match_id: str) -> bytes:
        asked.append(match_id)
        return await ask(source, match_id)

    monkeypatch.setattr(sources.Source, "replay", counted)
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        match_id = await over(house)
        path = f"/matches/{match_id}/frames.json"
        visitors = [AsgiBrowser(app, address=f"192.0.2.{number}") for number in range(60)]
        answers = await asyncio.gather(*(one.get(path) for one in visitors))
        later = await visitors[0].get(path)

    assert [200] * 60 == [answer.status for answer in answers]
    assert 200 == later.status
    assert [match_id] == asked


@pytest.mark.asyncio
async def test_a_busy_referee_is_no_missing_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """503, and when to come again; a script of ours does so."""
    monkeypatch.setattr(sources, "_ANSWER_SECONDS", 0.0)
    limits = Limits(requests_per_second=0.01, burst=2, call_milliseconds=10_000.0)
    async with opened(tmp_path) as house:
        match_id = await over(house)
    async with (
        opened(tmp_path, limits=limits) as house,
        pages(house, tmp_path / "web") as app,
    ):
        path = f"/matches/{match_id}/frames.json"
        browser = AsgiBrowser(app)
        answers = [await browser.get(f"{path}?lang={code}") for code in ("en", "pl", "pt")]

    assert [200, 503, 503] == [answer.status for answer in answers]
    assert all(int(answer.headers["retry-after"]) > 0 for answer in answers[1:])


@pytest.mark.asyncio
async def test_few_bytes_are_kept() -> None:
    """The oldest go first; what is larger than all room is made each time."""
    kept, made = KeptFrames(most_bytes=10), []

    async def get(name: str, size: int) -> bytes:
        async def make() -> bytes:
            made.append(name)
            return bytes(size)

        return await kept.get((name, "en", False), make)

    for name, size in (("a", 4), ("b", 4), ("a", 4), ("c", 4), ("a", 4), ("b", 4), ("d", 99)):
        assert size == len(await get(name, size))
    await get("d", 99)

    assert ["a", "b", "c", "b", "d", "d"] == made


@pytest.mark.asyncio
async def test_a_failure_is_not_kept() -> None:
    """Everybody who waited hears of it, and the next one has another try."""
    kept, tries = KeptFrames(), 0

    async def make() -> bytes:
        nonlocal tries
        tries += 1
        await asyncio.sleep(0)
        if tries == 1:
            raise ValueError("the first time")
        return b"x"

    found = await asyncio.gather(
        *(kept.get(("a", "en", False), make) for _ in range(3)), return_exceptions=True
    )
    assert [ValueError] * 3 == [type(one) for one in found]
    assert b"x" == await kept.get(("a", "en", False), make)
