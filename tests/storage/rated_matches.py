"""A ladder and finished matches of it, for tests of histories."""

from bessemer.ladder.ladder import Ladder
from bessemer.matches.records import (
    ClockSettings,
    Created,
    Durability,
    Ended,
    MatchResult,
    MatchSpec,
    Record,
    Started,
    Status,
)

MAIN = Ladder("main", "furnace", {"rounds": "4"}, 2, ClockSettings(bank=5.0), created=1.0)
PLAYERS = ("anna", "bela")


def match(
    match_id: str,
    ranks: tuple[int, ...] = (1, 2),
    *,
    season: int = 1,
    ladder: str = "main",
    players: tuple[str, ...] = PLAYERS,
) -> list[Record]:
    """All records of a match that is over."""
    spec = MatchSpec(
        match_id=match_id,
        game="furnace",
        rules_version=1,
        options={},
        players=players,
        seed=b"12345678",
        clock=ClockSettings(),
        durability=Durability.MATCH,
        created=1.0,
        ladder=ladder,
        season=season,
        block=f"block of {match_id}",
    )
    ending = MatchResult(Status.FINISHED, 5.0, ranks=ranks, scores=(7, 3))
    return [
        Created(spec, (), ()),
        Started(match_id, players, 2.0),
        Ended(match_id, ending, b"replay", is_rated=bool(ladder)),
    ]
