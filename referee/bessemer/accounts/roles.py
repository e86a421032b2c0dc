"""Roles: what a token lets its owner do."""

from enum import StrEnum


class Role(StrEnum):
    """What a token lets its owner do."""

    SPECTATOR = "spectator"
    """Watch."""
    PLAYER = "player"
    """Watch, create matches, play."""
    ORGANISER = "organiser"
    """Everything."""
