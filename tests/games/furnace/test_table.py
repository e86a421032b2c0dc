"""What a single move does to the table, before others answer; and rows that are read from messages."""

import pytest

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.furnace import table
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.phases import auction
from tests.games.furnace import positions as at

MATCHES = [(players, number) for players in (2, 3, 4) for number in range(2)]


@pytest.mark.parametrize(("players", "number"), MATCHES)
def test_a_row_with_its_discs_knows_where_no_disc_fits(players: int, number: int) -> None:
    """However the discs came there: one by one, or all at once with the row."""
    for turn in at.random_turns(at.match(players, number), number):
        row = turn.after.board.row
        assert row == auction.row_of(row.cards, row.stacks)


@pytest.mark.parametrize(("players", "number"), MATCHES)
def test_the_table_right_after_a_bid_has_the_disc_and_waits_for_nobody(
    players: int, number: int
) -> None:
    """One disc more on the card, one less in the hand; all else is as it was."""
    for turn in at.random_turns(at.match(players, number), number):
        before = turn.before.board
        if not isinstance(turn.move, Bid):
            continue
        after = table.after(before, turn.seat, turn.move)
        slot = before.row.cards.index(turn.move.card)
        assert (*before.row.stacks[slot], (turn.seat, turn.move.value)) == after.row.stacks[slot]
        assert sorted(before.hands[turn.seat]) == sorted([*after.hands[turn.seat], turn.move.value])
        assert after._replace(row=before.row, hands=before.hands) == before._replace(waiting=())


@pytest.mark.parametrize(("players", "number"), MATCHES)
@pytest.mark.parametrize("chain", ["off", "on"])
def test_the_table_right_after_an_answer_is_what_the_player_has_of_it(
    players: int, number: int, chain: str
) -> None:
    """As when the last answer is in; nothing more is owed to the player, and to the others what was."""
    answers = 0
    for turn in at.random_turns(at.match(players, number, chain=chain), number):
        before = turn.before.board
        if isinstance(turn.move, Bid):
            continue
        after, answers = table.after(before, turn.seat, turn.move), answers + 1
        others = [seat for seat in range(players) if seat != turn.seat]
        assert after.waiting == ()
        assert [before.players[seat] for seat in others] == [after.players[seat] for seat in others]
        if len(before.waiting) == 1:  # the last: all answers take effect
            last = turn.after.board.players[turn.seat]
            assert last.stock == after.players[turn.seat].stock
        assert len(before.owed) == len(after.owed)
        if before.owed:
            assert after.owed[turn.seat] == ()
            assert before.owed[: turn.seat] == after.owed[: turn.seat]
            assert before.owed[turn.seat + 1 :] == after.owed[turn.seat + 1 :]
    assert answers


def test_who_is_not_asked_does_nothing_to_the_table() -> None:
    """Neither another seat, nor whoever is asked for something else."""
    turns = list(at.random_turns(at.match(3)))
    first = turns[0]
    with pytest.raises(IllegalMove):
        table.after(first.before.board, Seat((first.seat + 1) % 3), first.move)
    answer = next(turn for turn in turns if not isinstance(turn.move, Bid))
    with pytest.raises(IllegalMove):
        table.after(first.before.board, first.seat, answer.move)
