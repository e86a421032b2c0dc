"""Names that games have in their data, and that people read: cards, places, people."""

from bessemer.engine.catalogue import GAMES
from bessemer.faces.furnace.labels import named


def names_from_data(game: str) -> list[str]:
    """All names of a game that its faces say by `tr_name`."""
    return sorted(_NAMES[game]()) if game in _NAMES else []


def _furnace() -> set[str]:
    deck = GAMES["furnace"].options({}).deck
    return {named(company.name)[0] for company in deck.companies.values()}


def _brass() -> set[str]:
    return set()


def _alchemicus() -> set[str]:
    return set()


_NAMES = {"furnace": _furnace, "brass": _brass, "alchemicus": _alchemicus}
