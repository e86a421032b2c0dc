"""What a better move would have been, and what the played one cost, in the frames of a match."""

from typing import Any, Final

from bessemer.analysis.rooms import Facts
from bessemer.engine.catalogue import GAMES
from bessemer.faces.face import face_of
from bessemer.faces.players import Players
from bessemer.replays.reader import Replay
from bessemer.replays.replaying import ReplayPlayer
from bessemer.web.frames import Frame
from bessemer.wire.plain_json import PlainJson

_WORTH_SAYING: Final = 0.05
"""What is lost by less is rounding."""


def add_analysis(match: Frame, facts: Facts, replay: Replay) -> None:
    """
    Put into each frame whose move cost something what would have been best, for the board to draw.

    Of an analysis (`bessemer.analysis`) everything is taken that says of a turn what was `lost` and what
    was `best`, whatever the game calls that choice.
    """
    header = match["header"]
    rules, face = GAMES[header["game"]], face_of(header["game"])
    players = Players(tuple(player["name"] for player in header["players"]))
    judged: dict[int, dict[str, Any]] = {
        choice["turn"]: choice
        for choices in facts.values()
        if isinstance(choices, list)
        for choice in choices
        if isinstance(choice, dict) and {"turn", "seat", "lost", "best"} <= choice.keys()
    }
    writer = PlainJson(rules.name)
    steps = ReplayPlayer(replay).steps()
    for frame, step in zip(match["frames"], steps, strict=False):  # a damaged one has fewer frames
        choice = judged.get(frame["turn"])
        if choice and choice["best"] and choice["lost"] >= _WORTH_SAYING:
            best, seat = rules.parse(choice["best"]), step.record.seat
            frame["analysis"] = {
                "best": face.describe_move(best, seat, None, players),
                "cost": choice["lost"],
                "move": writer.played(best, seat, rules.view(step.before.state, seat)),
            }
