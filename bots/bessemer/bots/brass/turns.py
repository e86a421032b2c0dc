"""Whole turns: an action with the best one after it."""

from typing import NamedTuple

from bessemer.bots.brass.actions import Actions, Option
from bessemer.bots.brass.prices import Weights, prices_at
from bessemer.bots.brass.worth import Worth
from bessemer.games.brass.moves import Action, Build
from bessemer.games.brass.state import View
from bessemer.sdk.brass import BrassView


class WholeTurn(NamedTuple):
    """The rest of a seat's turn."""

    gain: float
    first: Action
    second: Action | None
    """Nothing if the first takes both actions, or is the last."""


def options(view: BrassView, weights: Weights) -> list[Option]:
    """Possible actions, what gains most first."""
    found = list(Actions(view, Worth(view.seat, prices_at(view.board, weights))).options())
    found.sort(key=_gain)
    return found


def whole_turns(view: BrassView, weights: Weights, tried: int) -> list[WholeTurn]:
    """
    What gains most first: the best `tried` actions, each with the best one after it.

    Of two turns with the same actions in another order, only the better is there.
    """
    firsts = options(view, weights)[:tried]
    turns: list[WholeTurn]
    if view.actions_left < 2:
        turns = [WholeTurn(option.gain, option.move, None) for option in firsts]
    else:
        turns = [_with_second(view, option, weights) for option in firsts]
    turns.sort(key=_turn_gain)
    seen: set[frozenset[object]] = set()
    found = []
    for turn in turns:
        deeds = frozenset((_deed(turn.first), _deed(turn.second)))
        if deeds not in seen:
            seen.add(deeds)
            found.append(turn)
    return found


def _with_second(view: BrassView, first: Option, weights: Weights) -> WholeTurn:
    if len(first.cards) > 1:
        return WholeTurn(first.gain, first.move, None)
    hand = list(view.hand)
    hand.remove(first.cards[0])
    board = first.board._replace(actions=view.actions_left - 1)
    second = options(BrassView(View(view.seat, board, tuple(hand))), weights)[0]
    return WholeTurn(first.gain + second.gain, first.move, second.move)


def _deed(move: Action | None) -> object:
    """The move without its cards."""
    if move is None:
        return None
    if isinstance(move, Build):
        return move._replace(card="", second_card="")
    return move._replace(card="")


def _gain(option: Option) -> float:
    return -option.gain


def _turn_gain(turn: WholeTurn) -> float:
    return -turn.gain
