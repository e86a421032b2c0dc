"""Text and symbols of the boards can be read: axe-core does not look into SVG, so the colours are tested."""

import re
from pathlib import Path
from typing import Final

import pytest

STATIC: Final = Path(__file__).parents[2] / "clients/bessemer/web/static"
HEX: Final = "#[0-9a-fA-F]{6}"
COLOUR: Final = re.compile(rf"--([\w-]+):\s*(?:({HEX})|light-dark\(({HEX}), ({HEX})\))")
GROUNDS: Final = ("surface", "surface-2", "surface-3", "card", "card-band", "land", "accent-soft")
TEXTS: Final = (
    *((f"on-seat-{seat}", f"seat-{seat}") for seat in range(4)),
    *((text, ground) for text in ("text", "text-soft") for ground in GROUNDS),
    *((text, ground) for text in ("good", "bad") for ground in ("card-band", "surface", "card")),
    ("surface", "accent"),
    ("on-tile-back", "tile-back"),
)
GOODS: Final = (
    "coal",
    "iron",
    "oil",
    "upgrade",
    "money",
    "gold",
    "herb",
    "ore",
    "tincture",
    "metal",
)
SYMBOLS: Final = tuple((good, ground) for good in GOODS for ground in ("surface", "card"))


def colours(theme: str) -> dict[str, str]:
    """The variables of both style sheets."""
    found: dict[str, str] = {}
    for name in ("style.css", "boards/boards.css"):
        for variable, same, light, dark in COLOUR.findall((STATIC / name).read_text("utf-8")):
            found[variable] = same or (dark if theme == "dark" else light)
    return found


def contrast(one: str, other: str) -> float:
    """As the Web Content Accessibility Guidelines define it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_can_be_read(theme: str) -> None:
    """At least 4.5 to 1."""
    known = colours(theme)
    low = [pair for pair in TEXTS if contrast(known[pair[0]], known[pair[1]]) < 4.5]
    assert low == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_symbols_can_be_told_from_the_ground(theme: str) -> None:
    """At least 3 to 1, as for all graphics that mean something."""
    known = colours(theme)
    low = [pair for pair in SYMBOLS if contrast(known[pair[0]], known[pair[1]]) < 3]
    assert low == []
