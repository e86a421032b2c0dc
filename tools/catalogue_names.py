"""Names that games have in their data, and that people read: cards, places, people."""


def names_from_data(game: str) -> list[str]:
    """All names of a game that its faces say by `tr_name`."""
    return sorted(_NAMES[game]())


def _furnace() -> set[str]:
    return set()


def _brass() -> set[str]:
    return set()


def _alchemicus() -> set[str]:
    return set()


_NAMES = {"furnace": _furnace, "brass": _brass, "alchemicus": _alchemicus}
