"""What an organiser may do at the pages, and what nobody else may."""

import base64
from pathlib import Path
from typing import Final

import pytest

from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import opened, why
from tests.web.asgi_browser import AsgiBrowser
from tests.web.served_pages import pages

HOSTILE: Final = '<img src=x onerror="alert(1)">'


@pytest.mark.asyncio
async def test_an_organiser_ends_matches_and_bans_players(tmp_path: Path) -> None:
    """After signing in; the referee says what was wrong with a request, and nothing of it runs."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        ada, _ = await house.player("ada")
        table = await house.organiser.create()
        browser = AsgiBrowser(app)
        await browser.sign_in(house.organiser.token)
        csrf = {"csrf": await browser.csrf(), "reason": "a test"}

        async def act(do: str, name: str) -> tuple[int, str]:
            answer = await browser.post("/organiser", csrf | {"do": do, "name": name})
            return answer.status, answer.text

        assert 'value="ban"' in (await browser.get("/organiser")).text
        assert 200 == (await act("abort", table.match_id))[0]
        assert 200 == (await act("ban", "ada"))[0]
        assert "NOT_AUTHENTICATED" == await why(ada.GetSelf(pb.GetSelfRequest()))
        assert 200 == (await act("unban", "ada"))[0]
        assert "ada" == (await ada.GetSelf(pb.GetSelfRequest())).name
        match = (await ada.GetMatch(pb.GetMatchRequest(match_id=table.match_id))).match
        assert match_pb2.MATCH_STATUS_ABORTED == match.status
        assert "a test" in match.result.message
        status, text = await act("ban", HOSTILE)
        assert (409, False) == (status, "<img" in text)
        assert 400 == (await act("everything", "ada"))[0]


@pytest.mark.asyncio
async def test_the_token_is_asked_for_again(tmp_path: Path) -> None:
    """Five minutes after signing in; another organiser's will not do, nor does an open screen."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        await house.player("ada")
        other, _ = await house.player("olga", admin.ROLE_ORGANISER)
        browser = AsgiBrowser(app)
        await browser.sign_in(house.organiser.token)
        form = {"csrf": await browser.csrf(), "do": "ban", "name": "ada", "reason": "a test"}
        clock = app.people.sessions.clock
        app.people.sessions.clock = lambda: clock() + 301

        for token in ("", "guess", other.token):
            assert 403 == (await browser.post("/organiser", form | {"token": token})).status
        listed = (await house.organiser.GetPlayer(admin.GetPlayerRequest(name="ada"))).player
        assert not listed.banned
        assert "Your token, again" in (await browser.get("/organiser")).text
        answer = await browser.post("/organiser", form | {"token": house.organiser.token})
        assert 200 == answer.status
        assert "Your token, again" not in answer.text
        listed = (await house.organiser.GetPlayer(admin.GetPlayerRequest(name="ada"))).player
        assert listed.banned


@pytest.mark.asyncio
async def test_nobody_else_is_let_in(tmp_path: Path) -> None:
    """A stranger is asked to sign in; a player, and a form of another site, are refused."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        ada, _ = await house.player("ada")
        stranger, player, organiser = (AsgiBrowser(app) for _ in range(3))
        await player.sign_in(ada.token)
        await organiser.sign_in(house.organiser.token)
        form = {"do": "ban", "name": "ada", "reason": "a test"}
        csrf = await organiser.csrf()

        assert "/sign-in?next=%2Forganiser" == (await stranger.get("/organiser")).place
        assert "/sign-in?next=%2Forganiser" == (await player.get("/organiser")).place
        assert 403 == (await stranger.post("/organiser", form)).status
        assert 403 == (await player.post("/organiser", form | {"csrf": await player.csrf()})).status
        assert 403 == (await organiser.post("/organiser", form)).status
        foreign = await organiser.post(
            "/organiser", form | {"csrf": csrf}, origin="https://evil.example", sec_fetch_site=""
        )
        assert 403 == foreign.status
        assert "ada" == (await ada.GetSelf(pb.GetSelfRequest())).name


@pytest.mark.asyncio
async def test_wrong_passwords_are_limited(tmp_path: Path) -> None:
    """By address; then even the right one waits."""
    async with (
        opened(tmp_path) as house,
        pages(house, tmp_path / "web", password="right") as app,  # noqa: S106 - of this test
    ):
        guesser, other = AsgiBrowser(app, address="192.0.2.1"), AsgiBrowser(app)
        wrong, right = (
            "Basic " + base64.b64encode(f"organiser:{word}".encode()).decode()
            for word in ("wrong", "right")
        )
        statuses = [
            (await guesser.get("/organiser", authorization=wrong)).status for _ in range(11)
        ]

        assert [401] * 10 + [429] == statuses
        assert 429 == (await guesser.get("/organiser", authorization=right)).status
        answer = await other.get("/organiser", authorization=right)
        assert (200, False) == (answer.status, 'value="ban"' in answer.text)
