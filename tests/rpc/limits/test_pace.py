"""The matches that players create for themselves go no faster than the others can bear."""

from dataclasses import replace
from typing import Any

import pytest

from bessemer.accounts.roles import Role
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

    waits = [pace.wait(one) for one in mine]
    assert [pytest.approx(wait) for wait in (0.0, 0.0, 0.1, 0.2, 0.3)] == waits
    assert 0.0 == pace.wait(replace(spec(), creator="bob"))


def test_ladders_and_organisers_are_not_paced() -> None:
    """They decide how many matches they play."""
    pace = MovePace(RequestRate(10.0, 1, Clock()), ROLES.get)

    assert {0.0} == {pace.wait(replace(spec(), creator="olga")) for _ in range(50)}
    assert {0.0} == {pace.wait(replace(spec(), creator="", ladder="main")) for _ in range(50)}


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
