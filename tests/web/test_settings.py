"""What people set for themselves: where it is kept, who has it, and what is refused."""

from pathlib import Path

import pytest

from bessemer.web.server.accounts.settings import CHOICES, Settings
from bessemer.web.server.start.bot_keeper import PACES
from tests.referees.in_process import opened
from tests.web.asgi_browser import AsgiBrowser
from tests.web.served_pages import pages

ALL = {name: values[1] for name, values in CHOICES.items()} | {"language": "pl"}
"""Something unusual for every setting."""


async def shown(browser: AsgiBrowser) -> dict[str, str]:
    """What the page of settings shows as chosen."""
    text = (await browser.get("/settings")).text
    found = {}
    for name in CHOICES:
        options = text.partition(f'<select id="{name}"')[2].partition("</select>")[0]
        found[name] = options.partition(" selected")[0].rpartition('value="')[2].strip('"')
    return found


@pytest.mark.asyncio
async def test_a_players_settings_are_there_in_every_browser(tmp_path: Path) -> None:
    """And after a restart; a browser without a player keeps its own."""
    async with opened(tmp_path) as house:
        ada, _ = await house.player("ada")
        async with pages(house, tmp_path / "web") as app:
            first = AsgiBrowser(app)
            await first.sign_in(ada.token)
            saved = await first.post("/settings", ALL)

            assert (303, "/settings?saved") == (saved.status, saved.place)
            assert ALL == await shown(first)
        async with pages(house, tmp_path / "web") as app:
            second, stranger = AsgiBrowser(app), AsgiBrowser(app)
            await second.sign_in(ada.token)
            html = (await second.get("/")).text.partition(">")[2].partition(">")[0]

            assert ALL == await shown(second)
            assert dict.fromkeys(CHOICES, "") == await shown(stranger)
            assert 'lang="pl"' in html
            assert 'data-look="light"' in html
            assert 'data-sound="on"' in html
            await second.get("/?lang=pt")
            assert "pt" == (await shown(second))["language"]


@pytest.mark.asyncio
async def test_a_stranger_has_settings_in_the_browser(tmp_path: Path) -> None:
    """And brings them along when becoming a player who has none yet."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        ada, _ = await house.player("ada")
        browser = AsgiBrowser(app)
        await browser.post("/settings", {"look": "dark"})
        one = await browser.post("/settings", {"sound": "on"}, accept="*/*")
        before = await shown(browser)
        await browser.sign_in(ada.token)

        assert 204 == one.status
        assert ("dark", "on") == (before["look"], before["sound"])
        assert before == await shown(browser)


@pytest.mark.asyncio
async def test_settings_that_there_are_not_are_refused(tmp_path: Path) -> None:
    """With what there is; a form of another site, and a cookie that somebody wrote, do nothing."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        browser = AsgiBrowser(app)
        wrong = await browser.post("/settings", {"look": "plaid"})
        foreign = await browser.post("/settings", {"look": "dark"}, sec_fetch_site="cross-site")
        browser.cookies["bessemer_settings"] = 'look=dark&sound="><script>'
        forged = await shown(browser)

        assert (400, True) == (wrong.status, "light, dark" in wrong.text)
        assert 403 == foreign.status
        assert "" == forged["look"]


def test_every_pace_is_one_that_bots_have() -> None:
    """And nothing is kept of what is usual."""
    assert set(PACES) == set(CHOICES["pace"])
    assert {} == Settings().unusual
    assert ALL == Settings(**ALL).unusual
