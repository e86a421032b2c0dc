"""Who asks the pages too much."""

from types import SimpleNamespace

import pytest

from bessemer.web.server import request_limits
from bessemer.web.server.app import WebApp
from bessemer.web.server.request_limits import WebLimits
from tests.web.asgi_browser import AsgiBrowser

ICON = "/assets/icon.svg"


@pytest.mark.asyncio
async def test_what_is_asked_too_often_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a status and a sentence, and nobody else is; a moment later all is well."""
    clock = SimpleNamespace(monotonic=lambda: 0.0)
    monkeypatch.setattr(request_limits, "time", clock)
    app = WebApp([], WebLimits(requests_per_second=1.0, burst=3.0))
    browser, other = AsgiBrowser(app), AsgiBrowser(app, address="192.0.2.1")
    answers = [await browser.get(ICON) for _ in range(5)]

    assert [200] * 3 + [429] * 2 == [answer.status for answer in answers]
    assert "Too many requests" in answers[-1].text
    assert "1" == answers[-1].headers["retry-after"]
    assert 200 == (await other.get(ICON)).status
    clock.monotonic = lambda: 1.0
    assert [200, 429] == [(await browser.get(ICON)).status for _ in range(2)]
