"""Roles: what a token lets its owner do."""

from enum import StrEnum


class Role(StrEnum):
    """The rights of a token's owner."""

    SPECTATOR = "spectator"
    """Watch."""
    PLAYER = "player"
    """Watch, create matches, play."""
    ORGANISER = "organiser"
    """Everything."""
