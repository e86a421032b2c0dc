"""
The pictures of the README, drawn by the pages themselves: matches from the golden replays, and a site.

Run by `make pictures`; needs Chromium. The pictures are small PNGs in docs/pictures.
"""

import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser

from bessemer.bench.measuring.chromium import chromium
from bessemer.replays.reader import read_replay
from bessemer.web.match_page import match_page
from bessemer.web.replay_frames import replay_frames

ROOT: Final = Path(__file__).parents[1]
_SCALE: Final = 0.75
"""A README is not as wide as a window."""
PICTURES: Final = ROOT / "docs" / "pictures"


class Shot(NamedTuple):
    """One picture."""

    name: str
    game: str
    turn: int
    width: int = 1280
    height: int = 800
    scheme: str = "light"


SHOTS: Final = (
    Shot("furnace", "furnace", 62),
    Shot("brass", "brass", 100, scheme="dark"),
    Shot("alchemicus", "alchemicus", 70),
    Shot("phone", "brass", 100, 390, 844),
)


def main() -> None:
    """Draw all of them."""
    PICTURES.mkdir(exist_ok=True)
    with chromium() as browser, tempfile.TemporaryDirectory() as folder:
        for shot in SHOTS:
            draw(browser, shot, Path(folder))


def draw(browser: Browser, shot: Shot, folder: Path) -> None:
    """Open the match at its turn and keep what is seen."""
    content = (ROOT / "tests" / "replays" / shot.game / "four-players.replay").read_bytes()
    page_file = folder / f"{shot.name}.html"
    page_file.write_text(match_page(replay_frames(read_replay(content))), encoding="utf-8")
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height},
        color_scheme="dark" if shot.scheme == "dark" else "light",
        reduced_motion="reduce",
        device_scale_factor=_SCALE,
    )
    page = context.new_page()
    page.goto(f"{page_file.as_uri()}#turn={shot.turn}")
    page.wait_for_selector(".viewer .picture svg")
    page.screenshot(path=PICTURES / f"{shot.name}.png")
    context.close()
    print(f"docs/pictures/{shot.name}.png")


if __name__ == "__main__":
    main()
