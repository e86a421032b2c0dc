"""
Furnace for bot authors: messages as the values of `bessemer.games.furnace`, and back.

    options = FURNACE.options(joined.match.options)
    view = read_view(decision.view, seat, options)
    answer.move.CopyFrom(write_move(Bid(3, "C07")))
"""

from functools import lru_cache
from typing import Final, assert_never

from bessemer.engine.errors import MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.furnace.auction import VALUES, full_hands
from bessemer.games.furnace.compensation import claims
from bessemer.games.furnace.deck import Capitalist
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.moves import (
    Bid,
    ChainPlacement,
    Compensation,
    Move,
    ProductionPlan,
    Step,
)
from bessemer.games.furnace.options import ROW_SIZE, SEATS, Options
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import (
    Answer,
    Board,
    Disc,
    Phase,
    Player,
    Row,
    Table,
    View,
    build,
)
from bessemer.sdk.furnace import FurnaceView
from bessemer.sdk.view import UNLIMITED
from bessemer.v1 import furnace_pb2, match_pb2, move_pb2

__all__ = ["read_decision", "read_move", "read_view", "write_move"]

GAME: Final = FURNACE
"""Its rules."""

_PHASES: Final = {
    furnace_pb2.FURNACE_PHASE_BID: Phase.BID,
    furnace_pb2.FURNACE_PHASE_COMPENSATION: Phase.COMPENSATION,
    furnace_pb2.FURNACE_PHASE_PLACEMENT: Phase.PLACEMENT,
    furnace_pb2.FURNACE_PHASE_PLAN: Phase.PLAN,
    furnace_pb2.FURNACE_PHASE_OVER: Phase.OVER,
}


# `Row.taken` as the auction keeps it: 8 bits for each value, then 8 for each bidder, one for each
# card of the row.
_LANE: Final = max(ROW_SIZE.values())
_DISCS: Final = tuple(
    tuple(
        (Disc(Seat(seat), value), 1 << _LANE * (value - 1) | 1 << _LANE * (len(VALUES) + seat))
        for value in VALUES
    )
    for seat in range(max(SEATS))
)
"""By seat and value: the disc, and its bits if it lies on the leftmost card."""


def read_view(message: move_pb2.View, seat: int | None, options: Options) -> View:
    """What `seat` sees; a spectator's seat is `None`."""
    view = message.furnace
    seated = view.players[:]
    startups = tuple([player.startup for player in seated])
    capitalists = tuple([player.capitalist for player in seated])
    hands = tuple([tuple(player.discs[:]) for player in seated])
    die = 0
    if view.HasField("agent"):
        agent = view.agent
        hands, die = (*hands, tuple(agent.discs[:])), agent.die
    table, phase, row = _table(options, startups, capitalists), _PHASES[view.phase], _row(view)
    board = Board(
        table=table,
        round=view.round,
        phase=phase,
        first=Seat(view.first_seat),
        waiting=tuple(map(Seat, view.waiting_seats[:])),
        row=row,
        hands=hands,
        players=tuple([_player(player) for player in seated]),
        gone=tuple(view.gone[:]),
        die=die,
        # The message holds the seats' claims, but not the Agent's, which nobody is asked about.
        owed=claims(table, row) if phase is Phase.COMPENSATION else (),
    )
    return View(None if seat is None else Seat(seat), board, _own_answer(view))


def read_decision(message: match_pb2.Decision, seat: int, options: Options) -> FurnaceView:
    """What `seat` sees, as its bot is shown it."""
    left = message.time_left
    clock = left.seconds + left.nanos * 1e-9 if message.HasField("time_left") else UNLIMITED
    return FurnaceView(read_view(message.view, seat, options), clock)


def write_move(move: Move) -> move_pb2.Move:
    """`move` as a message."""
    message = move_pb2.Move()
    match move:
        case Bid(value, card):
            return _bid(value, card)
        case Compensation(counts):
            message.furnace.compensation.SetInParent()
            message.furnace.compensation.counts.extend(counts)
        case ChainPlacement(line):
            message.furnace.chain_placement.SetInParent()
            message.furnace.chain_placement.line.extend(line)
        case ProductionPlan(steps):
            message.furnace.production_plan.SetInParent()
            for card, counts, flips in steps:
                message.furnace.production_plan.steps.add(card=card, counts=counts, flips=flips)
        case _:
            assert_never(move)
    return message


@lru_cache(maxsize=1024)
def _bid(value: int, card: str) -> move_pb2.Move:
    """A bid as a message, which nobody changes: most moves are one of a few hundred bids."""
    return move_pb2.Move(
        furnace=furnace_pb2.FurnaceMove(bid=furnace_pb2.FurnaceBid(value=value, card=card))
    )


def read_move(message: move_pb2.Move) -> Move:
    """
    The move in `message`, of which a referee has made sure that it is one.

    Raises:
        MalformedMove: it is none of Furnace.
    """
    match message.furnace.WhichOneof("move"):
        case "bid":
            return Bid(message.furnace.bid.value, message.furnace.bid.card)
        case "compensation":
            return _compensation(message.furnace.compensation)
        case "chain_placement":
            return _placement(message.furnace.chain_placement)
        case "production_plan":
            return _plan(message.furnace.production_plan)
        case _:
            other = message.WhichOneof("move")
            raise MalformedMove(f"not a move of furnace: {other or 'nothing is set'}")


@lru_cache(maxsize=256)
def _table(options: Options, startups: tuple[str, ...], capitalists: tuple[str, ...]) -> Table:
    owned = [Capitalist(card) if card else None for card in capitalists]
    if len(owned) == SEATS.start:
        owned.append(None)  # the Agent
    return Table(options, startups, tuple(owned), full_hands(tuple(owned)))


def _row(view: furnace_pb2.FurnaceView) -> Row:
    cards, stacks, taken = [], [], 0
    for slot, offer in enumerate(view.row[:]):
        stack = []
        for placed in offer.discs[:]:
            disc, closed = _DISCS[placed.seat][placed.value - 1]
            stack.append(disc)
            taken |= closed << slot
        cards.append(offer.card)
        stacks.append(tuple(stack))
    return build(Row, (tuple(cards), tuple(stacks), taken))


def _player(message: furnace_pb2.FurnacePlayer) -> Player:
    stock = message.stock
    held = (stock.coal, stock.iron, stock.oil, stock.upgrades, stock.money)
    companies, upgraded, line = message.companies, message.upgraded, message.line
    return build(
        Player, (build(Stock, held), tuple(companies[:]), tuple(upgraded[:]), tuple(line[:]))
    )


def _own_answer(view: furnace_pb2.FurnaceView) -> Answer | None:
    match view.WhichOneof("own_answer"):
        case "own_compensation":
            return _compensation(view.own_compensation)
        case "own_chain_placement":
            return _placement(view.own_chain_placement)
        case "own_production_plan":
            return _plan(view.own_production_plan)
        case _:
            return None


def _compensation(message: furnace_pb2.FurnaceCompensation) -> Compensation:
    return Compensation(tuple(message.counts[:]))


def _placement(message: furnace_pb2.FurnaceChainPlacement) -> ChainPlacement:
    return ChainPlacement(tuple(message.line[:]))


def _plan(message: furnace_pb2.FurnaceProductionPlan) -> ProductionPlan:
    return ProductionPlan(
        tuple(
            [
                Step(step.card, tuple(step.counts[:]), tuple(step.flips[:]))
                for step in message.steps[:]
            ]
        )
    )
