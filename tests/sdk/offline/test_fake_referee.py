"""The referee that bot authors test with."""

import pytest

from bessemer.engine.errors import BadOption
from bessemer.furnace import (
    FURNACE,
    Bid,
    Bot,
    MatchEnd,
    MatchStart,
    Move,
    Phase,
    ProductionPlan,
    View,
)
from bessemer.testing import BotFault, FakeReferee, IdleBot, RandomBot


class Curious(Bot):
    """Keeps what it is shown and told."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.told: list[MatchStart | MatchEnd] = []

    def begin(self, match: MatchStart) -> None:
        self.told.append(match)

    def end(self, match: MatchEnd) -> None:
        self.told.append(match)

    def decide(self, view: View) -> Move:
        self.views.append(view)
        return view.default_move()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_is_played_by_the_rules(seats: int) -> None:
    """Its moves, played again, give its outcome."""
    bots = [RandomBot(seat) for seat in range(seats)]
    played = FakeReferee(View, seed=4, options={"chain": "on"}).play(*bots)

    state = FakeReferee(View, seed=4, options={"chain": "on"})._set_up(seats)
    for seat, text in played.moves:
        state = FURNACE.apply(state, seat, FURNACE.parse(text))
    assert (played.ranks, played.scores) == FURNACE.outcome(state)
    assert state.board == played.final.board
    assert seats == len(played.seconds)


def test_a_seed_repeats_a_match_and_another_gives_another() -> None:
    """Bots with luck of their own bring their own seed."""
    moves = [
        FakeReferee(View, seed=seed).play(RandomBot(), RandomBot()).moves for seed in (1, 1, 2)
    ]

    assert moves[0] == moves[1]
    assert moves[0] != moves[2]


def test_a_bot_is_shown_the_clock_and_told_of_begin_and_end() -> None:
    """As by a real referee."""
    bot = Curious()
    played = FakeReferee(View, clock=1.5, options={"rounds": "3"}).play(IdleBot(), bot)

    start, end = bot.told
    assert isinstance(start, MatchStart)
    assert ("furnace", 1, ("IdleBot", "Curious")) == (start.game, start.seat, start.players)
    assert "3" == start.options["rounds"]
    assert isinstance(end, MatchEnd)
    assert (played.ranks, played.scores) == (end.ranks, end.scores)
    assert {1.5} == {view.clock for view in bot.views}


class Cheat(Bot):
    """Bids with a disc that nobody has."""

    def bid(self, view: View) -> Bid:
        return Bid(9, view.row[0].card)


class Vague(Bot):
    """Answers with something like a plan."""

    def plan(self, view: View) -> ProductionPlan:
        return ProductionPlan(view.seat)  # type: ignore[arg-type]


class Broken(Bot):
    """Fails."""

    def plan(self, view: View) -> ProductionPlan:
        raise KeyError(view.round)


@pytest.mark.parametrize(
    ("bot", "parts"),
    [
        pytest.param(
            Cheat(),
            ("seat 0 (Cheat), round 1, bid: ", "no disc worth 9", "answered: bid 9 on C", "bid 1"),
            id="illegal",
        ),
        pytest.param(
            Vague(),
            ("(Vague), round 1, plan: ProductionPlan.steps is a tuple, not the",),
            id="no-move",
        ),
        pytest.param(
            Broken(), ("(Broken), round 1, plan: the bot raised KeyError: 1",), id="error"
        ),
    ],
)
def test_a_fault_is_explained(bot: Bot, parts: tuple[str, ...]) -> None:
    """Who, when, what and why; and what would be legal."""
    with pytest.raises(BotFault) as raised:
        FakeReferee(View).play(bot, IdleBot())

    assert [] == [part for part in parts if part not in str(raised.value)]


def test_an_async_bot_is_awaited() -> None:
    """Its own decisions count, not its coroutines."""

    class Waiting:
        async def decide(self, view: View) -> Move:
            return view.default_move()

    both = (
        FakeReferee(View).play(Waiting(), RandomBot()),
        FakeReferee(View).play(IdleBot(), RandomBot()),
    )

    assert both[0].moves == both[1].moves


@pytest.mark.parametrize("phase", ["bid", "compensation", "placement", "plan"])
@pytest.mark.parametrize("number", [1, 3])
def test_a_view_of_a_phase_is_asked_for_it(phase: str, number: int) -> None:
    """In that round or after it, and one's own default move fits."""
    view = FakeReferee(View, seed=1, options={"chain": "on"}).view(phase, round=number)

    assert Phase(phase) is view.phase
    assert view.round >= number
    assert view.seat in view.board.waiting
    assert view.why_illegal(view.default_move()) is None


def test_views_after_so_many_moves_follow_one_another() -> None:
    """The list of all decisions of the same random match."""
    referee = FakeReferee(View, seed=8)
    views = list(referee.views())

    assert [view.board for view in views[:5]] == [
        referee.view_after(moves).board for moves in range(5)
    ]
    with pytest.raises(LookupError, match="over before 9999 moves"):
        referee.view_after(9999)


def test_what_never_happens_is_said() -> None:
    """No round 5, no seat 7, no placement without the chain variant."""
    with pytest.raises(LookupError, match="nobody is asked for a bid from round 5 on"):
        FakeReferee(View).view("bid", round=5)
    with pytest.raises(LookupError, match="seat 7 is never asked"):
        FakeReferee(View).view("bid", seat=7)
    with pytest.raises(LookupError, match="nobody is asked for a placement from round 1 on"):
        FakeReferee(View).view("placement")
    with pytest.raises(BadOption):
        FakeReferee(View, options={"rounds": "9"}).play(IdleBot(), IdleBot())
