"""The games that can be shown, by name."""

from collections.abc import Mapping
from typing import Final

from clients.terminal.alchemicus.face import AlchemicusFace
from clients.terminal.brass.face import BrassFace
from clients.terminal.face import Face
from clients.terminal.furnace.face import FurnaceFace

FACES: Final[Mapping[str, Face]] = {
    "furnace": FurnaceFace(),
    "brass": BrassFace(),
    "alchemicus": AlchemicusFace(),
}
