"""
A referee for tests: whole matches by the real rules, in this process, without a network.

    referee = FakeReferee(View, seed=7)
    match = referee.play(MyBot(), RandomBot(), RandomBot())
    assert match.ranks[0] == 1

    view = referee.view("plan", round=2)
    assert MyBot().plan(view) == …

The same seed and the same bots give the same match. A bot's fault is raised, with its answer
and why that was refused.
"""

import random
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.sdk.bot import Bot
from bessemer.sdk.offline.local_match import play_locally
from bessemer.sdk.view import UNLIMITED, AnyView

_NO_OPTIONS: Final[Mapping[str, str]] = MappingProxyType({})
_MATCH_ID: Final = "test"
_USUAL_SEATS: Final = 3


ViewT = TypeVar("ViewT", bound=AnyView)


class PlayedMatch(NamedTuple, Generic[ViewT]):
    """A match that was played to its end; everything is by seat."""

    ranks: tuple[int, ...]
    """1 the best; ties share (1, 1, 3)."""
    scores: tuple[int, ...]
    """By what the game counts first: money, victory points, Fame."""
    moves: tuple[tuple[Seat, str], ...]
    """Each move with its seat, as text: "bid 3 on C07"."""
    seconds: tuple[float, ...]
    """The time that each thought, in all."""
    final: ViewT
    """The table at the end, as seat 0 sees it."""


class FakeReferee(Generic[ViewT]):
    """Plays matches of one game with these options, this seed and this clock."""

    def __init__(
        self,
        view: type[ViewT],
        *,
        seed: int = 0,
        options: Mapping[str, str] = _NO_OPTIONS,
        clock: float = UNLIMITED,
    ) -> None:
        """
        A referee whose matches are all the same.

        Args:
            view: the `View` of the game: that of `bessemer.furnace`, `bessemer.brass` …
            seed: decides how the cards fall.
            options: of the game, as `bessemer games` lists them: `{"chain": "on"}`.
            clock: the value of `view.clock` at every decision. Nobody is timed out.
        """
        self._view_class = view
        self._game = view.game
        self._seed = seed
        self._options = dict(options)
        self._clock = clock

    def play(self, *bots: Bot) -> PlayedMatch[ViewT]:
        """
        Play a match among `bots`, seat 0 first.

        Raises:
            BotFault: a bot made an illegal move, or raised an exception, which is then the cause.
            BadOption: such a match cannot be played.
        """
        game = self._game
        played = play_locally(
            game,
            self._set_up(len(bots)),
            bots,
            options=game.option_texts(game.options(self._options)),
            clock=self._clock,
            match_id=_MATCH_ID,
        )
        moves = tuple((seat, game.format(move)) for seat, move in played.moves)
        final = self._seen(played.state, Seat(0))
        return PlayedMatch(*played.outcome, moves, played.seconds, final)

    def view(
        self,
        phase: str | None = None,
        *,
        round: int = 1,  # noqa: A002 - the game's own word
        seat: int | None = None,
        seats: int | None = None,
    ) -> ViewT:
        """
        The view of a seat that is asked in this phase, after random play.

        Args:
            phase: what is asked for, one of the game's `Phase`, such as "plan"; anything if it is
                not given. Some are only played with an option: a "placement" with the chain variant.
            round: at the earliest in this round, of Brass of either era.
            seat: who is asked; anybody if it is not given.
            seats: the number of players: 3 if it is not given, or the number nearest to it.

        Raises:
            LookupError: it does not come to that in a match by this seed: try another.
        """
        for view in self.views(seats):
            fits = phase in (None, view.phase) and seat in (None, view.seat)
            if fits and view.round >= round:
                return view
        who = "nobody is" if seat is None else f"seat {seat} is never"
        what = phase or "move"
        raise LookupError(f"by seed {self._seed} {who} asked for a {what} from round {round} on")

    def view_after(self, moves: int, *, seats: int | None = None) -> ViewT:
        """
        The view of the next seat after this number of random moves.

        Raises:
            LookupError: the match is over by then.
        """
        for number, view in enumerate(self.views(seats)):
            if number == moves:
                return view
        raise LookupError(f"by seed {self._seed} the match is over before {moves} moves")

    def views(self, seats: int | None = None) -> Iterator[ViewT]:
        """Every decision of a match that is played at random, as the seat sees it."""
        rng = random.Random(self._seed)  # noqa: S311 - no secret
        if seats is None:
            seats = min(self._game.seats, key=lambda number: abs(number - _USUAL_SEATS))
        game, state = self._game, self._set_up(seats)
        while asked := game.decisions(state):
            seat = asked[0].seat
            yield self._seen(state, seat)
            state = game.apply(state, seat, game.sample_move(state, seat, rng.randrange))

    def _set_up(self, seats: int) -> Any:  # noqa: ANN401 - any game's
        options = self._game.options(self._options)
        return self._game.setup(options, seats, Chance(f"test {self._seed}".encode()))

    def _seen(self, state: Any, seat: Seat) -> ViewT:  # noqa: ANN401 - any game's
        return self._view_class(self._game.view(state, seat), self._clock)
