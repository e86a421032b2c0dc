"""How a tournament stands, as messages."""

from collections.abc import Iterator

from bessemer.ladder.formats.bracket import Series
from bessemer.ladder.formats.meetings import Meeting, PlayedRound
from bessemer.ladder.ladder import Ladder, RatedMatch
from bessemer.ladder.tournament.format_result import FormatResult
from bessemer.ladder.tournament.record import TournamentRecord
from bessemer.rpc.ladders.format_messages import read_format
from bessemer.rpc.ladders.ladder_messages import ladder_message, rated_message, read_rated
from bessemer.v1 import ladder_service_pb2 as pb


def tournament_message(ladder: Ladder, record: TournamentRecord) -> pb.GetTournamentResponse:
    """A season of a ladder with rounds, or what there is to say of another."""
    message = pb.GetTournamentResponse(ladder=ladder_message(ladder), season=record.season)
    if (result := record.result) is not None:
        message.players.extend(result.seeds)
        message.disqualified.extend(sorted(result.out))
        message.rounds.extend(_rounds(result))
        message.rounds_in_all = result.rounds_in_all
        message.over = result.is_over
        message.winners.extend(result.winners)
        message.rows.extend(_rows(result))
    return message


def _rows(result: FormatResult) -> Iterator[pb.TournamentRow]:
    seeds = {player: seed for seed, player in enumerate(result.seeds, 1)}
    if result.bracket is not None:
        for one in result.bracket.places:
            place = 0 if one.player in result.out else one.place
            yield pb.TournamentRow(
                player=one.player,
                place=place,
                seed=seeds[one.player],
                rounds=one.rounds,
                still_in=one.is_in,
            )
        return
    for each in result.table:
        yield pb.TournamentRow(
            player=each.player,
            place=each.place,
            seed=seeds[each.player],
            points=float(each.points),
            meetings=each.meetings,
            byes=each.byes,
            wins=float(each.wins),
            buchholz=float(each.buchholz),
            sonneborn_berger=float(each.sonneborn_berger),
        )


def _rounds(result: FormatResult) -> Iterator[pb.TournamentRound]:
    for number, each in enumerate(result.rounds):
        drawn = result.bracket.rounds[number] if result.bracket is not None else None
        series = drawn.series if drawn is not None else (None,) * len(each.meetings)
        yield pb.TournamentRound(
            meetings=map(_meeting, each.meetings, series),
            byes=each.byes,
            final=drawn is not None and drawn.is_final,
        )


def read_result(message: pb.GetTournamentResponse) -> FormatResult | None:
    """How a tournament stands, from what was sent; `None` before its start and for a continuous ladder."""
    if not message.players:
        return None
    rounds = tuple(
        PlayedRound(tuple(map(_read_meeting, each.meetings)), tuple(each.byes))
        for each in message.rounds
    )
    return FormatResult.of_rounds(
        read_format(message.ladder.format).format,
        message.ladder.seats,
        tuple(message.players),
        rounds,
        message.rounds_in_all,
        frozenset(message.disqualified),
    )


def _meeting(meeting: Meeting, series: Series | None) -> pb.Meeting:
    players = meeting.players if series is None else series.order
    decided = series.decided_by if series is not None else None
    return pb.Meeting(
        players=players,
        points=[float(meeting.points(one)) for one in players] if meeting.is_over else (),
        match_count=meeting.matches,
        matches=[rated_message(RatedMatch(0, result, None)) for result in meeting.results],
        advancing=series.advancing if series is not None else (),
        decided_by=decided.value if decided is not None else "",
    )


def _read_meeting(message: pb.Meeting) -> Meeting:
    results = tuple(read_rated(one).result for one in message.matches)
    # As they were drawn, which no table depends on.
    return Meeting(tuple(message.players), results, message.match_count)
