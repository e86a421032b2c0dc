"""Ladders as a closed loop: players who finish together do not meet again and again."""

from dataclasses import replace

import pytest

from bessemer.ladder.ladder import PairingLimits
from bessemer.ladder.lobby.matchmaking import MatchmakingSettings
from tools.ratings.closed_loop import ClosedLoop, Loop, measured

TWELVE = Loop(12, 4)
AT_ONCE = MatchmakingSettings(longest_hold=0)


@pytest.mark.parametrize(
    "loop",
    [
        pytest.param(TWELVE, id="as-many-as-fill-matches"),
        pytest.param(Loop(13, 4), id="one-more"),
        pytest.param(Loop(12, 4, seconds=300.0), id="long-matches"),
        pytest.param(Loop(12, 4, concurrency=8), id="eight-at-once"),
        pytest.param(Loop(13, 4, concurrency=2), id="one-more-two-at-once"),
        pytest.param(Loop(60, 4, seconds=0.1), id="sixty-quick"),
        pytest.param(Loop(60, 4, seconds=300.0), id="sixty-slow"),
        pytest.param(Loop(24, 4, visitors=True), id="coming-and-going"),
        pytest.param(Loop(30, 2), id="two-seats"),
    ],
)
def test_groups_mix(loop: Loop) -> None:
    """Few more groups meet again than by lot, and ratings are as narrow as if all were always free."""
    found = measured(loop, ladders=3 if loop.players < 30 else 1, seed=1, each=20)

    assert found.repeated < found.repeated_by_lot + 0.1
    assert found.reach < (220 if loop.seats == 2 else 150)
    assert found.error < (160 if loop.seats == 2 else 100)
    assert found.held > 0.8
    assert found.longest_hold <= loop.settings.longest_hold + 1
    assert found.busy > 0.5


@pytest.mark.parametrize("concurrency", [1, 8])
def test_without_holding_back_groups_collapse(concurrency: int) -> None:
    """So the simulation shows what it is there for: nearly every match repeats a group."""
    loop = replace(TWELVE, concurrency=concurrency, settings=AT_ONCE)
    found = measured(loop, ladders=3, seed=1, each=20)

    assert found.repeated > 0.5
    assert found.longest_hold == 0


@pytest.mark.parametrize("concurrency", [1, 8])
def test_quick_players_do_not_flood_a_ladder(concurrency: int) -> None:
    """In any hour nobody begins more matches than the organiser allows, nor all of them at once."""
    loop = Loop(9, 4, concurrency=concurrency, seconds=0.1, limits=PairingLimits(60))
    played = ClosedLoop(loop, "pace")
    played.run(300)

    for name in played.names:
        begun = [moment for moment, group in played.begun if name in group]
        assert len(begun) > 90
        assert all(later - one >= 3600 for one, later in zip(begun, begun[60:], strict=False))
        assert all(later - one >= 300 for one, later in zip(begun, begun[5:], strict=False))


def test_a_ladder_ends_when_enough_is_known() -> None:
    """No match is made about players who are known well enough."""
    loop = Loop(8, 4, seconds=0.1, limits=PairingLimits(until=150))
    played = ClosedLoop(loop, "until")
    found = played.run(1000)

    assert 10 < found.matches < 100
    assert found.widest <= 150


def test_a_player_with_slow_matches_does_not_leave_the_others_among_themselves() -> None:
    """The quick ones play on, but the same four hardly more often than others."""
    slow = Loop(12, 4, slow=2)
    mixed = ClosedLoop(slow, "slow").run(80)
    at_once = ClosedLoop(replace(slow, settings=AT_ONCE), "slow").run(80)

    assert mixed.repeated < 0.6
    assert at_once.repeated > 0.8
    assert mixed.most < 1.7 < at_once.most
