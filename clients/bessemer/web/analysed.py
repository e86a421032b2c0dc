"""What a better move would have been, and what the played one cost, in the frames of a match."""

from typing import Any, Final

from bessemer.analysis.rooms import Facts
from bessemer.engine.catalogue import GAMES
from bessemer.faces.face import face_of
from bessemer.faces.players import Players
from bessemer.web.frames import Frame

_WORTH_SAYING: Final = 0.05
"""What is lost by less is rounding."""


def add_analysis(match: Frame, facts: Facts) -> None:
    """
    Put into each frame whose move cost something what would have been best.

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
    for frame in match["frames"]:
        choice = judged.get(frame["turn"])
        if choice and choice["best"] and choice["lost"] >= _WORTH_SAYING:
            best = face.describe_move(rules.parse(choice["best"]), frame["seat"], None, players)
            frame["analysis"] = {"best": best, "cost": choice["lost"]}
