"""The games that can be shown, by name."""

from collections.abc import Mapping
from typing import Final

from bessemer.terminal.alchemicus.face import AlchemicusFace
from bessemer.terminal.brass.face import BrassFace
from bessemer.terminal.face import Face
from bessemer.terminal.furnace.face import FurnaceFace

FACES: Final[Mapping[str, Face]] = {
    "furnace": FurnaceFace(),
    "brass": BrassFace(),
    "alchemicus": AlchemicusFace(),
}
