"""
Furnace's views, both ways: the hottest path of the referee, once for every decision.

A card of the row and a player are encoded again only if a part of the board behind them is another
object than before.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, assert_never

from bessemer.engine.game import Seat
from bessemer.games.furnace.deck import Capitalist
from bessemer.games.furnace.effects import Effect, Stock
from bessemer.games.furnace.moves import ChainPlacement, Compensation, ProductionPlan, Step
from bessemer.games.furnace.options import SEATS, Options
from bessemer.games.furnace.phases.auction import DISCS, VALUES, row_of
from bessemer.games.furnace.phases.compensation import claims
from bessemer.games.furnace.setup import table_of
from bessemer.games.furnace.state import (
    Answer,
    Board,
    Claim,
    Disc,
    Phase,
    Player,
    Row,
    Table,
    View,
    make,
)
from bessemer.v1 import furnace_pb2, move_pb2
from bessemer.wire.bounds import ANY
from bessemer.wire.codec import Codec
from bessemer.wire.encode import (
    JoinedViews,
    Kept,
    Whole,
    field,
    number_field,
    openings,
    small_numbers_field,
    texts_field,
)
from bessemer.wire.enums import NamedEnum

_PHASES: Final = NamedEnum(Phase, furnace_pb2.FurnacePhase.DESCRIPTOR)
_ANSWERS: Final = Codec(ANY, parts={"FurnaceProductionStep": Step})
_COMPENSATION: Final = _ANSWERS.record(Compensation, furnace_pb2.FurnaceCompensation)
_PLACEMENT: Final = _ANSWERS.record(ChainPlacement, furnace_pb2.FurnaceChainPlacement)
_PLAN: Final = _ANSWERS.record(ProductionPlan, furnace_pb2.FurnaceProductionPlan)
_GONE: Final = 8
"""The place of `Board.gone`."""


# --- Writing -------------------------------------------------------------------------------------


def view_writer() -> JoinedViews:
    """An encoder for one match."""
    parts = (
        _head,
        _Row().of,
        _Players().of,
        Whole(_GONE, lambda cards: _cards(7, cards)).of,
        _agent,
    )
    return JoinedViews(1, parts, _own_answer)


def _head(board: Board) -> bytes:
    """Round, phase, first player and who must decide."""
    return _HEADS[board.round, board.phase, board.first, board.waiting]


def _head_of(key: tuple[int, Phase, Seat, tuple[Seat, ...]]) -> bytes:
    number, phase, first, waiting = key
    return (
        number_field(1, number)
        + _PHASES.encode(2, phase)
        + number_field(3, first)
        + small_numbers_field(4, waiting)
    )


class _Row:
    """The companies on offer; a bid changes the discs on one or two of them."""

    def __init__(self) -> None:
        self._row = Row((), (), 0)
        self._entries: list[bytes] = []
        self._encoded = b""

    def of(self, board: Board) -> bytes:
        row = board.row
        if row is self._row:
            return self._encoded
        cards, stacks, _ = row
        old_cards, old_stacks, _ = self._row
        entries = self._entries
        if cards is not old_cards:
            entries[:] = map(_row_card, cards, stacks)
        else:
            for slot, stack in enumerate(stacks):
                if stack is not old_stacks[slot]:
                    entries[slot] = _row_card(cards[slot], stack)
        self._row, self._encoded = row, b"".join(entries)
        return self._encoded


class _Players:
    """Everybody's part of the board, of which a bid changes the discs in one or two hands."""

    def __init__(self) -> None:
        # The parts of the board that the entries were made of: at first those of an empty table.
        self._table: Table | None = None
        self._hands: tuple[tuple[int, ...], ...] = ()
        self._players: tuple[Player, ...] = ()
        self._owed: tuple[tuple[Claim, ...], ...] = ()
        self._names: list[bytes] = []  # a player's start-up and capitalist
        self._owned: list[bytes] = []  # a player without discs and claims
        self._claims: list[bytes] = []
        self._entries: list[bytes] = []

    def of(self, board: Board) -> bytes:
        hands, players = board.hands, board.players
        if (
            players is not self._players
            or board.owed is not self._owed
            or board.table is not self._table
        ):
            self._take(board)
        elif hands is not self._hands:
            old_hands = self._hands
            for seat, owned in enumerate(self._owned):
                if (hand := hands[seat]) is not old_hands[seat]:
                    self._entries[seat] = _player(owned, hand, self._claims[seat])
            self._hands = hands
        return b"".join(self._entries)

    def _take(self, board: Board) -> None:
        table, hands, players, owed = board.table, board.hands, board.players, board.owed
        entries = self._owned
        if table is not self._table:
            self._names = [_name(table, seat) for seat in range(len(players))]
            entries[:] = map(_owned, self._names, players)
        else:
            for seat, player in enumerate(players):
                if player is not self._players[seat]:
                    entries[seat] = _owned(self._names[seat], player)
        self._claims = [b"".join(map(_claim, owing)) for owing in owed] or [b""] * len(players)
        # Hands and claims may be one more: the Agent's.
        self._entries = list(map(_player, entries, hands, self._claims))
        self._table, self._hands, self._players, self._owed = table, hands, players, owed


def _agent(board: Board) -> bytes:
    """The Agent's discs and die, in a match of two."""
    hands = board.hands
    return _AGENTS[hands[-1], board.die] if len(hands) > len(board.players) else b""


def _agent_of(key: tuple[tuple[int, ...], int]) -> bytes:
    hand, die = key
    return field(8, small_numbers_field(1, hand) + number_field(2, die))


_HEADS: Final = Kept(_head_of)
_AGENTS: Final = Kept(_agent_of)
_HANDS: Final = Kept[tuple[int, ...]](lambda hand: small_numbers_field(7, hand))
_ROW_CARD_OPENINGS: Final = openings(5)
_PLAYER_OPENINGS: Final = openings(6)
_DISCS: Final = tuple(
    tuple(field(2, number_field(1, seat) + number_field(2, value)) for value in (0, *VALUES))
    for seat in range(max(SEATS))
)
"""By seat and value: a disc on a card of the row."""
_AMOUNTS: Final = tuple(
    tuple(number_field(number, amount) for amount in range(256))
    for number in range(1, 1 + len(Stock._fields))
)
"""By resource and amount; hardly anybody ever holds more."""


def _row_card(card: str, stack: tuple[Disc, ...]) -> bytes:
    payload = _card(card)
    for seat, value in stack:
        payload += _DISCS[seat][value]
    return _ROW_CARD_OPENINGS[len(payload)] + payload


def _player(owned: bytes, hand: tuple[int, ...], owing: bytes) -> bytes:
    payload = owned + _HANDS[hand] + owing
    return _PLAYER_OPENINGS[len(payload)] + payload


def _name(table: Table, seat: int) -> bytes:
    """A player's start-up and capitalist, which never change."""
    capitalist = table.capitalists[seat]
    startup = field(1, table.startups[seat].encode())
    return startup + field(2, capitalist.value.encode()) if capitalist else startup


def _owned(name: bytes, player: Player) -> bytes:
    """A player up to the line: all but discs and claims, which change in the auction."""
    stock, companies, upgraded, line = player
    owned = name + field(3, _stock(stock))
    if companies:
        owned += _cards(4, companies)
    if upgraded:
        owned += _cards(5, upgraded)
    if line:
        owned += _cards(6, line)
    return owned


def _stock(stock: Stock) -> bytes:
    try:
        return b"".join([encoded[amount] for encoded, amount in zip(_AMOUNTS, stock, strict=True)])
    except IndexError:
        return b"".join([number_field(number, amount) for number, amount in enumerate(stock, 1)])


def _own_answer(view: View) -> bytes:
    """The seat's own sealed answer, the last field of a view."""
    match view.answer:
        case None:
            return b""
        case Compensation() as answer:
            return field(9, _COMPENSATION.encode(answer))
        case ChainPlacement() as answer:
            return field(10, _PLACEMENT.encode(answer))
        case ProductionPlan() as answer:
            return field(11, _PLAN.encode(answer))
        case _:
            assert_never(view.answer)


# Anybody may write a deck, so what depends on cards is kept within bounds.


@lru_cache(maxsize=2048)
def _card(card: str) -> bytes:
    return field(1, card.encode())


@lru_cache(maxsize=2048)
def _cards(number: int, cards: tuple[str, ...]) -> bytes:
    return texts_field(number, cards)


@lru_cache(maxsize=2048)
def _claim(claim: Claim) -> bytes:
    message = furnace_pb2.FurnaceClaim(
        card=claim.card, effect=effect_message(claim.effect), times=claim.times
    )
    return field(8, message.SerializeToString())


def effect_message(effect: Effect) -> furnace_pb2.FurnaceEffect:
    """One line of a card; an extraction takes nothing, and says so by having no `takes`."""
    return furnace_pb2.FurnaceEffect(
        takes=amounts_message(effect.takes) if effect.takes else None,
        gives=amounts_message(effect.gives),
        limit=effect.limit,
    )


def amounts_message(amounts: Iterable[tuple[int, int]]) -> furnace_pb2.FurnaceStock:
    """The amounts that a card takes or gives."""
    held = [0] * len(Stock._fields)
    for resource, amount in amounts:
        held[resource] += amount
    coal, iron, oil, upgrades, money = held
    return furnace_pb2.FurnaceStock(coal=coal, iron=iron, oil=oil, upgrades=upgrades, money=money)


# --- Reading -------------------------------------------------------------------------------------


def read_view(message: move_pb2.View, seat: int | None, options: Options) -> View:
    """The view of `seat`; a spectator's is `None`."""
    view = message.furnace
    seated = view.players[:]
    startups = tuple([player.startup for player in seated])
    capitalists = tuple([player.capitalist for player in seated])
    hands = tuple([tuple(player.discs[:]) for player in seated])
    die = 0
    if view.HasField("agent"):
        agent = view.agent
        hands, die = (*hands, tuple(agent.discs[:])), agent.die
    table, phase = _table(options, startups, capitalists), _PHASES.members[view.phase]
    row = _read_row(view)
    board = Board(
        table=table,
        round=view.round,
        phase=phase,
        first=Seat(view.first_seat),
        waiting=tuple(map(Seat, view.waiting_seats[:])),
        row=row,
        hands=hands,
        players=tuple([_read_player(player) for player in seated]),
        gone=tuple(view.gone[:]),
        die=die,
        # The message holds the seats' claims, but not the Agent's, which nobody is asked about.
        owed=claims(table, row) if phase is Phase.COMPENSATION else (),
    )
    return View(None if seat is None else Seat(seat), board, _read_own_answer(view))


@lru_cache(maxsize=256)
def _table(options: Options, startups: tuple[str, ...], capitalists: tuple[str, ...]) -> Table:
    owned = tuple([Capitalist(card) if card else None for card in capitalists])
    return table_of(options, startups, owned)


def _read_row(view: furnace_pb2.FurnaceView) -> Row:
    offers = view.row[:]
    return row_of(
        tuple([offer.card for offer in offers]),
        tuple(
            [tuple([DISCS[disc.seat][disc.value] for disc in offer.discs[:]]) for offer in offers]
        ),
    )


def _read_player(message: furnace_pb2.FurnacePlayer) -> Player:
    stock = message.stock
    held = (stock.coal, stock.iron, stock.oil, stock.upgrades, stock.money)
    companies, upgraded, line = message.companies, message.upgraded, message.line
    return make(
        Player, (make(Stock, held), tuple(companies[:]), tuple(upgraded[:]), tuple(line[:]))
    )


def _read_own_answer(view: furnace_pb2.FurnaceView) -> Answer | None:
    match view.WhichOneof("own_answer"):
        case "own_compensation":
            return _COMPENSATION.read(view.own_compensation)
        case "own_chain_placement":
            return _PLACEMENT.read(view.own_chain_placement)
        case "own_production_plan":
            return _PLAN.read(view.own_production_plan)
        case _:
            return None
