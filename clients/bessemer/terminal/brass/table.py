"""The table of Brass: the map, the own hand, and what everybody has."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rich.text import Text

from bessemer.faces.brass.names import (
    INDUSTRY_LETTERS,
    cards_text,
    cube_name,
    era_name,
    industry_name,
    kind_text,
    needs_text,
    next_tiles,
    pounds,
)
from bessemer.faces.language import key_in, tr, tr_in, tr_key, trn
from bessemer.faces.players import Players
from bessemer.games.brass.board.figures import INDUSTRIES, TileKind
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.board.stacks import TOPS
from bessemer.games.brass.state import Board, View
from bessemer.terminal.brass.board_map import Marks, draw_map
from bessemer.terminal.drawing import Lines
from bessemer.terminal.style import DIM, STRONG, cell, line, player_colour, wrapped

_ROOMY: Final = 99
"""From so many columns on names may be longer."""
_PLACES: Final = (
    key_in("turn order", "1st"),
    key_in("turn order", "2nd"),
    key_in("turn order", "3rd"),
    key_in("turn order", "4th"),
)


def draw_table(view: View, players: Players, width: int, marks: Marks) -> Lines:
    """The map."""
    return [line(text, width=width) for text in draw_map(view.board, players, marks)]


def draw_own(view: View, width: int) -> Lines:
    """The hand and the next tiles of whoever looks."""
    if view.seat is None:
        return []
    hand = [Text(text) for text in cards_text(view.hand)]
    tiles = [Text(_next_tile(kind)) for kind in next_tiles(view.board.players[view.seat])]
    return [
        *wrapped([Text(tr_in("label", "hand"), DIM), *hand], width, indent=1),
        *wrapped([Text(tr_in("label", "tiles"), DIM), *tiles], width, indent=1),
    ]


def _next_tile(kind: TileKind) -> str:
    if not kind.level:
        return f"{kind_text(kind)} ({tr_in('action', 'develop')})"
    needs = needs_text(kind).replace(cube_name("coal"), "K").replace(cube_name("iron"), "I")
    return f"{kind_text(kind)} {needs}"


def draw_players(
    board: Board, players: Players, width: int, clocks: Sequence[str], waiting: Sequence[int]
) -> Lines:
    """A line for each player: place in the order, clock, money, income, points and what is left."""
    titles = [players.title(seat) for seat in range(len(board.players))]
    name = min(max(map(len, titles)), 14 if width < _ROOMY else 20)
    clock = max((len(text) for text in clocks), default=-1) + 1
    heads = (
        "£",
        tr_in("column", "spent"),
        tr_in("column", "income"),
        tr_in("column", "points"),
        tr_in("column", "cards"),
        tr_in("column", "links"),
    )
    columns = [max(5, len(head) + 1) for head in heads]
    lines = [
        line(
            cell(f"     {tr_in('column', 'player')}", name + 6, DIM),
            cell(tr_in("column", "clock") if clock else "", clock, DIM),
            *(cell(head, room, DIM, right=True) for head, room in zip(heads, columns, strict=True)),
            Text(f"  {tr_in('column', 'tiles left')}", DIM),
            width=width,
        )
    ]
    for seat, player in enumerate(board.players):
        waits = seat in waiting
        colour = player_colour(seat)
        left = " ".join(
            f"{letter}{number}"
            for letter, number in zip(INDUSTRY_LETTERS, player.stacks, strict=True)
        )
        figures = (
            (pounds(player.money)[-4:], STRONG),
            (str(player.spent), ""),
            (f"{INCOME[player.income]:+}", ""),
            (str(player.points), STRONG),
            (str(board.cards[seat]), ""),
            (str(player.markers), ""),
        )
        lines.append(
            line(
                Text(">" if waits else " ", STRONG),
                cell(tr_key(_PLACES[board.order.index(seat)]), 4, DIM),
                cell(titles[seat], name, f"bold {colour}" if waits else colour),
                " ",
                cell(clocks[seat] if clocks else "", clock),
                *(
                    cell(figure, room, style, right=True)
                    for (figure, style), room in zip(figures, columns, strict=True)
                ),
                f"  {left}",
                width=width,
            )
        )
    return lines


def draw_holdings(board: Board, players: Players, width: int) -> Lines:
    """Every tile that everybody still has, with its figures, and the cards played in this era."""
    lines: Lines = []
    for seat, player in enumerate(board.players):
        lines.append(line(Text(players.title(seat), f"bold {player_colour(seat)}"), width=width))
        for industry, left in enumerate(player.stacks):
            kinds = Counter(TOPS[industry][number] for number in range(left, 0, -1))
            pieces = [
                Text(tr("{number} of {tile}", number=number, tile=tile_figures(kind)))
                for kind, number in kinds.items()
                if kind
            ]
            head = [Text(f"{industry_name(INDUSTRIES[industry])}:", DIM)]
            none = Text(tr_in("tiles", "none left"))
            lines += wrapped(head + (pieces or [none]), width, indent=2)
    if board.discards:
        era = era_name(board.era)
        lines.append(Text(tr("cards played in the {era} era", era=era), DIM))
        played = [Text(text) for text in cards_text(sorted(board.discards))]
        lines += wrapped(played, width, indent=2)
    return lines


def tile_figures(kind: TileKind) -> str:
    """A tile with what it costs and what it brings."""
    if not kind.level:
        return tr("level 0 ({needs})", needs=needs_text(kind))
    cubes = [trn("{n} cubes", "{n} cubes", kind.cubes)] if kind.cubes else []
    return tr(
        "level {level} ({needs}; income +{income}, {points})",
        level=kind.level,
        needs=", ".join([needs_text(kind), *cubes]),
        income=kind.income,
        points=trn("{n} points", "{n} points", kind.points),
    )
