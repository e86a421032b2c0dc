"""What a bot author asks of a view of Brass, against the rules themselves."""

import random
from collections.abc import Iterator

import pytest

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.brass.board.geography import INDUSTRY, SPACE
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.board.stacks import TOPS
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.moves import (
    DISTANT,
    Action,
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
from bessemer.games.brass.state import Phase, State, View
from bessemer.sdk.brass import BrassBot, BrassView
from bessemer.testing import BotFault, FakeReferee, IdleBot, RandomBot
from tests.games.brass.positions import idle, position, random_states

SEATS = pytest.mark.parametrize("seats", BRASS.seats)


def positions(seats: int = 3, number: int = 1) -> Iterator[tuple[State, BrassView]]:
    """States of a random match and what the seat that is asked sees there."""
    for state in random_states(seats, number):
        for decision in BRASS.decisions(state):
            yield state, BrassView(BRASS.view(state, decision.seat), 7.5)


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


def test_a_spectator_has_no_view_of_this_kind() -> None:
    """It would have nothing to decide."""
    with pytest.raises(ValueError, match="spectator"):
        BrassView(BRASS.view(position(), None))


@SEATS
def test_a_view_knows_what_the_board_knows(seats: int) -> None:
    """Each word of the view is the board's own fact about our seat."""
    for state, view in positions(seats):
        board, seat = state.board, view.seat
        player, rounds = board.players[seat], SETTINGS[seats].rounds

        assert player == view.me
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
        assert all(tile is view.tile_at(space) for space, tile in view.tiles.items())
        assert all(tile.owner == seat for tile in view.tiles.values())
        assert player.links.bit_count() == len(view.links)
        for industry, number in INDUSTRY.items():
            for other in (None, *view.others):
                stacks = board.players[seat if other is None else other].stacks
                expected = TOPS[number][stacks[number]]
                assert expected is view.next_tile(industry, other)
        assert tuple(sorted(state.distant)) == view.distant_tiles
        assert view.others[0] == (seat + 1) % seats
        assert seats - 1 == len(view.others)
        assert board.players == view.players
        assert 7.5 == view.clock


def test_ranks_and_points_are_those_of_an_era_that_ends_now() -> None:
    """A flipped mill of level 2 and two pounds in ten: five points and two."""
    state = position(
        3, era="rail", tiles="1 cotton2! bury.left", owns={seat: {"money": 20} for seat in range(3)}
    )
    view = seen(state)

    assert (2, 7, 2) == view.points_if_scored()
    assert (2, 1, 3) == view.ranks()
    assert (Seat(1),) == view.leaders()


@SEATS
def test_moves_are_the_games_own(seats: int) -> None:
    """The default move, the first legal moves and random ones."""
    rng = random.Random(3)
    for state, view in positions(seats):
        legal = view.legal_moves(30)
        assert view.default_move() in legal
        assert view.default_move() == BRASS.default_move(state, view.seat)
        assert all(view.why_illegal(move) is None for move in legal[::7])
        BRASS.apply(state, view.seat, view.random_move(rng))


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


@SEATS
def test_why_illegal_is_the_referees_own_word(seats: int) -> None:
    """For moves of every kind, in every phase."""
    rng = random.Random(4)
    moves = [view.random_move(rng) for _, view in positions(seats)]
    moves += [Pass(""), Loan(7, "coal"), Stop(), Remove("bury.left"), Sell("bury.left", DISTANT)]
    agreed = set()
    for state, view in positions(seats):
        for move in rng.sample(moves, 8):
            expected = None
            try:
                BRASS.apply(state, view.seat, move)
            except IllegalMove as error:
                expected = error
            assert str(expected) == str(view.why_illegal(move))
            agreed.add(expected.code if expected else None)

    assert {None, "brass.wrong-kind", "brass.no-such-card"} <= agreed


def test_nothing_is_legal_for_whoever_is_not_asked() -> None:
    """A view of a seat whose turn it is not."""
    state = position()
    other = BrassView(BRASS.view(state, Seat(1)))
    refusal = other.why_illegal(Pass(other.hand[0]))

    assert refusal is not None
    assert "brass.not-asked" == refusal.code
    assert [] == other.legal_moves(5)
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
        table = view.after(move, drawn)
        assert (after.players, after.land) == (table.players, table.land)
        assert (after.coal, after.iron, after.cotton) == (table.coal, table.iron, table.cotton)
        kinds.add(type(move))

    assert {Build, Canal, Develop, Loan, Pass} <= kinds


def test_a_sale_abroad_is_known_only_with_its_tile() -> None:
    """Nobody knows what will be drawn; with a tile given, the bonus is that of its space."""
    state = position(
        hands={0: "bury bolton"}, tiles="0 cotton1 preston.bottom-left, 1 port1! preston.top"
    )
    view, sale = seen(state), Sell("preston.bottom-left", DISTANT, "bury")

    with pytest.raises(ValueError, match="distant_tiles"):
        view.after(sale)
    assert view.me.income + 5 + 3 == view.after(sale, drawn=0).players[0].income
    assert view.me.income + 5 + 2 == view.after(sale, drawn=2).players[0].income


def test_a_tile_given_up_is_gone_from_the_table_after() -> None:
    """Half its cost comes in."""
    view = in_debt()
    after = view.after(Remove("bury.left"))

    assert view.money + 6 == after.players[0].money
    assert after.land.tiles[SPACE["bury.left"]] is None


def test_an_imagined_state_looks_like_the_view() -> None:
    """So that a search may play on from it."""
    rng = random.Random(7)
    for _, view in positions(4):
        assert View(view.seat, view.board, view.hand) == BRASS.view(view.imagine(rng), view.seat)


def test_cubes_cost_what_the_tracks_say() -> None:
    """Iron is free while a works has some."""
    view = seen(position(3, coal=5, iron=0))
    supplied = seen(position(3, coal=0, tiles="1 iron1 bolton.bottom"))

    assert (2, 5) == (view.coal_price, view.iron_cost)
    assert (5, 0) == (supplied.coal_price, supplied.iron_cost)


def test_a_view_says_what_it_is() -> None:
    """In a debugger, one line and not a whole board."""
    assert "<BrassView: seat 0, rail round 4, action>" == repr(seen(position(era="rail", number=4)))


# --- Bots, and the referee for tests -------------------------------------------------------------


class Borrower(BrassBot):
    """Borrows as long as somebody lends."""

    def action(self, view: BrassView) -> Action:
        return next(view.legal_loans(), Pass(view.hand[0]))


class Cheat(BrassBot):
    """Plays a card that nobody has."""

    def action(self, view: BrassView) -> Action:  # noqa: ARG002 - it does not look
        return Pass("atlantis")


def test_a_bot_without_methods_does_as_little_as_may_be() -> None:
    """In every phase; so a match is the same as with idle bots."""
    bots = FakeReferee(BrassView).play(BrassBot(), RandomBot(1), RandomBot(2))
    idle_bots = FakeReferee(BrassView).play(IdleBot(), RandomBot(1), RandomBot(2))

    assert idle_bots.moves == bots.moves
    assert Stop() == BrassBot().decide(FakeReferee(BrassView, seed=1).view("sale"))
    assert Remove("preston.top") == BrassBot().decide(in_debt())


def test_a_bot_is_asked_by_the_kind_of_decision() -> None:
    """Its own method answers for an action."""
    played = FakeReferee(BrassView).play(Borrower(), IdleBot())

    assert any(seat == 0 and text.startswith("loan 10") for seat, text in played.moves)
    assert 2 == len(played.final.players)


def test_a_fault_is_explained() -> None:
    """Who, when, what and why; and what would be legal."""
    with pytest.raises(BotFault, match=r"\(Cheat\), round 1, action: there is no card atlantis"):
        FakeReferee(BrassView).play(Cheat(), IdleBot())
