"""The table of Furnace: the row with its discs, and what everybody has."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from bessemer.engine.game import Seat
from bessemer.faces.furnace.labels import (
    bidder_letter,
    capitalist_name,
    capitalist_power,
    card_mark,
    card_order,
    company_name,
    is_agent,
)
from bessemer.faces.language import tr
from bessemer.faces.players import Players
from bessemer.games.furnace.compensation import winner
from bessemer.games.furnace.effects import SYMBOLS
from bessemer.games.furnace.state import AGENT, Board, Disc, Phase
from bessemer.table.answers.drafts import keys_for
from bessemer.terminal.drawing import Lines, choosing
from bessemer.terminal.furnace.colours import card_text, colour_of, effect_text
from bessemer.terminal.style import DIM, POINTED, STRONG, cell, line, player_colour, wrapped

_NAME: Final = 19
_WIDE: Final = 100
_ROOMY: Final = 3
"""So many columns more for each of the others are enough."""
_AGENT_COLOUR: Final = "#c9c9c9"


def draw_row(
    board: Board, players: Players, width: int, cursor: str = "", chosen: str = ""
) -> Lines:
    """The companies on offer, one a line; the disc that leads on a card stands in brackets."""
    companies = board.table.options.deck.companies
    # Where there is room to spare it goes between the columns.
    wide = min(_ROOMY, max(0, (width - 80) // 5))
    columns = (_NAME, 8 + wide, 10 + wide, 12 + wide)
    outbid = tr("outbid gets") if wide == _ROOMY else tr("outbid")
    titles = (tr("company"), outbid, tr("produces"), tr("upgraded"))
    heads = [cell(title, size + 1, DIM) for title, size in zip(titles, columns, strict=True)]
    lines = [line(Text("   #      ", DIM), *heads, Text(tr("discs [leader]"), DIM), width=width)]
    for key, card, stack in zip(
        keys_for(board.row.cards), board.row.cards, board.row.stacks, strict=True
    ):
        company = companies[card]
        pointed = card in (cursor, chosen)
        drawn = line(
            Text(" > " if pointed else "   ", STRONG),
            Text(key, STRONG),
            " ",
            Text(f"{card:<4}"),
            " " * max(0, 4 - len(card)),
            cell(company_name(board.table.options.deck, card), columns[0] + 1, DIM),
            cell(effect_text(company.compensation), columns[1] + 1),
            cell(effect_text(company.basic), columns[2] + 1),
            cell(effect_text(company.additional), columns[3] + 1),
            _stack(board, stack, players),
            width=width,
        )
        lines.append(choosing(_pointed(drawn, width) if pointed else drawn, card))
    return lines


def _pointed(text: Text, width: int) -> Text:
    text.append(" " * max(0, width - text.cell_len))
    text.stylize(POINTED)
    return text


def _stack(board: Board, stack: tuple[Disc, ...], players: Players) -> Text:
    text = Text()
    best = winner(stack) if stack else None
    for disc in stack:
        letter = bidder_letter(board, players, disc.seat)
        colour = _AGENT_COLOUR if is_agent(board, disc.seat) else player_colour(disc.seat)
        mark = f"[{letter}{disc.value}]" if disc is best else f" {letter}{disc.value} "
        text.append(mark, f"bold {colour}" if disc is best else colour)
    return text


def draw_players(
    board: Board, players: Players, width: int, clocks: Sequence[str], waiting: Sequence[int]
) -> Lines:
    """A line for each player: whose turn, clock, stores, discs in hand and cards."""
    bidding = board.phase is Phase.BID
    discs = 13 if bidding else 2
    roles = width >= _WIDE and board.table.options.capitalists
    # Enough for the names, but the cards need the rest.
    titles = [players.title(seat) for seat in range(len(board.players))]
    name = min(max(map(len, titles)), 14 if width < _WIDE else 20)
    clock = max((len(text) for text in clocks), default=0)
    stores = [cell(sign, 3, colour_of(index), right=True) for index, sign in enumerate(SYMBOLS)]
    lines = [
        line(
            cell(f"     {tr('player')}", name + 6, DIM),
            cell(tr("clock") if clock else "", clock + 1 if clock else 0, DIM),
            *stores[:4],
            cell("$", 4, colour_of(4), right=True),
            cell(f"  {tr('discs')}" if bidding else "", discs, DIM),
            cell(tr("capitalist") if roles else "", 15 if roles else 0, DIM),
            Text(tr("cards, + is upgraded"), DIM),
            width=width,
        )
    ]
    for seat, player in enumerate(board.players):
        waits = seat in waiting
        first = cell(tr("1st") if seat == board.first else "", 4, DIM)
        owned = board.table.capitalists[seat]
        role = capitalist_name(owned) if owned else ""
        head = line(
            Text(">" if waits else " ", STRONG),
            first,
            cell(
                titles[seat],
                name,
                f"bold {player_colour(seat)}" if waits else player_colour(seat),
            ),
            " ",
            cell(clocks[seat] if clocks else "", clock + 1 if clock else 0),
            *[cell(str(held), 3, right=True) for held in player.stock[:4]],
            cell(str(player.stock.money), 4, STRONG, right=True),
            cell(f"  {' '.join(map(str, board.hands[seat]))}" if bidding else "", discs),
            cell(role, 15 if roles else 0, DIM),
            width=width,
        )
        cards = [card_mark(board, seat, card) for card in card_order(board, Seat(seat))]
        lines.append(line(head, _fitted(cards, width - head.cell_len), width=width))
    own = players.own
    if own is not None and not roles and (owned := board.table.capitalists[own]):
        told = tr(
            "you are the {capitalist}: {power}",
            capitalist=capitalist_name(owned),
            power=capitalist_power(owned),
        )
        lines.append(line(Text(f"     {told}", DIM), width=width))
    if len(board.players) == AGENT and bidding:
        hand = " ".join(map(str, board.hands[AGENT])) or tr("none")
        if board.die:
            told = tr("X Agent: discs {discs}, die showed {die}", discs=hand, die=board.die)
        else:
            told = tr("X Agent: discs {discs}", discs=hand)
        lines.append(line(Text(f"     {told}", _AGENT_COLOUR), width=width))
    return lines


def _fitted(cards: list[str], width: int) -> str:
    """The cards, and how many more there are if they do not fit."""
    for shown in range(len(cards), -1, -1):
        more = len(cards) - shown
        text = " ".join([*cards[:shown], *([tr("+{more} more", more=more)] if more else [])])
        if len(text) <= width:
            return text
    return ""


def draw_holdings(board: Board, players: Players, width: int) -> Lines:
    """Every card of everybody, with what it does."""
    deck = board.table.options.deck
    lines: Lines = []
    for seat, player in enumerate(board.players):
        owned = board.table.capitalists[seat]
        role = f"  {capitalist_name(owned)}: {capitalist_power(owned)}" if owned is not None else ""
        lines.append(
            line(
                Text(players.title(seat), f"bold {player_colour(seat)}"),
                Text(role, DIM),
                width=width,
            )
        )
        pieces = [
            Text.assemble(
                (card_mark(board, seat, card), STRONG),
                " ",
                card_text(deck, card, upgraded=card in player.upgraded),
            )
            for card in card_order(board, Seat(seat))
        ]
        lines += wrapped(pieces, width, indent=2, gap="   ")
    if board.gone:
        lines.append(Text(tr("cards that left the game"), DIM))
        names = [Text(f"{card} {company_name(deck, card)}", DIM) for card in board.gone]
        lines += wrapped(names, width, indent=2)
    return lines
