"""What never changes, whatever is played: held after every move of random matches."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import pytest

from bessemer.engine.game import Seat
from bessemer.games.furnace.deck import Capitalist
from bessemer.games.furnace.moves import Bid, ChainPlacement, Compensation, ProductionPlan
from bessemer.games.furnace.phases.auction import legal_bids
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import AGENT, Board, Disc, Phase, Player, State
from tests.games.walks import SETTINGS, Setting, states

FURNACE_SETTINGS: Final = {
    name: setting for name, setting in SETTINGS.items() if setting.game is FURNACE
}
MATCHES: Final = 6

every_setting = pytest.mark.parametrize(
    "setting", FURNACE_SETTINGS.values(), ids=list(FURNACE_SETTINGS)
)


def all_states(setting: Setting) -> Iterator[State]:
    """Every state of a few random matches."""
    for number in range(MATCHES):
        for walk in states(setting, b"invariants %d" % number):
            yield walk.state


def all_moves(setting: Setting) -> Iterator[tuple[State, State]]:
    """The states before and after every move of a few random matches."""
    for number in range(MATCHES):
        match = states(setting, b"invariants %d" % number)
        for before, after in pairwise(match):
            yield before.state, after.state


def everybody(state: State) -> Iterator[Player]:
    """The players as they lie on the table, and as their sealed answers will make them."""
    yield from state.board.players
    yield from (entry.player for entry in state.sealed if entry)


def is_subsequence(some: tuple[str, ...], of: tuple[str, ...]) -> bool:
    """Whether `some` are in `of`, in the same order."""
    left = iter(of)
    return all(item in left for item in some)


# --- Discs ---------------------------------------------------------------------------------------


@every_setting
def test_every_disc_is_in_its_owners_hand_or_on_the_row(setting: Setting) -> None:
    """No disc is lost, doubled or changes hands, the Agent's included."""
    for state in all_states(setting):
        board = state.board
        held = [list(hand) for hand in board.hands]
        for seat, value in (disc for stack in board.row.stacks for disc in stack):
            held[seat].append(value)

        assert list(map(list, board.table.discs)) == [sorted(discs) for discs in held]
        if board.phase not in (Phase.BID, Phase.COMPENSATION):
            assert board.table.discs == board.hands


@every_setting
def test_every_stack_obeys_the_rules_of_placement(setting: Setting) -> None:
    """Two discs of one player are the Monopolist's; of two equals the later is the Speculator's."""
    for state in all_states(setting):
        owners = state.board.table.capitalists
        for stack in state.board.row.stacks:
            for place, (seat, value) in enumerate(stack):
                for below in stack[:place]:
                    assert below.seat != seat or owners[seat] is Capitalist.MONOPOLIST
                    assert below.value != value or owners[seat] is Capitalist.SPECULATOR


@every_setting
def test_what_the_row_remembers_agrees_with_its_stacks(setting: Setting) -> None:
    """Which discs fit where follows from the stacks alone."""
    for state in all_states(setting):
        board = state.board
        for seat in map(Seat, range(len(board.hands))):
            if board.phase is Phase.BID:
                assert fitting_bids(board, seat) == set(legal_bids(board, seat))


def fitting_bids(board: Board, seat: Seat) -> set[Bid]:
    """The bids that no disc on the row forbids."""
    owner = board.table.capitalists[seat]
    return {
        Bid(value, card)
        for value in board.hands[seat]
        for card, stack in zip(board.row.cards, board.row.stacks, strict=True)
        if all(
            (disc.seat != seat or owner is Capitalist.MONOPOLIST)
            and (disc.value != value or owner is Capitalist.SPECULATOR)
            for disc in stack
        )
    }


@every_setting
def test_a_bid_adds_one_disc_on_top_and_perhaps_one_of_the_agent(setting: Setting) -> None:
    """Within an auction stacks only grow, by the bidder's disc and then the Agent's."""
    for before, after in all_moves(setting):
        if not before.board.phase is after.board.phase is Phase.BID:
            continue
        if before.board.round != after.board.round:
            continue
        new: list[Disc] = []
        for old, now in zip(before.board.row.stacks, after.board.row.stacks, strict=True):
            assert old == now[: len(old)]
            new += now[len(old) :]
        (bidder,) = before.board.waiting
        agents = [AGENT] if len(new) == 2 else []

        assert sorted([bidder, *agents]) == sorted(disc.seat for disc in new)
        assert not agents or (setting.seats == 2 and bidder != before.board.first)


# --- Cards ---------------------------------------------------------------------------------------


@every_setting
def test_every_company_is_in_exactly_one_place(setting: Setting) -> None:
    """In the pile, in the row, with one player, or out of the game."""
    for state in all_states(setting):
        board = state.board
        places = (state.pile, board.row.cards, board.gone)
        cards = [card for place in places for card in place]
        cards += [card for player in board.players for card in player.companies]

        assert sorted(board.table.options.deck.companies) == sorted(cards)


@every_setting
def test_cards_are_never_lost_or_turned_back(setting: Setting) -> None:
    """What a player owns or flipped, and what left the game, stays so and keeps its order."""
    for before, after in all_moves(setting):
        assert before.board.gone == after.board.gone[: len(before.board.gone)]
        for old, new in zip(before.board.players, after.board.players, strict=True):
            assert old.companies == new.companies[: len(old.companies)]
            assert set(old.upgraded) <= set(new.upgraded)
            assert is_subsequence(old.line, new.line)


@every_setting
def test_upgraded_companies_are_the_owners(setting: Setting) -> None:
    """Which cards are upgraded is written by id, each once, and all are the player's own."""
    for state in all_states(setting):
        for player in everybody(state):
            assert sorted(set(player.upgraded)) == list(player.upgraded)
            assert set(player.upgraded) <= set(player.companies)


@every_setting
def test_the_line_holds_all_own_cards_once(setting: Setting) -> None:
    """In the chain variant, but for new cards while they are placed; otherwise there is no line."""
    for state in all_states(setting):
        board = state.board
        for startup, player in zip(board.table.startups, board.players, strict=True):
            if not board.table.options.chain:
                assert player.line == ()
            elif board.phase is Phase.PLACEMENT:
                assert set(player.line) <= {startup, *player.companies}
                assert len(set(player.line)) == len(player.line)
            else:
                assert sorted((startup, *player.companies)) == sorted(player.line)


# --- Goods ---------------------------------------------------------------------------------------


@every_setting
def test_nobody_owes_anything(setting: Setting) -> None:
    """Of no good does anybody hold less than nothing, sealed answers included."""
    for state in all_states(setting):
        for player in everybody(state):
            assert min(player.stock) >= 0


@every_setting
def test_money_never_falls(setting: Setting) -> None:
    """Nothing is ever paid with money."""
    for before, after in all_moves(setting):
        for old, new in zip(before.board.players, after.board.players, strict=True):
            assert old.stock.money <= new.stock.money
        for player, entry in zip(after.board.players, after.sealed, strict=True):
            assert entry is None or player.stock.money <= entry.player.stock.money


# --- Decisions -----------------------------------------------------------------------------------


@every_setting
def test_those_who_wait_are_listed_once_and_in_order(setting: Setting) -> None:
    """One seat bids at a time; at the end nobody waits."""
    for state in all_states(setting):
        board = state.board

        assert sorted(set(board.waiting)) == list(board.waiting)
        assert set(board.waiting) <= set(range(setting.seats))
        assert (board.phase is Phase.OVER) == (board.waiting == ())
        assert board.phase is not Phase.BID or len(board.waiting) == 1


@every_setting
def test_only_answers_of_this_phase_are_sealed(setting: Setting) -> None:
    """Who is asked and who has answered are together those who were asked when it began."""
    kinds = {
        Phase.COMPENSATION: Compensation,
        Phase.PLACEMENT: ChainPlacement,
        Phase.PLAN: ProductionPlan,
    }
    for before, after in all_moves(setting):
        answered = {seat for seat, entry in enumerate(after.sealed) if entry}
        if not answered:
            continue
        earlier = {seat for seat, entry in enumerate(before.sealed) if entry}

        assert setting.seats == len(after.sealed)
        assert before.board._replace(waiting=()) == after.board._replace(waiting=())
        assert len(answered) == len(earlier) + 1
        assert answered.isdisjoint(after.board.waiting)
        assert earlier | set(before.board.waiting) == answered | set(after.board.waiting)
        for entry in filter(None, after.sealed):
            assert isinstance(entry.answer, kinds[after.board.phase])


@every_setting
def test_rounds_and_the_first_player_advance_together(setting: Setting) -> None:
    """A new round begins after all plans, one seat further to the left."""
    for before, after in all_moves(setting):
        passed = after.board.round - before.board.round

        assert passed in (0, 1)
        assert (before.board.first + passed) % setting.seats == after.board.first
        assert passed == 0 or before.board.phase is Phase.PLAN
        assert 1 <= after.board.round <= after.board.table.options.rounds
        assert 0 <= after.board.die <= (6 if setting.seats == 2 else 0)
        assert before.board.table == after.board.table
