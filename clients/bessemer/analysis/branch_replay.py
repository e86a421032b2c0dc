"""The match that might have been, as a replay like any other."""

from collections.abc import Sequence
from typing import Any

from bessemer.analysis.logged_match import LoggedMatch
from bessemer.bots.furnace.analysis.branch import LOGGED, Branched
from bessemer.games.furnace.rules import FURNACE
from bessemer.matches.fingerprint import fingerprint
from bessemer.matches.records import Cause, Durability, MatchResult, MatchSpec, MoveRecord, Status
from bessemer.replays.reader import write_replay


def branch_replay(
    match: LoggedMatch, result: Branched, players: Sequence[dict[str, Any]], turn: int
) -> bytes:
    """
    A file that verifies.

    Nobody runs out of time in it: logged moves keep their times, but all count as played, and what
    a bot made of its seat took no time.
    """
    header, state = match.header, match.setup
    spent = {entry.turn: entry.time_used for entry in match.entries}
    entries = []
    for number, seat, move, by in result.moves:
        state = FURNACE.apply(state, seat, move)
        check = "" if FURNACE.sealed(state) else fingerprint(state)
        took = spent[number] if by == LOGGED and number in spent else 0
        entries.append(MoveRecord(number, seat, FURNACE.format(move), Cause.PLAYED, took, check))
    spec = MatchSpec(
        match_id=f"{header.match_id}-branch-{turn}",
        game=header.game,
        rules_version=header.rules_version,
        options=header.options,
        players=header.players,
        seed=header.seed,
        clock=header.clock,
        durability=Durability.MATCH,
        created=header.created,
    )
    names = [
        player["name"]
        if player["played_by"] == LOGGED
        else f"{player['name']}/{player['played_by']}"
        for player in players
    ]
    ended = header.created if match.ending is None else match.ending.ended
    ending = MatchResult(Status.FINISHED, ended, result.outcome.ranks, result.outcome.scores)
    return write_replay(spec, names, header.started, entries, ending)
