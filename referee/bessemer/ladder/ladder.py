"""A ladder: a rated list of players for one game and its options, and what is done to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from bessemer.ladder.entry_terms import EntryTerms
from bessemer.ladder.tournament.terms import FormatTerms
from bessemer.matches.records import ClockSettings
from bessemer.ratings.results import Result

if TYPE_CHECKING:
    from bessemer.ladder.tournament.known_results import Walkover
    from bessemer.ladder.tournament.plan import LadderPlan

PEOPLE_CLOCK: Final = ClockSettings(
    bank=1800.0, increment=30.0, join_timeout=120.0, away_limit=180.0
)
"""The default clock of people: half an hour, half a minute for each decision, three minutes away."""


class PairingLimits(NamedTuple):
    """How much is played on a ladder without rounds; 0 for no limit."""

    matches_per_hour: int = 0
    """A bot begins at most so many matches in any hour, and a twelfth of them in any five minutes."""
    until: int = 0
    """A player whose ± is at most so many points plays only with others who are less certain."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """The decisions of its organiser."""

    name: str
    game: str
    options: Mapping[str, str]
    """All of them, those at their defaults too."""
    seats: int
    clock: ClockSettings = field(default_factory=ClockSettings)
    authors_apart: bool = False
    """Whether bots of one author never meet."""
    season: int = 1
    is_frozen: bool = False
    """Whether no more matches are played."""
    created: float = 0.0
    people_clock: ClockSettings = PEOPLE_CLOCK
    """That of people; `clock` is that of bots."""
    matches_per_hour: int = 0
    """See `PairingLimits`."""
    until: int = 0
    """See `PairingLimits`."""
    resignation_ends: bool = False
    """As in `Terms`."""
    format: FormatTerms = field(default_factory=FormatTerms)
    """In which order players meet."""
    entry: EntryTerms = field(default_factory=EntryTerms)
    """Quotas, the deadline, quiet hours."""

    @property
    def limits(self) -> PairingLimits:
        """How much is played on it."""
        return PairingLimits(self.matches_per_hour, self.until)


class RatedMatch(NamedTuple):
    """A match in the history of a ladder."""

    number: int
    """Its place: matches are rated in this order."""
    result: Result
    voided: str | None
    """Why it does not count; `None` if it does."""
    created: float = 0.0
    """When it was drawn, in seconds since the epoch."""


class Revision(NamedTuple):
    """How far a history has come: at the same revision there is nothing new in it."""

    rated: int
    audit: int


class LadderStore(Protocol):
    """
    The ladders and their histories. Blocking: called from threads, never from the event loop.

    `bessemer.storage` implements it.
    """

    def ladder(self, name: str) -> Ladder | None:
        """The ladder of this name."""

    def ladders(self) -> list[Ladder]:
        """All of them, by name."""

    def history(self, ladder: str, season: int, after: int = 0) -> list[RatedMatch]:
        """The matches of a season with numbers above `after`, in the order of rating."""

    def revision(self, ladder: str) -> Revision:
        """How far it has come."""

    def disqualified(self, ladder: str) -> frozenset[str]:
        """The players who are no longer drawn: names, which mean all their versions, or `name:version`."""

    def plan(self, ladder: str, season: int) -> "LadderPlan | None":
        """The plan of a format that was begun in a season."""

    def walkovers(self, ladder: str, season: int) -> "list[Walkover]":
        """The meetings of it that players lost because they were away."""
