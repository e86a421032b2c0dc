"""The colours of what is printed on cards."""

from typing import Final

from rich.text import Text

from bessemer.faces.furnace.labels import FAINT, RESOURCES, card_label, effect_label
from bessemer.games.furnace.deck import Deck
from bessemer.games.furnace.effects import Effect
from bessemer.terminal.drawing import painted
from bessemer.terminal.style import DIM

_RESOURCES: Final = ("#b7c0c9", "#e0a070", "#c9a0e8", "#7fb2f0", "#9bd67d")
_STYLES: Final = dict(zip(RESOURCES, _RESOURCES, strict=True)) | {FAINT: DIM}


def colour_of(resource: int) -> str:
    """The colour of coal, iron, oil, upgrade tokens or money."""
    return _RESOURCES[resource]


def effect_text(effect: Effect) -> Text:
    """One printed line of a card."""
    return painted(effect_label(effect), _STYLES)


def card_text(deck: Deck, card: str, *, upgraded: bool) -> Text:
    """The effects of a card in production."""
    return painted(card_label(deck, card, upgraded=upgraded), _STYLES)
