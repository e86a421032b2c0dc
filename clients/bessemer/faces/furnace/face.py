"""The words of Furnace; see `Face` for what each method promises."""

from typing import Final

from bessemer.faces.face import Face
from bessemer.faces.furnace import log, sentences
from bessemer.faces.language import key, tr, tr_key
from bessemer.games.furnace.state import Phase, View

_PHASES: Final = {
    Phase.BID: key("auction"),
    Phase.COMPENSATION: key("compensation"),
    Phase.PLACEMENT: key("placing new cards"),
    Phase.PLAN: key("production"),
}


class FurnaceFace(Face):
    """Headings, sentences and help of Furnace."""

    help_texts = (
        key(
            "Bid: choose a company, then one of your discs. The highest disc wins the card;\n"
            "  every other disc there is paid the card's compensation, times its value.\n"
            "  A card takes one disc of each player and one of each value."
        ),
        key(
            "Produce: run all your cards once, in any order (chain variant: in the line's).\n"
            "  2C gives 2 coal. 2C→2$ x2 turns 2 coal into 2 money, up to 2 times.\n"
            "  The start-up gives 1 upgrade token (U), then trades, then flips companies for\n"
            "  1C + 1U each; a flipped company (C07+) also runs what stood in brackets."
        ),
        key("C coal, I iron, O oil, U upgrade tokens, $ money. The most money wins."),
    )
    describe_table = staticmethod(sentences.describe_table)
    describe_move = staticmethod(log.describe_move)
    describe_changes = staticmethod(log.describe_changes)
    describe_result = staticmethod(sentences.describe_result)

    def score_name(self, view: View) -> str:  # noqa: ARG002 - it is the same in every match
        return tr("money")

    def scores(self, view: View) -> tuple[int, ...]:
        return tuple(player.stock.money for player in view.board.players)

    def heading(self, view: View) -> str:
        board = view.board
        if board.phase is Phase.OVER:
            return tr("after {rounds} rounds", rounds=board.round)
        return tr(
            "round {number} of {rounds}, {phase}",
            number=board.round,
            rounds=board.table.options.rounds,
            phase=tr_key(_PHASES[board.phase]),
        )

    def round_of(self, view: View) -> int:
        return view.board.round


FACE: Final = FurnaceFace()
