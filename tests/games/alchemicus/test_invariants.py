"""Facts that never change, whatever is played: they hold after every move of random matches."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from bessemer.games.alchemicus.actions.building import LIMIT
from bessemer.games.alchemicus.cards.kinds import (
    BASE,
    GLORIA,
    GOLEM,
    HOLDS,
    INFAMIA,
    NOCTIS,
    SPIRITUS,
    Good,
    Kind,
)
from bessemer.games.alchemicus.phases import FIELDS, Phase
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import FREE, NOBODY, OFF, Board, Building, State
from tests.games.alchemicus.walks import busy_states, late_states, settings
from tests.games.walks import Walk

LONG, SHORT = settings(25), settings(12)
every_setting = pytest.mark.parametrize("name", SHORT)


@cache
def matches(name: str) -> tuple[tuple[Walk, ...], ...]:
    """One match of busy players from the beginning, and several from the middle."""
    late = (late_states(SHORT[name], b"invariants %d" % number) for number in range(8))
    return tuple(map(tuple, (busy_states(LONG[name], b"invariants"), *late)))


def all_states(name: str) -> Iterator[State]:
    """Every state of a few matches."""
    for match in matches(name):
        for walk in match:
            yield walk.state


def all_moves(name: str) -> Iterator[tuple[State, State]]:
    """The states before and after every move of a few matches."""
    for match in matches(name):
        for before, after in pairwise(match):
            yield before.state, after.state


def all_buildings(board: Board) -> Iterator[Building]:
    """The buildings of everybody."""
    for player in board.players:
        yield from player.buildings


def face_down(board: Board) -> list[int]:
    """The numbers of all face-down cards, wherever they lie."""
    lying = [good for building in all_buildings(board) for good in building.goods]
    lying += [board.offer.lying] if board.offer else []
    return [number for good in lying for number in good.cards]


# --- Cards ---------------------------------------------------------------------------------------


@every_setting
def test_every_base_card_is_in_exactly_one_zone(name: str) -> None:
    """Pile, discard, bank, a hand, a building, or a good: 140 cards, so many of each kind."""
    for state in all_states(name):
        board = state.board
        zones = Counter([*state.pile, *board.discard, *board.bank])
        zones.update(card for hand in state.hands for card in hand if card < GOLEM)
        zones.update(building.kind for building in all_buildings(board))
        zones.update(Kind(state.faces[number]) for number in face_down(board))

        assert 140 == zones.total()
        assert {kind: board.table.options.deck.copies[kind] for kind in BASE} == zones


@every_setting
def test_every_noctis_card_is_in_exactly_one_zone(name: str) -> None:
    """Pile, discard, a hand, a building, a field, beside a player, or just played."""
    for state in all_states(name):
        board = state.board
        options = board.table.options
        zones = Counter([*state.noctis_pile, *board.noctis_discard])
        zones.update(card for hand in state.hands for card in hand if card >= GOLEM)
        zones[GOLEM] += len(board.golems)
        for building in all_buildings(board):
            zones[GOLEM] += building.golems
            zones[SPIRITUS] += building.spiritus
        zones[INFAMIA] += sum(player.infamia for player in board.players)
        zones[INFAMIA] += options.race and board.phase is Phase.DEFENCE
        expected = {kind: options.deck.copies[kind] * options.noctis for kind in NOCTIS}

        assert Counter(expected) == zones


@every_setting
def test_face_down_cards_have_numbers_of_their_own(name: str) -> None:
    """Each number once, each with a face; no face without a card."""
    for state in all_states(name):
        numbers = face_down(state.board)
        faces = [number for number, face in enumerate(state.faces) if face != FREE]

        assert faces == sorted(numbers)
        assert all(state.faces[number] in BASE for number in numbers)


@every_setting
def test_what_the_board_counts_is_there(name: str) -> None:
    """The sizes that everybody sees are the true ones."""
    for state in all_states(name):
        board = state.board

        assert (board.pile, board.noctis_pile) == (len(state.pile), len(state.noctis_pile))
        for hand, player in zip(state.hands, board.players, strict=True):
            assert len(hand) == player.cards
            assert sum(card >= GOLEM for card in hand) == player.backs
        for seat, shown in enumerate(board.shown):
            assert Counter(shown) <= Counter(state.hands[seat])


# --- Buildings -----------------------------------------------------------------------------------


@every_setting
def test_rows_and_slots_obey_the_rules(name: str) -> None:
    """At most twelve, no Gloria, no Noctis card; on each what it may hold, gold alone."""
    for state in all_states(name):
        for player in state.board.players:
            assert len(player.buildings) <= LIMIT
        for kind, goods, _, spiritus in all_buildings(state.board):
            there = [lying.good for lying in goods]
            assert kind < GLORIA
            assert spiritus >= 0
            assert set(there) <= set(HOLDS.get(kind, ()))
            assert there == sorted(set(there))
            assert len(there) <= 1 + (kind == Kind.LABRIUM)
            assert Good.GOLD not in there or len(there) == 1
            for good, cards in goods:
                assert 1 + (good is Good.GOLD) == len(cards)


@every_setting
def test_only_rules_change_a_row(name: str) -> None:
    """Buildings keep their places: one is added at the end, or one is replaced at the limit."""
    for before, after in all_moves(name):
        for old, new in zip(before.board.players, after.board.players, strict=True):
            kinds = [[building.kind for building in row] for row in (old.buildings, new.buildings)]
            if len(kinds[0]) == len(kinds[1]):
                changed = sum(a != b for a, b in zip(*kinds, strict=True))
                assert changed <= (len(kinds[0]) == LIMIT)
            else:
                assert kinds[0] == kinds[1][:-1]


# --- Pawns, Fame and turns -----------------------------------------------------------------------


@every_setting
def test_one_pawn_at_most_on_the_spirits_field(name: str) -> None:
    """And every pawn on the board, but for the first turn."""
    for state in all_states(name):
        board = state.board
        fields = [player.field for player in board.players]

        assert fields.count(board.table.options.deck.spirit_field) <= 1
        for player in board.players:
            assert 0 <= player.field < 8 or (player.field, player.turns) == (OFF, 0)


@every_setting
def test_fame_is_never_negative_and_infamia_at_most_two(name: str) -> None:
    """In the Race there is no Fame, elsewhere no Infamia lies about."""
    for state in all_states(name):
        race = state.board.table.options.race
        for player in state.board.players:
            assert player.fame == 0 if race else player.fame >= 0
            assert 0 <= player.infamia <= 2 * race
        assert race or state.board.golems == ()
        assert race or state.board.winner == NOBODY


@every_setting
def test_turns_go_round_and_hands_are_cut(name: str) -> None:
    """After a turn the next on the left has it; nobody ends one with more than ten cards."""
    for before, after in all_moves(name):
        old, new = before.board, after.board
        ended = new.players[old.active].turns - old.players[old.active].turns
        assert ended in (0, 1)
        if ended and new.phase is not Phase.OVER:
            assert (old.active + 1) % len(old.players) == new.active
        elif not ended:
            assert old.active == new.active
        if ended:
            assert new.players[old.active].cards <= 10
        assert old.table == new.table
        assert not old.ending or new.ending


@every_setting
def test_one_seat_is_asked_and_what_is_pending_fits_the_phase(name: str) -> None:
    """Others than the active player answer only Infamia and offers."""
    reactions = (Phase.DEFENCE, Phase.BUY_BACK)
    for state in all_states(name):
        board = state.board
        asked = [decision.seat for decision in ALCHEMICUS.decisions(state)]

        assert (board.phase is Phase.OVER) == (asked == [])
        assert asked == [] or (asked[0] != board.active) == (board.phase in reactions)
        assert (board.offer is not None) == (board.phase is Phase.BUY_BACK)
        assert board.traded == () or board.phase in (Phase.SALE, Phase.BUY_BACK, Phase.OVER)
        if board.phase in FIELDS:
            field = board.table.options.deck.outer[board.players[board.active].field]
            assert field is board.phase


def test_the_matches_see_every_kind_of_move() -> None:
    """Otherwise what is held here would be held of nothing."""
    moves: set[str] = set()
    for name in SHORT:
        for match in matches(name):
            *_, last = match
            moves.update(type(move).__name__ for _, move in last.moves)
    assert {
        "Acquire", "Banish", "Build", "BuyBack", "ClearInfamia", "DiscardDown", "DrawBank",
        "DrawBase", "DrawNoctis", "FieldGolem", "Gift", "GiveCards", "GiveGolem", "Golem",
        "Infamia", "MoveSpirit", "Mutabilus", "Pactum", "Pass", "Place", "PlayGloria", "Reward",
        "Sell", "Spiritus", "Transmute", "Transport", "Undo", "Walk",
    } == moves  # fmt: skip
