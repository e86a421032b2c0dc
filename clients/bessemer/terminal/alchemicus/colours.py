"""The colours of goods, Golems and Spiritus."""

from typing import Final

from rich.text import Text

from bessemer.faces.alchemicus import names
from bessemer.games.alchemicus.cards.kinds import GOLD, HERB, METAL, ORE, TINCTURE
from bessemer.games.alchemicus.state import Building
from bessemer.terminal.drawing import painted
from bessemer.terminal.style import DIM

_STYLES: Final = {
    str(HERB): "#9bd67d",
    str(ORE): "#e0a070",
    str(TINCTURE): "#c9a0e8",
    str(METAL): "#b7c0c9",
    str(GOLD): "#f2d35e",
    names.FAINT: DIM,
    names.GOLEM: "bold",
    names.SPIRITUS: "bold #f08a7a",
}


def building_mark(building: Building) -> Text:
    """A building with what is on it, in few letters."""
    return painted(names.building_mark(building), _STYLES)


def building_label(building: Building) -> Text:
    """The same with longer words."""
    return painted(names.building_label(building), _STYLES)
