"""The uses of the actions and tiles of Brass; see `Hints` for what each method promises."""

from typing import Final

from bessemer.engine.choices import Word
from bessemer.engine.game import Seat
from bessemer.faces.brass.labels import choice_label
from bessemer.faces.brass.names import kind_text, needs_text, next_tiles
from bessemer.faces.hints import Hints, Note
from bessemer.faces.language import key, tr, tr_in, tr_key
from bessemer.faces.questions import Asking
from bessemer.games.brass.board.figures import FIGURES, INDUSTRIES, TileKind
from bessemer.games.brass.board.geography import INDUSTRY, PLACE
from bessemer.games.brass.board.stacks import TOPS
from bessemer.games.brass.moves import Move, Pass
from bessemer.games.brass.scripts.kinds import BUILD_TWO_CARDS
from bessemer.games.brass.state import Board, View

_ACTIONS: Final = {
    "build": key("put a tile in the town of the card, or where your links reach"),
    BUILD_TWO_CARDS: key("put a tile anywhere: takes two cards and both actions"),
    "canal": key("join two places for £3: links carry coal, sell cotton and score"),
    "rail": key("join places for £5, or two pairs for £15, with a coal each"),
    "develop": key("throw tiles away for an iron each, to get at better ones below"),
    "sell": key("sell the cotton of your mills through a port: the mills flip"),
    "loan": key("take money, for less income in every round"),
    "pass": key("do nothing; the card is gone all the same"),
}


class BrassHints(Hints):
    """Actions and tiles in a sentence each."""

    def hint(self, asking: Asking, word: Word) -> str:
        match asking.choice.name:
            case "action":
                return tr_key(_ACTIONS[word.text])
            case "card" if asking.answer_to("action") == "build":
                if word.text in PLACE:
                    return tr("build in this town, connected or not")
                return tr("build it in any town that your links reach")
            case "industry":
                return _top_tile(asking.view.board, asking.view.seat, word.text)
        return ""

    def warning(self, view: View, move: Move) -> str:  # noqa: ARG002 - the same in all positions
        if isinstance(move, Pass):
            return tr("You pass: the action and the card are gone, for nothing.")
        return ""

    def things(self, view: View) -> dict[str, str]:  # noqa: ARG002 - the same in all matches
        kinds = {kind for stack in FIGURES.stacks for kind in stack}
        found = {
            f"tile:{INDUSTRIES[kind.industry]}:{kind.level}": f"{kind_text(kind)}: {tile_hint(kind)}"
            for kind in sorted(kinds)
        }
        found |= {
            f"card:{industry}": tr("build it in any town that your links reach")
            for industry in INDUSTRIES
        }
        return found | {
            "card": tr("build in this town, connected or not"),
            "link": tr("a link carries coal and cotton, and scores at the end of the era"),
            "market:coal": tr("coal for towns that are connected with a port"),
            "market:iron": tr("iron for everybody, wherever they build"),
            "market:distant": tr("mills sell here through any port, until too much is sold"),
        }

    def notes(self, view: View) -> tuple[Note, ...]:
        seat = view.seat or Seat(0)  # the names of actions are the same for all
        other_link = "rail" if view.board.era == "canal" else "canal"
        actions = tuple(
            Note(choice_label(view.board, seat, "action", Word(name)), tr_key(text))
            for name, text in _ACTIONS.items()
            if name != other_link
        )
        flipping = Note(
            tr_in("note", "flipped"),
            tr("a tile brings income, and points at the end of the era, once it has flipped"),
        )
        if view.seat is None:
            return (*actions, flipping)
        tiles = next_tiles(view.board.players[view.seat])
        return (*actions, flipping, *(Note(kind_text(kind), tile_hint(kind)) for kind in tiles))


def _top_tile(board: Board, seat: Seat, industry: str) -> str:
    number = INDUSTRY[industry]
    kind = TOPS[number][board.players[seat].stacks[number]]
    return tile_hint(kind) if kind else ""


def tile_hint(kind: TileKind) -> str:
    """The cost of a tile, and what it brings once it has flipped."""
    if not kind.level:
        return tr("cannot be built: develop it away")
    return tr(
        "costs {needs}; flipped: income spaces +{income}, points +{points}",
        needs=needs_text(kind),
        income=kind.income,
        points=kind.points,
    )


HINTS: Final = BrassHints()
