"""The pages on lines, block by block."""

import re
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGE: Final = (DOCS / "lines.md").read_text(encoding="utf-8")
LANGUAGES: Final = (DOCS / "starters.md").read_text(encoding="utf-8")


def block(about: str, page: str = PAGE) -> str:
    """The first block of this kind."""
    found = re.search(rf"^```{re.escape(about)}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert found, about
    return found[1]
