"""
How a match begins: the seats sit down, bring bytes for its chance, and reveal them.

A seat's commitment comes with its first message. When all seats are at the table the commitments are made
durable, and only then shown to them; each seat that committed reveals its bytes, and when all have,
the match is set up from the seed that follows. If a seat does not reveal in time, there is no seed: the
match is over, and lost for that seat alone.

All of this is durable before anybody hears of it, whatever the durability of moves: otherwise a referee
could stop when it does not like the cards, and nobody would know that there had been any.
"""

from functools import partial
from typing import TYPE_CHECKING, Final

from bessemer.engine.game import Seat
from bessemer.matches.chance.chance_mixing import Gathering
from bessemer.matches.durable.journal import Journal
from bessemer.matches.match import Match
from bessemer.matches.records import Committed, Fault, SeatFault, Started

if TYPE_CHECKING:
    from bessemer.matches.registry import MatchRegistry

DID_NOT_REVEAL: Final = "it did not reveal the bytes that it had committed to"


class MatchStarter:
    """Takes matches from the first seat that joins to their start."""

    def __init__(self, journal: Journal, registry: "MatchRegistry") -> None:
        self._journal = journal
        self._registry = registry

    def join(self, match: Match, seat: Seat, player: str, commitment: bytes = b"") -> None:
        """Somebody sits down, and may say what bytes it will reveal."""
        gathering = match.gathering
        if gathering is not None:
            gathering.commit(seat, commitment)
        is_new = not match.seats[seat].joined
        if not match.join(seat, player):
            return
        if gathering is None or match.mix is not None:
            if is_new:
                self._start(match)
        elif gathering.is_settled:
            if is_new:
                self._start_if_complete(match, gathering)
        elif not set(self.absent(match)) - {seat}:
            self._settle(match, gathering)

    def absent(self, match: Match) -> tuple[Seat, ...]:
        """
        The seats that committed and have no connection now, while commitments can change.

        A program that was started again does not know what the one before had committed to, and commits
        anew when it comes back: nobody is shown anything before.
        """
        gathering = match.gathering
        if gathering is None or gathering.is_settled or match.mix is not None:
            return ()
        return tuple(
            Seat(seat)
            for seat, commitment in enumerate(gathering.commitments)
            if commitment and match.seats[seat].subscriber is None
        )

    def reveal(self, match: Match, seat: Seat, content: bytes) -> None:
        """
        A seat reveals its bytes; without any it says that it cannot.

        Raises:
            BadRequest: they were not asked for, or are not those that it committed to.
        """
        gathering = match.gathering
        if match.mix is not None or match.result is not None or gathering is None:
            return  # sent twice, or too late
        gathering.reveal(seat, content)
        self._start_if_complete(match, gathering)

    def time_is_up(self, match: Match) -> None:
        """The seats that have not revealed yet have had their time."""
        gathering = match.gathering
        if gathering is not None and gathering.is_told and match.mix is None:
            gathering.withhold()
            self._start_if_complete(match, gathering)

    def _settle(self, match: Match, gathering: Gathering) -> None:
        """From now on nobody can change what it will reveal; everybody is shown it when that is durable."""
        gathering.is_settled = True
        if not any(gathering.commitments):
            self._start_if_complete(match, gathering)
            return
        committed = Committed(match.spec.match_id, tuple(gathering.commitments))
        self._journal.append(committed, partial(self._settled, match, gathering))

    def _settled(self, match: Match, gathering: Gathering) -> None:
        gathering.is_told = True
        # The seat that joined last must not leave the others an instant to reveal.
        match.join_by = self._registry.now() + match.spec.join_timeout
        self._registry.tell_seats(match)

    def _start_if_complete(self, match: Match, gathering: Gathering) -> None:
        if gathering.missing or match.unclaimed():
            return
        if gathering.is_restored and gathering.withheld:
            message = "the referee was restarted, and a seat does not know what it had committed to"
            self._registry.ender.abort(match, Fault.REFEREE, message)
            return
        players = tuple(seated.player for seated in match.seats)
        match.mix = gathering.mix(match.spec.match_id, players, match.spec.seed)
        if gathering.withheld:
            faults = (_fault(match, seat) for seat in gathering.withheld)
            self._registry.ender.withheld(match, tuple(faults))
        else:
            self._start(match)

    def _start(self, match: Match) -> None:
        players = tuple(seated.player for seated in match.seats)
        started = self._registry.wall()
        begin = partial(self._registry.begin, match, started)
        self._journal.append(Started(match.spec.match_id, players, started, match.mix), begin)


def _fault(match: Match, seat: Seat) -> SeatFault:
    fault = Fault.NETWORK if match.seats[seat].lost else Fault.PLAYER
    return SeatFault(seat, fault, DID_NOT_REVEAL)
