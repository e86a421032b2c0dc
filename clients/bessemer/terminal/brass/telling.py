"""What happened, in sentences for the log."""

from typing import assert_never

from bessemer.engine.game import Seat
from bessemer.games.brass.actions.sell_cotton import BONUS, CLOSED
from bessemer.games.brass.board.geography import INDUSTRY, SPACE, SPACE_IDS
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.board.stacks import TOPS, kind_of
from bessemer.games.brass.board.tables import SETTINGS
from bessemer.games.brass.moves import (
    DISTANT,
    Build,
    Canal,
    Develop,
    Loan,
    Move,
    Pass,
    Rails,
    Remove,
    Sell,
    Stop,
)
from bessemer.games.brass.state import Board, Phase
from bessemer.terminal.brass.costs import cost_of
from bessemer.terminal.brass.names import card_name, kind_text, link_name, space_name
from bessemer.terminal.seats import Seats


def told(move: Move, seat: Seat, before: Board | None) -> str:
    """What a move did, without who did it; with its cost if the table before it is known."""
    if before is not None and seat not in before.waiting:
        before = None  # the table is not the one that the move was made at
    match move:
        case Build(industry, space, card, second, _, _):
            level, cost = _level(industry, seat, before), _cost(move, seat, before)
            cards = f"{card_name(card)} and {card_name(second)}" if second else card_name(card)
            return f"builds {industry}{level} at {space_name(space)} with {cards}{cost}"
        case Canal(link, card):
            return f"digs {link_name(link)} with {card_name(card)}{_cost(move, seat, before)}"
        case Rails(first, second, card):
            more = f" and {link_name(second.link)}" if second else ""
            cost = _cost(move, seat, before)
            return f"lays {link_name(first.link)}{more} with {card_name(card)}{cost}"
        case Develop(first, other, card):
            both = f" and {other.industry}" if other else ""
            cost = _cost(move, seat, before)
            return f"develops {first.industry}{both} with {card_name(card)}{cost}"
        case Sell(mill, buyer, card):
            whom = "the distant market" if buyer == DISTANT else f"the port at {space_name(buyer)}"
            given = f" with {card_name(card)}" if card else ""
            return f"sells from {space_name(mill)} to {whom}{given}"
        case Stop():
            return "sells no more"
        case Loan(amount, card):
            return f"borrows £{amount} with {card_name(card)}"
        case Pass(card):
            return f"passes with {card_name(card)}"
        case Remove(space):
            return f"gives up {space_name(space)}{_refund(space, before)}"
        case _:
            assert_never(move)


def _level(industry: str, seat: Seat, before: Board | None) -> str:
    number = INDUSTRY[industry]
    kind = before and TOPS[number][before.players[seat].stacks[number]]
    return f" {kind.level}" if kind else ""


def _cost(move: Move, seat: Seat, before: Board | None) -> str:
    return f" for £{cost_of(before, seat, move)}" if before else ""


def _refund(space: str, before: Board | None) -> str:
    tile = before and before.land.tiles[SPACE[space]]
    return f" for £{kind_of(tile).cost // 2}" if tile else ""


def happened(before: Board, after: Board, seats: Seats) -> list[str]:
    """Tiles that flipped, the distant market, the new round or era, and the end."""
    news = []
    if before.era is after.era:
        news += _flips(before, after, seats) + _distant(before, after)
    if after.phase is Phase.OVER and before.phase is not Phase.OVER:
        return [*news, *_points(before, after, seats), "The match is over"]
    if before.era is not after.era:
        news += [*_points(before, after, seats), f"The {before.era} era is over"]
    if (before.era, before.round) != (after.era, after.round):
        order = ", ".join(seats.title(seat) for seat in after.order)
        rounds = SETTINGS[len(after.players)].rounds
        news.append(f"The {after.era} era, round {after.round} of {rounds}; order {order}")
    return news


def _flips(before: Board, after: Board, seats: Seats) -> list[str]:
    news = []
    for space, tile in enumerate(after.land.tiles):
        old = before.land.tiles[space]
        if tile is None or not tile.flipped or (old is not None and old.flipped):
            continue
        was, now = (INCOME[board.players[tile.owner].income] for board in (before, after))
        news.append(
            f"{seats.title(tile.owner)}: {kind_text(kind_of(tile))} at "
            f"{space_name(SPACE_IDS[space])} flips, income {was} to {now}"
        )
    return news


def _distant(before: Board, after: Board) -> list[str]:
    news = []
    for drawn in after.drawn[len(before.drawn) :]:
        now = "closed" if after.cotton >= CLOSED else f"at +{BONUS[after.cotton]}"
        news.append(f"The distant tile shows {drawn}: the market is {now}")
    return news


def _points(before: Board, after: Board, seats: Seats) -> list[str]:
    return [
        f"{seats.title(seat)} scores {new.points - old.points}, and has {new.points}"
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
    ]
