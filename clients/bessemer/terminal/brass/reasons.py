"""The actions of a turn: their moves, and why there may be none."""

from collections.abc import Iterable
from typing import Final

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.brass.actions import build_industry, build_link, develop, loan, sell_cotton
from bessemer.games.brass.board.geography import COTTON
from bessemer.games.brass.board.income import LOANS
from bessemer.games.brass.board.supply import iron_cost
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.moves import Loan, Move, Pass, Rails
from bessemer.games.brass.state import Board, Hand

_LINKS: Final = {Era.CANAL: "canal", Era.RAIL: "rail"}


def actions(board: Board) -> tuple[str, ...]:
    """The kinds of action that there are in this era."""
    return ("build", _LINKS[board.era], "develop", "sell", "loan", "pass")


def moves_of(action: str, board: Board, seat: Seat, hand: Hand) -> Iterable[Move]:
    """Every legal move of one kind of action."""
    match action:
        case "build":
            return build_industry.legal_builds(board, seat, hand)
        case "canal":
            return build_link.legal_canals(board, seat, hand)
        case "rail":
            return _one_end_each(build_link.legal_rails(board, seat, hand))
        case "develop":
            return develop.legal_developments(board, seat, hand)
        case "sell":
            return sell_cotton.legal_sales(board, seat, hand)
        case "loan":
            return loan.legal_loans(board, seat, hand)
        case _:
            return map(Pass, dict.fromkeys(hand))


def _one_end_each(rails: Iterable[Rails]) -> Iterable[Rails]:
    """Of rails that differ in nothing but the end that the same cube comes to, the first."""
    seen = set()
    for move in rails:
        first, second, card = move
        same = (first.link, first.coal, second and (second.link, second.coal), card)
        if same not in seen:
            seen.add(same)
            yield move


def why_not(action: str, board: Board, seat: Seat, hand: Hand) -> str:
    """Why there is no move of this kind; empty if there is one."""
    if any(True for _ in moves_of(action, board, seat, hand)):
        return ""
    player = board.players[seat]
    match action:
        case "build":
            return "no card of yours allows a tile that fits, can be supplied and can be paid"
        case "canal" | "rail":
            return _why_no_link(action, board, seat)
        case "develop":
            if not any(player.stacks):
                return "all your tiles are gone"
            return f"iron costs £{iron_cost(board)}, and you have £{player.money}"
        case "sell":
            land = board.land
            if not player.tiles & land.kinds[COTTON] & land.face_up:
                return "you have no mill that has not sold yet"
            return "no mill of yours is connected with somebody who buys"
        case _:
            return loan_refusal(board, seat, hand, LOANS[0])


def _why_no_link(action: str, board: Board, seat: Seat) -> str:
    player = board.players[seat]
    if not player.markers:
        return "you have no link marker left"
    if not player.tiles and not player.links:
        return f"you have nothing on the board that a {action} could start from"
    if not build_link.open_links(board, seat):
        return f"no place for a {action} is left where you have a tile or a link"
    cost = build_link.CANAL_COST if action == "canal" else build_link.FIRST_RAIL_COST
    if player.money < cost:
        return f"a {action} costs £{cost}, and you have £{player.money}"
    return "no coal that you can pay reaches a place for a rail of yours"


def loan_refusal(board: Board, seat: Seat, hand: Hand, amount: int) -> str:
    """Why so much cannot be borrowed, in the referee's words; empty if it can."""
    try:
        loan.lent(board, seat, hand, Loan(amount, hand[0]))
    except IllegalMove as refused:
        return str(refused)
    return ""
