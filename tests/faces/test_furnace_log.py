"""The log of Furnace: what moves did, and what the table did by itself."""

from bessemer.engine.game import Seat
from bessemer.faces.furnace.face import FACE
from bessemer.faces.players import Players
from bessemer.games.furnace.legal import default_move
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Phase
from tests.terminal.examples import seat_of, states, view_in, views

PLAYERS = Players(("Ada", "Bob", "Cy"), 0)


def test_a_bid_names_the_company() -> None:
    """Not only its id."""
    view = view_in(Phase.BID)
    card = view.board.row.cards[0]
    name = view.board.table.options.deck.companies[card].name
    told = FACE.describe_move(FURNACE.parse(f"bid 3 on {card}"), 0, view, PLAYERS)

    assert f"bids 3 on {card} {name}" == told


def test_a_plan_tells_what_it_earned() -> None:
    """The change of every store; without the table before it the steps alone."""
    view = next(view for view in views(Phase.PLAN) if view.board.players[seat_of(view)].companies)
    least = default_move(view.board, seat_of(view))

    assert "+1U" in FACE.describe_move(least, seat_of(view), view, PLAYERS)
    assert f"produces: {str(least).removeprefix('plan ')}" == FACE.describe_move(
        least, seat_of(view), None, PLAYERS
    )


def test_a_move_from_another_table_is_told_without_its_gain() -> None:
    """A view that was missed does no harm."""
    old, new = view_in(Phase.PLAN, 0), view_in(Phase.PLAN, -1)

    told = FACE.describe_move(default_move(new.board, seat_of(new)), seat_of(new), old, PLAYERS)

    assert "(" not in told.split(":")[0]


def test_what_the_table_does_is_told_once() -> None:
    """Every card is won or leaves the game exactly once, and every round but the first begins."""
    told: list[str] = []
    before = None
    for state in states(2, {}, seed=12):
        view = FURNACE.view(state, Seat(0))
        if before is not None:
            told += FACE.describe_changes(before, view, PLAYERS)
        before = view
    text = "\n".join(told)
    assert before is not None
    board = before.board

    for player in board.players:
        for card in player.companies:
            assert text.count(f" {card} ") >= 1
    assert sum(text.count(card) for card in board.gone) >= len(board.gone)
    assert ["Round 2", "Round 3", "Round 4"] == [
        entry[:7] for entry in told if entry.startswith("Round")
    ]
    assert told[-1] == "The match is over"
    # Four discs a round, unless a bid was the last of a passing player.
    assert 4 <= sum("X Agent puts" in entry for entry in told) <= 16
