"""
Matches written down beforehand: the answers of each seat, ready to be sent.

A scripted player answers at once and without thinking, so what is measured is the referee. The same
seed gives the same cards, so answers that were legal when the script was made are legal again.
"""

import random
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.engine.choices import Path
from bessemer.engine.drafts import path_of
from bessemer.v1 import match_service_pb2 as pb
from bessemer.wire.wire import wire_of

SEATS: Final = 4
OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {"alchemicus": {"round_cap": "12"}}
"""By game, where it is not played as it comes: random play takes very long to end Alchemicus."""


class Script(NamedTuple):
    """One match."""

    seed: bytes
    answers: tuple[tuple[bytes, ...], ...]
    """By seat: serialised `PlayRequest`s, in the order of the decisions."""
    steps: int
    """How often the match waited: answers given at the same time are one step."""
    paths: tuple[tuple[Path, ...], ...] = ()
    """By seat: the choices that lead to the same moves, if they were wanted."""

    @property
    def decisions(self) -> int:
        """The number of decisions of all seats."""
        return sum(map(len, self.answers))


@cache
def script(number: int, game_name: str = "furnace", *, with_paths: bool = False) -> Script:
    """The script with this number: always the same."""
    game, wire = GAMES[game_name], wire_of(game_name)
    seed = f"bench script {number}".encode()
    luck = random.Random(number)
    state = game.setup(game.options(OPTIONS.get(game_name, {})), SEATS, Chance(seed))
    answers: list[list[bytes]] = [[] for _ in range(SEATS)]
    paths: list[list[Path]] = [[] for _ in range(SEATS)]
    turn = steps = 0
    while decisions := game.decisions(state):
        steps += 1
        # All who are asked together answer before anybody is asked again, in turns by seat.
        for seat, _ in decisions:
            turn += 1
            move = game.sample_move(state, seat, luck.randrange)
            answer = pb.Answer(turn=turn, move=wire.write_move(move))
            answers[seat].append(pb.PlayRequest(answer=answer).SerializeToString())
            if with_paths:
                paths[seat].append(path_of(game, game.view(state, seat), move))
            state = game.apply(state, seat, move)
    return Script(seed, tuple(map(tuple, answers)), steps, tuple(map(tuple, paths)))
