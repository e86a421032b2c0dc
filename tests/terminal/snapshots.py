"""
Screens as text, held against files.

    BESSEMER_WRITE_SNAPSHOTS=1 pytest tests/terminal

writes them anew; then look at every one of them.
"""

import os
from pathlib import Path
from typing import Any, Final

from textual.app import App

_FOLDER: Final = Path(__file__).parent / "snapshots"


def screen_text(app: App[Any]) -> str:
    """What stands on the screen, without its colours."""
    strips = app.screen._compositor.render_strips()
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips)


def assert_same(name: str, text: str) -> None:
    """The text is the one in the file of this name."""
    path = _FOLDER / f"{name}.txt"
    if os.environ.get("BESSEMER_WRITE_SNAPSHOTS"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
