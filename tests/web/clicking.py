"""Moves that are clicked together on the page of a seat, by the elements that the page itself has."""

import random
from collections import Counter
from itertools import islice
from pathlib import Path as FilePath
from typing import Any, Final, NamedTuple

from playwright.sync_api import Page

from bessemer.engine import choices, drafts
from bessemer.engine.choices import Answer, Path, Thing
from tests.web.position_pages import Position, PositionPages

_SCRIPT: Final = FilePath(__file__).with_suffix(".js").read_text("utf-8")
ASKED: Final = "() => document.getElementById('viewer')?.seatPage?.desk.isAsked && document.querySelector('.viewer .picture svg')"

_USUAL_LENGTH: Final = 4
"""So many answers have most moves."""
_TRIED: Final = 8
"""Of so many answers that which came up least is taken."""


class Clicked(NamedTuple):
    """What came of a position."""

    moves: int
    """So many moves were clicked together."""
    is_all: bool
    """Whether these are all legal ones."""
    questions: int
    clicks: Counter[str]
    faults: tuple[str, ...]


def click_moves(pages: PositionPages, page: Page, position: Position, most: int) -> Clicked:
    """Click every legal move together; a part of them, in which all answers come up, if there are more than `most`."""
    game = position.game
    wanted, is_all = moves_of(position, most)
    seat, address = pages.sit(position)
    page.goto(address)
    page.wait_for_function(ASKED)
    told = page.evaluate(_SCRIPT, {"paths": list(wanted), "first": len(wanted)})
    faults = [f"{position}: {why}" for why in told["faults"]]
    if told["made"] == len(wanted):
        faults += [
            f"{position}: {game.format(move)} was wanted, and {seat.drafted.get(path)} drafted"
            for path, move in wanted.items()
            if seat.drafted.get(path) != move
        ]
        if seat.sent != list(wanted.values())[-1]:
            faults.append(f"{position}: {seat.sent} was sent")
    return Clicked(told["made"], is_all, told["questions"], Counter(told["clicks"]), tuple(faults))


def moves_of(position: Position, most: int) -> tuple[dict[Path, Any], bool]:
    """The legal moves by their paths, in the order of their paths; and whether these are all."""
    game, view = position.game, position.view
    legal = list(islice(game.legal_moves(position.walk.state, position.seat), most + 1))
    if len(legal) > most:
        return _some(position, most), False
    moves = {}
    for move in legal:
        moves[drafts.path_of(game, view, move)] = game.canonical(view, move)
    return moves, True


def _some(position: Position, most: int) -> dict[Path, Any]:
    """So many moves, each by the answers that came up least so far; fewer where they are long."""
    game, view, rng = position.game, position.view, random.Random(str(position))
    taken: Counter[tuple[str, Thing | None, Answer]] = Counter()
    moves: dict[Path, Any] = {}
    for _ in range(most):
        if sum(map(len, moves)) > _USUAL_LENGTH * most:
            break
        draft = drafts.begin(game, view)
        while (choice := draft.choice) is not None:
            tried = [
                (choice.name, choice.about, choices.sample_answer(choice, rng.randrange))
                for _ in range(_TRIED)
            ]
            least = min(tried, key=taken.__getitem__)
            taken[least] += 1
            draft = draft.take(*least[-1])
        moves[draft.path] = draft.move
    return dict(sorted(moves.items()))
