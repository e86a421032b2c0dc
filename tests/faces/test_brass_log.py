"""What is told of Brass: the table in sentences, moves, and what the table does by itself."""

from itertools import islice, pairwise

from bessemer.engine.chance import Chance, Draws
from bessemer.faces.brass.face import FACE
from bessemer.faces.brass.names import card_name, link_name, place_name, space_name
from bessemer.faces.players import Players
from bessemer.games.brass.board.geography import LINK_IDS, PLACES, SPACES, SPOTS, bits
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.moves import Build, Canal, Loan, Move, Pass, Sell, Stop
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase
from bessemer.table.brass.typing import TYPING
from tests.games.brass.positions import position
from tests.terminal.brass.examples import asked_states, players_of, states, view_in

PLAYERS = Players(("Ada", "Bob", "Cy"))


def test_sentences_tell_the_whole_table() -> None:
    """Every tile with its owner, level and cubes, every link, every figure, the own hand."""
    for state in islice(states(4, seed=3), 0, None, 9):
        for seat in (None, *state.board.waiting):
            view = BRASS.view(state, seat)
            board, seats = view.board, players_of(view)
            told = FACE.describe_table(view, seats)
            text = "\n".join(told)
            for number, place in enumerate(PLACES):
                if place.spaces and SETTINGS[4].spots & SPOTS[number]:
                    (town,) = [line for line in told if line.startswith(f"{place_name(place.id)}:")]
                    for space in place.spaces:
                        position = SPACES[space].id.partition(".")[2]
                        tile = board.land.tiles[space]
                        where = ": " if position == "only" else f"{position} "
                        assert f"{where}{'empty' if tile is None else ''}" in town
                        assert tile is None or f"{tile.level} of {seats.title(tile.owner)}" in town
                        assert tile is None or not tile.cubes or f"{tile.cubes} cubes" in town
            there = SETTINGS[4].eras[board.era].links
            assert all(link_name(LINK_IDS[link]) in text for link in bits(there))
            for number, player in enumerate(board.players):
                (line,) = [line for line in told if line.startswith(f"{seats.title(number)} has")]
                assert f"{player.points} points" in line
                assert f"spent £{player.spent}" in line
            assert ("Your hand" in text) == (seat is not None)
            assert all(card_name(card) in told[-1] for card in view.hand)


def test_moves_are_told_with_what_they_cost() -> None:
    """Whatever the move; without the table before it the cost is left out."""
    draws = Draws(Chance(b"told"))
    kinds = set[type[Move]]()
    for seed in range(12):
        for state in islice(states(3, seed), 0, None, 2):
            for seat in state.board.waiting:
                move = BRASS.sample_move(state, seat, draws.below)
                kinds.add(type(move))
                told = FACE.describe_move(move, seat, BRASS.view(state, None), PLAYERS)

                assert told.startswith(FACE.describe_move(move, seat, None, PLAYERS)[:8])
                if isinstance(move, Build):
                    assert space_name(move.space) in told
                    assert "£" in told
    assert len(kinds) >= 7


def test_kinds_of_moves_in_words() -> None:
    """Short, and without ids."""
    for move, told in (
        (Loan(20, "warrington_runcorn"), "takes a loan of £20 (card: Warrington)"),
        (Pass("coal"), "passes this action (card: coal)"),
        (Stop(), "sells no more cotton"),
        (
            Sell("oldham.left", "distant"),
            "sells cotton from Oldham left to the distant market",
        ),
    ):
        assert told == FACE.describe_move(move, 0, None, PLAYERS)


def test_a_development_names_the_tiles() -> None:
    """With their levels, the second of one industry from below the first."""
    view = view_in(Phase.ACTION)
    (seat,) = view.board.waiting
    move = BRASS.parse("develop shipyard iron from market and shipyard iron from market with coal")
    told = FACE.describe_move(move, seat, view, PLAYERS)

    assert told.startswith("develops, removing shipyard 0 and shipyard 0 for £")
    assert "develops, removing shipyard and shipyard (card: coal)" == FACE.describe_move(
        move, seat, None, PLAYERS
    )


def test_a_table_of_another_time_says_nothing_of_a_cost() -> None:
    """Moves may come several at once, with the table as it was before all of them."""
    view = BRASS.view(position(tiles="0 coal1 bolton.top-left"), None)
    without_the_mine = BRASS.view(position(), None)
    move = Canal("bolton-bury", "coal")

    assert "builds the canal Bolton-Bury for £3 (card: coal)" == FACE.describe_move(
        move, 0, view, PLAYERS
    )
    for seat, before in ((1, view), (0, without_the_mine)):
        assert "builds the canal Bolton-Bury (card: coal)" == FACE.describe_move(
            move, seat, before, PLAYERS
        )


def test_what_the_table_does_is_told_once() -> None:
    """Every flip, every distant tile, every round, the scoring and the end, all through a match."""
    found = list(states(4, seed=9))
    flips = told_flips = drawn = told_drawn = 0
    log = []
    for before, after in pairwise(found):
        seats = players_of(BRASS.view(after, None))
        news = FACE.describe_changes(BRASS.view(before, None), BRASS.view(after, None), seats)
        log += news
        told_flips += sum(" flips, income" in line for line in news)
        told_drawn += sum("distant market drops" in line for line in news)
        if before.board.era is after.board.era:
            drawn += len(after.board.drawn) - len(before.board.drawn)
            flips += sum(
                tile is not None and tile.flipped and not (old and old.flipped)
                for old, tile in zip(before.board.land.tiles, after.board.land.tiles, strict=True)
            )

    assert flips == told_flips > 0
    assert drawn == told_drawn > 0
    rounds = 2 * SETTINGS[4].rounds - 1
    assert rounds == sum(" era, round " in line for line in log)
    assert "The canal era is over" in log
    assert "The match is over" == log[-1]
    assert 8 == sum(" scores " in line for line in log)


def test_rounds_are_counted_through_both_eras() -> None:
    """So that a replay can be asked for any of them."""
    chapters = [FACE.round_of(BRASS.view(state, None)) for state in states(3, seed=2)]

    assert list(range(1, 21)) == sorted(set(chapters))
    assert chapters == sorted(chapters)


def test_the_heading_says_where_the_match_stands() -> None:
    """Era and round; a sale or a debt; the end."""
    state, seat = next(asked_states(Phase.ACTION, 4, seed=1))
    assert "canal era, round 1 of 8" == FACE.heading(BRASS.view(state, seat))
    *_, last = states(2, seed=1)
    assert "after both eras" == FACE.heading(BRASS.view(last, None))
    assert last.board.era is Era.RAIL


def test_a_move_leaves_the_hand_less_what_was_played() -> None:
    """The card that was played is gone, and no other."""
    view = view_in(Phase.ACTION, 4)
    card = view.hand[0]
    moved = TYPING.hand_after(view, Loan(10, card))

    assert sorted((card, *moved.hand)) == list(view.hand)
