"""Signing in at the pages: cookies, forms of other sites, wrong and revoked tokens, guests."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import pytest

from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.server.accounts.sessions import SECONDS, Sessions
from bessemer.web.server.app import WebApp
from tests.referees.in_process import opened, why
from tests.web.asgi_browser import AsgiBrowser
from tests.web.served_pages import pages

HOSTILE: Final = '<img src=x onerror="alert(1)">'


@pytest.mark.asyncio
async def test_a_token_tells_whose_it_is(tmp_path: Path) -> None:
    """A player, a spectator, an organiser and a seat each learn what they may do."""
    async with opened(tmp_path) as house:
        ada, token_id = await house.player("ada")
        crowd, _ = await house.player("crowd", admin.ROLE_SPECTATOR)
        table = await ada.create()
        told = [await one.GetSelf(pb.GetSelfRequest()) for one in (ada, crowd, house.organiser)]
        seat = await house.client(table.tokens[2]).GetSelf(pb.GetSelfRequest())
        await house.organiser.RevokeToken(admin.RevokeTokenRequest(token_id=token_id))

        assert pb.GetSelfResponse(name="ada", token_id=token_id, may_play=True) == told[0]
        assert ["ada", "crowd", "organiser"] == [one.name for one in told]
        assert [True, False, True] == [one.may_play for one in told]
        assert [False, False, True] == [one.may_organise for one in told]
        assert ("", table.match_id, 2, False) == (
            seat.name,
            seat.match_id,
            seat.seat,
            seat.may_play,
        )
        assert "NOT_AUTHENTICATED" == await why(ada.GetSelf(pb.GetSelfRequest()))


@pytest.mark.asyncio
async def test_one_signs_in_with_a_token_and_out_again(tmp_path: Path) -> None:
    """The cookie is no script's, no other site's, and worth nothing after signing out."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        ada, _ = await house.player("ada")
        browser = AsgiBrowser(app)
        answer = await browser.post("/sign-in", {"token": ada.token, "next": "/play"})
        cookies, (cookie,) = dict(browser.cookies), browser.set_cookies
        name, csrf = await browser.name(), await browser.csrf()
        await browser.post("/sign-out", {"csrf": csrf})
        stolen = AsgiBrowser(app)
        stolen.cookies = cookies

        assert (303, "/play") == (answer.status, answer.place)
        assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))
        assert "Secure" not in cookie
        assert ("ada", "", "") == (name, await browser.name(), await stolen.name())
        assert {} == browser.cookies


@pytest.mark.asyncio
async def test_over_tls_the_cookie_stays_there(tmp_path: Path) -> None:
    """It is never sent in the clear, and no neighbour's page can set it."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        ada, _ = await house.player("ada")
        browser = AsgiBrowser(app, scheme="https", host="pages.example")
        await browser.sign_in(ada.token)

        assert "ada" == await browser.name()
        assert browser.set_cookies[0].startswith("__Host-bessemer-")
        assert "; Secure" in browser.set_cookies[0]


@pytest.mark.asyncio
async def test_a_restarted_server_knows_everybody(tmp_path: Path) -> None:
    """From a file that is its owner's alone and that holds no cookie; a damaged one is begun anew."""
    async with opened(tmp_path) as house:
        ada, _ = await house.player("ada")
        async with pages(house, tmp_path / "web") as app:
            browser = AsgiBrowser(app)
            await browser.sign_in(ada.token)
        file = tmp_path / "web" / "sessions.json"
        (session_id,) = browser.cookies.values()
        async with pages(house, tmp_path / "web") as app:
            again = AsgiBrowser(app)
            again.cookies = browser.cookies

            assert "ada" == await again.name()
            assert 0o600 == file.stat().st_mode & 0o777
            assert session_id not in file.read_text(encoding="utf-8")
        file.write_text("{", encoding="utf-8")
        async with pages(house, tmp_path / "web") as app:
            assert "" == await AsgiBrowser(app).name()


@pytest.mark.asyncio
async def test_forged_stolen_and_expired_cookies_are_nobodys(tmp_path: Path) -> None:
    """Signing out everywhere ends other browsers too, but nobody else's; time ends them all."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        ada, _ = await house.player("ada")
        bob, _ = await house.player("bob")
        first, second, other = (AsgiBrowser(app) for _ in range(3))
        for browser, player in ((first, ada), (second, ada), (other, bob)):
            await browser.sign_in(player.token)
        thief, forger = AsgiBrowser(app), AsgiBrowser(app)
        thief.cookies = dict(second.cookies)
        (name, value), *_ = second.cookies.items()
        forger.cookies = {name: value[:-1] + ("A" if value[-1] != "A" else "B")}
        (key,) = [key for key in _keys(app) if key not in value][:1]

        assert "ada" == await thief.name()
        assert "" == await forger.name()
        forger.cookies = {name: key}  # what the file has opens nothing
        assert "" == await forger.name()
        await first.post("/sign-out", {"csrf": await first.csrf(), "everywhere": "1"})
        assert ["", "", "bob"] == [await one.name() for one in (thief, second, other)]
        clock = app.people.sessions.clock
        app.people.sessions.clock = lambda: clock() + SECONDS + 1
        assert "" == await other.name()


def _keys(app: WebApp) -> list[str]:
    return list(app.people.sessions._sessions)


@pytest.mark.asyncio
async def test_signing_in_gives_a_new_id(tmp_path: Path) -> None:
    """Whoever knew the id of before is not signed in with it."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        ada, _ = await house.player("ada")
        browser, other = AsgiBrowser(app), AsgiBrowser(app)
        await browser.sign_in(ada.token)
        other.cookies = dict(browser.cookies)
        await browser.sign_in(ada.token)

        assert other.cookies != browser.cookies
        assert ("ada", "") == (await browser.name(), await other.name())


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"origin": "https://evil.example", "sec_fetch_site": ""}, id="origin"),
        pytest.param({"sec_fetch_site": "cross-site", "origin": ""}, id="site"),
        pytest.param({"sec_fetch_site": "same-site"}, id="neighbour"),
        pytest.param({"origin": "null", "sec_fetch_site": ""}, id="null"),
        pytest.param({"origin": "", "sec_fetch_site": ""}, id="silent"),
    ],
)
@pytest.mark.asyncio
async def test_forms_of_other_sites_do_nothing(tmp_path: Path, headers: dict[str, str]) -> None:
    """Neither to sign somebody in as another nor to sign out; not without the session's word either."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web", guests=True) as app:
        ada, _ = await house.player("ada")
        browser = AsgiBrowser(app)
        wrong = [
            await browser.post("/sign-in", {"token": ada.token}, **headers),
            await browser.post("/sign-in/guest", {"name": "eve"}, **headers),
        ]
        assert [403, 403] == [answer.status for answer in wrong]
        await browser.sign_in(ada.token)
        word = {"csrf": await browser.csrf()} if any(headers.values()) else {}
        answer = await browser.post("/sign-out", word, **headers)

        assert (403, "ada") == (answer.status, await browser.name())
        assert 403 == (await browser.post("/sign-out", {"csrf": "guess"})).status
        assert 403 == (await browser.post("/sign-out")).status
        other = AsgiBrowser(app)
        await other.sign_in(ada.token)
        assert 403 == (await browser.post("/sign-out", {"csrf": await other.csrf()})).status


@pytest.mark.asyncio
async def test_wrong_tokens_are_limited(tmp_path: Path) -> None:
    """By address and by token; but a right one is let in, wherever it comes from."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        ada, _ = await house.player("ada")
        bob, _ = await house.player("bob")
        wrong = ada.token[:-1] + ("a" if ada.token[-1] != "a" else "b")
        guesser = AsgiBrowser(app, address="192.0.2.1")
        statuses = [(await guesser.sign_in(wrong)).status for _ in range(12)]
        late = await guesser.sign_in(bob.token)
        elsewhere = await AsgiBrowser(app, address="192.0.2.2").sign_in(ada.token)
        free = await AsgiBrowser(app, address="192.0.2.3").sign_in(bob.token)

        assert [403] * 10 + [429] * 2 == statuses
        again = await guesser.sign_in(wrong)
        other = await AsgiBrowser(app, address="192.0.2.4").sign_in(wrong)
        assert (303, 303, 303) == (late.status, elsewhere.status, free.status)
        assert (429, 429) == (again.status, other.status)
        assert int(again.headers["retry-after"]) > 0
        assert "too many wrong tokens" in again.text


@pytest.mark.asyncio
async def test_a_revoked_token_signs_out(tmp_path: Path) -> None:
    """And so does a ban; a referee that is away signs nobody out."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        ada, token_id = await house.player("ada")
        bob, _ = await house.player("bob")
        one, other = AsgiBrowser(app), AsgiBrowser(app)
        await one.sign_in(ada.token)
        await other.sign_in(bob.token)
        await house.organiser.RevokeToken(admin.RevokeTokenRequest(token_id=token_id))

        assert ("", "bob") == (await one.name(), await other.name())
        assert 403 == (await one.sign_in(ada.token)).status
        await house.organiser.BanPlayer(admin.BanPlayerRequest(name="bob", reason="two accounts"))
        assert "" == await other.name()


@pytest.mark.asyncio
async def test_a_referee_that_is_away_signs_nobody_out(tmp_path: Path) -> None:
    """What it cannot say is no reason to forget anybody."""
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(opened(tmp_path))
        async with pages(house, tmp_path / "web") as app:
            ada, _ = await house.player("ada")
            browser = AsgiBrowser(app)
            await browser.sign_in(ada.token)
            await stack.aclose()

            assert "ada" == await browser.name()
            assert 503 == (await AsgiBrowser(app).sign_in(ada.token)).status


@pytest.mark.asyncio
async def test_tokens_that_may_not_play_are_refused_in_words(tmp_path: Path) -> None:
    """A seat's token, a spectator's, and what is no token at all."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        crowd, _ = await house.player("crowd", admin.ROLE_SPECTATOR)
        table = await house.organiser.create()
        browser = AsgiBrowser(app)
        said = [
            (await browser.sign_in(token)).text
            for token in (table.tokens[0], crowd.token, "", HOSTILE, "Ä\n\0")
        ]

        assert "token of a seat" in said[0]
        assert "may only watch" in said[1]
        assert all("knows this token" in words for words in said[2:])
        assert not any(HOSTILE in words for words in said)


@pytest.mark.asyncio
async def test_guests_only_at_the_machine_itself(tmp_path: Path) -> None:
    """Neither from elsewhere nor under another host's name, nor where guests are not allowed."""
    async with opened(tmp_path) as house:
        async with pages(house, tmp_path / "web", guests=True) as app:
            browser = AsgiBrowser(app)
            assert "Play as a guest" in (await browser.get("/sign-in")).text
            assert 303 == (await browser.post("/sign-in/guest", {"name": "ada"})).status
            assert "ada" == await browser.name()
            again = await AsgiBrowser(app).post("/sign-in/guest", {"name": "ada"})
            odd = await AsgiBrowser(app).post("/sign-in/guest", {"name": HOSTILE})
            for taken in ("ADA", "Ada", "..", ".", "-a"):
                like = await AsgiBrowser(app).post("/sign-in/guest", {"name": taken})
                assert like.status in {400, 409}, taken
            assert (409, True) == (again.status, "ada is taken" in again.text)
            assert (400, True) == (odd.status, "A name has" in odd.text)
            for stranger in (
                AsgiBrowser(app, address="192.0.2.1"),
                AsgiBrowser(app, host="evil.example:8080"),
            ):
                assert "guest" not in (await stranger.get("/sign-in")).text
                assert 403 == (await stranger.post("/sign-in/guest", {"name": "eve"})).status
            local = AsgiBrowser(app, host="[::1]:8080", address="::1")
            assert 303 == (await local.post("/sign-in/guest", {"name": "eve"})).status
        async with pages(house, tmp_path / "web") as app:
            assert 403 == (await AsgiBrowser(app).post("/sign-in/guest", {"name": "cleo"})).status


@pytest.mark.parametrize(
    "goes_to", ["//evil.example", "https://evil.example", "/\\evil", "", "/\n"]
)
@pytest.mark.asyncio
async def test_signing_in_leads_to_our_own_pages_alone(tmp_path: Path, goes_to: str) -> None:
    """Whatever the link says that one came by."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        ada, _ = await house.player("ada")
        answer = await AsgiBrowser(app).post("/sign-in", {"token": ada.token, "next": goes_to})

        assert "/" == answer.place


def test_few_sessions_are_kept_for_ever(tmp_path: Path) -> None:
    """Those that are over go when another begins."""
    now = 0.0
    sessions = Sessions(tmp_path / "sessions.json", lambda: now)
    first, _ = sessions.start(name="ada")
    now = SECONDS + 1
    second, _ = sessions.start(name="ada")

    assert sessions.find(first) is None
    assert sessions.find(second) is not None
    assert 1 == len(sessions._sessions)
