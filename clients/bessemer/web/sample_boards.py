"""A position of each game for a small picture of its board: where the first guided match ends."""

import json

from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.faces.lessons import courses_of
from bessemer.matches.records import ClockSettings
from bessemer.sdk.connection.creation import seed_of
from bessemer.web.frames import FrameMaker


def sample_board(game: str) -> str:
    """What a small board is drawn from, as JSON."""
    rules, course = GAMES[game], courses_of(game)[0]
    seats = len(course.replies) + 1
    state = rules.setup(rules.options(course.options), seats, Chance(seed_of(course.seed)))
    prepared = [
        iter([step.move for step in course.steps]),
        *(iter(moves) for moves in course.replies),
    ]
    while asked := rules.decisions(state):
        seat = asked[0].seat
        text = next(prepared[seat], None)
        if text is None:
            break
        state = rules.apply(state, seat, rules.parse(text))
    maker = FrameMaker(game, "", course.options, ("",) * seats, ClockSettings(bank=0, increment=0))
    maker.header(rules.view(state, None))
    return json.dumps(maker.moment(), separators=(",", ":"))
