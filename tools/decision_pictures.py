"""
Pictures of a seat's page at every kind of decision, and at every question on the way to its answer.

    python -m tools.decision_pictures                              all games, in build/decisions
    python -m tools.decision_pictures --game brass --seed 4        other positions of one game
    python -m tools.decision_pictures --size 390x844               on a phone alone
    python -m tools.decision_pictures --lang pl --only ready       in Polish, where only sending is left

Of each question the position is taken, among those of many matches, in which it has most answers: what fits there
fits everywhere. To be looked at; nothing of it is committed.
"""

import argparse
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser

from bessemer.bench.measuring.chromium import chromium
from bessemer.engine import choices, drafts
from bessemer.engine.catalogue import GAMES, NAMES
from tests.web.clicking import ASKED
from tests.web.position_pages import Position, PositionPages, played
from tools.click_moves import size

_MATCHES: Final = 80
_SIZES: Final = ("1280x800", "390x844")
_PARTING: Final = frozenset({"action", "defence", "play", "use"})
"""The choices whose answers lead to questions of their own."""
_READY: Final = "ready"


class Moment(NamedTuple):
    """An answer in the making."""

    position: Position
    path: choices.Path
    picked: choices.Answer
    answers: int
    """So many are possible now."""


def moments(game: str, seed: int) -> dict[str, Moment]:
    """For each question of a game the moment with most answers, by a name for its picture."""
    found: dict[str, Moment] = {}
    rng = random.Random(seed)  # noqa: S311 - pictures, no secrets
    for positions in islice(played(GAMES[game], seed), _MATCHES):
        for position in positions:
            for name, moment in _on_the_way(position, rng):
                if name not in found or found[name].answers < moment.answers:
                    found[name] = moment
    return dict(sorted(found.items()))


def _on_the_way(position: Position, rng: random.Random) -> Iterator[tuple[str, Moment]]:
    """The questions on the way to some move."""
    draft = drafts.begin(position.game, position.view)
    parts = [position.kind]
    while (choice := draft.choice) is not None:
        name = "-".join((*parts, choice.name))
        copies = sum(word.copies for word in choice.words)
        yield name, Moment(position, draft.path, (), copies)
        if choice.is_set and choice.least > 1 and copies > choice.least:
            yield f"{name}-more", Moment(position, draft.path, (choice.words[0].text,), copies)
        answer = choices.sample_answer(choice, rng.randrange)
        parts += answer if choice.name in _PARTING else ()
        draft = draft.take(*answer)
    yield "-".join((*parts, _READY)), Moment(position, draft.path, (), len(draft.trail))


def main() -> None:
    """Draw all of them."""
    args = _arguments()
    with PositionPages() as pages, chromium() as browser:
        for game in args.game or NAMES:
            _draw(args, game, pages, browser)


def _draw(args: argparse.Namespace, game: str, pages: PositionPages, browser: Browser) -> None:
    every = moments(game, args.seed)
    found = {name: moment for name, moment in every.items() if args.only in name}
    for wanted in args.size or _SIZES:
        folder = args.folder / game / wanted
        folder.mkdir(parents=True, exist_ok=True)
        context = browser.new_context(
            viewport=size(wanted), reduced_motion="reduce", locale=args.lang
        )
        pages.admit(context)
        page = context.new_page()
        for name, moment in found.items():
            seat, address = pages.sit(moment.position, args.lang)
            assert seat.model.restore(moment.path, moment.picked)
            page.goto(f"{address}?lang={args.lang}")
            page.wait_for_function(ASKED)
            page.screenshot(path=folder / f"{name}.png")
        context.close()
        print(f"{folder}: {len(found)} pictures")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.decision_pictures",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--game", action="append", choices=NAMES, help="this game alone; may be repeated"
    )
    parser.add_argument(
        "--size", action="append", help="of the window; 1280x800 and 390x844 if none is given"
    )
    parser.add_argument("--only", default="", help="pictures alone in whose names this is")
    parser.add_argument("--seed", type=int, default=1, help="which matches (%(default)s)")
    parser.add_argument("--lang", default="en", help="the language (%(default)s)")
    parser.add_argument(
        "--folder", type=Path, default=Path("build/decisions"), help="where to (%(default)s)"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
