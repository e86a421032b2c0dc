"""Boards made by hand and decks made by chance, for the tests of the bots."""

import random
from collections.abc import Sequence

from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.phases.auction import empty_row
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Board, Phase, Player, State, View
from bessemer.sdk.furnace import FurnaceView

DULL = tuple(f"C{number}" for number in range(99, 91, -1))
"""Cards of every `deck` that bring next to nothing: a whole row of them."""

ME = Seat(0)
NOTHING = Stock()


def deck(*companies: str) -> str:
    """
    A deck with these companies, `id compensation; basic; additional`, and dull ones.

    Its start-ups trade at a loss, so that a player's only business is the companies.
    """
    entries = [
        f'[[startup]]\nid = "S{number}"\nstarts_with = "1C"\ntrade = "99O -> 1$ x1"'
        for number in range(1, 5)
    ]
    dull = [f"{card} 1C; 99O -> 1$ x1; 99O -> 1$ x1" for card in _filling(len(companies))]
    for company in (*companies, *dull):
        card, _, lines = company.partition(" ")
        compensation, basic, additional = lines.split("; ")
        entries.append(
            f'[[company]]\nid = "{card}"\ncompensation = "{compensation}"\n'
            f'basic = "{basic}"\nadditional = "{additional}"'
        )
    return "\n".join(entries)


def _filling(there: int) -> list[str]:
    return [f"C{number}" for number in range(99, 99 - 36 + there, -1)]


def board_of(
    deck_text: str,
    *,
    phase: Phase,
    number: int = 4,
    row: Sequence[str] = (),
    companies: Sequence[str] = (),
    upgraded: Sequence[str] = (),
    stock: Stock = NOTHING,
    options: dict[str, str] | None = None,
    line: Sequence[str] = (),
) -> Board:
    """
    A board of four in round `number`, where nobody owns anything but that ME owns these cards.

    The row is filled up with dull cards.
    """
    given = {"capitalists": "off", "deck": deck_text, **(options or {})}
    board = FURNACE.setup(FURNACE.options(given), 4, Chance(b"made by hand")).board
    poor = Player(Stock(), (), (), (board.table.startups[1],) if line else ())
    mine = Player(stock, tuple(companies), tuple(upgraded), tuple(line))
    return board._replace(
        round=number,
        phase=phase,
        first=ME,
        waiting=(ME,),
        row=empty_row((*row, *DULL)[: len(DULL)]),
        players=(mine, poor, poor, poor),
    )


def after_bids(board: Board, *bids: tuple[int, Bid]) -> Board:
    """The board after these bids by these seats, by the real rules."""
    state = State(board, (), (None,) * 4, Chance(b""))
    for seat, bid in bids:
        waiting = state.board._replace(waiting=(Seat(seat),))
        state = FURNACE.apply(state._replace(board=waiting), Seat(seat), bid)
    return state.board


def my_view(board: Board, clock: float = float("inf")) -> FurnaceView:
    """The view of ME, being asked."""
    return FurnaceView(View(ME, board._replace(waiting=(ME,)), None), clock)


def random_options(luck: random.Random, seats: int) -> dict[str, str]:
    """Any options that so many can play."""
    deck_text = "standard" if luck.random() < 0.5 else random_deck(luck)
    return {
        "rounds": luck.choice(["3", "4"]),
        "capitalists": luck.choice(["on", "off"]) if deck_text == "standard" else "off",
        "chain": luck.choice(["on", "off"]),
        "deck": deck_text,
    }


def random_deck(luck: random.Random) -> str:
    """A deck of cards that nobody would print."""
    entries = [
        f'[[startup]]\nid = "S{number}"\nstarts_with = "{_amounts(luck, "CIOU")}"\n'
        f'trade = "{_processing(luck)} x{luck.randint(1, 3)}"'
        for number in range(1, 6)
    ]
    for number in range(1, 37):
        compensation = luck.choice([_amounts(luck, "CIOU"), _processing(luck)])
        entries.append(
            f'[[company]]\nid = "C{number}"\ncompensation = "{compensation}"\n'
            f'basic = "{_line(luck)}"\nadditional = "{_line(luck)}"'
        )
    return "\n".join(entries)


def _line(luck: random.Random) -> str:
    if luck.random() < 0.4:
        return _amounts(luck, "CIOU$")
    return f"{_processing(luck)} x{luck.randint(1, 3)}"


def _processing(luck: random.Random) -> str:
    symbols = luck.sample("CIOU", 4)
    takes = "".join(symbols[: luck.randint(1, 2)])
    gives = "".join({*"CIOU$"} - {*takes})
    return f"{_amounts(luck, takes, every=True)} -> {_amounts(luck, ''.join(sorted(gives)))}"


def _amounts(luck: random.Random, symbols: str, *, every: bool = False) -> str:
    many = len(symbols) if every else luck.randint(1, 2)
    return " + ".join(f"{luck.randint(1, 4)}{what}" for what in luck.sample(symbols, many))
