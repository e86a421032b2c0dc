"""The matches that players create for themselves go no faster than the others can bear."""

from dataclasses import replace
from typing import Any

import pytest

from bessemer.accounts.roles import Role
from bessemer.engine.game import Seat
from bessemer.matches.match import Match
from bessemer.matches.records import Fault, SeatFault
from bessemer.rpc.limits.limits import RequestRate
from bessemer.rpc.limits.pace import MovePace
from tests.matches.matches_under_test import spec
from tests.referees.in_process import House, reason_of, refused
from tests.rpc.limit_clock import Clock

ROLES = {"ann": Role.PLAYER, "bob": Role.PLAYER, "olga": Role.ORGANISER}


def test_all_matches_of_a_player_share_one_pace() -> None:
    """After a burst each move waits for the one before; others have a pace of their own."""
    pace = MovePace(RequestRate(10.0, 2, Clock()), ROLES.get)
    mine = [replace(spec(), creator="ann", match_id=f"m{n}") for n in range(5)]

    waits = [pace.wait(Match(one)) for one in mine]
    assert [pytest.approx(wait) for wait in (0.0, 0.0, 0.1, 0.2, 0.3)] == waits
    assert 0.0 == pace.wait(Match(replace(spec(), creator="bob")))


def test_a_match_that_all_have_forfeited_goes_slower() -> None:
    """Nobody waits for it, and its moves cost the matches of others as much as any."""
    pace = MovePace(RequestRate(10.0, 1, Clock()), ROLES.get)
    match = Match(replace(spec(2), creator="ann"))
    gone = SeatFault(Seat(0), Fault.PLAYER, "out of time")
    match.seats[0].forfeit = gone
    waits = [pace.wait(match) for _ in range(2)]
    match.seats[1].forfeit = gone._replace(seat=Seat(1))
    waits += [pace.wait(match) for _ in range(3)]

    assert [pytest.approx(wait) for wait in (0.0, 0.1, 0.2, 0.6, 1.0)] == waits


def test_ladders_and_organisers_are_not_paced() -> None:
    """They decide how many matches they play."""
    pace = MovePace(RequestRate(10.0, 1, Clock()), ROLES.get)

    for creator, ladder in (("olga", ""), ("", "main")):
        match = Match(replace(spec(), creator=creator, ladder=ladder))
        assert {0.0} == {pace.wait(match) for _ in range(50)}


@pytest.mark.parametrize("rounds", ["0", "201", "999999"])
@pytest.mark.asyncio
async def test_only_an_organiser_creates_a_match_that_need_not_end(
    house: House, rounds: str
) -> None:
    """A player's own match has a bounded number of rounds; the refusal says which."""
    ann, _ = await house.player("ann")
    wishes: Any = {"players": 2, "game": "alchemicus", "options": {"round_cap": rounds}}
    refusal = await refused(ann.create(**wishes))

    assert "NOT_ALLOWED" == reason_of(refusal)
    assert "round_cap from 1 to 200" in refusal.message
    assert "options" == refusal.field
    await house.organiser.create(**wishes)
    await ann.create(players=2, game="alchemicus", options={"round_cap": "200"})
