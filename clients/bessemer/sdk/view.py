"""
What the views of all games have in common: who we are, where the match stands, and any move.

Everything is worked out when it is asked for: a view is made for every decision and costs little.
"""

from __future__ import annotations  # so that `help()` says `Move`, and not all that it may be

import random
from abc import ABC, abstractmethod
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, Protocol, Self, TypeVar

from bessemer.engine.chance import Chance
from bessemer.engine.drafts import begin
from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Below, Seat
from bessemer.sdk.seats import clock as own_clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bessemer.engine.catalogue import AnyGame
    from bessemer.engine.drafts import Draft

UNLIMITED: Final = float("inf")
"""The seconds on a clock that does not run."""
_LONGEST_NOTE: Final = 1000
"""As much as a referee keeps."""
_MODEL_FIGURES: Final = (
    *("prompts", "tokens_in", "tokens_out", "milliseconds"),
    *("illegal", "failed", "defaults"),
)
_MOST: Final = 2**63


class SeatMove(NamedTuple):
    """A move that somebody made."""

    seat: Seat
    move: Any


class AnyBoard(Protocol):
    """The board of any game; behind it each is typed."""

    @property
    def phase(self) -> Any:  # noqa: ANN401 - a `Phase` of the game
        """The kind of decision that is asked for."""

    @property
    def players(self) -> tuple[Any, ...]:
        """By seat."""


BoardT = TypeVar("BoardT", bound=AnyBoard)
BoardT_co = TypeVar("BoardT_co", bound=AnyBoard, covariant=True)
PlayerT = TypeVar("PlayerT")
PhaseT = TypeVar("PhaseT", bound=str)
MoveT = TypeVar("MoveT")
StateT = TypeVar("StateT")


class RulesView(Protocol[BoardT_co]):
    """The view of a seat that the rules of any game give, as a plain value."""

    @property
    def seat(self) -> Seat | None:
        """Whose view it is; a spectator's is nobody's."""

    @property
    def board(self) -> BoardT_co:
        """All that lies open on the table."""


class BotView(ABC, Generic[BoardT, PlayerT, PhaseT, MoveT, StateT]):
    """The view of a seat, and its clock."""

    __slots__ = ("_began", "board", "clock", "model_costs", "noted", "read_moves", "seat", "seen")

    game: ClassVar[AnyGame]
    """The rules: `view.game.apply(view.imagine(), view.seat, move)` is the match after a move."""

    def __init__(self, seen: RulesView[BoardT], clock: float = UNLIMITED) -> None:
        if seen.seat is None:
            raise ValueError("a spectator decides nothing")
        self.seen = seen
        """The same as the rules know it: a plain value."""
        self.seat: Seat = seen.seat
        self.board: BoardT = seen.board
        """All that lies open on the table."""
        self.clock = clock
        """The seconds that the seat had for this decision when it was asked."""
        self._began: own_clock.ClockStart | None = None
        self.noted = ""
        """What was noted about this decision so far."""
        self.model_costs: dict[str, int] = {}
        """What a language model has cost for this decision: see `report_model`."""
        self.read_moves: Callable[[], tuple[SeatMove, ...]] = tuple
        """Reads the moves for `moves_since`: who does not ask pays nothing for them."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: seat {self.seat}, round {self.round}, {self.phase}>"

    def note(self, text: object) -> None:
        """
        Note something about this decision, for yourself: `view.note("value 12.3, feared C07")`.

        The referee keeps it beside the match, at most 1000 bytes of a turn, and shows it to nobody
        but you and its organiser: `bessemer replay show`. Each note is a line of its own.
        """
        if len(self.noted) < _LONGEST_NOTE:
            self.noted += f"{text}\n"[:_LONGEST_NOTE]

    def report_model(self, **figures: int) -> None:
        """
        Report what a language model has cost for this decision: the ladder shows everybody the sums.

        For example `view.report_model(prompts=1, tokens_in=900, tokens_out=20, milliseconds=1500)`.
        The others are `illegal`, answers that named nothing that was possible; `failed`, prompts
        without an answer; and `defaults`, 1 if the default move was played in the end.

        Raises:
            TypeError: there is no such figure, or it is no whole number.
        """
        for name, figure in figures.items():
            is_whole = isinstance(figure, int) and abs(figure) < _MOST
            if name not in _MODEL_FIGURES or not is_whole:
                known = ", ".join(_MODEL_FIGURES)
                raise TypeError(f"report_model takes whole numbers: {known}; not {name}={figure!r}")
        self.model_costs = figures

    def moves_since(self) -> tuple[SeatMove, ...]:
        """The moves since this seat was last asked, its own included; after joining again, all."""
        return self.read_moves()

    # ------------------------------------------------------------------------- time

    def start_clock(self) -> None:
        """The bot begins to think; the SDK says so."""
        self._began = own_clock.start()

    def time_left(self) -> float:
        """
        The seconds left for this decision by the referee's measure; infinite where no clock runs.

        Time in which this process was ready to run and got no processor does not count.
        """
        return self.clock - self.time_used()

    def time_used(self) -> float:
        """The seconds that this decision has taken by the referee's measure; 0 where no clock runs."""
        return own_clock.used(self._began) if self._began else 0.0

    # ------------------------------------------------------------------------- where we stand

    @property
    def phase(self) -> PhaseT:
        """The kind of decision that is asked for: a bot's method of this name answers it."""
        phase: PhaseT = self.board.phase
        return phase

    @property
    @abstractmethod
    def round(self) -> int:
        """From 1."""

    @property
    @abstractmethod
    def is_last_round(self) -> bool:
        """Whether no other round follows."""

    @property
    def players(self) -> tuple[PlayerT, ...]:
        """The open possessions of everybody, by seat."""
        return self.board.players

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats of the others, from the left neighbour clockwise."""
        count = len(self.board.players)
        return tuple(Seat((self.seat + ahead) % count) for ahead in range(1, count))

    @property
    def me(self) -> PlayerT:
        """The open possessions of the seat."""
        player: PlayerT = self.board.players[self.seat]
        return player

    @abstractmethod
    def ranks(self) -> tuple[int, ...]:
        """By seat, the rank if the match ended now."""

    def leaders(self) -> tuple[Seat, ...]:
        """The seats of rank 1; several if they are tied."""
        return tuple(Seat(seat) for seat, rank in enumerate(self.ranks()) if rank == 1)

    # ------------------------------------------------------------------------- any move

    # What follows from a view follows from any state that looks like it. A game whose rules can be
    # asked about a view itself overrides these three by what is quicker.

    def default_move(self) -> MoveT:
        """The move that the referee plays for a seat that does not answer: as little as may be."""
        move: MoveT = self.game.default_move(self._any_state(), self.seat)
        return move

    def sample_move(self, below: Below) -> MoveT:
        """Any legal move, from a source of numbers: `below(n)` is from 0 to n - 1."""
        move: MoveT = self.game.sample_move(self._any_state(), self.seat, below)
        return move

    def random_move(self, rng: random.Random | None = None) -> MoveT:
        """Any legal move; every one can come out. By Python's own luck, or by that of `rng`."""
        return self.sample_move((rng or random).randrange)

    def legal_moves(self, most: int) -> list[MoveT]:
        """The first `most` legal moves; there can be millions, so say how many."""
        return list(islice(self._all_legal_moves(), most))

    def choices(self) -> Draft[MoveT]:
        """
        A new move, to be made by small choices, where there are too many moves to list.

            draft = view.choices()
            while draft.choice is not None:
                word = max(draft.choice.words, key=my_judgement)
                draft = draft.take(word.text)  # of a set, as many words as it wants
            return draft.move

        A draft is a value: keep it to continue from there in another way. All that a choice offers
        leads to a legal move; `draft.not_now()` says what is not offered, and why.
        """
        return begin(self.game, self.seen)

    def _all_legal_moves(self) -> Iterator[MoveT]:
        return self.game.legal_moves(self._any_state(), self.seat)

    def why_illegal(self, move: MoveT) -> IllegalMove | None:
        """How the referee would refuse `move`; `None` if it would take it."""
        try:
            # What is legal follows from what we see: any state that looks like this one will do.
            self.game.apply(self._any_state(), self.seat, move)
        except IllegalMove as refusal:
            return refusal
        return None

    @abstractmethod
    def after(self, move: MoveT) -> Self | None:
        """
        Our view right after `move`, before the match continues: nobody is asked in it.

        Every question that can be asked of a view can be asked of it. What chance brings, what
        others answer and what follows from it (a new turn, a new round) are not in it: each game
        says what that means there. It is `None` where what is hidden decides what we would see;
        `view.game.apply(view.imagine(), view.seat, move)` draws that by chance and plays on.

        Raises:
            IllegalMove: the rules do not allow it.
        """

    def imagine(self, rng: random.Random | None = None) -> StateT:
        """
        A full state that looks like this view, for bots that search.

        What we cannot see is drawn by chance, and contradicts nothing that we have seen; play on
        with `view.game.apply(state, seat, move)`.
        """
        return self._state(Chance((rng or random).randbytes(8)))

    def _any_state(self) -> StateT:
        return self._state(Chance(b""))

    def _state(self, chance: Chance) -> StateT:
        state: StateT = self.game.resample(self.seen, chance)
        return state


AnyView = BotView[Any, Any, Any, Any, Any]


def view_class(game: str) -> type[AnyView]:
    """
    The class of the views of `game`: `FurnaceView` in `bessemer.sdk.furnace`.

    Raises:
        ImportError: there is no such game.
    """
    found: type[AnyView] = getattr(
        import_module(f"bessemer.sdk.{game}"), f"{game.capitalize()}View"
    )
    return found
