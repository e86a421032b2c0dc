"""How many sessions there are: a player's own oldest go first."""

from pathlib import Path

import pytest

from bessemer.web.server.accounts.sessions import _MOST_EACH, Sessions
from tests.referees.in_process import opened
from tests.web.asgi_browser import AsgiBrowser
from tests.web.served_pages import pages


def test_who_signs_in_again_and_again_signs_out_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither a player nor somebody with a link; the same name at another referee is somebody else."""
    monkeypatch.setattr("bessemer.web.server.accounts.sessions._MOST", 100)
    sessions = Sessions(None)
    bob, _ = sessions.start(name="bob", tokens={"here": "b"})
    friend, _ = sessions.start(seats={"m/1": "t"})
    namesake, _ = sessions.start(name="ada", tokens={"there": "n"})
    ada = [sessions.start(name="ada", tokens={"here": "a"})[0] for _ in range(300)]
    link = [sessions.start(seats={"m/2": "s"})[0] for _ in range(300)]

    assert all(sessions.find(one) for one in (bob, friend, namesake))
    for ids in (ada, link):
        left = [one for one in ids if sessions.find(one)]
        assert ids[-_MOST_EACH:] == left


@pytest.mark.asyncio
async def test_whoever_has_only_a_link_signs_out_everywhere(tmp_path: Path) -> None:
    """At this browser, that is: no other is known to be theirs."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        table = await house.organiser.create()
        one, other = AsgiBrowser(app), AsgiBrowser(app)
        for browser in (one, other):
            path = f"/join/{table.match_id}/1"
            assert 303 == (await browser.post(path, {"token": table.tokens[1]})).status
        csrf = app.people.person_of(next(iter(one.cookies.values()))).csrf
        cookies = dict(one.cookies)
        await one.post("/sign-out", {"csrf": csrf, "everywhere": "1"})
        one.cookies = cookies

        assert 303 == (await one.get(f"/seat/{table.match_id}/1")).status
        assert 200 == (await other.get(f"/seat/{table.match_id}/1")).status
