"""
Click the legal moves of random positions together, in the browser, by the elements of a seat's own page.

    python -m tools.click_moves                                  forty positions of each game
    python -m tools.click_moves --game brass --positions 200     as many of one game
    python -m tools.click_moves --game furnace --most 500        more moves of each position
    python -m tools.click_moves --size 390x844 --seed 7          on a phone, in other positions
    python -m tools.click_moves --pictures FOLDER                what a page looked like that failed

All legal moves of a position are made; of those with more than `--most` (production plans are
astronomically many) so many, and each by the answers that came up least before. Every answer must have
one button, and a place on the board if it stands for something there, that can be seen and clicked;
in the end the move on the desk must be the move that was meant. Exit 1 if anything is not so.
"""

import argparse
import sys
from collections import Counter, defaultdict
from itertools import islice
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, ViewportSize
from rich.console import Console

from bessemer.bench.measuring.chromium import chromium
from bessemer.bench.measuring.harness import figure_table, progress_line
from bessemer.engine.catalogue import GAMES, NAMES
from tests.web.clicking import Clicked, click_moves
from tests.web.position_pages import PositionPages, random_positions

_OUT: Final = Console(highlight=False)
_COLUMNS: Final = ("positions", "whole", "moves", "questions", "desk", "board", "undo", "faults")
"""The columns of the table; a position is whole if all its moves were made."""


def main() -> int:
    """Click as the command line says."""
    args = _arguments()
    faults = 0
    with PositionPages() as pages, chromium() as browser:
        context = browser.new_context(viewport=args.size, reduced_motion="reduce")
        pages.admit(context)
        for game in args.game or NAMES:
            faults += _click(args, game, pages, context.new_page())
    return 1 if faults else 0


def _click(args: argparse.Namespace, game: str, pages: PositionPages, page: Page) -> int:
    """The positions of one game; how many faults there were."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    with progress_line() as progress:
        task = progress.add_task(game, total=args.positions)
        for position in islice(random_positions(GAMES[game], args.seed), args.positions):
            made = click_moves(pages, page, position, args.most)
            _count(counts[position.kind], made)
            for fault in made.faults:
                _OUT.print(fault, markup=False, soft_wrap=True)
            if made.faults and args.pictures:
                args.pictures.mkdir(parents=True, exist_ok=True)
                number = sum(one["faulty"] for one in counts.values())
                page.screenshot(path=args.pictures / f"{game}-{position.kind}-{number}.png")
            progress.advance(task)
    _print(game, counts)
    return sum(one["faults"] for one in counts.values())


def _count(counts: Counter[str], made: Clicked) -> None:
    clicks = made.clicks
    counts.update(
        {
            "positions": 1,
            "whole": int(made.is_all),
            "moves": made.moves,
            "questions": made.questions,
            "desk": clicks["desk"],
            "board": clicks["board"],
            "undo": clicks["undo"],
            "faults": len(made.faults),
            "faulty": int(bool(made.faults)),
        }
    )


def _print(game: str, counts: dict[str, Counter[str]]) -> None:
    table = figure_table(game, "kind", *_COLUMNS)
    total: Counter[str] = sum(counts.values(), Counter())
    for kind, one in sorted(counts.items()):
        table.add_row(kind, *(f"{one[name]:,}" for name in _COLUMNS))
    table.add_section()
    table.add_row("all", *(f"{total[name]:,}" for name in _COLUMNS))
    _OUT.print(table)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.click_moves",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--game", action="append", choices=NAMES, help="this game alone; may be repeated"
    )
    parser.add_argument("--positions", type=int, default=40, help="of each game (%(default)s)")
    parser.add_argument("--most", type=int, default=2000, help="moves of a position (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which positions (%(default)s)")
    parser.add_argument("--size", type=size, default="1280x800", help="of the window (%(default)s)")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of what failed")
    return parser.parse_args()


def size(text: str) -> ViewportSize:
    """The size of a window, from a text like 1280x800."""
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise argparse.ArgumentTypeError(f"a size is like 1280x800, not {text}")
    return {"width": int(width), "height": int(height)}


if __name__ == "__main__":
    sys.exit(main())
