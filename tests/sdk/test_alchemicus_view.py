"""What a bot author asks of a view of Alchemicus, against the rules themselves."""

import random
from collections.abc import Iterator

import pytest

from bessemer.engine.chance import Chance
from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import ALEMBIC, DOMO, GOLD, HORTEN, TINCTURE, Good
from bessemer.games.alchemicus.moves import (
    Build,
    Move,
    MoveSpirit,
    Sell,
    Transport,
)
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import OFF, State
from bessemer.sdk.alchemicus import AlchemicusView
from bessemer.sdk.view import UNLIMITED
from tests.games.alchemicus.midgame import midgame
from tests.games.alchemicus.positions import cards, position
from tests.games.alchemicus.walks import MODULES

ALL_MODULES = pytest.mark.parametrize("modules", MODULES, ids=" ".join)


def seen(state: State, seat: int = 0, clock: float = UNLIMITED) -> AlchemicusView:
    """What `seat` sees of a state."""
    return AlchemicusView(ALCHEMICUS.view(state, Seat(seat)), clock)


def positions(modules: dict[str, str], seats: int = 3) -> Iterator[tuple[State, AlchemicusView]]:
    """States from the start and from the middle of random matches; what the next seat sees."""
    rng = random.Random(5)
    options = ALCHEMICUS.options(modules | {"round_cap": "4"})
    starts = [ALCHEMICUS.setup(options, seats, Chance(b"view"))]
    starts += [midgame(options, seats, Chance(b"view %d" % number)) for number in range(2)]
    for start in starts:
        state = start
        while asked := ALCHEMICUS.decisions(state):
            seat = asked[0].seat
            yield state, seen(state, seat)
            state = ALCHEMICUS.apply(
                state, seat, ALCHEMICUS.sample_move(state, seat, rng.randrange)
            )


@ALL_MODULES
@pytest.mark.parametrize("seats", [2, 4])
def test_a_view_knows_what_the_board_knows(modules: dict[str, str], seats: int) -> None:
    """Each word of the view is the state's own fact about our seat."""
    for state, view in positions(modules, seats):
        board, seat = state.board, view.seat
        player, deck = board.players[seat], board.table.options.deck

        assert (board, state.hands[seat]) == (view.board, view.hand)
        assert board.table.options == view.options
        assert (player.fame, player.buildings) == (view.fame, view.buildings)
        assert len(state.hands[seat]) == view.money
        assert board.players[board.active].turns + 1 == view.round
        assert (seat == board.active) == view.is_my_turn
        assert board.ending == view.is_last_round
        assert (None if player.field == OFF else deck.outer[player.field]) == view.field
        assert player.fame - max(board.players[other].fame for other in view.others) == view.lead


def test_a_view_counts_buildings_and_goods() -> None:
    """By kind, and by the places that moves name."""
    view = seen(position("build", hands={0: "Domo*9"}, rows={0: "Horten Alembic=tincture Horten"}))

    assert (2, 1, 0) == (view.count(HORTEN), view.count(ALEMBIC), view.count(DOMO))
    assert ([1], []) == (view.places_of(TINCTURE), view.places_of(GOLD))
    assert (3, 1) == (view.cost(DOMO), view.cost(HORTEN))


def test_ranks_are_by_fame_and_then_by_buildings() -> None:
    """As they would be if the match ended now."""
    rows = {0: "Horten", 1: "Horten Labrium", 2: "Horten"}
    view = seen(position("build", players=3, hands={0: "Domo*9"}, rows=rows, fame=(4, 4, 6)))

    assert (3, 2, 1) == view.ranks()
    assert (2,) == view.leaders()
    assert -2 == view.lead


def _refusal(state: State, seat: Seat, move: Move) -> IllegalMove | None:
    try:
        ALCHEMICUS.apply(state, seat, move)
    except IllegalMove as error:
        return error
    return None


@ALL_MODULES
def test_what_comes_after_a_move_does_not_depend_on_what_is_hidden(modules: dict[str, str]) -> None:
    """Our part of the table after the move is what the match itself shows, whatever the piles are."""
    rng = random.Random(6)
    told = 0
    for state, view in positions(modules):
        move = view.random_move(rng)
        after = view.after(move)
        if after is None:
            continue
        told += 1
        others = ALCHEMICUS.resample(ALCHEMICUS.view(state, view.seat), Chance(rng.randbytes(4)))

        assert repr(after.board) == repr(_after(others, view.seat, move).board)
        assert after.hand == _after(state, view.seat, move).hand
    assert told > 10


def _after(state: State, seat: Seat, move: Move) -> AlchemicusView:
    after = seen(state, seat).after(move)
    assert after is not None
    return after


def test_a_transport_can_be_foreseen() -> None:
    """The good lies where it was carried."""
    state = position("transport", rows={0: "Horten=herb Alembic"})
    after = _after(state, Seat(0), Transport(0, 1))

    assert [1] == after.places_of(Good.HERB)
    assert () == after.board.waiting


def test_a_building_can_be_foreseen_unless_goods_are_turned_up_for_it() -> None:
    """A demolished building shows the cards of its goods, which nobody knows before."""
    row = "Horten=herb " + "Horten " * 11
    view = seen(position("build", hands={0: "Pergula Domo*3"}, rows={0: row}))
    empty = view.after(Build(cards("Pergula")[0], cards("Domo"), 1))

    assert empty is not None
    assert cards("Domo*2") == empty.hand
    assert view.after(Build(cards("Pergula")[0], cards("Domo"), 0)) is None


@pytest.mark.parametrize(
    ("state", "move"),
    [
        pytest.param(
            position("sale", rows={0: "Horten=herb Pergula"}),
            Sell(Good.HERB, 0, 1, fame=False),
            id="sale",
        ),
        pytest.param(
            position("spirit", hands={1: "Domo"}, rows={1: "Domo"}),
            MoveSpirit(DOMO, Seat(1)),
            id="theft",
        ),
    ],
)
def test_what_unseen_cards_decide_is_not_foretold(state: State, move: Move) -> None:
    """A card drawn, stolen or turned up."""
    assert seen(state).after(move) is None


def test_what_comes_after_an_illegal_move_is_its_refusal() -> None:
    """In the referee's own words."""
    view = seen(position("transport", rows={0: "Horten=herb Alembic"}))
    with pytest.raises(IllegalMove, match="herb goes from Horten to Alembic, not to Horten"):
        view.after(Transport(0, 0))
