"""Cards and stores in few letters: `2C→2$ x2`, `C07`, and what they are called."""

import re
from collections.abc import Iterable
from typing import Final

from bessemer.engine.game import Seat
from bessemer.faces.face import Label, Part
from bessemer.faces.language import Key, key, tr, tr_key, tr_name, trn
from bessemer.faces.players import Players
from bessemer.games.furnace.deck import Capitalist, Deck
from bessemer.games.furnace.effects import SYMBOLS, Effect, amounts_text
from bessemer.games.furnace.state import AGENT, Board

RESOURCES: Final = ("coal", "iron", "oil", "upgrade tokens", "money")
"""The roles of a label's parts, by resource."""
_NUMBER: Final = re.compile("[IVX]+")
FAINT: Final = "faint"
"""The role of what matters less."""
_CAPITALISTS: Final[dict[Capitalist, tuple[Key, Key]]] = {
    Capitalist.FINANCIER: (key("Financier"), key("owns a second disc worth 2")),
    Capitalist.SPECULATOR: (
        key("Speculator"),
        key("may bid a value already bid, and loses that tie"),
    ),
    Capitalist.UNDERWRITER: (
        key("Underwriter"),
        key("is compensated as if a disc were worth one more"),
    ),
    Capitalist.MONOPOLIST: (
        key("Monopolist"),
        key("may stack discs; those that lose are compensated"),
    ),
    Capitalist.BARGAIN_HUNTER: (
        key("Bargain hunter"),
        key("is compensated for a 1 that wins, too"),
    ),
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
    """The effects of a card in production; those that an upgrade would add are in brackets."""
    if card in deck.startups:
        trade = effect_label(deck.startups[card].trade)
        return (Part("1U, "), *trade, Part(f", {tr('flips')}"))
    company = deck.companies[card]
    basic, more = effect_label(company.basic), effect_label(company.additional)
    if upgraded:
        return (*basic, Part(", "), *more)
    return (*basic, Part(" (", FAINT), *more, Part(")", FAINT))


def company_name(deck: Deck, card: str) -> str:
    """The name of a card."""
    if card not in deck.companies:
        return tr("Start-up")
    name, number = named(deck.companies[card].name)
    return f"{tr_name(name)} {number}".rstrip()


def named(name: str) -> tuple[str, str]:
    """A company's name, and its number among those of that name: `Colliery` and `VII`."""
    kind, _, number = name.rpartition(" ")
    return (kind, number) if _NUMBER.fullmatch(number) else (name, "")


def capitalist_name(capitalist: Capitalist) -> str:
    """The name of a capitalist."""
    return tr_key(_CAPITALISTS[capitalist][0])


def capitalist_power(capitalist: Capitalist) -> str:
    """The special right of a capitalist: `owns a second disc worth 2`."""
    return tr_key(_CAPITALISTS[capitalist][1])


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
    return amounts_text(pair for pair in enumerate(stock) if pair[1]) or tr("nothing")


def gain_text(before: Iterable[int], after: Iterable[int]) -> str:
    """`+2C -1I`: what changed."""
    changes = [new - old for old, new in zip(before, after, strict=True)]
    return " ".join(f"{change:+}{SYMBOLS[index]}" for index, change in enumerate(changes) if change)


def times_text(count: int) -> str:
    """`1 time`, `2 times`."""
    return trn("{n} time", "{n} times", count)
