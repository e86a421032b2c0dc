"""
What one person at a table knows, and the answer that they are making.

It takes the events of a match's client and the person's input; a screen or plain lines show what it
holds. Nothing here knows a game, a screen or a network.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from bessemer.engine.choices import Answer, Path
from bessemer.faces.clocks import clock_text, is_shown
from bessemer.faces.language import tr
from bessemer.faces.lessons import Course
from bessemer.faces.players import Players
from bessemer.faces.refusals import refusal_text
from bessemer.table.drafts import Draft, DraftQuestion, NotPossible, Suggestion
from bessemer.table.events import (
    Accepted,
    Asked,
    Back,
    Ended,
    Event,
    Lost,
    MatchUpdated,
    Refused,
    Seen,
    Stopped,
)
from bessemer.table.games import TableGame, table_game
from bessemer.table.guide import Guide, Told
from bessemer.table.reordering import reordered, resumed
from bessemer.v1 import match_pb2

_SHOWN_INSTEAD: Final = 12


class Notice(NamedTuple):
    """A word to the person."""

    text: str
    is_bad: bool = False


class TableModel:
    """A match as a player or a spectator sees it."""

    def __init__(
        self,
        seat: int | None,
        now: Callable[[], float] = time.monotonic,
        course: Course | None = None,
    ) -> None:
        """`course` is what a learner is guided by."""
        self._now = now
        self._course = course
        self.guide: Guide | None = None
        self.players = Players((), seat)
        self.match: match_pb2.Match | None = None
        self.game: TableGame | None = None
        self.view: Any = None
        self.log: list[str] = []
        self.notice: Notice | None = None
        self.away = ""
        """Why the referee cannot be reached; empty while it can."""
        self.turn = 0
        """The turn that is to be answered; 0 if none is."""
        self.drafts: list[Draft] = []
        """The answer in the making, with all its earlier states: the last counts."""
        self._left: Draft | None = None
        """The answer that was whole, or further on, before the person went back into its middle."""
        self.is_sent = False
        self.result: match_pb2.MatchResult | None = None
        self.stopped = ""
        self._deadline = 0.0
        self._banks: tuple[float, ...] = ()
        self._banks_at = 0.0

    # --- What is known ------------------------------------------------------------------------------

    @property
    def draft(self) -> Draft | None:
        """The answer as it is now."""
        return self.drafts[-1] if self.drafts else None

    @property
    def question(self) -> DraftQuestion | None:
        """What the person is to say next; `None` if nothing, or if the answer is whole."""
        return self.draft.question if self.draft and self.turn and not self.is_sent else None

    @property
    def ready_move(self) -> Any:  # noqa: ANN401 - any game's
        """The whole answer that only waits to be sent; `None` if there is none."""
        return self.draft.move if self.draft and self.turn and not self.is_sent else None

    @property
    def ready_text(self) -> str:
        """The whole answer as it would be typed; empty if there is none."""
        move = self.ready_move
        return self.game.rules.format(move) if self.game is not None and move is not None else ""

    @property
    def lesson(self) -> Told | None:
        """What a learner reads at the decision that is open."""
        is_asked = self.turn and not self.is_sent and not self.is_over
        return self.guide.told if self.guide is not None and is_asked else None

    @property
    def ready_sentence(self) -> str:
        """The whole answer as the log will tell it; empty if there is none."""
        move, own = self.ready_move, self.players.own
        if self.game is None or move is None or own is None:
            return ""
        told = self.game.face.describe_move(move, own, self.view, self.players)
        return f"{self.players.title(own)} {told}"

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.result is not None or bool(self.stopped)

    @property
    def may_suggest(self) -> bool:
        """Whether the organiser lets people ask a program."""
        return self.match is not None and self.match.suggestions_allowed

    def waiting(self) -> tuple[int, ...]:
        """Who must decide now, as far as is known."""
        if self.game is None or self.view is None or self.is_over:
            return ()
        seats = set(self.game.face.waiting(self.view))
        own = self.players.own
        if own is not None and self.is_sent:
            seats.discard(own)
        return tuple(sorted(seats))

    def clocks(self) -> tuple[str, ...]:
        """Everybody's time, as it runs down; nothing where nobody is hurried."""
        if not any(map(is_shown, self._banks)):
            return ()
        return tuple(map(clock_text, self.seconds_left()))

    def seconds_left(self) -> tuple[float, ...]:
        """Everybody's time, as it runs down; nothing after the end."""
        if self.is_over:
            return ()
        now = self._now()
        waiting, shown = self.waiting(), []
        for seat, bank in enumerate(self._banks):
            left = bank
            if seat == self.players.own and self.turn and not self.is_sent:
                left = self._deadline - now
            elif seat in waiting:
                left = bank - (now - self._banks_at)
            shown.append(left)
        return tuple(shown)

    def result_lines(self) -> list[str]:
        """Who came in where, and what each score is made of; nothing before the end."""
        if self.result is None:
            return []
        lines = result_lines(self.players, self.result)
        if self.result.ranks and self.game is not None and self.view is not None:
            lines += self.game.face.describe_result(self.view, self.players)
        return lines

    # --- What happens -------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """Take in what the client reports."""
        match event:
            case MatchUpdated(match):
                self._meet(match)
            case Seen():
                self._see(event)
            case Asked():
                self._be_asked(event)
            case Accepted():
                if self.is_sent:
                    self.notice = None
            case Refused():
                self._be_refused(event)
            case Lost(why):
                self.away = why
            case Back():
                self.away = ""
                self.notice = Notice(tr("The referee is back; the match goes on."))
            case Ended(result, view):
                self._look(view)
                self.result = result
                self.drafts, self.turn, self.notice = [], 0, None
            case Stopped(why):
                self.stopped = why

    def _meet(self, match: match_pb2.Match) -> None:
        self.match = match
        self.game = table_game(match.game)
        if self._course is not None and self.guide is None:
            self.guide = Guide(self.game.rules, self._course)
        self.players = self.players._replace(names=tuple(seat.player for seat in match.seats))
        self._banks = tuple(seat.time_left.ToTimedelta().total_seconds() for seat in match.seats)
        self._banks_at = self._now()

    def _see(self, event: Seen) -> None:
        assert self.game is not None
        for turn, seat, move, is_own in event.moves:
            what = self.game.face.describe_move(move, seat, self.view, self.players)
            told = f"{turn}. {self.players.title(seat)} {what}"
            self.log.append(told if is_own else tr("{move} (out of time)", move=told))
            if seat == self.players.own and self.view is not None:
                self.view = self.game.typing.hand_after(self.view, move)
            if seat == self.players.own and self.guide is not None:
                self.guide.played(move)
            if turn == self.turn:
                self._close()
                if not is_own:
                    self.notice = Notice(
                        tr("Your time ran out: the default move was made for you."), is_bad=True
                    )
        self._look(event.view)

    def _look(self, view: Any) -> None:  # noqa: ANN401 - any game's
        if view is None or self.game is None:
            return
        if self.view is not None:
            self.log += self.game.face.describe_changes(self.view, view, self.players)
        self.view = view

    def _be_asked(self, event: Asked) -> None:
        assert self.game is not None
        self._look(event.view)
        self._deadline = self._now() + event.seconds
        if self.guide is not None:
            self.guide.asked(event.turn, event.kind, event.view)
        if event.turn != self.turn or not self.drafts:
            self.turn, self.drafts = event.turn, [self.game.drafts.begin(event.view)]
            self.notice, self._left = None, None
        self.is_sent = False

    def _be_refused(self, event: Refused) -> None:
        self.is_sent = False
        if not event.is_open:
            self._close()
        self.notice = self._not_possible(event.message, event.instead)

    def _close(self) -> None:
        self.turn, self.drafts, self.is_sent = 0, [], False

    # --- What the person wishes ---------------------------------------------------------------------

    def choose(self, word: str) -> bool:
        """Answer the question; whether that was possible, otherwise the notice says why not."""
        if self.draft is None or not self.turn or self.is_sent:
            return False
        try:
            self.drafts.append(self.draft.chosen(word))
        except NotPossible as error:
            self.notice = self._not_possible(str(error), error.instead)
            return False
        self.notice = None
        self._resume()
        return True

    def suggestion(self, seconds: float) -> Suggestion:
        """What a program would do, which may think so long; in a lesson, what that shows."""
        assert self.game is not None, "nobody asks before there is a match"
        proposed = self.guide.proposed if self.guide is not None else None
        return proposed or self.game.typing.suggest(self.view, seconds)

    def _resume(self) -> None:
        """Take the rest of a plan again, once the step is done for which the person went back."""
        if self._left is None or self.game is None or self.draft is None:
            return
        found = resumed(self.game.drafts, self.draft, self._left)
        if found is not None:
            self._take_path(found.made.path)
            self.notice = Notice(tr("The rest of your plan is kept as far as it is possible."))

    def take(self, move: Any, why: str = "") -> bool:  # noqa: ANN401 - any game's
        """Make a whole move the answer, typed or suggested; whether the rules allow it."""
        if self.draft is None or self.game is None or not self.turn or self.is_sent:
            return False
        try:
            self.drafts.append(self.game.drafts.from_move(self.view, move))
            self._left = None
        except NotPossible as error:
            self.notice = self._not_possible(str(error), error.instead)
            return False
        self.notice = Notice(why) if why else None
        return True

    def undo(self) -> bool:
        """Take the last step back; whether there was one."""
        self.notice, self._left = None, None
        if self.is_sent or len(self.drafts) < 2:
            return False
        self.drafts.pop()
        return True

    def go_back(self, answers: int) -> bool:
        """Take all steps back but the first answers; whether that many were given."""
        if self.draft is None or self.is_sent or answers >= len(self._path):
            return False
        left = self._left or self.draft
        if not self._take_path(self._path[:answers]):
            return False
        self._left = left
        return True

    def restore(self, path: Path, picked: Answer = ()) -> bool:
        """Make the answer that was in the making before somebody forgot it; whether it is possible."""
        return self._take_path(path, picked)

    def reorder(self, heads: Sequence[str]) -> bool:
        """Take the steps of a plan in another order; whether the first of them can be so."""
        if self.draft is None or self.game is None or not self.turn or self.is_sent:
            return False
        found = reordered(self.game.drafts, self.draft, heads)
        return found is not None and self._take_path(found.made.path)

    @property
    def _path(self) -> Path:
        return self.draft.made.path if self.draft else ()

    def _take_path(self, path: Path, picked: Answer = ()) -> bool:
        """Answer so, step by step, so that each step can be taken back."""
        if self.draft is None or self.game is None or not self.turn or self.is_sent:
            return False
        at, view = self.game.drafts.at, self.draft.made.view
        try:
            steps = [at(view, path[:length]) for length in range(1, len(path) + 1)]
            steps += [at(view, path, picked[:length]) for length in range(1, len(picked) + 1)]
        except NotPossible as error:
            self.notice = self._not_possible(str(error), error.instead)
            return False
        self.drafts, self.notice, self._left = [self.drafts[0], *steps], None, None
        return True

    def restart(self) -> None:
        """Take all steps back."""
        if not self.is_sent:
            self.drafts, self.notice, self._left = self.drafts[:1], None, None

    def sent(self) -> None:
        """The answer is on its way."""
        self.is_sent = True
        self.notice = None

    def _not_possible(self, message: str, instead: tuple[str, ...]) -> Notice:
        game = self.game.rules.name if self.game is not None else ""
        why = refusal_text(game, message, self.players).rstrip(".")
        text = tr("Not possible: {why}.", why=why)
        if instead:
            more = ", …" if len(instead) > _SHOWN_INSTEAD else ""
            moves = f"{', '.join(instead[:_SHOWN_INSTEAD])}{more}"
            text = f"{text} {tr('Instead: {moves}.', moves=moves)}"
        return Notice(text, is_bad=True)


def result_lines(players: Players, result: match_pb2.MatchResult) -> list[str]:
    """Who came in where; or why there is no result."""
    if not result.ranks:
        told = tr("The match was ended without a result. {why}", why=result.message)
        return [told.strip()]
    faults = {fault.seat: f"  ({fault.message})" for fault in result.seat_faults}
    order = sorted(range(len(result.ranks)), key=lambda seat: result.ranks[seat])
    wide = max(len(players.title(seat)) for seat in order)
    return [
        f"{result.ranks[seat]}.  {players.title(seat):<{wide}}  {result.scores[seat]:>4}"
        f"{faults.get(seat, '')}"
        for seat in order
    ]
