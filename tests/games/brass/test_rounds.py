"""Rounds and eras: income, debts, turns, turn order, drawing, scoring, the change of era."""

import pytest

from bessemer.engine.game import Seat
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.refusals import Code
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase, State
from tests.games.brass.positions import (
    asked,
    idle,
    legal,
    match,
    play,
    player,
    position,
    refused,
    tile,
    tiles_of,
    top,
)


def with_income(*incomes: int, money: int = 0, players: int = 3, **more: object) -> State:
    """A position whose next round begins with these incomes, the money being `money`."""
    owns = {
        seat: {"income": space, "money": money, "spent": seat} for seat, space in enumerate(incomes)
    }
    return position(players, owns=owns, **more)  # type: ignore[arg-type]


# --- Income and debts ----------------------------------------------------------------------------


def test_income_is_paid_at_the_start_of_a_round() -> None:
    """In pounds, by the space of the marker."""
    after = idle(with_income(10, 30, 97))

    assert [player(after, seat).money for seat in range(3)] == [0, 10, 30]


def test_nobody_is_asked_who_can_pay() -> None:
    """A negative income is paid like any other; it does not count as spent."""
    after = idle(with_income(7, 8, 10, money=5))

    assert [player(after, seat).money for seat in range(3)] == [2, 3, 5]
    assert player(after).spent == 0
    assert after.board.phase is Phase.ACTION


def test_debts_are_paid_with_tiles_one_at_a_time() -> None:
    """Of free choice, half the cost rounded down each; the surplus is kept, the income stays."""
    state = idle(
        with_income(
            0,
            10,
            10,
            tiles="0 cotton1! bury.left, 0 coal1/1 wigan.left, 0 port1 fleetwood.only, "
            "0 iron1 bolton.bottom",
        )
    )
    assert (state.board.phase, state.board.waiting) == (Phase.SHORTFALL, (0,))
    assert player(state).money == -10
    assert set(legal(state)) == {
        "remove bolton.bottom",
        "remove bury.left",
        "remove fleetwood.only",
        "remove wigan.left",
    }
    assert refused(state, "remove colne.left").code == Code.WRONG_TILE
    assert refused(state, "pass with bury").code == Code.WRONG_KIND

    state = play(state, "remove wigan.left")
    assert player(state).money == -8
    state = play(state, "remove bury.left")
    assert player(state).money == -2
    assert tile(state, "bury.left") is None
    state = play(state, "remove fleetwood.only")
    assert player(state).money == 1
    assert tiles_of(state, 0) == ["bolton.bottom"]
    assert (player(state).income, player(state).spent) == (0, 0)
    assert state.board.phase is Phase.ACTION
    assert state.board.actions == 2


def test_default_removal_is_the_cheapest_tile() -> None:
    """Of equals the first of the board."""
    state = idle(
        with_income(
            0, 10, 10, tiles="0 cotton1 bury.left, 0 iron1 bolton.bottom, 0 coal1 wigan.left"
        )
    )

    assert str(BRASS.default_move(state, Seat(0))) == "remove bolton.bottom"


def test_last_tile_goes_without_asking() -> None:
    """There is no choice; what is missing then costs points."""
    state = idle(with_income(0, 10, 10, tiles="0 port1 fleetwood.only"))

    assert state.board.phase is Phase.ACTION
    assert (player(state).money, player(state).points) == (0, 0)
    assert tiles_of(state, 0) == []


@pytest.mark.parametrize(("points", "left"), [(30, 20), (10, 0), (4, 0)])
def test_brass_debt_without_tiles_costs_points(points: int, left: int) -> None:
    """A point a pound, and what exceeds the points is forgiven."""
    owns = {0: {"income": 0, "money": 0, "points": points}}
    after = idle(position(owns=owns))

    assert (player(after).money, player(after).points) == (0, left)


def test_debts_are_paid_in_turn_order() -> None:
    """All incomes are booked first; then the seats are asked, each until it is out of debt."""
    tiles = ", ".join(
        f"{seat} cotton1 {town}.left, {seat} port1 {port}"
        for seat, town, port in (
            (0, "bury", "fleetwood.only"),
            (1, "colne", "ellesmere_port.only"),
            (2, "oldham", "liverpool.top-left"),
        )
    )
    state = position(
        tiles=tiles,
        owns={
            0: {"income": 4, "money": 0, "spent": 9},
            1: {"income": 10, "money": 0},
            2: {"income": 2, "money": 0, "spent": 5},
        },
    )
    state = idle(state)

    assert state.board.order == (1, 2, 0)
    assert state.board.waiting == (2,)
    assert player(state).money == -6
    state = play(state, "remove liverpool.top-left")
    assert state.board.waiting == (0,)  # the last tile of seat 2 went without asking
    assert player(state, 2).money == -8 + 3 + 6
    state = play(state, "remove bury.left")
    assert (state.board.phase, state.board.waiting) == (Phase.ACTION, (1,))


# --- Turns, order, cards -------------------------------------------------------------------------


def test_turn_is_two_cards_and_two_actions() -> None:
    """In turn order, each player both; the same action twice is fine."""
    state = position(hands={0: "bury bolton wigan"})
    state = play(state, "loan 10 with bury")
    assert (asked(state), state.board.actions) == (0, 1)
    state = play(state, "loan 10 with bolton")
    assert (asked(state), state.board.actions) == (1, 2)
    assert state.hands[0] == ("wigan",)


def test_passing_costs_the_card_all_the_same() -> None:
    """And nothing else."""
    state = position(hands={0: "bury bolton"})
    after = play(state, "pass with bury")

    assert after.hands[0] == ("bolton",)
    assert after.board.players == state.board.players
    assert refused(after, "pass with bury").code == Code.NO_SUCH_CARD


def test_turn_order_and_spending_start_anew() -> None:
    """Least spent first, ties as before; then nothing is spent."""
    state = position(
        4,
        order=(2, 0, 3, 1),
        waiting=(2,),
        owns={0: {"spent": 5}, 1: {"spent": 0}, 2: {"spent": 5}, 3: {"spent": 4}},
    )
    after = idle(state)

    assert after.board.order == (1, 3, 2, 0)
    assert [entry.spent for entry in after.board.players] == [0] * 4
    assert after.board.waiting == (1,)


def test_cards_are_drawn_in_the_new_order() -> None:
    """Each player all their cards, up to eight, while the deck lasts."""
    state = position(owns={0: {"spent": 5}})
    deck = state.deck
    after = idle(state)

    assert after.board.order == (1, 2, 0)
    for place, seat in enumerate(after.board.order):
        before, kept = state.hands[seat], list(after.hands[seat])
        for card in deck[2 * place : 2 * place + 2]:
            kept.remove(card)
        assert kept == list(before[2:])
    assert after.deck == deck[6:]
    assert after.board.deck == len(deck) - 6
    assert after.board.cards == (8, 8, 8)


def test_first_order_is_a_random_start_then_clockwise() -> None:
    """Each start comes out."""
    orders = {match(4, number).board.order for number in range(40)}

    assert orders == {(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)}


def test_first_round_has_one_action_each() -> None:
    """Everybody plays one card, then two a turn."""
    state = match(3)

    assert state.board.actions == 1
    assert sum(len(hand) for hand in idle(state).hands) == 24
    assert idle(state).board.actions == 2
    assert len(idle(state).board.discards) == 3


def test_first_round_has_no_income_to_speak_of() -> None:
    """Everybody begins with £30 and an income of £0; two players with £25."""
    for players, money in ((2, 25), (3, 30), (4, 30)):
        state = match(players)
        assert [player(state, seat).money for seat in range(players)] == [money] * players
        assert {entry.income for entry in state.board.players} == {10}
        assert BRASS.outcome(state) is None


@pytest.mark.parametrize(
    ("players", "rounds", "aside", "cards"),
    [(2, 10, (2, 0), 40), (3, 10, (9, 6), 66), (4, 8, (6, 2), 66)],
)
def test_eras_have_their_rounds(
    players: int, rounds: int, aside: tuple[int, int], cards: int
) -> None:
    """Until every hand is empty; the cards add up, and the deck ends four rounds before."""
    state = match(players)
    for era, set_aside in zip(Era, aside, strict=True):
        number = 1
        assert (state.board.era, len(state.aside)) == (era, set_aside)
        assert sorted((*state.deck, *state.aside, *(c for h in state.hands for c in h))) == sorted(
            match(players).deck + match(players).aside + sum(match(players).hands, ())
        )
        assert len(state.deck) + len(state.aside) + 8 * players == cards
        while state.board.era is era and BRASS.decisions(state):
            assert state.board.round == number
            assert (len(state.deck) == 0) == (number > rounds - 4)
            state = idle(state)
            number += 1
        assert number == rounds + 1
    assert state.board.phase is Phase.OVER


# --- Scoring and the change of era ---------------------------------------------------------------


def last_round(**more: object) -> State:
    """The last round of the Canal era of three players, two cards each."""
    hands = {0: "bury bolton", 1: "wigan wigan", 2: "colne colne"}
    return position(3, number=10, hands=hands, deck=0, **more)  # type: ignore[arg-type]


def test_change_of_era() -> None:
    """Canals and tiles of level 1 leave; incomes, money, stacks and what survives stay."""
    state = last_round(
        tiles="0 cotton1! bury.left, 0 coal2/1 wigan.left, 1 coal1 burnley.left, 1 port2! preston.top",
        links="0 bolton-bury, 1 preston-wigan",
        coal=3,
        iron=2,
        cotton=8,
        drawn=(4, 4),
        distant="0 0 1 1 2 2 2 2 3 3",
        owns={0: {"income": 20, "spent": 9}, 1: {"spent": 4}, 2: {"points": 2}},
    )
    after = idle(state)

    assert (after.board.era, after.board.round, after.board.actions) == (Era.RAIL, 1, 2)
    assert after.board.order == (2, 1, 0)
    assert [tiles_of(after, seat) for seat in range(3)] == [["wigan.left"], ["preston.top"], []]
    assert tile(after, "wigan.left") == "0 coal2/1"
    assert tile(after, "preston.top") == "1 port2/0!"
    assert after.board.land.links == 0
    assert player(after).markers == 14
    assert (after.board.coal, after.board.iron) == (3, 2)
    assert (after.board.cotton, after.board.drawn) == (0, ())
    assert sorted(after.distant) == [0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4]
    assert after.board.cards == (8, 8, 8)
    assert after.board.discards == ()
    assert (player(after).income, player(after).money) == (20, 30 + 5)
    # Bury's mill 3, and its canal 1; Preston's port 4, and its canal 1.
    assert [player(after, seat).points for seat in range(3)] == [4, 5, 2]


def test_money_counts_after_the_rail_era_alone() -> None:
    """A point for every full £10, and the money is kept for ties."""
    money = {0: {"money": 29}, 1: {"money": 30}, 2: {"money": 9}}
    assert player(idle(last_round(owns=money))).points == 0

    after = idle(last_round(owns=money, era="rail"))
    assert (after.board.phase, after.board.round, after.board.waiting) == (Phase.OVER, 10, ())
    assert [player(after, seat).points for seat in range(3)] == [2, 3, 0]
    assert [player(after, seat).money for seat in range(3)] == [29, 30, 9]
    assert BRASS.outcome(after) == ((2, 1, 3), (2, 3, 0))


def test_surviving_tiles_score_twice() -> None:
    """In the Canal era and again in the Rail era."""
    state = last_round(
        tiles="0 port2! preston.top", era="rail", owns={0: {"points": 4, "money": 0}}
    )

    assert player(idle(state)).points == 8


def test_links_count_places_with_points() -> None:
    """Two for each outside place and each junction, at either end."""
    state = last_round(
        era="rail",
        links="0 preston-southport lancaster-scotland, 1 northwich-midlands, 2 blackpool-preston",
        owns={seat: {"money": 0} for seat in range(3)},
    )
    after = idle(state)

    assert [player(after, seat).points for seat in range(3)] == [4, 4, 2]


@pytest.mark.parametrize(
    ("owns", "ranks"),
    [
        ({1: {"points": 5}, 2: {"points": 6}}, (3, 2, 1)),
        ({0: {"income": 12}, 1: {"income": 13}, 2: {"income": 11}}, (2, 1, 3)),
        ({0: {"money": 1}, 1: {"money": 2}}, (2, 1, 3)),
        ({0: {"spent": 2}, 1: {"spent": 1}}, (3, 2, 1)),
    ],
    ids=["points", "income", "money", "order"],
)
def test_brass_income_tie_is_broken_by_spaces(
    owns: dict[int, dict[str, int]], ranks: tuple[int, ...]
) -> None:
    """Points; then income by the space, not the pounds; then money; then the last turn order."""
    blank = {"money": 0, "income": 10}
    state = last_round(era="rail", owns={seat: blank | owns.get(seat, {}) for seat in range(3)})
    outcome = BRASS.outcome(idle(state))

    assert outcome is not None
    assert outcome.ranks == ranks


def test_level_1_tiles_in_a_stack_block_it_in_the_rail_era() -> None:
    """Until they are developed away."""
    state = position(
        era="rail", hands={0: "bury bolton wigan"}, stacks="0 coal1", owns={1: {"stacks": (0,) * 5}}
    )
    assert refused(state, "build coal at wigan.left with wigan").code == Code.WRONG_ERA

    state = play(state, "develop coal iron from market with bury")
    assert top(state, 0, "coal") == 2
    assert tile(play(state, "build coal at wigan.left with wigan"), "wigan.left") == "0 coal2/3"
