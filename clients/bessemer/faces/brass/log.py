"""Moves and changes, in sentences for the log."""

from typing import Final, assert_never

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.faces.brass.costs import PAID, cost_of
from bessemer.faces.brass.names import (
    both,
    built_name,
    card_name,
    era_name,
    kind_text,
    link_name,
    space_name,
)
from bessemer.faces.language import tr, trn
from bessemer.faces.players import Players
from bessemer.games.brass import moves
from bessemer.games.brass.actions.sell_cotton import BONUS, CLOSED
from bessemer.games.brass.board.geography import INDUSTRY, SPACE, SPACE_IDS
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.board.stacks import TOPS, kind_of
from bessemer.games.brass.board.tables import SETTINGS
from bessemer.games.brass.moves import DISTANT, Move
from bessemer.games.brass.state import Board, Phase, View

_CARDS: Final = ("card", "second_card")
"""The cards that a move discards."""


def describe_move(
    move: Move,
    seat: int,
    before: View | None,
    players: Players,  # noqa: ARG001 - no move names another player
) -> str:
    """The effect of a move, without who did it; with its cost if the table before it is known."""
    cost = None if before is None else _cost(move, Seat(seat), before.board)
    told = _told(move, Seat(seat), None if before is None or cost is None else before.board)
    if cost is not None and isinstance(move, PAID):
        told = tr("{told} for £{cost}", told=told, cost=cost)
    cards = [card_name(card) for name in _CARDS if (card := getattr(move, name, ""))]
    if len(cards) > 1:
        return tr("{told} (cards: {one} and {other})", told=told, one=cards[0], other=cards[1])
    return tr("{told} (card: {card})", told=told, card=cards[0]) if cards else told


def _cost(move: Move, seat: Seat, before: Board) -> int | None:
    """The cost of a move; `None` if it was made at another table than `before`."""
    if seat not in before.waiting:
        return None
    try:
        return cost_of(before, seat, move)
    except IllegalMove:
        return None


def _told(move: Move, seat: Seat, before: Board | None) -> str:
    """The move without its cost and its cards."""
    match move:
        case moves.Build(industry, space):
            (tile,) = _tiles([industry], seat, before)
            return tr("builds {tile} at {space}", tile=tile, space=space_name(space))
        case moves.Canal(link):
            return tr("builds the canal {link}", link=link_name(link))
        case moves.Rails(first, second):
            links = [rail.link for rail in (first, second) if rail]
            return tr("builds rail {links}", links=both(map(link_name, links)))
        case moves.Develop(tile, other):
            removed = [one.industry for one in (tile, other) if one]
            return tr("develops, removing {tiles}", tiles=both(_tiles(removed, seat, before)))
        case moves.Sell(mill, buyer) if buyer == DISTANT:
            return tr("sells cotton from {mill} to the distant market", mill=space_name(mill))
        case moves.Sell(mill, buyer):
            port = space_name(buyer)
            return tr(
                "sells cotton from {mill} to the port at {port}", mill=space_name(mill), port=port
            )
        case moves.Stop():
            return tr("sells no more cotton")
        case moves.Loan(amount):
            return tr("takes a loan of £{amount}", amount=amount)
        case moves.Pass():
            return tr("passes this action")
        case moves.Remove(space):
            return _given_up(space, before)
        case _:
            assert_never(move)


def _tiles(industries: list[str], seat: Seat, before: Board | None) -> list[str]:
    """The tiles that leave their stacks; two of one industry come from below one another."""
    named = []
    for place, industry in enumerate(industries):
        below = industries[:place].count(industry)
        named.append(f"{built_name(industry)}{_level(industry, seat, before, below)}")
    return named


def _level(industry: str, seat: Seat, before: Board | None, below: int = 0) -> str:
    number = INDUSTRY[industry]
    kind = before and TOPS[number][before.players[seat].stacks[number] - below]
    return f" {kind.level}" if kind else ""


def _given_up(space: str, before: Board | None) -> str:
    tile = before and before.land.tiles[SPACE[space]]
    if not tile:
        return tr("pays a debt with the tile at {space}", space=space_name(space))
    refund = kind_of(tile).cost // 2
    return tr(
        "pays a debt with the tile at {space}, worth £{refund}",
        space=space_name(space),
        refund=refund,
    )


def describe_changes(before: View, after: View, players: Players) -> list[str]:
    """Tiles that flipped, the distant market, the new round or era, and the end."""
    old, new = before.board, after.board
    entries: list[str] = []
    if old.era is new.era:
        entries += _flips(old, new, players) + _distant(old, new)
    if new.phase is Phase.OVER and old.phase is not Phase.OVER:
        return [*entries, *_points(old, new, players), tr("The match is over")]
    if old.era is not new.era:
        entries += [
            *_points(old, new, players),
            tr("The {era} era is over", era=era_name(old.era)),
        ]
    if (old.era, old.round) != (new.era, new.round):
        order = ", ".join(players.title(seat) for seat in new.order)
        rounds = SETTINGS[len(new.players)].rounds
        entries.append(
            tr(
                "The {era} era, round {round} of {rounds}; turn order {order}",
                era=era_name(new.era),
                round=new.round,
                rounds=rounds,
                order=order,
            )
        )
    return entries


def _flips(before: Board, after: Board, players: Players) -> list[str]:
    entries = []
    for space, tile in enumerate(after.land.tiles):
        old = before.land.tiles[space]
        if tile is None or not tile.flipped or (old is not None and old.flipped):
            continue
        was, now = (INCOME[board.players[tile.owner].income] for board in (before, after))
        entries.append(
            tr(
                "{player}: {tile} at {space} flips, income from {was} to {now}",
                player=players.title(tile.owner),
                tile=kind_text(kind_of(tile)),
                space=space_name(SPACE_IDS[space]),
                was=was,
                now=now,
            )
        )
    return entries


def _distant(before: Board, after: Board) -> list[str]:
    entries = []
    for drawn in after.drawn[len(before.drawn) :]:
        if after.cotton >= CLOSED:
            entries.append(tr("The distant market drops by {drawn} and is closed", drawn=drawn))
            continue
        entries.append(
            tr(
                "The distant market drops by {drawn} and is at +{bonus} income spaces",
                drawn=drawn,
                bonus=BONUS[after.cotton],
            )
        )
    return entries


def _points(before: Board, after: Board, players: Players) -> list[str]:
    return [
        trn(
            "{player} scores {n} point and has {points} now",
            "{player} scores {n} points and has {points} now",
            new.points - old.points,
            player=players.title(seat),
            points=new.points,
        )
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
    ]
