"""Knock-out: groups play series, the best of each advance, until one group is left."""

from collections.abc import Sequence
from typing import Final

from bessemer.ladder.formats.seating import Round


class Knockout:
    """
    A knock-out among seeded players: ask for a round, record who advances, and again.

    Seeds are folded into the groups (with two seats the first meets the last), so the best meet as
    late as can be, and in the first round the best have byes if numbers do not come out even. A
    winner takes over the place of its group in the bracket, whichever player it beat.
    """

    def __init__(self, seeds: Sequence[str], seats: int, advance: int | None = None) -> None:
        """
        A knock-out of groups of `seats`, from which `advance` advance: half of them if not given.

        Raises:
            ValueError: `advance` does not divide `seats`, or a player is named twice.
        """
        self.advance: Final = advance or max(1, seats // 2 if seats % 2 == 0 else 1)
        """How many advance from each group."""
        if seats % self.advance or self.advance == seats:
            raise ValueError(f"{self.advance} of {seats} cannot go on: it must divide them")
        if len(set(seeds)) != len(seeds) or len(seeds) < 2:
            raise ValueError("a knock-out needs two players at least, each named once")
        self._seats: Final = seats
        self._seed = {player: number for number, player in enumerate(seeds)}
        self._left = list(seeds)
        """By their place in the bracket."""
        self._last_group: dict[str, int] = {}
        """In which group each player sat in the round before."""
        self.winner: str | None = None

    def next_round(self) -> Round:
        """The series to be played now; none once there is a winner."""
        if self.winner is not None:
            return Round(())
        byes = self._byes()
        return Round(tuple(map(tuple, self._groups())), tuple(self._left[:byes]))

    def record(self, placed: Sequence[Sequence[str]]) -> None:
        """
        Advance by the results of all series of the round, in their order: each the best first.

        Raises:
            ValueError: not these series.
        """
        groups = self._groups()
        if [sorted(group) for group in groups] != [sorted(group) for group in placed]:
            raise ValueError("these are not the series of the round")
        if self.is_final:
            self.winner = placed[0][0]
            return
        byes = self._left[: self._byes()]
        # All winners in the order of their groups, then all seconds.
        self._left = byes + [group[place] for place in range(self.advance) for group in placed]
        self._last_group = {
            player: number for number, group in enumerate(placed) for player in group
        }

    @property
    def is_final(self) -> bool:
        """Whether one group is left."""
        return len(self._left) <= self._seats

    def _byes(self) -> int:
        """How many advance without playing, so that from the next round on all groups are full."""
        if self.is_final:
            return 0
        return self._next_size() - self._count() * self.advance

    def _next_size(self) -> int:
        """The largest full bracket that is smaller than what is left."""
        size, ratio = self._seats, self._seats // self.advance
        while size * ratio < len(self._left):
            size *= ratio
        return size

    def _count(self) -> int:
        """How many groups it takes to send home all who are too many."""
        too_many = len(self._left) - self._next_size()
        return -(-too_many // (self._seats - self.advance))

    def _groups(self) -> list[list[str]]:
        if self.is_final:
            return [sorted(self._left, key=self._seed.__getitem__)]
        playing = self._left[self._byes() :]
        count = self._count()
        groups: list[list[str]] = [[] for _ in range(count)]
        for number, player in enumerate(playing):
            lap, at = divmod(number, count)
            groups[at if lap % 2 == 0 else count - 1 - at].append(player)
        for lap in range(1, self._seats):
            self._part(groups, lap)
        return groups

    def _part(self, groups: list[list[str]], lap: int) -> None:
        """Change players of one lap between groups, so that nobody meets the same player again at once."""

        def fits(player: str, group: Sequence[str]) -> bool:
            before = self._last_group.get(player)
            return before is None or all(
                self._last_group.get(other) != before for other in group[:lap]
            )

        for one in groups:
            if len(one) <= lap or fits(one[lap], one):
                continue
            for two in groups:
                if len(two) > lap and fits(one[lap], two) and fits(two[lap], one):
                    one[lap], two[lap] = two[lap], one[lap]
                    break
