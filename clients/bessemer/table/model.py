"""
One person's knowledge of a table, and the answer that they are making.

It takes the events of a match's client and the person's input; a screen or plain lines show what it
holds. Nothing here knows a game, a screen or a network.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

from bessemer.engine.choices import Answer, Path, Thing
from bessemer.engine.errors import Sentence
from bessemer.engine.taken_back import TakenBack
from bessemer.faces.clocks import clock_text
from bessemer.faces.language import tr
from bessemer.faces.lessons import Course
from bessemer.faces.players import Players
from bessemer.table import events
from bessemer.table.answers.drafts import AnswerDraft, DraftQuestion, NotPossible
from bessemer.table.answers.plan import AnswerPlan, Change
from bessemer.table.events import Event
from bessemer.table.games import TableGame, table_game
from bessemer.table.guide import Guide, Told
from bessemer.table.notices import Notice, away_line, changed, not_possible, result_lines, seen_line
from bessemer.table.seat_clocks import SeatClocks
from bessemer.table.typing import Suggestion
from bessemer.v1 import match_pb2


class TableModel:
    """A match as a player or a spectator sees it."""

    def __init__(
        self,
        seat: int | None,
        now: Callable[[], float] = time.monotonic,
        course: Course | None = None,
    ) -> None:
        """`course` is what a learner is guided by."""
        self._clocks = SeatClocks(now)
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
        self.plan: AnswerPlan | None = None
        """The answer in the making, and those to what comes after it."""
        self._rest: AnswerPlan | None = None
        """The plan for the decision that comes next."""
        self._sends_all = False
        """Whether the rest is sent as soon as it is asked for."""
        self._due = False
        self.is_sent = False
        self.result: match_pb2.MatchResult | None = None
        self.happened: tuple[match_pb2.MatchEvent, ...] = ()
        self.stopped = ""

    # --- What is known ------------------------------------------------------------------------------

    @property
    def drafts(self) -> list[AnswerDraft]:
        """The answer in the making, with all its earlier states: the last counts."""
        return self.plan.drafts if self.plan is not None else []

    @property
    def draft(self) -> AnswerDraft | None:
        """The answer as it is now."""
        return self.plan.draft if self.plan is not None else None

    @property
    def is_asked(self) -> bool:
        """Whether the person has something to answer, and has not yet."""
        return bool(self.turn) and not self.is_sent

    @property
    def shown(self) -> Any:  # noqa: ANN401 - any game's
        """The table as it will be at the decision that is being made; else as it is."""
        draft = self.draft
        return draft.made.view if draft is not None and self.is_asked else self.view

    @property
    def may_go_on(self) -> bool:
        """Whether the person can plan what comes next before this is sent. A lesson goes step by step."""
        if self.plan is None or not self.is_asked or self.guide is not None:
            return False
        return self.plan.next_view() is not None

    @property
    def question(self) -> DraftQuestion | None:
        """The next question to the person; `None` if nothing, or if the answer is whole."""
        return self.draft.question if self.draft and self.is_asked else None

    @property
    def ready_move(self) -> Any:  # noqa: ANN401 - any game's
        """The whole answer that only waits to be sent; `None` if there is none."""
        return self.draft.move if self.draft and self.is_asked else None

    @property
    def ready_text(self) -> str:
        """The whole answer as it would be typed; empty if there is none."""
        move = self.ready_move
        return self.game.rules.format(move) if self.game is not None and move is not None else ""

    @property
    def is_taught(self) -> bool:
        """Whether this is a lesson that has nothing more to teach: it may end here."""
        return self.lesson is not None and self.lesson.is_complete

    @property
    def lesson(self) -> Told | None:
        """The lesson of the open decision."""
        is_asked = self.turn and not self.is_sent and not self.is_over
        return self.guide.told if self.guide is not None and is_asked else None

    @property
    def ready_sentence(self) -> str:
        """The whole answer as the log will tell it; empty if there is none."""
        draft, own = self.draft, self.players.own
        if draft is None or self.ready_move is None or own is None:
            return ""
        return f"{self.players.title(own)} {self.told(draft)}"

    def told(self, draft: AnswerDraft) -> str:
        """The effect of a whole answer of the person's, without who does it."""
        own = self.players.own
        if self.game is None or own is None or draft.move is None:
            return ""
        return self.game.face.describe_move(draft.move, own, draft.made.view, self.players)

    @property
    def is_over(self) -> bool:
        return self.result is not None or bool(self.stopped)

    @property
    def may_resign(self) -> bool:
        """Whether the person plays a seat that can be given up."""
        is_playing = self.players.own is not None and self.view is not None and not self.is_over
        return is_playing and not self.has_resigned(self.players.own)

    def has_resigned(self, seat: int | None) -> bool:
        """Whether default moves are made for a seat since it has resigned."""
        return self.match is not None and seat is not None and self.match.seats[seat].resigned

    @property
    def may_suggest(self) -> bool:
        """Whether the organiser lets people ask a program."""
        return self.match is not None and self.match.suggestions_allowed

    def waiting(self) -> tuple[int, ...]:
        """The seats that must decide now, as far as is known."""
        if self.game is None or self.view is None or self.is_over:
            return ()
        seats = set(self.game.face.waiting(self.view))
        own = self.players.own
        if own is not None and self.is_sent:
            seats.discard(own)
        return tuple(sorted(seats))

    def clocks(self) -> tuple[str, ...]:
        """Everybody's time, as it runs down; nothing where nobody is hurried."""
        return tuple(map(clock_text, self.seconds_left())) if self._clocks.are_shown else ()

    def seconds_left(self) -> tuple[float, ...]:
        """Everybody's time, as it runs down; nothing after the end."""
        if self.is_over:
            return ()
        return self._clocks.left(self.waiting(), self.players.own if self.is_asked else None)

    def away_line(self) -> str:
        """Who is waited for without a connection, and until when; "" if nobody is."""
        return away_line(self.match, self.players, self.waiting(), self.seconds_left())

    def result_lines(self) -> list[str]:
        """The ranks, and what each score is made of; nothing before the end."""
        if self.result is None:
            return []
        reasons: list[str] = []
        if self.result.ranks and self.game is not None and self.view is not None:
            reasons = self.game.face.describe_result(self.view, self.players)
        return result_lines(self.players, self.result, reasons)

    # --- What happens -------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """Take in what the client reports."""
        match event:
            case events.MatchUpdated(match, happened):
                self._meet(match)
                self.happened = happened or self.happened
            case events.MovesSeen():
                self._see(event)
            case events.DecisionAsked():
                self._be_asked(event)
            case events.AnswerAccepted():
                self.notice = None if self.is_sent else self.notice
            case events.AnswerRefused():
                self._be_refused(event)
            case events.ConnectionLost(why):
                self.away = why
            case events.ConnectionBack():
                self.away = ""
                self.notice = Notice(tr("The referee is back; the match continues."))
            case events.MatchEnded(result, view):
                self._look(view)
                self.result = result
                self.plan, self._rest, self.turn, self.notice = None, None, 0, None
            case events.Resigned():
                self._give_up()
            case events.Stopped(why):
                self.stopped = why

    def _give_up(self) -> None:
        if self.match is not None and self.players.own is not None:
            self.match.seats[self.players.own].resigned = True
        self.plan, self._rest, self.turn = None, None, 0
        self.notice = Notice(tr("You have resigned. The others play on."))

    def _meet(self, match: match_pb2.Match) -> None:
        self.match = match
        self.game = table_game(match.game)
        if self._course is not None and self.guide is None:
            self.guide = Guide(self.game.rules, self._course)
        self.players = self.players._replace(names=tuple(seat.player for seat in match.seats))
        self._clocks.told(match)

    def _see(self, event: events.MovesSeen) -> None:
        assert self.game is not None
        seen = self.view
        for one in event.moves:
            turn, seat, move, is_own, before = one
            if before is not None:
                self._tell_changes(seen, before)
                seen = before
            is_back = isinstance(move, TakenBack)
            gone = self.has_resigned(seat)
            self.log.append(seen_line(self.game.face, one, seen, self.players, has_resigned=gone))
            if seat == self.players.own and seen is not None and before is None and not is_back:
                seen = self.view = self.game.typing.hand_after(seen, move)
            if seat == self.players.own and self.guide is not None and not is_back:
                self.guide.played(move)
            if turn == self.turn:
                self._pass_on()
                if not is_own and not is_back and not gone:
                    self._rest = None
                    self.notice = Notice(
                        tr("Your time ran out: the default move was made for you."), is_bad=True
                    )
        if event.view is not None:
            self._tell_changes(seen, event.view)
            self.view = event.view

    def _look(self, view: Any) -> None:  # noqa: ANN401 - any game's
        if view is not None and self.game is not None:
            self._tell_changes(self.view, view)
            self.view = view

    def _tell_changes(self, before: Any, after: Any) -> None:  # noqa: ANN401 - any game's
        if before is not None and self.game is not None:
            self.log += self.game.face.describe_changes(before, after, self.players)

    def _be_asked(self, event: events.DecisionAsked) -> None:
        assert self.game is not None
        self._look(event.view)
        self._clocks.asked(event.seconds)
        if self.guide is not None:
            self.guide.asked(event.turn, event.kind, event.view, self.players)
        if event.turn != self.turn or self.plan is None:
            self._pass_on()
            self.turn, self.notice = event.turn, None
            self._begin(event.view)
        else:
            self.is_sent = False

    def _begin(self, view: Any) -> None:  # noqa: ANN401 - any game's
        """A new decision: what was planned for it is its answer, and sent if the person wished so."""
        assert self.game is not None
        rest, sends_all = self._rest, self._sends_all
        self._rest, self._sends_all, self.is_sent = None, False, False
        if rest is None:
            self.plan = AnswerPlan(self.game.drafts, view)
            return
        self.plan, change = rest.moved_to(view)
        if change is not None:
            self.notice = changed(change)
        elif sends_all:
            self._due = self.send() is not None

    def due(self) -> tuple[int, Any] | None:
        """The next answer of a plan that is being sent, once; the client is to send it."""
        is_due, self._due = self._due, False
        return (self.turn, self.plan.stages[0][-1].move) if is_due and self.plan else None

    def _pass_on(self) -> None:
        """The open decision is over; what is planned after it waits for the next."""
        if self.plan is not None and self.is_sent and self.plan.advance():
            self._rest = self.plan
        self.turn, self.plan, self.is_sent = 0, None, False

    def _be_refused(self, event: events.AnswerRefused) -> None:
        self.is_sent = False
        if not event.is_open:
            self.turn, self.plan, self._rest = 0, None, None
        self.notice = self._not_possible(event.why, event.instead)

    # --- What the person wishes: whether it was possible ----------------------------------------------
    # The verbs of a plan: see `AnswerPlan`.

    def choose(self, word: str) -> bool:
        return self._does(lambda plan: plan.choose(word))

    def take(self, move: Any, why: str = "") -> bool:  # noqa: ANN401 - any game's
        """Make a whole move the answer, typed or suggested."""
        if not self._does(lambda plan: plan.take(move)):
            return False
        self.notice = Notice(why) if why else None
        return True

    def begin_with(self, thing: Thing) -> bool:
        return self._does(lambda plan: plan.begin_with(thing))

    def undo(self) -> bool:
        return self._does(AnswerPlan.undo)

    def restart(self) -> bool:
        return self._does(AnswerPlan.restart)

    def go_back(self, answers: int, stage: int | None = None) -> bool:
        return self._does(lambda plan: plan.go_back(answers, stage))

    def restore(
        self, path: Path, picked: Answer = (), earlier: Sequence[Path] = (), played: int = 0
    ) -> bool:
        """
        Make the answer that was in the making before somebody forgot it.

        `earlier` are the stages before it, of which so many are `played` meanwhile.
        """
        paths = [*earlier, path][played:]
        return bool(paths) and self._does(lambda plan: plan.restore(paths, picked))

    def reorder(self, heads: Sequence[str]) -> bool:
        return self._does(lambda plan: plan.reorder(heads))

    def go_on(self) -> bool:
        return self.may_go_on and self._does(AnswerPlan.go_on)

    def put_first(self, stage: int) -> bool:
        return self._does(lambda plan: plan.put_first(stage))

    def leave_out(self, stage: int) -> bool:
        return self._does(lambda plan: plan.leave_out(stage))

    def _does(self, act: Callable[[AnswerPlan], Change | bool | None]) -> bool:
        """Change the plan; whether that was possible. The notice says why not, or what it changed."""
        if self.plan is None or not self.is_asked:
            return False
        self.notice = None
        try:
            done = act(self.plan)
        except NotPossible as error:
            self.notice = self._not_possible(error.why, error.instead)
            return False
        if isinstance(done, Change):
            self.notice = changed(done)
        return done is not False

    def suggestion(self, seconds: float) -> Suggestion:
        """A program's move, found in about this time; in a lesson, the prepared one."""
        assert self.game is not None, "nobody asks before there is a match"
        proposed = self.guide.proposed if self.guide is not None else None
        return proposed or self.game.typing.suggest(self.shown, seconds)

    def send(self, *, first_alone: bool = False) -> tuple[int, Any] | None:
        """The answer to send now: of several stages the first, and then the others as they are asked for."""
        plan = self.plan
        if plan is None or not self.is_asked:
            return None
        move = plan.stages[0][-1].move
        if move is None or (plan.draft.move is None and not first_alone):
            return None
        self.is_sent, self._sends_all, self.notice = True, not first_alone, None
        return self.turn, move

    def sent(self) -> None:
        """An answer that is no draft is on its way."""
        if self.plan is not None:
            del self.plan.stages[1:]
        self.is_sent, self.notice = True, None

    def _not_possible(self, why: Sequence[Sentence], instead: Sequence[str]) -> Notice:
        game = self.game.rules.name if self.game is not None else ""
        return not_possible(game, why, instead, self.players)
