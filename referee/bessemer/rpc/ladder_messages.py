"""Ladders, standings and rated matches as messages."""

from collections.abc import Sequence

from bessemer.ladder.entrants import Entrant, first_drawn, is_among, retired
from bessemer.ladder.ladder import Ladder, RatedMatch
from bessemer.ratings.rating import Ratings
from bessemer.ratings.scale import Figure
from bessemer.ratings.standings import standings
from bessemer.rpc.messages import clock_message, set_time
from bessemer.v1 import ladder_service_pb2 as pb


def ladder_message(ladder: Ladder) -> pb.Ladder:
    """A ladder."""
    return pb.Ladder(
        name=ladder.name,
        game=ladder.game,
        options=ladder.options,
        seats=ladder.seats,
        clock=clock_message(ladder.clock),
        season=ladder.season,
        frozen=ladder.is_frozen,
    )


def standing_messages(history: Sequence[RatedMatch], ratings: Ratings) -> list[pb.Standing]:
    """Who stands where after a history, of which `ratings` were made: the best first."""
    results = [match.result for match in history if match.voided is None]
    figures = {player: ratings.rating(player).figure for player in ratings}
    given_up, first = retired(history), first_drawn(history)
    messages = []
    for place, row in enumerate(standings(results, figures), 1):
        entrant = Entrant.parse(row.player)
        message = pb.Standing(
            player=row.player,
            place=place,
            matches=row.matches,
            rating=_figure(row.rating),
            wins=_figure(row.wins),
            median_score=_figure(row.median_score),
            faults=row.faults,
            name=entrant.name,
            version=entrant.version,
            retired=row.player in given_up,
        )
        set_time(message.first_match_time, first[row.player])
        messages.append(message)
    return messages


def with_disqualified(rows: list[pb.Standing], disqualified: frozenset[str]) -> list[pb.Standing]:
    """The same rows, those who are disqualified last and without a place; the others move up."""
    if not disqualified:
        return rows
    good = [row for row in rows if not is_among(row.player, disqualified)]
    marked = []
    for place, row in enumerate(good, 1):
        marked.append(pb.Standing())
        marked[-1].CopyFrom(row)
        marked[-1].place = place
    for row in rows:
        if is_among(row.player, disqualified):
            marked.append(pb.Standing())
            marked[-1].CopyFrom(row)
            marked[-1].place, marked[-1].disqualified = 0, True
    return marked


def rated_message(match: RatedMatch) -> pb.RatedMatch:
    """A match in the history of a ladder."""
    result = match.result
    message = pb.RatedMatch(
        match_id=result.match_id,
        players=result.players,
        ranks=result.ranks,
        scores=result.scores,
        voided=match.voided or "",
    )
    set_time(message.end_time, result.ended)
    return message


def _figure(figure: Figure | None) -> pb.Figure | None:
    return None if figure is None else pb.Figure(value=figure[0], low=figure[1], high=figure[2])
