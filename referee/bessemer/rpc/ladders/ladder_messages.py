"""Ladders, standings and rated matches as messages."""

from bessemer.ladder.entrants import Entrant
from bessemer.ladder.ladder import Ladder, RatedMatch
from bessemer.ladder.season_standings import LadderStanding
from bessemer.matches.bot_reports import ReportedCosts
from bessemer.ratings.results import Result
from bessemer.ratings.scale import Figure
from bessemer.rpc.ladders.entry_messages import entry_message
from bessemer.rpc.ladders.format_messages import format_message
from bessemer.rpc.matches.match_messages import clock_message, fault_message, read_fault, set_time
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import match_pb2


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
        people_clock=clock_message(ladder.people_clock),
        matches_per_hour=ladder.matches_per_hour,
        until=ladder.until,
        resignation_ends=ladder.resignation_ends,
        format=format_message(ladder.format),
        entry=entry_message(ladder.entry),
    )


def standing_message(row: LadderStanding) -> pb.Standing:
    """The standing of a player."""
    entrant = Entrant.parse(row.player)
    message = pb.Standing(
        player=row.player,
        place=row.place,
        matches=row.matches,
        rating=_figure(row.rating),
        wins=_figure(row.wins),
        median_score=_figure(row.median_score),
        faults=row.faults,
        name=entrant.name,
        version=entrant.version,
        retired=row.is_retired,
        disqualified=not row.place,
        person=row.is_person,
    )
    set_time(message.first_match_time, row.first_drawn)
    return message


def rated_message(match: RatedMatch) -> pb.RatedMatch:
    """A match in the history of a ladder."""
    result = match.result
    message = pb.RatedMatch(
        match_id=result.match_id,
        players=result.players,
        ranks=result.ranks,
        scores=result.scores,
        voided=match.voided or "",
        number=match.number,
        block=result.block,
        seat_faults=map(fault_message, result.faults),
        withheld=result.is_withheld,
        model_costs=(
            match_pb2.ModelCosts(seat=seat, **costs._asdict())
            for seat, costs in sorted(result.costs.items())
        ),
    )
    set_time(message.end_time, result.ended)
    set_time(message.create_time, match.created)
    return message


def read_rated(message: pb.RatedMatch) -> RatedMatch:
    """Read what `rated_message` has made."""
    result = Result(
        match_id=message.match_id,
        players=tuple(message.players),
        ranks=tuple(message.ranks),
        scores=tuple(message.scores),
        ended=message.end_time.ToMicroseconds() / 1e6,
        block=message.block,
        faults=tuple(map(read_fault, message.seat_faults)),
        is_withheld=message.withheld,
        costs={
            one.seat: ReportedCosts(*(getattr(one, name) for name in ReportedCosts._fields))
            for one in message.model_costs
        },
    )
    created = message.create_time.ToMicroseconds() / 1e6
    return RatedMatch(message.number, result, message.voided or None, created)


def _figure(figure: Figure | None) -> pb.Figure | None:
    return None if figure is None else pb.Figure(value=figure[0], low=figure[1], high=figure[2])
