"""Addresses, numbers and headers that nobody would send by mistake: refused, and never a failure of ours."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import opened
from tests.web.asgi_browser import AsgiBrowser
from tests.web.served_pages import pages

LONG = "9" * 5000


@pytest.mark.asyncio
async def test_numbers_that_are_none_are_refused(tmp_path: Path) -> None:
    """Two signs, figures of other alphabets, more digits than any number of ours has."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        ada, _ = await house.player("ada")
        table = await ada.create(seats=[pb.SeatRequest(player="ada"), pb.SeatRequest()])
        browser = AsgiBrowser(app)
        await browser.sign_in(ada.token)
        for number in ("--5", LONG, "5-", "%C2%B2", "1e3", "+1"):
            path = f"/live/{table.match_id}/events?from={number}"
            assert 400 == (await browser.get(path)).status, number
            path = f"/seat/{table.match_id}/0/events?tab=x&from={number}"
            assert 400 == (await browser.get(path)).status, number
        for seat in ("2147483648", LONG, "7", "-1", "%D9%A1"):
            for page in ("seat", "join"):
                form = {"csrf": await browser.csrf(), "token": "x"}
                answers = [
                    await browser.get(f"/seat/{table.match_id}/{seat}"),
                    await browser.post(f"/{page}/{table.match_id}/{seat}", form),
                ]
                assert {400, 403, 404, 405} >= {one.status for one in answers}, seat
        for origin in ("http://[", "x", "null"):
            answer = await browser.post(
                "/sign-in", {"token": "x"}, origin=origin, sec_fetch_site=""
            )
            assert 403 == answer.status, origin


@pytest.mark.asyncio
async def test_a_match_that_is_not_there_has_no_page(tmp_path: Path) -> None:
    """404 says so to browsers and to programs; 503 if the referee does not answer now."""
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(opened(tmp_path))
        async with pages(house, tmp_path / "web") as app:
            table = await house.organiser.create()
            browser = AsgiBrowser(app)
            for kind in ("matches", "live"):
                assert 404 == (await browser.get(f"/{kind}/nothing")).status
                assert 200 == (await browser.get(f"/{kind}/{table.match_id}")).status
            await stack.aclose()
            away = await browser.get(f"/live/{table.match_id}")
            assert (503, True) == (away.status, "retry-after" in away.headers)
