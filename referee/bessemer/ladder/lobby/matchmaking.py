"""
The continuous ladder: which match to play next.

It starts from the player with the least certain rating, and draws the others by lot: the more their
meeting is expected to tell, the more lots they have, so that players of about the same strength who
have met less often meet more often. Always taking the most informative match would be wrong: groups of
players far apart would hardly ever meet, and nothing would say how far. Players who have waited
too long come first, in the order of waiting, so that nobody waits for ever.

Those who are free are no sample of the ladder: players who finish together are free together. So a draw
that would tell little, compared with what its players would tell with all who are there, is held back for a
moment (`holding.py`), until players of other matches are free.

A person who waits comes before all of them: a match is made about that person as soon as there are others
for it. Bots can be told to keep seats for this.
"""

import math
import random
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from bessemer.ladder.formats.blocks import SeatOrder
from bessemer.ladder.formats.seating import SeatHistory
from bessemer.ladder.lobby.holding import Hold

# The luck of two single performances, in points: how far apart two players can be told in a match.
_LUCK: Final = 2 * 200.0**2

_LEAST: Final = 1e-9
"""Every match tells something: so everybody has a lot, however far from all others."""

_REMEMBERED: Final = 8
"""Of so many of its last matches it counts how often a player met another in them."""

_GROUPS: Final = 10_000
"""Of so many of the last matches it knows which groups have met before."""

ASKED: Final = 24
"""Of no more of those who are there is it asked what a match with them would tell."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player who is there, as the matchmaker sees it now."""

    name: str
    mean: float
    deviation: float
    free: int = 1
    """How many more matches it takes at once; 0 while it only plays."""
    author: str = ""
    """Whose bot it is, "" for nobody's."""
    is_person: bool = False
    with_people: int = 0
    """How many seats it has in matches with people."""
    is_settled: bool = False
    """Whether enough is known of it: no match is made about it, but it plays with others."""


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
    longest_hold: float = 120.0
    """For so many seconds at most a draw that mixes players badly waits for others who still play."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """All who are there, busy or free: a draw from the free may wait for the others."""

    size: int
    some: Sequence[Candidate]
    """Some of them, at most `ASKED`, chosen by lot."""
    hold: Hold


class Matchmaker:
    """
    Draws one match after the other; the same calls with the same `rng` draw the same matches.

    It remembers who waited, who met whom and who sat where. `add` gives it the matches of the past.
    """

    def __init__(self, settings: MatchmakingSettings) -> None:
        self.settings: Final = settings
        self._waits: dict[str, int] = {}
        self._met: Counter[tuple[str, str]] = Counter()
        self._last: dict[str, deque[SeatOrder]] = {}
        """By player: the last matches."""
        self._groups: Counter[frozenset[str]] = Counter()
        self._matches: deque[frozenset[str]] = deque()
        """Those of `_groups`, in the order in which they met."""
        self._seats = SeatHistory()

    def waited(self, name: str) -> int:
        """For how many matches in a row a player who was free has been passed over."""
        return self._waits.get(name, 0)

    def add(self, seating: Sequence[str]) -> None:
        """Remember a match, drawn here or played before."""
        self._seats.add(seating)
        self._matches.append(frozenset(seating))
        self._groups[frozenset(seating)] += 1
        if len(self._matches) > _GROUPS:
            forgotten = self._matches.popleft()
            self._groups[forgotten] -= 1
            if not self._groups[forgotten]:
                del self._groups[forgotten]
        for player in seating:
            self._last.setdefault(player, deque(maxlen=_REMEMBERED)).append(tuple(seating))
            for other in seating:
                self._met[player, other] += player != other

    def draw(
        self,
        candidates: Iterable[Candidate],
        rng: random.Random,
        attendance: Attendance | None = None,
    ) -> SeatOrder | None:
        """
        The next match, or `None` if those who are free cannot fill one, or had better wait.

        Who is not among the free candidates does not wait: it plays, or it has left.
        """
        free = sorted((each for each in candidates if each.free > 0), key=lambda each: each.name)
        self._waits = {
            each.name: 0 if each.is_settled else self._waits.get(each.name, 0) for each in free
        }
        group = self._about_a_person(free, rng)
        if group is None:
            group = self._group([each for each in free if self._is_free_for_bots(each)], rng)
            if not self._is_ripe(group, len(free), attendance):
                return None
        if group is None:
            return None
        for each in free:
            self._waits[each.name] += not each.is_settled
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
        about = [player for player in free if not player.is_settled]
        if not about and first is None:
            return None
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
                player = max(about, key=lambda each: self._urgency(each, limit, rng))
            else:
                # The longer a player waits, the more lots it has.
                lots = [
                    told * self._patience(name, limit) * self._novelty(group, name)
                    for name, told in tells.items()
                ]
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
        """What their meeting tells, the less the more often they have met, above all in the last matches."""
        lately = sum(two.name in seating for seating in self._last.get(one.name, ()))
        return _told(one, two) / (1 + self._met[one.name, two.name]) / (1 + lately)

    def _novelty(self, group: Sequence[Candidate], name: str) -> float:
        """Less than 1 if a group that `name` would make complete has met before."""
        if len(group) + 1 < self.settings.seats:
            return 1.0
        return 1 / (1 + self._groups[frozenset([name, *(each.name for each in group)])])

    def _is_ripe(
        self, group: Sequence[Candidate] | None, free: int, attendance: Attendance | None
    ) -> bool:
        """Whether a match need not wait for those who are busy."""
        if attendance is None:
            return True
        if group is None:
            attendance.hold.nothing()
            return True
        # If all are free, there is nobody to wait for.
        if free == attendance.size:
            return True
        if not attendance.hold.allows_beside_others():
            return False
        return attendance.hold.allows(self._freshness(group, attendance))

    def _freshness(self, group: Sequence[Candidate], attendance: Attendance) -> float:
        """
        What a match tells, as a share of what its players' meetings with the whole attendance would tell.

        Less if the same players have met before, and the more so the more often.
        """
        told = fmean(self._tells(one, two) for one in group for two in group if one is not two)
        among_all = [
            self._tells(one, two)
            for one in group
            for two in attendance.some
            if one.name != two.name and not self._kept_apart(one, two)
        ]
        if not among_all:
            return 1.0
        met = self._groups[frozenset(each.name for each in group)]
        by_lot = len(self._matches) / math.comb(attendance.size, len(group))
        share = (1 + by_lot) / (1 + met)
        # A few who are left among themselves, while the others play for long, play on but rarely.
        return told / fmean(among_all) * (share**4 if met > 2 * by_lot else share)

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
