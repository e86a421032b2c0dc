"""The tournament: blocks are fair, and standings are counted right."""

from clients.cli.tournament import Tournament, standings
from referee.games.catalogue import GAMES

MATCH = {"a": (1, 30), "b": (1, 30), "c": (3, 10)}
OTHER = {"a": (1, 50), "b": (2, 40), "c": (3, 20)}


def test_every_bot_sits_in_every_seat_of_a_block_once() -> None:
    """A block is one set-up in all rotations: equal players get equal results by seat."""
    bots = ("idle", "random", "greedy")
    block = Tournament(GAMES["furnace"], {}, bots, seed=1).play_block(0)

    assert len(block) == len(bots)
    assert [next(iter(match)) for match in block] == list(bots)
    assert all(sorted(match) == sorted(bots) for match in block)


def test_a_shared_win_is_shared() -> None:
    """Two winners get half a win each; ranks and scores are means, margins come from the blocks."""
    first, second, third = standings(["c", "b", "a"], [[MATCH], [OTHER]])

    assert (first.bot, second.bot, third.bot) == ("a", "b", "c")
    assert (first.wins, second.wins, third.wins) == (0.75, 0.25, 0.0)
    assert (first.rank, second.rank, third.rank) == (1, 1.5, 3)
    assert (first.score, first.median_score, first.matches) == (40, 40, 2)
    # Half a 95 % interval over two blocks: 1.96 times the deviation 0.3536 over the root of 2.
    assert first.wins_margin is not None
    assert round(first.wins_margin, 2) == 0.49


def test_one_block_has_no_margin() -> None:
    """One block alone says nothing of how far off its figures are, and claims nothing."""
    (row, *_) = standings(["a", "b", "c"], [[MATCH, OTHER]])

    assert (row.wins_margin, row.rank_margin, row.score_margin) == (None, None, None)
