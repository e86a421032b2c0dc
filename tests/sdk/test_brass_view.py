"""What a bot author asks of a view of Brass, against the rules themselves."""

import random
from collections.abc import Iterator

import pytest

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.board.geography import INDUSTRY, LINK, SPACE
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.board.stacks import TOPS, kind_of
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.moves import (
    DISTANT,
    Build,
    Canal,
    Develop,
    Loan,
    Pass,
    Remove,
    Sell,
    Stop,
)
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase, State
from bessemer.sdk.brass import BrassView
from tests.games.brass.positions import idle, position, random_states

SEATS = pytest.mark.parametrize("seats", BRASS.seats)


def positions(seats: int = 3, number: int = 1) -> Iterator[tuple[State, BrassView]]:
    """States of a random match and what the seat that is asked sees there."""
    for state in random_states(seats, number):
        for decision in BRASS.decisions(state):
            yield state, BrassView(BRASS.view(state, decision.seat))


def seen(state: State) -> BrassView:
    """What seat 0 sees."""
    return BrassView(BRASS.view(state, Seat(0)))


def in_debt() -> BrassView:
    """A seat with two tiles that must give up one."""
    state = position(
        tiles="0 cotton1 bury.left, 0 port1 preston.top",
        owns={0: {"money": 0, "income": 5}},
        number=2,
    )
    return seen(idle(state))


@SEATS
def test_a_view_knows_what_the_board_knows(seats: int) -> None:
    """Each word of the view is the board's own fact about our seat."""
    for state, view in positions(seats):
        board, seat = state.board, view.seat
        player, rounds = board.players[seat], SETTINGS[seats].rounds

        assert state.hands[seat] == view.hand
        assert (player.money, INCOME[player.income], player.points) == (
            view.money,
            view.income,
            view.points,
        )
        assert (board.era, board.phase, board.round, board.actions) == (
            view.era,
            view.phase,
            view.round,
            view.actions_left,
        )
        assert rounds == view.round + view.rounds_left
        assert (board.era is Era.RAIL and board.round == rounds) == view.is_last_round
        assert player.tiles == sum(1 << SPACE[space] for space in view.tiles)
        assert all(tile == view.tile_at(space) for space, tile in view.tiles.items())
        assert all(tile.owner == seat for tile in view.tiles.values())
        assert player.links.bit_count() == len(view.links)
        for industry, number in INDUSTRY.items():
            for other in (None, *view.others):
                stacks = board.players[seat if other is None else other].stacks
                expected = TOPS[number][stacks[number]]
                assert expected is view.next_tile(industry, other)
        assert tuple(sorted(state.distant)) == view.distant_tiles


@SEATS
def test_players_and_tiles_are_told_in_names(seats: int) -> None:
    """What the board holds as numbers and bits, by the names that moves use; nothing is left out."""
    for state, view in positions(seats):
        board = state.board
        assert view.players[view.seat] == view.me
        for seat, (raw, player) in enumerate(zip(board.players, view.players, strict=True)):
            assert (raw.money, raw.income, raw.points, raw.spent, raw.markers) == (
                player.money,
                player.income_space,
                player.points,
                player.spent,
                player.markers,
            )
            assert (INCOME[raw.income], board.cards[seat]) == (player.income, player.cards)
            assert dict(zip(INDUSTRY, raw.stacks, strict=True)) == player.stacks
            assert raw.tiles == sum(1 << SPACE[space] for space in player.tiles)
            assert raw.links == sum(1 << LINK[link] for link in player.links)
            assert all(view.link_owner(link) == seat for link in player.links)
            for space, tile in player.tiles.items():
                there = board.land.tiles[SPACE[space]]
                assert there is not None
                assert INDUSTRIES[there.industry] == tile.industry
                assert (there.owner, *there[2:]) == (tile.owner, *tile[2:])
                assert kind_of(there) is tile.kind
        built = {link for player in view.players for link in player.links}
        assert all(view.link_owner(link) is None for link in LINK if link not in built)


def test_ranks_and_points_are_those_of_an_era_that_ends_now() -> None:
    """A flipped mill of level 2 and two pounds in ten: five points and two."""
    state = position(
        3, era="rail", tiles="1 cotton2! bury.left", owns={seat: {"money": 20} for seat in range(3)}
    )
    view = seen(state)

    assert (2, 7, 2) == view.points_if_scored()
    assert (2, 1, 3) == view.ranks()
    assert (Seat(1),) == view.leaders()


def test_the_families_make_up_all_legal_moves() -> None:
    """Whatever is legal and neither a pass nor the end of a sale belongs to a family."""
    checked = 0
    for _, view in positions(2, number=3):
        legal = view.legal_moves(2000)
        if len(legal) == 2000 or view.phase is Phase.SHORTFALL:
            continue
        checked += 1
        families = {
            *view.legal_builds(),
            *view.legal_links(),
            *view.legal_developments(),
            *view.legal_sales(),
            *view.legal_loans(),
        }
        assert {move for move in legal if not isinstance(move, Pass | Stop)} == families

    assert checked > 20


def test_the_families_are_empty_where_no_action_is_asked_for() -> None:
    """Only a tile can be given up for a debt."""
    view = in_debt()

    assert Phase.SHORTFALL is view.phase
    assert [] == [*view.legal_builds(), *view.legal_links(), *view.legal_developments()]
    assert [] == [*view.legal_sales(), *view.legal_loans()]


def test_nothing_is_legal_for_whoever_is_not_asked() -> None:
    """A view of a seat whose turn it is not."""
    state = position()
    other = BrassView(BRASS.view(state, Seat(1)))

    assert [] == list(other.legal_loans())
    with pytest.raises(IllegalMove, match="not asked"):
        other.after(Pass(other.hand[0]))


@SEATS
def test_the_table_after_a_move_is_the_one_that_the_rules_make(seats: int) -> None:
    """As long as the round goes on, so that no income comes in between."""
    rng = random.Random(5)
    kinds = set()
    for state, view in positions(seats):
        move = view.random_move(rng)
        after = BRASS.apply(state, view.seat, move).board
        now = (after.era, after.round)
        if now != (view.era, view.round) or Phase.SHORTFALL is view.phase or not after.waiting:
            continue
        drawn = after.drawn[-1] if after.drawn != view.board.drawn else None
        foreseen = view.after(move, drawn)
        assert foreseen is not None
        table = foreseen.board
        assert (after.players, after.land) == (table.players, table.land)
        assert (after.coal, after.iron, after.cotton) == (table.coal, table.iron, table.cotton)
        assert (after.cards, after.discards) == (table.cards, table.discards)
        assert BRASS.view(BRASS.apply(state, view.seat, move), view.seat).hand == foreseen.hand
        assert (() == table.waiting, view.clock) == (True, foreseen.clock)
        kinds.add(type(move))

    assert {Build, Canal, Develop, Loan, Pass} <= kinds


def test_a_sale_abroad_is_known_only_with_its_tile() -> None:
    """Nobody knows what will be drawn; with a tile given, the bonus is that of its space."""
    state = position(
        hands={0: "bury bolton"}, tiles="0 cotton1 preston.bottom-left, 1 port1! preston.top"
    )
    view, sale = seen(state), Sell("preston.bottom-left", DISTANT, "bury")

    assert view.after(sale) is None
    for drawn, bonus in ((0, 3), (2, 2)):
        after = view.after(sale, drawn)
        assert after is not None
        assert view.me.income_space + 5 + bonus == after.me.income_space
    with pytest.raises(IllegalMove, match="oldham"):
        view.after(sale._replace(mill="oldham.left"))


def test_a_tile_given_up_is_gone_from_the_table_after() -> None:
    """Half its cost comes in."""
    view = in_debt()
    after = view.after(Remove("bury.left"))

    assert after is not None
    assert view.money + 6 == after.money
    assert ["preston.top"] == list(after.tiles)


def test_cubes_cost_what_the_tracks_say() -> None:
    """Iron is free while a works has some."""
    view = seen(position(3, coal=5, iron=0))
    supplied = seen(position(3, coal=0, tiles="1 iron1 bolton.bottom"))

    assert (2, 5) == (view.coal_price, view.iron_cost)
    assert (5, 0) == (supplied.coal_price, supplied.iron_cost)
