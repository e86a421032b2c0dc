"""The words of Brass; see `Face` for what each method promises."""

from typing import Final

from bessemer.faces.brass import log, sentences
from bessemer.faces.brass.names import era_name
from bessemer.faces.face import Face
from bessemer.faces.language import key, tr, tr_key
from bessemer.games.brass import scoring
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.state import Phase, View

_PHASES: Final = {
    Phase.ACTION: key("{era} era, round {round} of {rounds}"),
    Phase.SALE: key("{era} era, round {round} of {rounds}, selling cotton"),
    Phase.SHORTFALL: key("{era} era, round {round} of {rounds}, paying a debt"),
}


class BrassFace(Face):
    """Headings, sentences and help of Brass."""

    help_texts = (
        key(
            "Every action takes a card; only for a build does it matter which one. A town's card\n"
            "  builds there, an industry's card builds that industry where your network reaches.\n"
            "  Two cards and both actions build anywhere."
        ),
        key(
            "Coal comes from the nearest mine that is connected, else from the market by way of a\n"
            "  port; iron from any works, else from the market. Develop removes tiles of low levels;\n"
            "  a shipyard of level 0 can only be removed so. The player who spends least in a round\n"
            "  goes first in the next."
        ),
        key("Flipped tiles and links score at the end of each era. The most points win."),
    )
    describe_table = staticmethod(sentences.describe_table)
    describe_move = staticmethod(log.describe_move)
    describe_changes = staticmethod(log.describe_changes)
    describe_result = staticmethod(sentences.describe_result)

    def score_name(self, view: View) -> str:  # noqa: ARG002 - it is the same in every match
        return tr("points")

    def scores(self, view: View) -> tuple[int, ...]:
        return tuple(player.points for player in view.board.players)

    def in_sight(self, view: View) -> tuple[int, ...]:
        board = view.board
        scored = board if board.phase is Phase.OVER else scoring.scored(board)
        return tuple(player.points for player in scored.players)

    def heading(self, view: View) -> str:
        board = view.board
        if board.phase is Phase.OVER:
            return tr("after both eras")
        rounds = SETTINGS[len(board.players)].rounds
        return tr_key(
            _PHASES[board.phase], era=era_name(board.era), round=board.round, rounds=rounds
        )

    def round_of(self, view: View) -> int:
        board = view.board
        before = 0 if board.era is Era.CANAL else SETTINGS[len(board.players)].rounds
        return before + board.round


FACE: Final = BrassFace()
