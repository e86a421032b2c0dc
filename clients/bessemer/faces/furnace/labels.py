"""Cards and stores in few letters: `2C→2$ x2`, `C07`, and what they are called."""

from collections.abc import Iterable
from typing import Final

from bessemer.engine.game import Seat
from bessemer.faces.face import Label, Part
from bessemer.faces.players import Players
from bessemer.games.furnace.deck import Capitalist, Deck
from bessemer.games.furnace.effects import SYMBOLS, Effect, amounts_text
from bessemer.games.furnace.state import AGENT, Board

RESOURCES: Final = ("coal", "iron", "oil", "upgrade tokens", "money")
"""The roles of a label's parts, by resource."""
FAINT: Final = "faint"
"""The role of what matters less."""
CAPITALISTS: Final = {
    Capitalist.FINANCIER: ("Financier", "owns a second disc worth 2"),
    Capitalist.SPECULATOR: (
        "Speculator",
        "may bid a value already bid, and loses that tie",
    ),
    Capitalist.UNDERWRITER: ("Underwriter", "is compensated as if a disc were worth one more"),
    Capitalist.MONOPOLIST: (
        "Monopolist",
        "may stack discs; those that lose are compensated",
    ),
    Capitalist.BARGAIN_HUNTER: ("Bargain hunter", "is compensated for a 1 that wins, too"),
}


def effect_label(effect: Effect) -> Label:
    """One printed line of a card, as short as may be."""
    label = _amounts(effect.gives)
    if effect.takes:
        label = (*_amounts(effect.takes), Part("→"), *label)
    return (*label, Part(f" x{effect.limit}")) if effect.limit else label


def _amounts(amounts: Iterable[tuple[int, int]]) -> Label:
    parts: list[Part] = []
    for resource, amount in amounts:
        parts += [Part("+")] if parts else []
        parts.append(Part(f"{amount}{SYMBOLS[resource]}", RESOURCES[resource]))
    return tuple(parts)


def card_label(deck: Deck, card: str, *, upgraded: bool) -> Label:
    """What a card does in production; what an upgrade would add stands in brackets."""
    if card in deck.startups:
        return (Part("1U, "), *effect_label(deck.startups[card].trade), Part(", flips"))
    company = deck.companies[card]
    basic, more = effect_label(company.basic), effect_label(company.additional)
    if upgraded:
        return (*basic, Part(", "), *more)
    return (*basic, Part(" (", FAINT), *more, Part(")", FAINT))


def company_name(deck: Deck, card: str) -> str:
    """What a card is called."""
    return deck.companies[card].name if card in deck.companies else "Start-up"


def card_mark(board: Board, seat: int, card: str) -> str:
    """`C07`, and `C07+` on its upgraded side."""
    return f"{card}+" if card in board.players[seat].upgraded else card


def card_order(board: Board, seat: Seat) -> tuple[str, ...]:
    """All cards of a seat: the line and what is still to be put into it, or in the order won."""
    player = board.players[seat]
    new = tuple(card for card in player.companies if card not in player.line)
    return (*player.line, *new) if player.line else (board.table.startups[seat], *player.companies)


def is_agent(board: Board, seat: int) -> bool:
    """Whether a disc's owner is the Agent of a match for two."""
    return seat == AGENT and len(board.players) == AGENT


def bidder_letter(board: Board, players: Players, seat: int) -> str:
    """The letter of a disc's owner; the Agent is X."""
    return "X" if is_agent(board, seat) else players.letter(seat)


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
