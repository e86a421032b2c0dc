"""
What follows from a game's script: its legal moves, a sampled one and the default one.

A game that inherits from `ScriptedGame` writes `script` and need not write these. Where speed counts
it overrides them by quicker ones; the tests hold both to the same moves.
"""

from collections.abc import Iterator, Mapping, Sequence

from bessemer.engine import drafts, scripts
from bessemer.engine.game import Below, Game, MoveT, OptionsT, Seat, StateT, ViewT


class ScriptedGame(Game[OptionsT, StateT, MoveT, ViewT]):
    """A game whose moves come from its script; see `Game` for what each method promises."""

    def legal_moves(self, state: StateT, seat: Seat) -> Iterator[MoveT]:
        """In the order of the words."""
        if all(decision.seat != seat for decision in self.decisions(state)):
            return iter(())
        return drafts.moves(self, self.view(state, seat))

    def sample_move(self, state: StateT, seat: Seat, below: Below) -> MoveT:
        """By random choices."""
        return scripts.sample(self.script(self.view(state, seat)), below)

    def default_move(self, state: StateT, seat: Seat) -> MoveT:
        """By the first words, which do least."""
        return scripts.first(self.script(self.view(state, seat)))

    def canonical(self, view: ViewT, move: MoveT) -> MoveT:  # noqa: ARG002 - see `Game.canonical`
        """Itself: moves that differ mean different things."""
        return move

    def sealed(self, state: StateT) -> tuple[Seat, ...]:  # noqa: ARG002 - see `Game.sealed`
        """None: one seat at a time decides."""
        return ()

    def follow_up(
        self,
        options: OptionsT,  # noqa: ARG002 - see `Game.follow_up`
        scores: Sequence[int],  # noqa: ARG002
    ) -> Mapping[str, str]:
        """None: each match is set up by lot."""
        return {}

    def format(self, move: MoveT) -> str:
        """As the move writes itself."""
        return str(move)
