"""
Production phases and chains for the tests of plans, lines and refusals.

Built on `positions`; seat 0 is the one under test, the others own their start-up alone.
"""

from typing import Final

from bessemer.engine.game import Seat
from bessemer.games.furnace.deck import standard_deck
from bessemer.games.furnace.legal import default_move
from bessemer.games.furnace.moves import ProductionPlan
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Board, State
from tests.games.furnace import positions as at

CARDS: Final = (*standard_deck().startups, *standard_deck().companies)
"""Every card of the shipped deck that can stand in a plan."""


def producing(stock: str = "", owned: str = "", *, line: str = "") -> State:
    """A production phase of two: seat 0 has these and S1, seat 1 only S3; with a line, a chain."""
    state = at.position(
        2,
        startups=("S1", "S3"),
        stocks={0: stock},
        owned={0: owned},
        lines={0: line},
        chain="on" if line else "off",
    )
    return at.planning(state)


def default_plan(board: Board, seat: Seat) -> ProductionPlan:
    """What a seat that does not answer produces."""
    plan = default_move(board, seat)
    assert isinstance(plan, ProductionPlan)
    return plan


def after(state: State, text: str) -> State:
    """The state once seat 0 has answered `text` and everybody else by default."""
    state = at.answer(state, 0, text)
    for seat in at.asked(state):
        state = FURNACE.apply(state, Seat(seat), FURNACE.default_move(state, Seat(seat)))
    return state


def left(state: State, text: str) -> str:
    """What seat 0 holds after the plan `text`."""
    return at.stock(after(state, text), 0)


def placing(owned: str = "C06", line: str = "C06 S1", won: str = "C01 C03") -> State:
    """
    The chain variant after an auction of three: seat 0 with `line` won `won`, seat 1 won C02.

    Seat 2 bid nothing and has no new card.
    """
    cards = won.split()
    state = at.position(
        3,
        row=(*cards, "C02"),
        owned={0: owned},
        lines={0: line},
        discs=("1234"[: len(cards)], "1", ""),
        chain="on",
    )
    bids = [f"{value} {card}" for value, card in enumerate(cards, 1)]
    return at.bid(state, bids[0], "1 C02", *bids[1:])
