"""The names under which the pages are served."""

import socket

import pytest

from bessemer.web.server.app import WebApp
from bessemer.web.server.guards.hosts import names_of
from bessemer.web.server.request_limits import WebLimits
from tests.web.asgi_browser import AsgiBrowser

PAGE = "/assets/icon.svg"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - compared, not listened on


@pytest.mark.parametrize(
    ("listen", "more", "good", "bad"),
    [
        pytest.param(
            "127.0.0.1",
            (),
            ("localhost:8080", "127.0.0.1", "[::1]:8080", "LocalHost"),
            (
                "evil.example",
                "192.0.2.1",
                "localhost.evil.example",
                "",
                "[",
                "a b",
                "localhost:x@y",
            ),
            id="loopback",
        ),
        pytest.param(
            "127.0.0.1",
            ("pages.example",),
            ("pages.example", "localhost"),
            ("example",),
            id="proxy",
        ),
        pytest.param(
            EVERYWHERE,
            (),
            ("192.0.2.1:80", "[2001:db8::1]", "localhost", socket.gethostname()),
            ("evil.example",),
            id="everywhere",
        ),
        pytest.param("192.0.2.1", (), ("192.0.2.1:80",), ("192.0.2.2", "localhost"), id="public"),
    ],
)
@pytest.mark.asyncio
async def test_only_our_names_are_served(
    listen: str, more: tuple[str, ...], good: tuple[str, ...], bad: tuple[str, ...]
) -> None:
    """A name of somebody else's that leads here is refused, with what to do about it."""
    app = WebApp([], WebLimits(), hosts=names_of(listen, more))

    assert [200] * len(good) == [(await AsgiBrowser(app, host=h).get(PAGE)).status for h in good]
    for host in bad:
        answer = await AsgiBrowser(app, host=host).get(PAGE)
        assert (421, True) == (answer.status, "--allow-host" in answer.text), host


@pytest.mark.asyncio
async def test_private_pages_are_not_kept_by_browsers() -> None:
    """The next person at the same browser finds nothing; what is everybody's may be kept."""
    browser = AsgiBrowser(WebApp([], WebLimits()))

    assert "no-store" == (await browser.get("/")).headers["cache-control"]
    assert "no-store" == (await browser.get("/nowhere")).headers["cache-control"]
    assert "no-cache" == (await browser.get(PAGE)).headers["cache-control"]
