"""
A client's part in the chance of its matches: random bytes, committed to, revealed, checked.

The referee shows a seat all commitments, its own among them, before the seat reveals anything. At
the end of the match it tells the secret and all bytes; a client that kept what it was shown can see
that nothing was changed in between. The protocol is in docs/chance.md.
"""

import logging
import secrets
from hashlib import sha256
from typing import Any, Final, NamedTuple

from bessemer.engine.seeds import CONTENT_BYTES, commitment_to, mixed_seed, substitute
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb

_MOST_KEPT: Final = 65_536
_log: Final = logging.getLogger("bessemer.sdk")


class _Revealed(NamedTuple):
    """The bytes that a seat has revealed, and what it was shown before."""

    content: bytes
    shown: pb.ChanceRevealRequest


class ChanceBytes:
    """The bytes of all matches of a client."""

    def __init__(self) -> None:
        self._kept: dict[bytes, bytes] = {}
        """By commitment: bytes that nobody knows yet."""
        self._revealed: dict[tuple[str, int], _Revealed] = {}
        """By match and seat."""

    def commit(self) -> bytes:
        """A commitment to new bytes."""
        content = secrets.token_bytes(CONTENT_BYTES)
        commitment = commitment_to(content)
        self._kept[commitment] = content
        _forget_oldest(self._kept)
        _forget_oldest(self._revealed)
        return commitment

    def reveal(self, match_id: str, seat: int, shown: pb.ChanceRevealRequest) -> pb.ChanceReveal:
        """
        The bytes that a seat committed to, which are for this match alone from now on.

        Without any in it if they are not known, or are another match's: then the seat has lost.
        """
        key = match_id, seat
        if (revealed := self._revealed.get(key)) is None:
            own = shown.commitments[seat] if seat < len(shown.commitments) else b""
            content = self._kept.pop(own, None)
            if content is None:
                _log.warning(
                    "match %s, seat %d: the referee asks for bytes that are not for this match",
                    *key,
                )
                return pb.ChanceReveal()
            revealed = self._revealed[key] = _Revealed(content, shown)
        return pb.ChanceReveal(content=revealed.content)

    def check(self, match_id: str, seat: int, result: match_pb2.MatchResult) -> str:
        """The referee's change after the seat had revealed its bytes; "" if there is none, or none is known."""
        revealed = self._revealed.pop((match_id, seat), None)
        if revealed is not None and not result.ranks:
            _log.warning(
                "match %s, seat %d: bytes were revealed, and the match has no outcome: %s",
                *(match_id, seat, result.message),
            )
        if revealed is None or not result.HasField("chance"):
            return ""
        wrong = _difference(revealed, seat, result)
        if wrong:
            _log.error(
                "match %s, seat %d: the cards were not dealt by chance: %s", match_id, seat, wrong
            )
        return wrong

    def forget(self, match_id: str, seat: int) -> None:
        """The match is over, or is no longer ours."""
        self._revealed.pop((match_id, seat), None)


def _forget_oldest(kept: dict[Any, Any]) -> None:
    """Keep what connections of long ago have left from growing for ever."""
    if len(kept) > _MOST_KEPT:
        del kept[next(iter(kept))]


CHANCE: Final = ChanceBytes()
"""Of the whole process: after any new connection it still knows what it committed to."""


def _difference(revealed: _Revealed, seat: int, result: match_pb2.MatchResult) -> str:
    """The difference between the end and what the seat was shown; "" if there is none."""
    chance, shown = result.chance, revealed.shown
    contents = [one.content for one in chance.contributions]
    if sha256(chance.secret).hexdigest() != shown.seed_commitment:
        return "the referee has changed its secret"
    if [one.commitment for one in chance.contributions] != list(shown.commitments):
        return "the commitments are not those that the seat was shown"
    if contents[seat] != revealed.content:
        return "what the seat brought was left out"
    for number, one in enumerate(chance.contributions):
        if one.source == match_pb2.CHANCE_SOURCE_PLAYER:
            is_right = commitment_to(one.content) == one.commitment
        elif one.source == match_pb2.CHANCE_SOURCE_WITHHELD:
            is_right = bool(one.commitment) and not one.content
        else:
            is_right = one.content == substitute(chance.secret, number)
        if not is_right:
            return f"what seat {number} brought was changed"
    is_withheld = match_pb2.CHANCE_SOURCE_WITHHELD in (one.source for one in chance.contributions)
    seed = b"" if is_withheld else mixed_seed(chance.secret, contents)
    if seed != result.seed:
        return "the seed does not follow from what was brought"
    return ""
