"""Alchemicus as the screens know it; see `Face` for what each method promises."""

from collections.abc import Sequence
from typing import Final

from bessemer.engine.chance import Chance
from bessemer.engine.errors import IllegalMove, MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import KINDS
from bessemer.games.alchemicus.choices import default_move
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.notation import parse_move, write_move
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import View
from bessemer.terminal.alchemicus import deeds, own_hand, telling
from bessemer.terminal.alchemicus.drafting import MoveDraft, begun
from bessemer.terminal.alchemicus.plain import sentences
from bessemer.terminal.alchemicus.suggesting import suggest
from bessemer.terminal.alchemicus.table import draw_holdings, draw_players, draw_table
from bessemer.terminal.face import Draft, Lines, NotPossible, Suggestion
from bessemer.terminal.seats import Seats

_PHASES: Final = {
    Phase.DRAW: "the draw",
    Phase.NOCTIS: "Noctis cards",
    Phase.DEFENCE: "Infamia",
    Phase.MOVE: "the pawn",
    Phase.REWARD: "a card for passing",
    Phase.CLEARING: "clearing Infamia",
    Phase.BUILD: "building",
    Phase.SPIRIT: "the Spirit",
    Phase.ACQUIRE: "acquiring",
    Phase.TRANSPORT: "transport",
    Phase.TRANSMUTE: "transmutation",
    Phase.SALE: "sale",
    Phase.BUY_BACK: "an offer",
    Phase.GIFTS: "gifts",
    Phase.GLORIA: "Gloria",
    Phase.HAND_LIMIT: "the limit of the hand",
}
_HELP: Final = (
    "A turn: draw, go 1 to 3 fields clockwise (4 or 5 for 1 Fame), use the",
    "  field, play a Gloria with 5 cards for 1 Fame. Who passes the Spirit's",
    "  field gets a card.",
    "build: any card pays 1. acquire: Horten gains herb, Metalle ore.",
    "transport: herb to Alembic, ore to Fornax, what they make to Labrium.",
    "transmute: herb to tincture, ore to metal, both together to gold.",
    "spirit: it must move; what it stands on does not work. gifts: 5 cards",
    "  for 1 Fame. The round in which somebody reaches 20 Fame is the last.",
    "sale: Pergula takes 1 good, Taberna 3, Donarium 1 gold. Herb and ore",
    "  bring 1 card, tincture and metal 3 or, in a Taberna, 1 Fame; gold 5",
    "  cards or 1 Fame, in a Taberna 3 Fame, in a Donarium 6 cards or 5 Fame.",
    "Race for gold: no Fame; each field beyond the third costs a Gloria and a",
    "  card; a Golem on the way stops a pawn; whoever sells gold first wins.",
    "Several answers may be given at once and cut short: al hor domo domo.",
    "Type a move: build Alembic paying Horten Domo Domo, move 3, pass,",
    "  sell herb from 0 at 1 for cards, spirit to Domo robbing 2.",
)


class AlchemicusFace:
    """The pictures, questions and sentences of Alchemicus."""

    def heading(self, view: View) -> str:
        board = view.board
        number = telling.round_number(board)
        if board.phase is Phase.OVER:
            return f"after {number} rounds"
        last = " (the last)" if board.ending else ""
        return f"round {number}{last}, {_PHASES.get(board.phase, board.phase)}"

    def chapter(self, view: View) -> int:
        return telling.round_number(view.board)

    def waiting(self, view: View) -> tuple[int, ...]:
        return view.board.waiting

    def draft(self, view: View) -> Draft:
        return begun(view)

    def drafted(self, view: View, move: Move) -> Draft:
        seat = _seat_of(view)
        # What is legal follows from the view alone, so any state that looks like it will do.
        state = ALCHEMICUS.resample(view, Chance(b"draft"))
        try:
            ALCHEMICUS.apply(state, seat, move)
        except IllegalMove as refused:
            raise NotPossible(str(refused), refused.allowed) from None
        return MoveDraft(view, (), None, move)

    def typed(self, view: View, text: str) -> Move | None:  # noqa: ARG002 - the same in all phases
        names = {name.casefold(): name for name in KINDS}
        words = [names.get(word.casefold(), word.casefold()) for word in text.split()]
        # A Noctis card is played by its name as a verb, which is no name of a card there.
        if words:
            words[0] = words[0].casefold()
        try:
            return parse_move(" ".join(words))
        except MalformedMove:
            return None

    def text(self, move: Move) -> str:
        return write_move(move)

    def least(self, view: View) -> Move:
        return default_move(view.board, _seat_of(view), view.hand)

    def sentences(self, view: View, seats: Seats) -> list[str]:
        return sentences(view, seats)

    def picture(
        self, view: View, seats: Seats, width: int, draft: Draft | None = None, cursor: str = ""
    ) -> Lines:
        own = draft if isinstance(draft, MoveDraft) else None
        return draw_table(view, seats, width, own, cursor)

    def players(
        self,
        view: View,
        seats: Seats,
        width: int,
        clocks: Sequence[str] = (),
        waiting: Sequence[int] | None = None,
    ) -> Lines:
        asked = view.board.waiting if waiting is None else waiting
        return draw_players(view.board, seats, width, clocks, asked)

    def holdings(self, view: View, seats: Seats, width: int) -> Lines:
        return draw_holdings(view, seats, width)

    def kept(self, view: View, before: View) -> View:
        return own_hand.kept(view, before)

    def moved(self, view: View, move: Move) -> View:
        return own_hand.moved(view, move)

    def told(self, move: Move, seat: int, before: View | None) -> str:
        return deeds.told(move, seat, None if before is None else before.board)

    def happened(self, before: View, after: View, seats: Seats) -> list[str]:
        return telling.happened(before, after, seats)

    def suggestion(self, view: View, seconds: float) -> Suggestion:  # noqa: ARG002 - it is quick
        return suggest(view)

    def help(self) -> tuple[str, ...]:
        return _HELP


def _seat_of(view: View) -> Seat:
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return view.seat
