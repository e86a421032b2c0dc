"""Views of Furnace as messages, built field by field: the definition that all quicker ways are held to."""

from bessemer.games.furnace.effects import Amounts, Effect, Stock
from bessemer.games.furnace.moves import ChainPlacement, Compensation, ProductionPlan
from bessemer.games.furnace.state import Board, View
from bessemer.v1 import furnace_pb2, move_pb2


def stock_message(stock: Stock) -> furnace_pb2.FurnaceStock:
    """What a player holds."""
    return furnace_pb2.FurnaceStock(
        coal=stock.coal, iron=stock.iron, oil=stock.oil, upgrades=stock.tokens, money=stock.money
    )


def amounts_message(amounts: Amounts) -> furnace_pb2.FurnaceStock:
    """One side of a line."""
    held = dict(amounts)
    return stock_message(Stock(*(held.get(resource, 0) for resource in range(5))))


def effect_message(effect: Effect) -> furnace_pb2.FurnaceEffect:
    """One line of a card."""
    message = furnace_pb2.FurnaceEffect(gives=amounts_message(effect.gives), limit=effect.limit)
    if effect.takes:
        message.takes.CopyFrom(amounts_message(effect.takes))
    return message


def player_message(board: Board, seat: int) -> furnace_pb2.FurnacePlayer:
    """What one seat owns."""
    player, capitalist = board.players[seat], board.table.capitalists[seat]
    return furnace_pb2.FurnacePlayer(
        startup=board.table.startups[seat],
        capitalist=capitalist.value if capitalist else "",
        stock=stock_message(player.stock),
        companies=player.companies,
        upgraded=player.upgraded,
        line=player.line,
        discs=board.hands[seat],
        claims=[
            furnace_pb2.FurnaceClaim(
                card=claim.card, effect=effect_message(claim.effect), times=claim.times
            )
            for claim in (board.owed[seat] if board.owed else ())
        ],
    )


def build_view(view: View) -> move_pb2.View:
    """`view` as a message."""
    board = view.board
    message = furnace_pb2.FurnaceView(
        round=board.round,
        phase=furnace_pb2.FurnacePhase.Value(f"FURNACE_PHASE_{board.phase.name}"),
        first_seat=board.first,
        waiting_seats=board.waiting,
        row=[
            furnace_pb2.FurnaceRowCard(
                card=card,
                discs=[furnace_pb2.FurnaceDisc(seat=disc.seat, value=disc.value) for disc in stack],
            )
            for card, stack in zip(board.row.cards, board.row.stacks, strict=True)
        ],
        players=[player_message(board, seat) for seat in range(len(board.players))],
        gone=board.gone,
    )
    if len(board.players) == 2:
        message.agent.CopyFrom(furnace_pb2.FurnaceAgent(discs=board.hands[2], die=board.die))
    match view.answer:
        case Compensation(counts):
            message.own_compensation.CopyFrom(furnace_pb2.FurnaceCompensation(counts=counts))
        case ChainPlacement(line):
            message.own_chain_placement.CopyFrom(furnace_pb2.FurnaceChainPlacement(line=line))
        case ProductionPlan(steps):
            message.own_production_plan.CopyFrom(
                furnace_pb2.FurnaceProductionPlan(
                    steps=[
                        furnace_pb2.FurnaceProductionStep(
                            card=step.card, counts=step.counts, flips=step.flips
                        )
                        for step in steps
                    ]
                )
            )
        case None:
            pass
    return move_pb2.View(furnace=message)
