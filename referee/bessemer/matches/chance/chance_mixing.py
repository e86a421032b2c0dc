"""The bytes that seats bring to a match's chance: committed to first, then revealed, then mixed."""

from collections.abc import Sequence
from enum import StrEnum
from hmac import compare_digest
from typing import NamedTuple

from bessemer.engine.game import Seat
from bessemer.engine.seeds import commitment_to, mixed_seed, substitute
from bessemer.errors import BadRequest


class ChanceSource(StrEnum):
    """Whose bytes a seat's are."""

    PLAYER = "player"
    """The player brought and revealed them."""
    REFEREE = "referee"
    """The player brought none: they follow from the referee's secret."""
    WITHHELD = "withheld"
    """The player committed to some and did not reveal them: there are none, and no seed."""


class Contribution(NamedTuple):
    """The contribution of one seat."""

    player: str
    source: ChanceSource
    commitment: bytes
    """Its commitment to its bytes, from before any were revealed; b"" if it made none."""
    content: bytes


class ChanceMix(NamedTuple):
    """The bytes from which a match's seed was mixed, together with the referee's secret."""

    match_id: str
    """The match whose seats were asked: the same for all matches of a block."""
    contributions: tuple[Contribution, ...]
    """By seat of that match."""

    def seed(self, secret: bytes) -> bytes:
        """The seed; b"" if somebody withheld: without those bytes there is none."""
        if self.withheld:
            return b""
        return mixed_seed(secret, [one.content for one in self.contributions])

    @property
    def withheld(self) -> tuple[Seat, ...]:
        """The seats that did not reveal what they had committed to."""
        return tuple(
            Seat(seat)
            for seat, one in enumerate(self.contributions)
            if one.source is ChanceSource.WITHHELD
        )


class Gathering:
    """The bytes and commitments that the seats of one match have brought so far."""

    def __init__(self, seats: int) -> None:
        self.commitments = [b""] * seats
        """By seat; b"" for one that brings nothing."""
        self.is_settled = False
        """Whether the commitments stand, so that none can be added or changed."""
        self.is_told = False
        """Whether the commitments are durable: the seats are shown them, and may reveal."""
        self.is_restored = False
        """Whether the referee has died since then: who does not reveal may be not to blame."""
        self._contents = [b""] * seats
        self._withheld: set[Seat] = set()

    def commit(self, seat: Seat, commitment: bytes) -> None:
        """A seat says what it will reveal; until the commitments stand it may think again."""
        if commitment and not self.is_settled:
            self.commitments[seat] = commitment

    def settle(self, commitments: Sequence[bytes]) -> None:
        """These are the commitments, and they are durable before anybody hears of the match."""
        self.commitments = list(commitments)
        self.is_settled = self.is_told = True

    def wants(self, seat: Seat) -> bool:
        """Whether the seat is to reveal its bytes now."""
        return self.is_told and seat in self.missing

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats that have not revealed what they committed to."""
        return tuple(
            Seat(seat)
            for seat, (commitment, content) in enumerate(
                zip(self.commitments, self._contents, strict=True)
            )
            if commitment and not content and seat not in self._withheld
        )

    @property
    def withheld(self) -> tuple[Seat, ...]:
        """The seats that will not reveal."""
        return tuple(sorted(self._withheld))

    def reveal(self, seat: Seat, content: bytes) -> None:
        """
        A seat reveals its bytes; without any it says that it cannot.

        Raises:
            BadRequest: nothing was asked for, or these are not the bytes that it committed to.
        """
        if not self.is_told or not self.commitments[seat]:
            raise BadRequest("no bytes were asked for; they are, once", field="reveal")
        if not content:
            if not self._contents[seat]:
                self._withheld.add(seat)
            return
        if not compare_digest(commitment_to(content), self.commitments[seat]):
            raise BadRequest(
                "these are not the bytes that the seat committed to", field="reveal.content"
            )
        if seat not in self._withheld:
            self._contents[seat] = content

    def withhold(self) -> None:
        """Time is up for those who have not revealed."""
        self._withheld.update(self.missing)

    def mix(self, match_id: str, players: Sequence[str], secret: bytes) -> ChanceMix:
        """All that was brought, with the referee's bytes for those who committed to none."""
        return ChanceMix(
            match_id,
            tuple(
                Contribution(
                    player,
                    _source(commitment, content),
                    commitment,
                    content if commitment else substitute(secret, seat),
                )
                for seat, (player, commitment, content) in enumerate(
                    zip(players, self.commitments, self._contents, strict=True)
                )
            ),
        )


def _source(commitment: bytes, content: bytes) -> ChanceSource:
    if content:
        return ChanceSource.PLAYER
    return ChanceSource.WITHHELD if commitment else ChanceSource.REFEREE
