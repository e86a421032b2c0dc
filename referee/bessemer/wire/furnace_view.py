"""
Furnace's views as bytes: the hottest path of the referee, once for every decision.

The view is cut into pieces, one for each card of the row and for each player. A piece is encoded
anew only if a part of the board behind it is another object than before; all pieces joined are the
message, byte for byte as protobuf itself would write it.
"""

from bessemer.games.furnace.state import Board, Claim, Player, Row, Table, View
from bessemer.wire.furnace_pieces import (
    AGENTS,
    HEADS,
    VIEW_OPENINGS,
    encode_claims,
    encode_name,
    encode_own_answer,
    encode_owned,
    encode_player,
    encode_row_card,
    encode_texts,
)
from bessemer.wire.wire import field


class FurnaceViewWriter:
    """Encodes the views of one match; see `ViewWriter`. They may come in any order."""

    def __init__(self) -> None:
        # The parts of the board that the pieces were made of: at first those of an empty table.
        self._board: Board | None = None
        self._table: Table | None = None
        self._row = Row((), (), 0)
        self._hands: tuple[tuple[int, ...], ...] = ()
        self._players: tuple[Player, ...] = ()
        self._owed: tuple[tuple[Claim, ...], ...] = ()
        self._gone: tuple[str, ...] = ()
        # The pieces.
        self._row_pieces: list[bytes] = []
        self._names: list[bytes] = []  # a player's start-up and capitalist
        self._owned_pieces: list[bytes] = []  # a player without discs and claims
        self._claims_pieces: list[bytes] = []
        self._player_pieces: list[bytes] = []
        self._gone_piece = b""
        # The pieces joined: what everybody sees, and the whole message for who has not answered.
        self._shared = b""
        self._message = b""

    def write(self, view: View) -> bytes:
        """`view` as a serialised `bessemer.v1.View`."""
        _, board, answer = view
        if board is not self._board:
            self._take(board)
        if answer is None:
            return self._message
        return field(1, self._shared + encode_own_answer(answer))

    def _take(self, board: Board) -> None:
        """Bring all pieces up to date and join them."""
        table, number, phase, first, waiting, row, hands, players, gone, die, owed = board
        if row is not self._row:
            self._take_row(row)
        if players is not self._players or owed is not self._owed or table is not self._table:
            self._take_players(board)
        elif hands is not self._hands:
            self._take_hands(hands)
        if gone is not self._gone:
            self._gone, self._gone_piece = gone, encode_texts(7, gone)
        agent = AGENTS[hands[-1], die] if len(hands) > len(players) else b""
        self._shared = shared = b"".join(
            (
                HEADS[number, phase, first, waiting],
                *self._row_pieces,
                *self._player_pieces,
                self._gone_piece,
                agent,
            )
        )
        self._message = VIEW_OPENINGS[len(shared)] + shared
        self._board = board

    def _take_row(self, row: Row) -> None:
        cards, stacks, _ = row
        old_cards, old_stacks, _ = self._row
        pieces = self._row_pieces
        if cards is not old_cards:
            pieces[:] = map(encode_row_card, cards, stacks)
        else:
            for slot, stack in enumerate(stacks):
                if stack is not old_stacks[slot]:
                    pieces[slot] = encode_row_card(cards[slot], stack)
        self._row = row

    def _take_hands(self, hands: tuple[tuple[int, ...], ...]) -> None:
        old_hands = self._hands
        for seat, owned in enumerate(self._owned_pieces):
            if (hand := hands[seat]) is not old_hands[seat]:
                self._player_pieces[seat] = encode_player(owned, hand, self._claims_pieces[seat])
        self._hands = hands

    def _take_players(self, board: Board) -> None:
        table, hands, players, owed = board.table, board.hands, board.players, board.owed
        pieces = self._owned_pieces
        if table is not self._table:
            self._names = [encode_name(table, seat) for seat in range(len(players))]
            pieces[:] = map(encode_owned, self._names, players)
        else:
            for seat, player in enumerate(players):
                if player is not self._players[seat]:
                    pieces[seat] = encode_owned(self._names[seat], player)
        self._claims_pieces = list(map(encode_claims, owed)) or [b""] * len(players)
        # Hands and claims may be one more: the Agent's.
        self._player_pieces = list(map(encode_player, pieces, hands, self._claims_pieces))
        self._table, self._hands, self._players, self._owed = table, hands, players, owed
