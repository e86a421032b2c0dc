"""Whatever is asked of the pages, they answer: no failure of theirs, no traceback, no endless wait."""

from pathlib import Path

import pytest

from tests.fuzz.page_requests import ROUTES
from tests.fuzz.pages import fuzzed_pages, reading_here, routes_of

_SEED = 7
_REQUESTS = 3000
_THROUGH_SOCKET = 150


@pytest.mark.asyncio
async def test_pages_withstand_mutated_requests(tmp_path: Path) -> None:
    """To every route, by players, an organiser and strangers; a part of them through the socket."""
    async with fuzzed_pages(tmp_path, _SEED) as campaign:
        assert set(ROUTES) == routes_of(campaign._app)
        with reading_here():
            await campaign.run(_REQUESTS)
        await campaign.run_through_socket(_THROUGH_SOCKET)

    assert [] == campaign.violations
    assert {" ".join(route) for route in ROUTES} == {route for route, _ in campaign.statuses}
    assert {200, 303, 400, 403, 404} <= {status for _, status in campaign.statuses}
