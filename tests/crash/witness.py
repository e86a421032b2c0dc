"""
A record of what the players of one match sent and received, and how they choose.

The answer to a decision is drawn by a hash of the match's seed, the seat and the turn from the legal
moves that came with it. So a decision that is asked again after a crash is answered as before, and
the whole match can be told in advance (see `checks.py`).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Final

from bessemer.engine.catalogue import GAMES
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.wire.wire import wire_of

GAME: Final = "furnace"
SEATS: Final = 4
OFFERED: Final = 20
"""The number of legal moves that a player asks for."""


def choice(seed: bytes, seat: int, turn: int, moves: int) -> int:
    """Which of so many legal moves is made."""
    drawn = sha256(b"%b/%d/%d" % (seed, seat, turn)).digest()
    return int.from_bytes(drawn, "big") % moves


class PlayerRefused(Exception):
    """A player who did everything right was refused."""


class Forgotten(PlayerRefused):
    """A move that the player had been told is durable is asked for again."""


class Witness:
    """A record of what all players of one match sent and received."""

    def __init__(self, seed: bytes, life: Callable[[], int]) -> None:
        self.seed = seed
        self.sent: dict[int, tuple[int, str]] = {}
        """By turn: the seat and its move."""
        self.sent_in: dict[int, set[int]] = defaultdict(set)
        """By turn: in which lives of the referee the answer was sent."""
        self.heard: dict[int, tuple[int, str]] = {}
        """By turn: whose move, and which, according to news of any player."""
        self.acknowledged: dict[int, str] = {}
        """By turn: which message said that the move is durable."""
        self.results: dict[int, match_pb2.MatchResult] = {}
        """By seat."""
        self._life = life

    def answer(self, seat: int, decision: match_pb2.Decision) -> pb.Answer:
        """
        The answer to a decision, always the same.

        Raises:
            Forgotten: this player knows that the decision was answered.
            PlayerRefused: the decision was asked before, with other moves to choose from.
        """
        turn, moves = decision.turn, decision.legal_moves
        if turn in self.acknowledged:
            # The answer would be the same once more, and nobody could tell by the replay.
            how = self.acknowledged[turn]
            raise Forgotten(
                f"turn {turn} was acknowledged by {how}, and seat {seat} is asked again"
            )
        if not moves:
            raise PlayerRefused(f"turn {turn} came to seat {seat} without a legal move")
        chosen = moves[choice(self.seed, seat, turn, len(moves))]
        text = GAMES[GAME].format(wire_of(GAME).read_move(chosen))
        before = self.sent.setdefault(turn, (seat, text))
        if before != (seat, text):
            raise PlayerRefused(
                f"turn {turn} was asked twice: first answer {before}, now {(seat, text)}"
            )
        self.send(turn)
        return pb.Answer(turn=turn, move=chosen)

    def send(self, turn: int) -> None:
        """The answer to `turn` is on its way, perhaps not for the first time."""
        self.sent_in[turn].add(self._life())

    def hear(self, seat: int, known: int, news: Iterable[match_pb2.PlayedMove]) -> int:
        """
        Moves are told to `seat`, which knows those up to turn `known`; what it knows now.

        Raises:
            PlayerRefused: they do not follow, or another move was told before.
        """
        for played in news:
            if played.turn != known + 1:
                raise PlayerRefused(f"seat {seat} was told turn {played.turn} after turn {known}")
            known = played.turn
            told = (played.seat, GAMES[GAME].format(wire_of(GAME).read_move(played.move)))
            before = self.heard.setdefault(known, told)
            if before != told:
                raise PlayerRefused(f"of turn {known} was told first {before}, then {told}")
            if played.seat == seat:
                self.acknowledged.setdefault(known, "moves")
        return known
