"""Recorded matches that commands are tried on."""

from tests.replays.make import FOLDER


def golden(game: str) -> str:
    """A recorded match of three."""
    return str(FOLDER / game / "three-players.replay")
