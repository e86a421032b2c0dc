"""What happened, in sentences for the log."""

from typing import assert_never

from bessemer.engine.game import Seat
from bessemer.faces.brass.costs import PAID, cost_of
from bessemer.faces.brass.names import card_name, kind_text, link_name, space_name
from bessemer.faces.players import Players
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


def describe_move(move: Move, seat: Seat, before: Board | None) -> str:
    """What a move did, without who did it; with its cost if the table before it is known."""
    if before is not None and seat not in before.waiting:
        before = None  # the table is not the one that the move was made at
    cost = _cost(move, seat, before)
    match move:
        case Build(industry, space, card, second, _, _):
            level, cards = _level(industry, seat, before), [card, second] if second else [card]
            return f"builds {industry}{level} at {space_name(space)}{cost}{_played(*cards)}"
        case Canal(link, card):
            return f"builds the canal {link_name(link)}{cost}{_played(card)}"
        case Rails(first, second, card):
            more = f" and {link_name(second.link)}" if second else ""
            return f"builds rail {link_name(first.link)}{more}{cost}{_played(card)}"
        case Develop(first, other, card):
            tiles = [first.industry, *([other.industry] if other else [])]
            named = " and ".join(_removed(tiles, seat, before))
            return f"develops, removing {named}{cost}{_played(card)}"
        case Sell(mill, buyer, card):
            whom = "the distant market" if buyer == DISTANT else f"the port at {space_name(buyer)}"
            given = _played(card) if card else ""
            return f"sells cotton from {space_name(mill)} to {whom}{given}"
        case Stop():
            return "sells no more cotton"
        case Loan(amount, card):
            return f"takes a loan of £{amount}{_played(card)}"
        case Pass(card):
            return f"passes this action{_played(card)}"
        case Remove(space):
            return f"pays a debt with the tile at {space_name(space)}{_refund(space, before)}"
        case _:
            assert_never(move)


def _played(*cards: str) -> str:
    """The cards that were discarded for it."""
    return f" (card{'s' if len(cards) > 1 else ''}: {' and '.join(map(card_name, cards))})"


def _removed(industries: list[str], seat: Seat, before: Board | None) -> list[str]:
    """The tiles that leave their stacks; two of one industry come from below one another."""
    named = []
    for place, industry in enumerate(industries):
        below = industries[:place].count(industry)
        named.append(f"{industry}{_level(industry, seat, before, below)}")
    return named


def _level(industry: str, seat: Seat, before: Board | None, below: int = 0) -> str:
    number = INDUSTRY[industry]
    kind = before and TOPS[number][before.players[seat].stacks[number] - below]
    return f" {kind.level}" if kind else ""


def _cost(move: Move, seat: Seat, before: Board | None) -> str:
    return f" for £{cost_of(before, seat, move)}" if before and isinstance(move, PAID) else ""


def _refund(space: str, before: Board | None) -> str:
    tile = before and before.land.tiles[SPACE[space]]
    return f", worth £{kind_of(tile).cost // 2}" if tile else ""


def describe_changes(before: Board, after: Board, players: Players) -> list[str]:
    """Tiles that flipped, the distant market, the new round or era, and the end."""
    entries: list[str] = []
    if before.era is after.era:
        entries += _flips(before, after, players) + _distant(before, after)
    if after.phase is Phase.OVER and before.phase is not Phase.OVER:
        return [*entries, *_points(before, after, players), "The match is over"]
    if before.era is not after.era:
        entries += [*_points(before, after, players), f"The {before.era} era is over"]
    if (before.era, before.round) != (after.era, after.round):
        order = ", ".join(players.title(seat) for seat in after.order)
        rounds = SETTINGS[len(after.players)].rounds
        entries.append(f"The {after.era} era, round {after.round} of {rounds}; turn order {order}")
    return entries


def _flips(before: Board, after: Board, players: Players) -> list[str]:
    entries = []
    for space, tile in enumerate(after.land.tiles):
        old = before.land.tiles[space]
        if tile is None or not tile.flipped or (old is not None and old.flipped):
            continue
        was, now = (INCOME[board.players[tile.owner].income] for board in (before, after))
        entries.append(
            f"{players.title(tile.owner)}: {kind_text(kind_of(tile))} at "
            f"{space_name(SPACE_IDS[space])} flips, income from {was} to {now}"
        )
    return entries


def _distant(before: Board, after: Board) -> list[str]:
    entries = []
    for drawn in after.drawn[len(before.drawn) :]:
        is_closed = after.cotton >= CLOSED
        now = "closed" if is_closed else f"at +{BONUS[after.cotton]} income spaces"
        entries.append(f"The distant market drops by {drawn} and is {now}")
    return entries


def _points(before: Board, after: Board, players: Players) -> list[str]:
    return [
        f"{players.title(seat)} scores {new.points - old.points} points and has {new.points} now"
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
    ]
