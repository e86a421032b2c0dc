"""Brass as the screens know it; see `Face` for what each method promises."""

from collections.abc import Sequence
from typing import Final

from bessemer.engine.chance import Chance
from bessemer.engine.errors import GameError, IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.brass import choices
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.moves import Move, parse_move
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase, View
from bessemer.terminal.brass import telling
from bessemer.terminal.brass.board_map import Marks
from bessemer.terminal.brass.drafting import ActionDraft, begin, made_of
from bessemer.terminal.brass.marking import marks_of
from bessemer.terminal.brass.plain import sentences
from bessemer.terminal.brass.suggesting import suggest
from bessemer.terminal.brass.table import draw_holdings, draw_players, draw_table
from bessemer.terminal.face import Draft, Lines, NotPossible, Suggestion
from bessemer.terminal.seats import Seats

_PHASES: Final = {
    Phase.ACTION: "",
    Phase.SALE: ", a sale goes on",
    Phase.SHORTFALL: ", a debt is to be paid",
    Phase.OVER: "",
}
_HELP: Final = (
    "Every action takes a card; only for a build does it matter which one. A town's card",
    "  builds there, an industry's card builds that industry where your network reaches.",
    "  Two cards and both actions build anywhere.",
    "Several answers can be typed at once, cut short as far as they are clear:",
    "  build oldham cotton left, or rail wigan bolton-w none, or loan bury 30.",
    "On the map C is cotton, K coal, I iron, P port, S shipyard. [CK] is an empty space for",
    "  cotton or coal; AK2³ is coal 2 of player A with 3 cubes; a star means flipped.",
    "  Thin lines are free links of this era, thick ones are built and show whose they are.",
    "Coal comes from the nearest mine that is connected, else from the market by way of a",
    "  port; iron from any works, else from the market. Who spends least goes first next.",
    "Flipped tiles and links score at the end of each era. The most points win.",
)


class BrassFace:
    """The pictures, questions and sentences of Brass."""

    def heading(self, view: View) -> str:
        board = view.board
        if board.phase is Phase.OVER:
            return "after both eras"
        rounds = SETTINGS[len(board.players)].rounds
        return f"{board.era} era, round {board.round} of {rounds}{_PHASES[board.phase]}"

    def chapter(self, view: View) -> int:
        board = view.board
        before = 0 if board.era is Era.CANAL else SETTINGS[len(board.players)].rounds
        return before + board.round

    def waiting(self, view: View) -> tuple[int, ...]:
        return view.board.waiting

    def draft(self, view: View) -> Draft:
        return begin(view)

    def drafted(self, view: View, move: Move) -> Draft:
        # What nobody sees does not bear on what is legal.
        state = BRASS.resample(view, Chance(b"terminal"))
        try:
            BRASS.apply(state, _seat_of(view), move)
        except IllegalMove as refused:
            raise NotPossible(str(refused), refused.allowed) from None
        return made_of(view, move)

    def typed(self, view: View, text: str) -> Move | None:  # noqa: ARG002 - as `Face` has it
        try:
            return parse_move(text.lower())
        except GameError:
            return None

    def text(self, move: Move) -> str:
        return str(move)

    def least(self, view: View) -> Move:
        return choices.default_move(view.board, _seat_of(view), view.hand)

    def sentences(self, view: View, seats: Seats) -> list[str]:
        return sentences(view, seats)

    def picture(
        self, view: View, seats: Seats, width: int, draft: Draft | None = None, cursor: str = ""
    ) -> Lines:
        marks = marks_of(draft, cursor) if isinstance(draft, ActionDraft) else Marks()
        return draw_table(view, seats, width, marks)

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
        return draw_holdings(view.board, seats, width)

    def kept(self, view: View, before: View) -> View:
        if view.hand or before.seat is None:
            return view
        return view._replace(seat=before.seat, hand=before.hand)

    def moved(self, view: View, move: Move) -> View:
        hand = list(view.hand)
        for name in ("card", "second_card"):
            if (card := getattr(move, name, "")) in hand:
                hand.remove(card)
        return view._replace(hand=tuple(hand))

    def told(self, move: Move, seat: int, before: View | None) -> str:
        return telling.told(move, Seat(seat), None if before is None else before.board)

    def happened(self, before: View, after: View, seats: Seats) -> list[str]:
        return telling.happened(before.board, after.board, seats)

    def suggestion(self, view: View, seconds: float) -> Suggestion:
        return suggest(view, seconds)

    def help(self) -> tuple[str, ...]:
        return _HELP


def _seat_of(view: View) -> Seat:
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return view.seat
