"""The frames of a replay: the match is played again, and what it shows is what the rules say."""

from collections.abc import Mapping
from typing import Any

from bessemer.engine.catalogue import AnyGame
from bessemer.engine.game import Seat
from bessemer.replays.difference import ReplayDiffers
from bessemer.replays.notes import NO_NOTES
from bessemer.replays.reader import Replay
from bessemer.replays.replaying import ReplayPlayer
from bessemer.web.frames import Frame, FrameMaker, Played, end_of


def replay_frames(replay: Replay, notes: Mapping[int, str] = NO_NOTES) -> Frame:
    """
    Header, frames and end of a match, as far as it verifies; `error` says what is wrong with the rest.

    `notes` has, by turn, what its bot noted.

    Raises:
        ReplayDiffers: not even the set-up can be shown.
    """
    player = ReplayPlayer(replay)
    header, game = player.header, player.game
    maker = FrameMaker(
        game.name,
        header.match_id,
        header.options,
        header.players,
        header.clock,
        header.seat_clocks,
    )
    first = maker.header(*_views(game, player.position.state, len(header.players)))
    frames = []
    error = None if replay.error is None else str(replay.error)
    try:
        for record, move, _, after in player.steps():
            played = Played(record.turn, record.seat, move, record.cause, record.time_used / 1e6)
            frames.append(maker.frame(played, *_views(game, after.state, len(header.players))))
            if record.turn in notes:
                frames[-1]["note"] = notes[record.turn]
        if replay.result is not None:
            player.check_result(replay.result)
    except ReplayDiffers as differs:
        error = str(differs)
    end = None if replay.result is None or error else end_of(replay.result)
    return {"header": first, "frames": frames, "end": end, "error": error}


def _views(game: AnyGame, state: Any, seats: int) -> tuple[Any, list[Any]]:  # noqa: ANN401 - any game's
    """The spectator's view and those of all seats."""
    return game.view(state, None), [game.view(state, Seat(seat)) for seat in range(seats)]
