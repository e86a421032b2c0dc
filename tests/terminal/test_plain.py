"""The plain table: everything is told in lines, and lines answer."""

import asyncio
import io

import pytest

from bessemer.engine.errors import say
from bessemer.games.furnace.legal import default_move
from bessemer.games.furnace.moves import Bid, ProductionPlan
from bessemer.games.furnace.state import Phase, View
from bessemer.table.events import (
    AnswerAccepted,
    AnswerRefused,
    ConnectionBack,
    ConnectionLost,
    DecisionAsked,
    Event,
    MatchEnded,
    MatchUpdated,
    MovesSeen,
    Resigned,
    SeenMove,
    Stopped,
)
from bessemer.table.model import TableModel
from bessemer.terminal.plain import HELP, PlainTable, read_lines
from bessemer.v1 import match_pb2
from tests.terminal.examples import asked, match_of, seat_of, view_in


class Plain:
    """A plain table, what it said, and what was sent."""

    def __init__(self, view: View, *events: Event, prompts: bool = False) -> None:
        self.said: list[str] = []
        self.sent: list[tuple[int, object]] = []
        self.model = TableModel(view.seat, lambda: 10.0)
        self.table = PlainTable(
            self.model, self.said.append, self._send, self._resign, prompts=prompts
        )
        for event in events or asked(view):
            self.table.hear(event)

    async def _resign(self) -> None:
        self.table.hear(Resigned())

    async def _send(self, turn: int, move: object) -> None:
        self.sent.append((turn, move))

    async def type(self, *lines: str) -> list[str]:
        """What is said when these lines come, and then no more."""
        before = len(self.said)
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        for text in lines:
            queue.put_nowait(text)
        typing = asyncio.create_task(self.table.obey(queue))
        while not queue.empty() and not typing.done():
            await asyncio.sleep(0)
            if self.model.is_sent and not self.table._prompts:
                break  # without prompts no more is read until something is asked
        for _ in range(5):
            await asyncio.sleep(0)
        typing.cancel()
        return self.said[before:]


def text_of(said: list[str]) -> str:
    """All of it."""
    return "\n".join(said)


@pytest.mark.asyncio
async def test_a_decision_tells_the_table_and_asks() -> None:
    """Every card of the row, the question, its answers and the time."""
    view = view_in(Phase.BID)
    plain = Plain(view)

    for card in view.board.row.cards:
        assert card in text_of(plain.said)
    assert "Which company do you bid on? [12:34 left]" == plain.said[-3]
    assert f"1 {view.board.row.cards[0]}" in plain.said[-2]
    assert "? lists what else you can type" in plain.said[-1]
    assert "? lists" not in text_of(await plain.type("1"))


@pytest.mark.asyncio
async def test_the_keys_of_the_screen_are_words_here() -> None:
    """Whoever knows s and q need not learn others."""
    plain = Plain(view_in(Phase.BID), prompts=True)
    await plain.table._take("s")
    assert plain.model.ready_move is not None
    await plain.type("q")

    assert plain.table.has_left
    assert plain.said[-1] == "You left the table."


@pytest.mark.parametrize("form", ["bid 2 on {}", "2 {}", "{} 2", "2 on {}"])
@pytest.mark.asyncio
async def test_a_whole_move_is_sent_at_once(form: str) -> None:
    """In its canonical text, or short."""
    view = view_in(Phase.BID)
    card = view.board.row.cards[1]
    plain = Plain(view)
    await plain.type(form.format(card))

    assert [(7, Bid(2, card))] == plain.sent


@pytest.mark.asyncio
async def test_step_by_step_asks_before_it_sends() -> None:
    """A key or a word for each question; an empty line sends; undo goes back."""
    view = view_in(Phase.BID)
    plain = Plain(view)
    said = await plain.type("1", "undo", view.board.row.cards[2].lower(), "3")
    assert [] == plain.sent
    assert f"Complete: bid 3 on {view.board.row.cards[2]}" in said[-1]
    await plain.type("")

    assert [(7, Bid(3, view.board.row.cards[2]))] == plain.sent


@pytest.mark.asyncio
async def test_an_illegal_whole_move_goes_to_the_referee_and_its_refusal_is_told() -> None:
    """With what would be legal; then the question comes again."""
    view = view_in(Phase.BID)
    plain = Plain(view)
    await plain.type(f"9 {view.board.row.cards[0]}")
    assert 1 == len(plain.sent)
    before = len(plain.said)
    plain.table.hear(
        AnswerRefused((say("seat 0 has no disc worth 9"),), ("bid 1 on C01",), is_open=True)
    )
    said = text_of(plain.said[before:])

    assert "no disc worth 9" in said
    assert "Instead: bid 1 on C01." in said
    assert "Which company do you bid on?" in said


@pytest.mark.asyncio
async def test_nonsense_is_explained_and_nothing_is_sent() -> None:
    """The question is asked again."""
    plain = Plain(view_in(Phase.BID))
    said = await plain.type("abracadabra")

    assert "Not possible" in said[0]
    assert "Which company" in said[1]
    assert [] == plain.sent


@pytest.mark.asyncio
async def test_a_plan_by_steps_and_by_default() -> None:
    """`default` is the least plan; steps may be said whole; an empty line takes what is offered."""
    view = view_in(Phase.PLAN, -1)
    startup = view.board.table.startups[seat_of(view)]
    plain = Plain(view)
    await plain.type(f"{startup} 0")
    assert plain.model.draft is not None
    assert startup in str(plain.model.draft)
    await plain.type("restart", "default")

    assert [(7, default_move(view.board, seat_of(view)))] == plain.sent
    assert isinstance(plain.sent[0][1], ProductionPlan)


@pytest.mark.asyncio
async def test_words_that_only_tell() -> None:
    """Help, table, cards and log; the question stays."""
    view = view_in(Phase.BID, -1)
    plain = Plain(view)

    assert HELP[0].splitlines()[0] == (await plain.type("?"))[0]
    assert view.board.row.cards[0] in text_of(await plain.type("show"))
    assert "Ada" in text_of(await plain.type("cards"))
    said = await plain.type("log")
    assert "Which company do you bid on?" in said[-2]
    assert [] == plain.sent


@pytest.mark.asyncio
async def test_a_suggestion_is_offered_not_sent() -> None:
    """And only where it is allowed."""
    view = view_in(Phase.PLAN)
    plain = Plain(view)
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    queue.put_nowait("suggest")
    queue.put_nowait(None)
    await plain.table.obey(queue)
    assert "Suggested: " in text_of(plain.said)
    assert plain.model.ready_move is not None
    assert [] == plain.sent
    strict = Plain(
        view, MatchUpdated(match_of(view, suggestions=False)), DecisionAsked(7, view, 60.0)
    )

    assert "not allowed" in (await strict.type("suggest"))[0]


@pytest.mark.asyncio
async def test_lines_of_a_pipe_wait_until_they_are_needed() -> None:
    """The second move of a prepared input is not read before the second decision."""
    view = view_in(Phase.BID)
    plain = Plain(view)
    card = view.board.row.cards[0]
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    for text in (f"1 {card}", f"2 {card}"):
        queue.put_nowait(text)
    typing = asyncio.create_task(plain.table.obey(queue))
    for _ in range(20):
        await asyncio.sleep(0)
    assert [(7, Bid(1, card))] == plain.sent
    assert 1 == queue.qsize()
    plain.table.hear(DecisionAsked(9, view, 60.0))
    for _ in range(20):
        await asyncio.sleep(0)
    typing.cancel()

    assert [(7, Bid(1, card)), (9, Bid(2, card))] == plain.sent


@pytest.mark.asyncio
async def test_at_a_terminal_words_are_heard_at_any_time() -> None:
    """A move out of turn is not."""
    view = view_in(Phase.BID)
    plain = Plain(view, MatchUpdated(match_of(view)), MovesSeen((), view), prompts=True)

    assert view.board.row.cards[0] in text_of(await plain.type("show"))
    assert ["It is not your turn; wait."] == await plain.type("bid 1 on C01")
    assert [] == plain.sent


@pytest.mark.asyncio
async def test_the_end_of_the_input_leaves_the_table() -> None:
    """As `quit` does."""
    for last in (None, "quit"):
        plain = Plain(view_in(Phase.BID))
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        queue.put_nowait(last)
        await plain.table.obey(queue)

        assert plain.table.has_left
        assert "left the table" in plain.said[-1]


def test_what_happens_is_told() -> None:
    """Moves, lost and found connections, the end, and a stop."""
    view = view_in(Phase.BID)
    result = match_pb2.MatchResult(ranks=[1, 2, 3], scores=[5, 4, 3])
    plain = Plain(
        view,
        *asked(view),
        AnswerAccepted(7),
        MovesSeen([SeenMove(7, 1, Bid(2, "C07"), is_own_choice=True)], None),
        ConnectionLost("gone"),
        ConnectionLost("gone"),
        ConnectionBack(),
        MatchEnded(result, view),
        Stopped("enough"),
    )
    said = text_of(plain.said)

    assert "7. B Žofie" in said
    assert 1 == said.count("Connection lost: gone")
    assert said.index("Connection lost") < said.index("is back") < said.index("1.  A Ada")
    assert "enough" in plain.said[-1]


@pytest.mark.asyncio
async def test_lines_are_read_beside_the_loop() -> None:
    """As they come, stripped; then the end."""
    lines = read_lines(io.StringIO(" one \ntwo\n"), asyncio.get_running_loop())

    assert ["one", "two", None] == [await lines.get() for _ in range(3)]


@pytest.mark.asyncio
async def test_a_resignation_is_typed_twice() -> None:
    """The word alone gives nothing up; then nothing more is asked."""
    plain = Plain(view_in(Phase.BID), prompts=True)
    said = await plain.type("resign", "undo", "resign")
    assert plain.model.turn
    assert 2 == sum("resign again" in text for text in said)
    said = await plain.type("resign", "resign")
    assert "You have resigned. The others play on." in said
    assert not plain.model.turn
    assert not plain.model.may_resign
    assert not plain.sent
