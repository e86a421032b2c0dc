"""The system's Chromium, for the tools that draw or click pages."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright


@contextmanager
def chromium() -> Iterator[Browser]:
    """
    A browser without a window, until the body ends.

    Raises:
        SystemExit: it is not installed.
    """
    program = shutil.which("chromium")
    if program is None:
        raise SystemExit("this needs Chromium: install it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()
