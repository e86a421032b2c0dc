"""The greedy bot for Brass in positions where the right answer is evident."""

import random
from typing import Any

import pytest

from bessemer.bots.brass.greedy import GreedyBot
from bessemer.engine.game import Seat
from bessemer.games.brass.moves import (
    Action,
    Build,
    Develop,
    Loan,
    Move,
    Pass,
    Rails,
    Remove,
    Sell,
)
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase, State
from bessemer.sdk.brass import BrassView
from bessemer.testing import FakeReferee, RandomBot
from tests.games.brass.positions import idle, position, random_states

LAST_ROUND = {"era": "rail", "number": 8, "players": 4, "deck": 0}


def answer(state: State) -> Move:
    """The action of the bot in seat 0."""
    return GreedyBot().decide(BrassView(BRASS.view(state, Seat(0))))


def last_action(**given: Any) -> State:  # noqa: ANN401 - what `position` takes
    """A position at the last action of a match."""
    return position(**{**LAST_ROUND, "actions": 1, **given})


# --- Selling -------------------------------------------------------------------------------------


def test_it_sells_at_the_last_moment_to_its_own_port() -> None:
    """Both tiles flip for it, so that beats the port of another seat."""
    state = last_action(
        hands={0: "bury"},
        tiles="0 cotton3 preston.bottom-left, 1 port2 lancaster.left, 0 port2 preston.top",
        links="1 lancaster-preston",
    )

    assert Sell("preston.bottom-left", "preston.top", "bury") == answer(state)


def test_it_goes_on_selling_and_stops_when_nothing_is_left_to_gain() -> None:
    """Two mills and one port: the second mill goes abroad."""
    state = last_action(
        hands={0: "bury"},
        tiles="0 cotton3 preston.bottom-left, 0 cotton3 lancaster.right, 0 port2 preston.top",
        links="1 lancaster-preston",
        distant="0 0 1",
    )
    first = answer(state)
    state = BRASS.apply(state, Seat(0), first)

    assert isinstance(first, Sell)
    assert "preston.top" == first.buyer
    assert Phase.SALE is state.board.phase
    second = answer(state)
    assert isinstance(second, Sell)
    assert "distant" == second.buyer


def test_it_does_not_help_a_rival_for_nothing() -> None:
    """Nothing to sell, nothing to build, nobody to lend: it passes."""
    state = last_action(hands={0: "bury"}, owns={0: {"money": 0}}, tiles="1 port2 preston.top")

    assert Pass("bury") == answer(state)


# --- Money ---------------------------------------------------------------------------------------


def test_it_borrows_early_when_it_is_poor() -> None:
    """Without a pound nothing else is to be done."""
    state = position(4, hands={0: "bury bolton coal cotton port"}, owns={0: {"money": 0}})

    assert isinstance(answer(state), Loan)


@pytest.mark.parametrize("seed", range(4))
def test_it_never_borrows_in_the_last_rounds(seed: int) -> None:
    """Whatever it plays, a loan there would bring less than it costs or nothing at all."""
    played = FakeReferee(BrassView, seed=seed).play(GreedyBot(), RandomBot(1), RandomBot(2))
    own = [text for seat, text in played.moves if seat == 0]

    assert any(text.startswith("loan") for text in own)
    assert not [text for text in own[-8:] if text.startswith("loan")]


def test_it_gives_up_the_tile_that_is_worth_least() -> None:
    """An unflipped port rather than a flipped shipyard."""
    state = position(
        tiles="0 shipyard1! liverpool.bottom-left, 0 port1 preston.top",
        owns={0: {"money": 0, "income": 7}},
    )
    state = idle(state)

    assert Phase.SHORTFALL is state.board.phase
    assert Remove("preston.top") == answer(state)


# --- Building ------------------------------------------------------------------------------------


def test_it_lays_two_rails_where_they_score() -> None:
    """At the last action, to places full of flipped tiles."""
    state = last_action(
        hands={0: "bury"},
        owns={0: {"money": 40}},
        tiles="0 coal3/4 bury.left, 1 cotton3! bury.right, 1 cotton3! bolton.top-left, "
        "1 coal3! bolton.top-right, 1 iron2! bolton.bottom, 1 iron2! manchester.bottom, "
        "2 cotton3! manchester.top",
    )
    move = answer(state)

    assert isinstance(move, Rails)
    assert move.second is not None
    assert {"bolton-bury", "bolton-manchester"} == {move.first.link, move.second.link}


def test_it_uses_its_own_coal_before_that_of_others() -> None:
    """Two mines are as near; its own flips sooner."""
    state = position(
        3,
        era="rail",
        number=9,
        hands={0: "bury"},
        actions=1,
        tiles="0 coal2/1 bury.left, 1 coal2 bury.right, 2 cotton3! bolton.top-left",
        owns={0: {"money": 20}},
    )
    move = answer(state)

    assert isinstance(move, Rails)
    assert "bury.left" == move.first.coal


def test_it_builds_a_shipyard_while_it_can() -> None:
    """At the last action eighteen points are at hand."""
    state = last_action(
        hands={0: "liverpool"},
        owns={0: {"money": 60}},
        stacks="0 shipyard2",
        tiles="1 port2! liverpool.top-left, 1 port2! preston.top",
    )

    assert Build(
        "shipyard", "liverpool.bottom-left", "liverpool", coal="market", iron="market"
    ) == answer(state)


def test_it_overbuilds_a_tile_of_its_own_when_that_pays() -> None:
    """A works of level 4 that empties onto the track at once is worth more than the one below."""
    state = last_action(
        hands={0: "bolton"},
        owns={0: {"money": 60}},
        stacks="0 iron4 cotton0 coal0 port0 shipyard0",
        iron=0,
        tiles="0 iron2! bolton.bottom, 1 port2! preston.top, 1 cotton2! blackburn.top",
        links="1 blackburn-bolton blackburn-preston",
    )
    move = answer(state)

    assert isinstance(move, Build)
    assert ("iron", "bolton.bottom") == (move.industry, move.space)


def test_it_develops_what_blocks_better_tiles() -> None:
    """At the start of the rail era mills of level 1 lie on top, and nothing else can be done."""
    state = position(
        4,
        era="rail",
        number=1,
        hands={0: "barrow barrow cotton cotton bury oldham"},
        owns={0: {"money": 12, "income": 0}},
        stacks="0 coal0 iron0 port0 shipyard0",
        actions=1,
    )
    move = answer(state)

    assert isinstance(move, Develop)
    assert "cotton" == move.first.industry


# --- Cards ---------------------------------------------------------------------------------------


def test_it_gives_away_the_card_that_it_can_do_least_with() -> None:
    """The only space of Fleetwood is taken."""
    state = position(
        4,
        hands={0: "cotton fleetwood manchester"},
        owns={0: {"money": 0}},
        tiles="1 port1 fleetwood.only",
    )
    move = answer(state)

    assert isinstance(move, Action)
    assert "fleetwood" == move.card


# --- Whole matches -------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", BRASS.seats)
def test_its_matches_are_legal_and_repeatable(seats: int) -> None:
    """Nothing is drawn by lot, so the same set-up gives the same match."""
    referee = FakeReferee(BrassView, seed=seats)
    played = [referee.play(*[GreedyBot() for _ in range(seats)]).moves for _ in range(2)]

    assert played[0] == played[1]


@pytest.mark.parametrize("seats", BRASS.seats)
def test_it_beats_chance(seats: int) -> None:
    """One such bot among random ones, in any seat, wins."""
    for seat in range(seats):
        bots: list[Any] = [RandomBot(number) for number in range(seats)]
        bots[seat] = GreedyBot()
        played = FakeReferee(BrassView, seed=seat).play(*bots)
        assert 1 == played.ranks[seat]


def test_every_answer_is_among_the_legal_moves() -> None:
    """In random positions, rich ones too, with all that can happen there."""
    luck = random.Random(1)
    for number in range(2):
        for state in random_states(3, number):
            for decision in BRASS.decisions(state):
                if luck.random() < 0.3:
                    view = BrassView(BRASS.view(state, decision.seat))
                    assert view.why_illegal(GreedyBot().decide(view)) is None
