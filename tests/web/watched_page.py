"""A page whose complaints and requests are remembered."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Error, Page, Request

_LOCAL: Final = ("file", "data", "blob")
PATIENCE: Final = 90_000
"""In milliseconds, for a busy machine: so long something that a page shows is waited for."""


class WatchedPage:
    """A page of the browser, and what went wrong on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)
        self.expected: list[str] = []
        """Parts of complaints that the test provokes."""
        self._complaints: list[str] = []
        self._requests: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", self._raised)
        page.on("request", self._asked)

    def open(self, address: str) -> None:
        """Go to an address, and wait until the match is drawn."""
        self.page.goto(address)
        self.page.wait_for_selector(".viewer .picture svg")

    def viewer(self, expression: str) -> Any:  # noqa: ANN401 - any JSON value
        """The value of an expression about the viewer, which is called `viewer` there."""
        return self.page.evaluate(
            f"() => {{ const viewer = document.getElementById('viewer').viewer; return {expression}; }}"
        )

    def settle(self, **choices: Any) -> None:  # noqa: ANN401 - Playwright's own
        """Set what the system wishes, such as `color_scheme`."""
        self.page.emulate_media(**choices)

    def size(self, size: Mapping[str, int]) -> None:
        """Change the size of the window; then the page has heard of it, and drawn what it draws anew."""
        self.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        self.page.wait_for_function("width => innerWidth === width", arg=size["width"])
        # The event comes with the next picture, before what asks for one.
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def check(self) -> None:
        """Nothing was complained of, and nothing asked of another host."""
        unexpected = [
            said for said in self._complaints if not any(part in said for part in self.expected)
        ]
        assert not unexpected, unexpected
        own = {urlsplit(self.page.url).netloc} | {
            urlsplit(url).netloc for url in self._requests[:1]
        }
        foreign = [
            url
            for url in self._requests
            if urlsplit(url).scheme not in _LOCAL and urlsplit(url).netloc not in own
        ]
        assert not foreign, foreign

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complaints.append(message.text)

    def _raised(self, error: Error) -> None:
        self._complaints.append(str(error))

    def _asked(self, request: Request) -> None:
        self._requests.append(request.url)
