"""The words of Alchemicus; see `Face` for what each method promises."""

from typing import Final

from bessemer.faces.alchemicus import log, sentences
from bessemer.faces.face import Face
from bessemer.faces.language import key, key_in, tr, tr_key, trn
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import View

_PHASES: Final = {
    Phase.DRAW: key("drawing a card"),
    Phase.NOCTIS: key("playing Noctis cards"),
    Phase.DEFENCE: key("answering Infamia"),
    Phase.MOVE: key("moving the pawn"),
    Phase.REWARD: key("a card for passing the Spirit's field"),
    Phase.CLEARING: key("clearing Infamia"),
    Phase.BUILD: key_in("phase", "building"),
    Phase.SPIRIT: key("moving the Spirit"),
    Phase.ACQUIRE: key("acquiring goods"),
    Phase.TRANSPORT: key("transporting goods"),
    Phase.TRANSMUTE: key("transmuting goods"),
    Phase.SALE: key("selling goods"),
    Phase.BUY_BACK: key("buying a good on offer"),
    Phase.GIFTS: key("giving cards for Fame"),
    Phase.GLORIA: key("playing a Gloria"),
    Phase.HAND_LIMIT: key("discarding to the hand limit"),
}


class AlchemicusFace(Face):
    """Headings, sentences and help of Alchemicus."""

    help_texts = (
        key(
            "A turn: draw, go 1 to 3 fields clockwise (4 or 5 for 1 Fame), use the\n"
            "  field, play a Gloria with 5 cards for 1 Fame. A pawn that passes the\n"
            "  Spirit's field brings a card."
        ),
        key(
            "build: any card pays 1. acquire: Horten gains herb, Metalle ore.\n"
            "transport: herb to Alembic, ore to Fornax, what they make to Labrium.\n"
            "transmute: herb to tincture, ore to metal, both together to gold.\n"
            "spirit: it must move; what it stands on does not work. gifts: 5 cards\n"
            "  for 1 Fame. The round in which somebody reaches 20 Fame is the last."
        ),
        key(
            "sale: Pergula takes 1 good, Taberna 3, Donarium 1 gold. Herb and ore\n"
            "  bring 1 card, tincture and metal 3 or, in a Taberna, 1 Fame; gold 5\n"
            "  cards or 1 Fame, in a Taberna 3 Fame, in a Donarium 6 cards or 5 Fame."
        ),
        key(
            "Race for gold: no Fame; each field beyond the third costs a Gloria and a\n"
            "  card; a Golem on the way stops a pawn; the first sale of gold wins."
        ),
    )
    describe_table = staticmethod(sentences.describe_table)
    describe_move = staticmethod(log.describe_move)
    describe_changes = staticmethod(log.describe_changes)
    describe_result = staticmethod(sentences.describe_result)

    def score_name(self, view: View) -> str:
        return tr("gold sold") if view.board.table.options.race else tr("Fame")

    def scores(self, view: View) -> tuple[int, ...]:
        board = view.board
        if board.table.options.race:
            return tuple(int(seat == board.winner) for seat in range(len(board.players)))
        return tuple(player.fame for player in board.players)

    def heading(self, view: View) -> str:
        board = view.board
        number = log.round_number(board)
        if board.phase is Phase.OVER:
            return trn("after {n} rounds", "after {n} rounds", number)
        phase = tr_key(_PHASES[board.phase])
        if board.ending:
            return tr("round {number} (the last), {phase}", number=number, phase=phase)
        return tr("round {number}, {phase}", number=number, phase=phase)

    def round_of(self, view: View) -> int:
        return log.round_number(view.board)


FACE: Final = AlchemicusFace()
