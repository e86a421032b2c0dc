"""The states of a match from its set-up on: a match itself keeps only its present one."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.taken_back import TakenBack
from bessemer.matches.records import Cause, MatchSpec, MoveRecord
from bessemer.matches.seats import Move, State

if TYPE_CHECKING:
    from bessemer.matches.match import Match


def first_state(spec: MatchSpec, seed: bytes) -> State:
    """
    The state after the set-up of a match, with the chance that follows from `seed`.

    Raises:
        BadOption: the game cannot be played so.
    """
    game = GAMES[spec.game]
    return game.setup(game.options(spec.options), len(spec.players), Chance(seed))


def recorded_move(
    game: AnyGame, record: MoveRecord, asked_in: Mapping[int, State]
) -> tuple[Move | TakenBack, State]:
    """
    A move as it was recorded, and the state after it; `asked_in` has, by turn, the states until now.

    Raises:
        GameError: the rules do not allow it.
        ValueError, KeyError: it goes back to no turn.
    """
    if record.cause is Cause.TAKEN_BACK:
        to = TakenBack.parse(record.move)
        return to, asked_in[to.turn]
    move = game.parse(record.move)
    return move, game.apply(asked_in[record.turn], record.seat, move)


def in_force(records: Iterable[MoveRecord]) -> list[MoveRecord]:
    """Of the moves of a match, in the order of turns, those that nobody has taken back."""
    kept: list[MoveRecord] = []
    for record in records:
        if record.cause is Cause.TAKEN_BACK:
            to = TakenBack.parse(record.move)
            kept = [one for one in kept if one.turn < to.turn]
        else:
            kept.append(record)
    return kept


def states(match: "Match") -> Iterator[State]:
    """
    The state after the set-up, and after each published move; never more than the match has by then.

    They come in the order of turns, as in a replay: of answers given at the same time those of earlier
    turns are in, and no view shows them.
    """
    reached = [first_state(match.spec, match.seed)]
    yield reached[0]
    for index in count():
        record, move = match.played[index]
        if isinstance(move, TakenBack):
            reached.append(reached[move.turn - 1])
        else:
            reached.append(match.game.apply(reached[-1], record.seat, move))
        yield reached[-1]
