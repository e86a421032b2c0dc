"""The format of a ladder: in which order players meet, who takes part, and when it begins and ends."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bessemer.ladder.formats.blocks import Seatings

ABSENCE: Final = 300.0
"""A tournament waits so many seconds for a player who is away, unless its organiser says otherwise."""

LONGEST_ABSENCE: Final = 86_400
"""In seconds."""


class Format(StrEnum):
    """In which order players meet."""

    CONTINUOUS = "continuous"
    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    GAUNTLET = "gauntlet"
    KNOCKOUT = "knockout"


@dataclass(frozen=True, slots=True)
class FormatTerms:
    """What an organiser decides about the format of a ladder."""

    format: Format = Format.CONTINUOUS
    rounds: int = 0
    """Of a Swiss or a round robin, laps of a gauntlet; 0 for as many as the format needs."""
    seatings: Seatings = Seatings.ROTATED
    """The seatings of each meeting in a format with rounds."""
    seed_from: str = ""
    """The ladder that seeds the players, as `name` or `name:season`; "" for the order in which they are named."""
    top: int = 0
    """The best so many of that ladder take part, and nobody else; 0 for those who are there."""
    absence: float = ABSENCE
    """How many seconds it waits for a player who is away; then the player loses what it does not play."""
    entrants: int = 0
    """It begins by itself when so many players are there; 0 for an organiser's word."""
    starts: float = 0.0
    """It begins by itself at this time, in seconds since the epoch; 0 for an organiser's word."""
    matches: int = 0
    """A continuous ladder is over after so many matches; 0 for never."""
    ends: float = 0.0
    """A continuous ladder is over at this time, in seconds since the epoch; 0 for never."""
    competition: str = ""
    """The competition of which the ladder is a stage; "" for a ladder on its own."""
    stage: int = 0
    """Its number there, from 1."""
    follows: str = ""
    """The ladder of the stage before; it begins by itself when that one is over. "" for an organiser's word."""

    @property
    def has_rounds(self) -> bool:
        """Whether it ends by itself, with a result of its own: all formats but the continuous one."""
        return self.format is not Format.CONTINUOUS
