"""The system's Chromium, for the benchmark and the tools that draw or click pages."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@contextmanager
def chromium() -> Iterator["Browser"]:
    """
    A browser without a window, until the body ends.

    Raises:
        SystemExit: it is not installed, or Playwright is not.
    """
    program = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - developers have it
    except ImportError:
        program = None
    if program is None:
        raise SystemExit("bessemer: this needs Chromium, and Playwright (pip install playwright)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()
