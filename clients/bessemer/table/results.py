"""How a match ended, in lines."""

from bessemer.faces.language import tr
from bessemer.faces.players import Players
from bessemer.v1 import match_pb2


def result_lines(players: Players, result: match_pb2.MatchResult) -> list[str]:
    """Who came in where; or why there is no result."""
    if not result.ranks:
        told = tr("The match was ended without a result. {why}", why=result.message)
        return [told.strip()]
    faults = {fault.seat: f"  ({fault.message})" for fault in result.seat_faults}
    order = sorted(range(len(result.ranks)), key=lambda seat: result.ranks[seat])
    wide = max(len(players.title(seat)) for seat in order)
    return [
        f"{result.ranks[seat]}.  {players.title(seat):<{wide}}  {result.scores[seat]:>4}"
        f"{faults.get(seat, '')}"
        for seat in order
    ]
