"""Roles: what a token lets its owner do."""

from enum import StrEnum


class Role(StrEnum):
    """The rights of a token's owner."""

    SPECTATOR = "spectator"
    """Watch."""
    WORKER = "worker"
    """Watch, build submissions and host the versions that play."""
    PLAYER = "player"
    """Watch, create matches, play."""
    ORGANISER = "organiser"
    """Everything."""
