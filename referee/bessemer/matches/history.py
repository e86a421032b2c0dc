"""The states of a match from its set-up on: a match itself keeps only its present one."""

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.matches.records import MatchSpec
from bessemer.matches.seats import State

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


def states(match: "Match") -> Iterator[State]:
    """
    The state after the set-up, and after each published move; never more than the match has by then.

    They come in the order of turns, as in a replay: of answers given at the same time those of earlier
    turns are in, and no view shows them.
    """
    state = first_state(match.spec, match.seed)
    yield state
    for index in count():
        record, move = match.played[index]
        state = match.game.apply(state, record.seat, move)
        yield state
