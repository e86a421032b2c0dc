"""Tables with a seat for anyone: opening one, finding it, sitting down, and what is refused."""

import asyncio
from pathlib import Path

import pytest

from bessemer.engine.catalogue import NAMES
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import opened
from tests.web.asgi_browser import Answer, AsgiBrowser
from tests.web.served_pages import pages


async def listed_or_not(browser: AsgiBrowser, match_id: str, *, wanted: bool) -> None:
    """Look until the list, which is a moment old, has a table, or has it no longer."""
    while (match_id in (await browser.get("/tables")).text) is not wanted:  # noqa: ASYNC110 - nobody tells us
        await asyncio.sleep(0.02)


async def open_table(browser: AsgiBrowser, game: str) -> Answer:
    """As the button on the list of open tables does."""
    shown = await browser.get("/tables")
    fields = {name: shown.field(name) for name in ("csrf", "once", "seat-1")}
    return await browser.post("/play", fields | {"game": game})


@pytest.mark.asyncio
@pytest.mark.parametrize("game", NAMES)
async def test_a_stranger_finds_a_table_and_sits_down(tmp_path: Path, game: str) -> None:
    """It is in everybody's list until its seats are taken, with a way to it; then it is in nobody's."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        (ada, _), (bob, _) = await house.player("ada"), await house.player("bob")
        host, guest, stranger = (AsgiBrowser(app) for _ in range(3))
        await host.sign_in(ada.token)
        await guest.sign_in(bob.token)
        seat = (await open_table(host, game)).place
        match_id = seat.split("/")[2]
        await listed_or_not(stranger, match_id, wanted=True)
        listed = {one: (await one.get("/tables")).text for one in (host, guest, stranger)}
        invited = await stranger.get(f"/join/{match_id}/1")
        sent = await guest.post(f"/join/{match_id}/1", {"csrf": await guest.csrf()})
        match = (await ada.GetMatch(pb.GetMatchRequest(match_id=match_id))).match

        assert f"/seat/{match_id}/0" == seat
        assert f'href="{seat}"' in listed[host]
        assert f'action="/join/{match_id}/1"' in listed[guest]
        assert f'href="/join/{match_id}/1"' in listed[stranger]
        assert (303, f"/sign-in?next=%2Fjoin%2F{match_id}%2F1") == (invited.status, invited.place)
        assert (303, f"/seat/{match_id}/1") == (sent.status, sent.place)
        assert ["ada", "bob"] == [one.player for one in match.seats]
        await listed_or_not(stranger, match_id, wanted=False)


@pytest.mark.asyncio
async def test_a_seat_of_an_open_table_is_taken_once(tmp_path: Path) -> None:
    """Who comes second reads who was first; the host, and who sits there, are led to their own seats."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        browsers = {}
        for name in ("ada", "bob", "eve"):
            browsers[name] = AsgiBrowser(app)
            await browsers[name].sign_in((await house.player(name))[0].token)
        match_id = (await open_table(browsers["ada"], "furnace")).place.split("/")[2]
        path = f"/join/{match_id}/1"
        answers = {
            name: await browsers[name].post(path, {"csrf": await browsers[name].csrf()})
            for name in ("bob", "eve")
        }
        led = {name: (await browsers[name].get(path)).place for name in ("ada", "bob")}

        assert [303, 409] == [one.status for one in answers.values()]
        assert "bob has taken this seat." in answers["eve"].text
        assert 'href="/tables"' in answers["eve"].text
        assert {"ada": f"/seat/{match_id}/0", "bob": f"/seat/{match_id}/1"} == led


@pytest.mark.asyncio
async def test_an_open_table_has_no_seat_for_a_friend_alone(tmp_path: Path) -> None:
    """The referee would give it to anyone: the form says so."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        browser = AsgiBrowser(app)
        await browser.sign_in((await house.player("ada"))[0].token)
        seats = {"seat-1": "anyone", "seat-2": "friend"}
        fields = {"csrf": await browser.csrf(), "game": "furnace", "once": "1"} | seats
        refused = await browser.post("/play", fields)

        assert 400 == refused.status
        assert "choose the same for both" in refused.text


@pytest.mark.asyncio
async def test_nobody_waits(tmp_path: Path) -> None:
    """The empty list says what to do, and does not offer it where nobody can."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        ada, stranger = AsgiBrowser(app), AsgiBrowser(app)
        await ada.sign_in((await house.player("ada"))[0].token)
        shown = {one: (await one.get("/tables")).text for one in (ada, stranger)}

        assert all("Open a table, and it is shown here" in text for text in shown.values())
        assert 'value="brass"' in shown[ada]
        assert "/sign-in?next=/tables" in shown[stranger]
        assert 'value="brass"' not in shown[stranger]
