"""
The continuous ladder: which match to play next.

It starts from the player with the least certain rating, and draws the others by lot: the more their
meeting is expected to tell, the more lots they have, so that players of about the same strength who
have met less often meet more often. Always taking the most informative match would be wrong: groups of
players far apart would hardly ever meet, and nothing would say how far. Players who have waited
too long come first, in the order of waiting, so that nobody waits for ever.

A person who waits comes before all of them: a match is made about that person as soon as there are others
for it. Bots can be told to keep seats for this.
"""

import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bessemer.ladder.formats.blocks import SeatOrder
from bessemer.ladder.formats.seating import SeatHistory

# The luck of two single performances, in points: how far apart two players can be told in a match.
_LUCK: Final = 2 * 200.0**2

_LEAST: Final = 1e-9
"""Every match tells something: so everybody has a lot, however far from all others."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player who is there, as the matchmaker sees it now."""

    name: str
    mean: float
    deviation: float
    free: int = 1
    """How many more matches it takes at once."""
    author: str = ""
    """Whose bot it is, "" for nobody's."""
    is_person: bool = False
    with_people: int = 0
    """How many seats it has in matches with people."""


@dataclass(frozen=True, slots=True)
class MatchmakingSettings:
    """How matches are drawn."""

    seats: int = 4
    authors_apart: bool = False
    """Whether bots of one author never meet."""
    patience: float = 2.0
    """After so many times the matches in which everybody could have sat once, a wait is too long."""
    kept_for_people: int = 0
    """So many of the seats that each bot takes at once are for matches with people."""


class Matchmaker:
    """
    Draws one match after the other; the same calls with the same `rng` draw the same matches.

    It remembers who waited, who met whom and who sat where. `add` gives it the matches of the past.
    """

    def __init__(self, settings: MatchmakingSettings) -> None:
        self.settings: Final = settings
        self._waits: dict[str, int] = {}
        self._met: Counter[tuple[str, str]] = Counter()
        self._seats = SeatHistory()

    def waited(self, name: str) -> int:
        """For how many matches in a row a player who was free has been passed over."""
        return self._waits.get(name, 0)

    def add(self, seating: Sequence[str]) -> None:
        """Remember a match, drawn here or played before."""
        self._seats.add(seating)
        for player in seating:
            for other in seating:
                self._met[player, other] += player != other

    def draw(self, candidates: Iterable[Candidate], rng: random.Random) -> SeatOrder | None:
        """
        The next match, or `None` if those who are free cannot fill one.

        Who is not among the free candidates does not wait: it plays, or it has left.
        """
        free = sorted((each for each in candidates if each.free > 0), key=lambda each: each.name)
        self._waits = {each.name: self._waits.get(each.name, 0) for each in free}
        group = self._about_a_person(free, rng) or self._group(
            [each for each in free if self._is_free_for_bots(each)], rng
        )
        if group is None:
            return None
        for name in self._waits:
            self._waits[name] += 1
        for player in group:
            self._waits[player.name] = 0
        seating = self._seats.seated([player.name for player in group], rng)
        self.add(seating)
        return seating

    def _is_free_for_bots(self, each: Candidate) -> bool:
        """Whether it takes another match without people."""
        kept = self.settings.kept_for_people - each.with_people
        return not each.is_person and each.free > max(0, kept)

    def _about_a_person(
        self, free: Sequence[Candidate], rng: random.Random
    ) -> list[Candidate] | None:
        """A match for the person who has waited longest; `None` if there are too few for it."""
        people = [each for each in free if each.is_person]
        people.sort(key=lambda each: (-self._waits[each.name], -each.deviation))
        for person in people:
            if (group := self._group(free, rng, person)) is not None:
                return group
        return None

    def _group(
        self, free: Sequence[Candidate], rng: random.Random, first: Candidate | None = None
    ) -> list[Candidate] | None:
        """Those who play the next match, `first` among them if it is given."""
        limit = _too_long(len(free), self.settings)
        overdue = [player for player in free if self._waits[player.name] >= limit]
        overdue.sort(key=lambda player: (self._waits[player.name], player.deviation))
        by_name = {player.name: player for player in free}
        # What each player who may still join would tell.
        tells = {player.name: 0.0 for player in free}
        group: list[Candidate] = []
        while tells and len(group) < self.settings.seats:
            while overdue and overdue[-1].name not in tells:
                overdue.pop()
            if first is not None and not group:
                player = first
            elif overdue:
                player = overdue.pop()
            elif not group:
                player = max(free, key=lambda each: self._urgency(each, limit, rng))
            else:
                # The longer a player waits, the more lots it has.
                lots = [told * self._patience(name, limit) for name, told in tells.items()]
                player = by_name[rng.choices(list(tells), lots)[0]]
            tells = {
                name: told + self._tells(by_name[name], player)
                for name, told in tells.items()
                if name != player.name and not self._kept_apart(by_name[name], player)
            }
            group.append(player)
        return group if len(group) == self.settings.seats else None

    def _kept_apart(self, one: Candidate, two: Candidate) -> bool:
        return self.settings.authors_apart and one.author == two.author != ""

    def _tells(self, one: Candidate, two: Candidate) -> float:
        """What their meeting tells, the less the more often they have met."""
        return _told(one, two) / (1 + self._met[one.name, two.name])

    def _urgency(self, player: Candidate, limit: int, rng: random.Random) -> float:
        """How much a match should be about this player: most if little is known of it."""
        # A little chance, so that equals do not always meet in the same order.
        return player.deviation * self._patience(player.name, limit) * (0.9 + 0.2 * rng.random())

    def _patience(self, name: str, limit: int) -> float:
        """From 1 to 2, the more the longer a player waits."""
        return 1 + self._waits[name] / limit


def _too_long(players: int, settings: MatchmakingSettings) -> int:
    return max(1, math.ceil(settings.patience * players / settings.seats))


def _told(player: Candidate, other: Candidate) -> float:
    """What a match of two is expected to tell of them: most if it is open and they are unknown."""
    unknown = player.deviation**2 + other.deviation**2
    # The share is (1 + lead) / 2 by the normal distribution, so this is share times its rest.
    lead = math.erf((player.mean - other.mean) / math.sqrt(2 * (_LUCK + unknown)))
    return max((1 - lead * lead) / 4 * unknown / (_LUCK + unknown), _LEAST)
