"""The one module that reads: the data files shipped beside the rules."""

from importlib.resources import files


def shipped_text(game: str, name: str) -> str:
    """The text of the data file `name` of `game`."""
    return files(f"bessemer.games.{game}").joinpath(name).read_text(encoding="utf-8")
