"""A browser for the tests of pages."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.programs import needed_program
from tests.web.watched_page import PATIENCE, WatchedPage

expect.set_options(timeout=PATIENCE)

_SECONDS: Final = 300


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What a browser does on a busy machine takes longer than other tests may."""
    for item in items:
        has_browser = isinstance(item, pytest.Function) and "browser" in item.fixturenames
        if has_browser and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(_SECONDS))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium. While it is there no other event loop can run: so for one module alone."""
    program = needed_program("chromium", "a test of the pages")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[WatchedPage]:
    """A page in a window of its own; whatever goes wrong on it fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    watched = WatchedPage(context.new_page())
    yield watched
    context.close()
    watched.check()
