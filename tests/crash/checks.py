"""The checks of a match whose referee was killed, and what breaks them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import islice
from typing import Any, Final, NamedTuple

from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.engine.game import Outcome
from bessemer.matches.records import Cause, MatchResult, MoveRecord, Status
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.v1 import match_pb2
from tests.crash.witness import GAME, OFFERED, SEATS, Witness, choice

_SERVES_BEFORE_IT_SAYS_SO: Final = 0.1


class Check(StrEnum):
    """A property that must hold."""

    STARTS = "the referee serves again after each kill, and the matches go on"
    QUIET = "it logs no error and no traceback"
    REFUSED = "no player is refused, and their news has no gap and no contradiction"
    ACKNOWLEDGED = "each acknowledged move is in the replay, and never asked for again"
    HEARD = "so is each move that any player heard of"
    ORDER = "turns 1 to n, each once, as the seats sent them"
    VERIFIES = "the replay verifies"
    SAME = "moves, ranks and scores are those of a match without kills"
    TOLD = "every seat receives that result"
    TIME = "no seat is moved for, nor charged for the referee's absence"
    RATED = (
        "each match of the ladder counts once, as its players were told, and is rated as if rebuilt"
    )
    LOOKED = "standings and pages come, or the referee is away: no other error, and no step back"


class Violation(NamedTuple):
    """Something that must not be; with it all that is needed to look into it."""

    check: Check
    message: str
    match_id: str = ""
    seed: str = ""

    def __str__(self) -> str:
        where = f" [match {self.match_id}, seed {self.seed!r}]" if self.match_id else ""
        return f"{self.check}: {self.message}{where}"


class Expected(NamedTuple):
    """A match that nobody interrupts."""

    moves: tuple[tuple[int, int, str], ...]
    """Turn, seat and move."""
    outcome: Outcome


class Finished(NamedTuple):
    """A match that is over."""

    match_id: str
    witness: Witness
    replay: bytes
    serving_seconds: Mapping[int, float]
    """By life: how long the referee served in it, at least up to the end of the match."""


@cache
def expected(seed: bytes) -> Expected:
    """The match that our players make of this seed, by the rules alone."""
    game = GAMES[GAME]
    state: Any = game.setup(game.options({}), SEATS, Chance(seed))
    moves: list[tuple[int, int, str]] = []
    while decisions := game.decisions(state):
        # All who are asked together answer before anybody is asked again, in turns by seat.
        for seat, _ in decisions:
            turn = len(moves) + 1
            offered = tuple(islice(game.legal_moves(state, seat), OFFERED))
            move = offered[choice(seed, seat, turn, len(offered))]
            moves.append((turn, seat, game.format(move)))
            state = game.apply(state, seat, move)
    outcome = game.outcome(state)
    assert outcome is not None
    return Expected(tuple(moves), outcome)


def check_match(finished: Finished, looked_at: Counter[Check]) -> list[Violation]:
    """Everything wrong with a match; how much was looked at is added to `looked_at`."""
    witness, replay = finished.witness, read_replay(finished.replay)
    verdict = verify(replay)
    played = {entry.turn: (int(entry.seat), entry.move) for entry in replay.records}
    looked_at.update(
        {
            Check.REFUSED: SEATS,
            Check.ACKNOWLEDGED: len(witness.acknowledged),
            Check.HEARD: len(witness.heard),
            Check.ORDER: len(replay.records),
            Check.VERIFIES: 1,
            Check.SAME: len(replay.records),
            Check.TOLD: SEATS,
            Check.TIME: len(replay.records),
        }
    )
    found: list[tuple[Check, str]] = []
    if not verdict.ok:
        found.append((Check.VERIFIES, str(verdict)))
    found.extend((Check.ACKNOWLEDGED, message) for message in _lost(witness, played))
    found.extend((Check.HEARD, message) for message in _contradicted(witness, played))
    found.extend((Check.ORDER, message) for message in _out_of_order(witness, replay.records))
    found.extend(_different(witness, played, replay.result))
    found.extend((Check.TIME, message) for message in _charged(finished, replay.records))
    seed = witness.seed.decode(errors="replace")
    return [Violation(check, message, finished.match_id, seed) for check, message in found]


def _lost(witness: Witness, played: Mapping[int, tuple[int, str]]) -> Iterator[str]:
    for turn, how in sorted(witness.acknowledged.items()):
        if turn not in played:
            yield f"turn {turn} was acknowledged by {how} and is not in the replay"
        elif played[turn] != witness.sent.get(turn):
            yield (
                f"turn {turn} was acknowledged by {how}: sent was {witness.sent.get(turn)}, "
                f"and {played[turn]} is in the replay"
            )


def _contradicted(witness: Witness, played: Mapping[int, tuple[int, str]]) -> Iterator[str]:
    for turn, told in sorted(witness.heard.items()):
        if played.get(turn) != told:
            yield f"told of turn {turn} was {told}, in the replay is {played.get(turn)}"


def _out_of_order(witness: Witness, entries: Sequence[MoveRecord]) -> Iterator[str]:
    turns = [entry.turn for entry in entries]
    if turns != list(range(1, len(turns) + 1)):
        yield f"the turns are {turns}"
    for entry in entries:
        sent = witness.sent.get(entry.turn)
        if sent != (entry.seat, entry.move):
            yield f"turn {entry.turn}: {(int(entry.seat), entry.move)} was played, {sent} was sent"


def _different(
    witness: Witness, played: Mapping[int, tuple[int, str]], ending: MatchResult | None
) -> Iterator[tuple[Check, str]]:
    moves, outcome = expected(witness.seed)
    for turn, seat, move in moves:
        if played.get(turn) != (seat, move):
            yield Check.SAME, f"turn {turn}: expected {(seat, move)}, played {played.get(turn)}"
            break
    if len(played) != len(moves):
        yield Check.SAME, f"{len(moves)} moves were expected, {len(played)} were played"
    if ending is None or (ending.status, ending.ranks, ending.scores) != (
        Status.FINISHED,
        *outcome,
    ):
        yield Check.SAME, f"expected {outcome}, the replay ends with {ending}"
    for seat in range(SEATS):
        result = witness.results.get(seat, match_pb2.MatchResult())
        if (tuple(result.ranks), tuple(result.scores)) != tuple(outcome):
            yield Check.TOLD, f"seat {seat} was told {result.ranks}, {result.scores}"


def _charged(finished: Finished, entries: Sequence[MoveRecord]) -> Iterator[str]:
    for entry in entries:
        if entry.cause is not Cause.PLAYED:
            yield f"turn {entry.turn} of seat {entry.seat}: {entry.cause}"
        # A seat is asked and answers within one life: longer than that life it cannot take.
        lives = finished.witness.sent_in.get(entry.turn, set())
        longest = max((finished.serving_seconds.get(life, 0.0) for life in lives), default=0.0)
        if entry.time_used / 1e6 > longest + _SERVES_BEFORE_IT_SAYS_SO:
            yield (
                f"turn {entry.turn} cost seat {entry.seat} {entry.time_used / 1e6:.3f} s, and it was "
                f"answered in lives {sorted(lives)}, which lasted {longest:.3f} s"
            )
