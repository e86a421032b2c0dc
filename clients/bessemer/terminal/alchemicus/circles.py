"""
The board: the outer circle with the pawns, and in it the inner circle with the Spirit.

Both are drawn as rings around each other, clockwise from the upper left corner. The outer one:
0 1 2 above, 3 right, 4 5 6 below from right to left, 7 left.
"""

from collections.abc import Mapping
from textwrap import wrap
from typing import Final

from rich.text import Text

from bessemer.faces.alchemicus.hints import field_hint
from bessemer.faces.alchemicus.names import field_name
from bessemer.faces.players import Players
from bessemer.games.alchemicus.actions.movement import FIELDS
from bessemer.games.alchemicus.cards.deck import CENTRE
from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.state import Board
from bessemer.table.answers.drafts import DraftChoice
from bessemer.terminal.drawing import Lines, choosing
from bessemer.terminal.style import DIM, POINTED, STRONG, cell, player_colour

_CELL: Final = 18
_TOLD: Final = 26
"""The width from which cells have room for what is done there."""
_WIDEST: Final = 32
_SPIRIT: Final = "bold #f2d35e"

FieldChoices = Mapping[int, DraftChoice]
KindChoices = Mapping[Kind, DraftChoice]


def draw_circles(
    board: Board,
    players: Players,
    fields: FieldChoices,
    kinds: KindChoices,
    cursor: str,
    width: int = 0,
) -> Lines:
    """
    Both circles; what can be chosen in them has its key and can be clicked.

    Where there is room for it, each field says what is done there.
    """
    wide = min((width - 4) // 3, _WIDEST)
    told = wide >= _TOLD
    size = wide if told else _CELL
    outer = [_field(board, players, field, fields.get(field), cursor) for field in range(FIELDS)]
    names = [cell(name, size) for name, _ in outer]
    # On the sides there is room for the pawns under the name, elsewhere they stand beside it.
    corners = [_beside(name, pawns, size) for name, pawns in outer]
    pawns = [cell(Text.assemble("   ", pawns), size) for _, pawns in outer]
    hints = [_hint(board, field, size) if told else [] for field in range(FIELDS)]
    inner = [_centred(*row, width=size) for row in _inner(board, kinds, cursor)]
    empty = Text(" " * size)
    sides = {
        side: [corners[side], *hints[side]] if told else [empty, names[side], pawns[side], empty]
        for side in (7, 3)
    }
    bar = "─" * size
    arrow = bar[: size // 2 - 1]
    rest = bar[len(arrow) + 1 :]
    return [
        _edge(f"╭{bar}┬{arrow}→{rest}┬{bar}╮"),
        _row(corners[0], corners[1], corners[2]),
        *(_row(*row) for row in zip(hints[0], hints[1], hints[2], strict=True)),
        _edge(f"├{bar}╭{bar}╮{bar}┤"),
        *(_row(*row) for row in zip(sides[7], inner, sides[3], strict=True)),
        _edge(f"├{bar}╰{bar}╯{bar}┤"),
        _row(corners[6], corners[5], corners[4]),
        *(_row(*row) for row in zip(hints[6], hints[5], hints[4], strict=True)),
        _edge(f"╰{bar}┴{arrow}←{rest}┴{bar}╯"),
    ]


def _hint(board: Board, field: int, size: int) -> Lines:
    """The action of a field, in three lines; the last is cut if that is not enough."""
    *first, last = wrap(field_hint(board, field), size - 4, max_lines=3, placeholder=" …")
    parts = [*first, last, "", ""][:3]
    return [cell(f"   {part}", size, DIM) for part in parts]


def _edge(text: str) -> Text:
    return Text(text, DIM, no_wrap=True)


def _row(*cells: Text) -> Text:
    bar = Text("│", DIM)
    return Text.assemble(bar, cells[0], bar, cells[1], bar, cells[2], bar, no_wrap=True)


def _field(
    board: Board, players: Players, field: int, choice: DraftChoice | None, cursor: str
) -> tuple[Text, Text]:
    """The name of a field with its number or its key, and the pawns and the Golem on it."""
    name = field_name(board, field)
    if choice is None:
        text = Text.assemble((f" {field} ", DIM), name)
    else:
        pointed = choice.word == cursor
        style = DIM if choice.why_not else STRONG
        # Somebody who walks counts fields; a pawn is placed, and a Golem laid, by their numbers.
        sign = "+" if choice.word.isdecimal() and choice.word != str(field) else " "
        text = Text.assemble((f"{'>' if pointed else sign}{choice.key} {name}", style))
        text.stylize(f"{STRONG} {POINTED}" if pointed else "")
        choosing(text, choice.word)
    pawns = Text()
    for seat, player in enumerate(board.players):
        if player.field == field:
            pawns.append(players.letter(seat), f"bold {player_colour(seat)}")
    if field in board.golems:
        pawns.append("+G", STRONG)
    return text, pawns


def _beside(name: Text, pawns: Text, width: int) -> Text:
    gap = " " if name.cell_len + pawns.cell_len < width else ""
    # Long names of other languages are cut before a pawn is.
    room = max(0, width - pawns.cell_len)
    shown = cell(name, room) if name.cell_len > room else Text.assemble(name, gap)
    return cell(Text.assemble(shown, pawns), width)


def _inner(board: Board, kinds: KindChoices, cursor: str) -> list[tuple[Text, ...]]:
    """The five fields around the centre, the Spirit's in brackets."""
    ring = [_place(board, kind, kinds.get(kind), cursor) for kind in board.table.options.deck.inner]
    centre = _place(board, CENTRE, kinds.get(CENTRE), cursor)
    return [(ring[0], ring[1]), (centre,), (ring[4], ring[2]), (ring[3],)]


def _place(board: Board, kind: Kind, choice: DraftChoice | None, cursor: str) -> Text:
    if kind == board.spirit:
        return Text(f"[{kind}]", _SPIRIT)
    if choice is None:
        return Text(str(kind))
    pointed = choice.word == cursor
    text = Text.assemble((f"{'>' if pointed else ''}{choice.key}", STRONG), str(kind))
    text.stylize(POINTED if pointed else "")
    return choosing(text, choice.word)


def _centred(*parts: Text, width: int) -> Text:
    spare = max(len(parts) - 1, width - sum(part.cell_len for part in parts))
    if len(parts) == 1:
        return cell(Text.assemble(" " * (spare // 2), parts[0]), width)
    # What is left goes to both sides and, most of it, between the two.
    side = max(0, (spare - 2) // 2) if width == _CELL else spare // 3
    return cell(Text.assemble(" " * side, parts[0], " " * (spare - 2 * side), parts[1]), width)
