"""Cards and stores in few letters: `2C→2$ x2`, `C07`, and what they are called."""

from collections.abc import Iterable
from typing import Final

from rich.text import Text

from bessemer.games.furnace.deck import Capitalist, Deck
from bessemer.games.furnace.effects import SYMBOLS, Effect, amounts_text
from bessemer.games.furnace.state import Board
from bessemer.terminal.style import DIM

RESOURCES: Final = ("coal", "iron", "oil", "upgrade tokens", "money")
_COLOURS: Final = ("#b7c0c9", "#e0a070", "#c9a0e8", "#7fb2f0", "#9bd67d")
CAPITALISTS: Final = {
    Capitalist.FINANCIER: ("Financier", "owns a second 2"),
    Capitalist.SPECULATOR: (
        "Speculator",
        "may join an equal disc, which then loses the tie",
    ),
    Capitalist.UNDERWRITER: ("Underwriter", "is compensated as for one more"),
    Capitalist.MONOPOLIST: (
        "Monopolist",
        "may join own discs; those that lose are paid",
    ),
    Capitalist.BARGAIN_HUNTER: ("Bargain hunter", "is compensated for a 1 that wins, too"),
}


def short(effect: Effect) -> Text:
    """One printed line of a card, as short as may be."""
    text = _amounts(effect.gives)
    if effect.takes:
        text = Text.assemble(_amounts(effect.takes), "→", text)
    return text.append(f" x{effect.limit}") if effect.limit else text


def _amounts(amounts: Iterable[tuple[int, int]]) -> Text:
    return Text("+").join(
        Text(f"{amount}{SYMBOLS[resource]}", _COLOURS[resource]) for resource, amount in amounts
    )


def colour_of(resource: int) -> str:
    """The colour of coal, iron, oil, upgrade tokens or money."""
    return _COLOURS[resource]


def company_name(deck: Deck, card: str) -> str:
    """What a card is called."""
    return deck.companies[card].name if card in deck.companies else "Start-up"


def card_lines(deck: Deck, card: str, *, upgraded: bool) -> Text:
    """What a card does in production; what an upgrade would add stands in brackets."""
    if card in deck.startups:
        return Text.assemble("1U, ", short(deck.startups[card].trade), ", flips")
    company = deck.companies[card]
    basic, more = short(company.basic), short(company.additional)
    if upgraded:
        return Text.assemble(basic, ", ", more)
    return Text.assemble(basic, Text(" (", DIM), more, Text(")", DIM))


def card_mark(board: Board, seat: int, card: str) -> str:
    """`C07`, and `C07+` on its upgraded side."""
    return f"{card}+" if card in board.players[seat].upgraded else card


def stock_text(stock: Iterable[int]) -> str:
    """`2C + 1I` for what is there; `nothing` if nothing is."""
    return amounts_text(pair for pair in enumerate(stock) if pair[1]) or "nothing"


def gain_text(before: Iterable[int], after: Iterable[int]) -> str:
    """`+2C -1I`: what changed."""
    changes = [new - old for old, new in zip(before, after, strict=True)]
    return " ".join(f"{change:+}{SYMBOLS[index]}" for index, change in enumerate(changes) if change)


def times_text(count: int) -> str:
    """`1 time`, `2 times`."""
    return f"{count} time" if count == 1 else f"{count} times"
