"""The words of Brass; see `Face` for what each method promises."""

from typing import Final

from bessemer.engine.game import Seat
from bessemer.faces.brass import log, sentences
from bessemer.faces.players import Players
from bessemer.games.brass import scoring
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.moves import Move
from bessemer.games.brass.state import Phase, View

_PHASES: Final = {
    Phase.ACTION: "",
    Phase.SALE: ", selling cotton",
    Phase.SHORTFALL: ", paying a debt",
}
_HELP: Final = (
    "Every action takes a card; only for a build does it matter which one. A town's card",
    "  builds there, an industry's card builds that industry where your network reaches.",
    "  Two cards and both actions build anywhere.",
    "Coal comes from the nearest mine that is connected, else from the market by way of a",
    "  port; iron from any works, else from the market. Develop removes tiles of low levels;",
    "  a shipyard of level 0 can only be removed so. The player who spends least in a round",
    "  goes first in the next.",
    "Flipped tiles and links score at the end of each era. The most points win.",
)


class BrassFace:
    """Headings, sentences and help of Brass."""

    def score_name(self, view: View) -> str:  # noqa: ARG002 - it is the same in every match
        return "points"

    def scores(self, view: View) -> tuple[int, ...]:
        return tuple(player.points for player in view.board.players)

    def in_sight(self, view: View) -> tuple[int, ...]:
        board = view.board
        scored = board if board.phase is Phase.OVER else scoring.scored(board)
        return tuple(player.points for player in scored.players)

    def heading(self, view: View) -> str:
        board = view.board
        if board.phase is Phase.OVER:
            return "after both eras"
        rounds = SETTINGS[len(board.players)].rounds
        return f"{board.era} era, round {board.round} of {rounds}{_PHASES[board.phase]}"

    def round_of(self, view: View) -> int:
        board = view.board
        before = 0 if board.era is Era.CANAL else SETTINGS[len(board.players)].rounds
        return before + board.round

    def waiting(self, view: View) -> tuple[int, ...]:
        return view.board.waiting

    def describe_table(self, view: View, players: Players) -> list[str]:
        return sentences.describe_table(view, players)

    def describe_move(
        self,
        move: Move,
        seat: int,
        before: View | None,
        players: Players,  # noqa: ARG002 - no move names another player
    ) -> str:
        return log.describe_move(move, Seat(seat), None if before is None else before.board)

    def describe_changes(self, before: View, after: View, players: Players) -> list[str]:
        return log.describe_changes(before.board, after.board, players)

    def describe_result(self, view: View, players: Players) -> list[str]:
        return sentences.describe_result(view, players)

    def help(self) -> tuple[str, ...]:
        return _HELP


FACE: Final = BrassFace()
