"""The schedule of a ladder with rounds that others play: nothing before its start, then its plan."""

from collections.abc import Callable, Iterable
from typing import Final

from bessemer.errors import LadderClosed, NotAllowed, RefereeError
from bessemer.ladder.formats.blocks import SeatOrder
from bessemer.ladder.lobby.schedule import Availability, Pairing, Rounds
from bessemer.ladder.tournament.known_results import LostMatches, Walkover
from bessemer.ladder.tournament.record import TournamentRecord
from bessemer.ratings.results import Result

_Match = tuple[str, SeatOrder]
"""A match of the plan: its block and its seating."""


class Tournament:
    """
    Plays what follows from the record of a tournament, and again after every change of it.

    The record is in the database, so a referee that was killed continues where it was.
    """

    needs_restart = False

    def __init__(
        self,
        name: str,
        record: Callable[[], TournamentRecord],
        now: Callable[[], float],
    ) -> None:
        """
        The schedule of the ladder `name`.

        Args:
            name: the ladder's.
            record: as it was last read.
            now: seconds of a clock that only goes forward.
        """
        self._name: Final = name
        self._record = record
        self._now = now
        self._rounds: Rounds | None = None
        self._made_of: TournamentRecord | None = None
        self._playing: dict[_Match, Pairing] = {}
        self._played: dict[str, Result] = {}
        """By id: those that ended here since the record was first read; it may not have them yet."""
        self._away: dict[str, float] = {}
        """Since when each player who is needed has been away."""

    # ---------------------------------------------------------------------------- as a schedule

    def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
        """See `Schedule`; who is needed and not there is remembered."""
        there = tuple(available)
        rounds = self._now_playing()
        pairing = rounds.next_pairing(there) if rounds is not None else None
        if pairing is not None:
            self._playing[pairing.block, pairing.seating] = pairing
        self._note_absent({one.name for one in there})
        return pairing

    def played(self, pairing: Pairing, result: Result | None) -> None:
        """See `Schedule`."""
        self._playing.pop((pairing.block, pairing.seating), None)
        if result is not None:
            self._played[result.match_id] = result
        if (rounds := self._now_playing()) is not None:
            rounds.played(pairing, result)

    def restarted(self) -> None:
        """It waits for no restart: each of its matches has a set-up of its own."""

    def is_over(self, block: str) -> bool:
        """See `Schedule`."""
        rounds = self._now_playing()
        return rounds is not None and rounds.is_over(block)

    @property
    def is_done(self) -> bool:
        """Whether the last match is over."""
        rounds = self._now_playing()
        return rounds is not None and rounds.is_done

    # ------------------------------------------------------------------------- as a tournament

    @property
    def players(self) -> tuple[str, ...] | None:
        """Who takes part; `None` before it has started."""
        plan = self._record().plan
        return None if plan is None else plan.players

    def resume(self, block: str, seating: SeatOrder) -> Pairing | None:
        """The pairing of a match that goes on after a restart, if the plan has it."""
        rounds = self._now_playing()
        pairing = rounds.resume(block, seating) if rounds is not None else None
        if pairing is not None:
            self._playing[block, seating] = pairing
        return pairing

    def refusal(self, player: str) -> RefereeError | None:
        """Why a player has nothing to play here, if it has not."""
        if self.is_done:
            result = self._record().result
            won = " and ".join(result.winners) if result is not None else ""
            return LadderClosed(
                f"the tournament {self._name} is over" + (f": {won} won" if won else ""),
                field="enlistment.ladder",
            )
        players = self.players
        if players is None or player in players:
            return None
        name = player.partition(":")[0]
        mine = [one for one in players if one.partition(":")[0] == name]
        also = f"; {mine[0]} is, so enlist with that version" if mine else ""
        return NotAllowed(
            f"{player} is not among the {len(players)} players of {self._name}, who were fixed at its "
            f"start{also}",
            field="enlistment.ladder",
        )

    def overdue(self, absence: float, time: float) -> list[Walkover]:
        """
        The meetings that are lost now, since a player has been away for `absence` seconds.

        `time` is that of the walkovers, in seconds since the epoch.
        """
        rounds = self._rounds
        if rounds is None:
            return []
        given = set(self._record().walkovers)
        now = self._now()
        gone = {player for player, since in self._away.items() if now - since >= absence}
        reason = f"absent for {absence:g} s"
        lost = {
            (pairing.block, player)
            for pairing in rounds.waiting
            for player in gone.intersection(pairing.seating)
        }
        found = [Walkover(block, player, time, reason) for block, player in sorted(lost)]
        return [one for one in found if one not in given]

    def forget_absent(self) -> None:
        """Nothing is played at present, so nobody is away."""
        self._away.clear()

    def _note_absent(self, there: set[str]) -> None:
        for player in there.intersection(self._away):
            del self._away[player]
        if self._rounds is not None:
            now = self._now()
            for pairing in self._rounds.waiting:
                for player in pairing.seating:
                    if player not in there:
                        self._away.setdefault(player, now)

    def _now_playing(self) -> Rounds | None:
        """The rounds, as they follow from the record now."""
        record, former = self._record(), self._made_of
        if record is former:
            return self._rounds
        self._made_of = record
        if former is not None and (record.plan, record.voided) == (former.plan, former.voided):
            return self._rounds
        if former is not None and record.season != former.season:
            self._playing, self._played, self._away = {}, {}, {}
        if record.plan is None:
            self._rounds = None
            return None
        told = {result.match_id for result in record.past} | record.voided
        new = [result for match_id, result in self._played.items() if match_id not in told]
        self._rounds = record.plan.rounds_schedule((*record.past, *new), self._lost)
        for block, seating in self._playing:
            self._rounds.resume(block, seating)
        return self._rounds

    def _lost(self) -> LostMatches:
        return self._record().lost
