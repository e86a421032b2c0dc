"""The stages of a competition: ladders that follow each other, the best of one in the next."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from bessemer.ladder.ladder import Ladder, LadderStore
from bessemer.ladder.tournament.format_result import FormatResult
from bessemer.ladder.tournament.record import TournamentRecord


class StageStore(LadderStore, Protocol):
    """What it takes to know how far a stage is. Blocking."""

    def is_playing(self, ladder: str) -> bool:
        """Whether any match of a ladder is not over."""


class LadderStage(NamedTuple):
    """A ladder, and how far its season is."""

    ladder: Ladder
    is_over: bool
    result: FormatResult | None = None
    """Of a ladder with rounds that has started."""


def stage_of(store: StageStore, ladder: Ladder) -> LadderStage:
    """How far a ladder is; a continuous one is over when it is frozen and nothing is played on it. Blocking."""
    if not ladder.format.has_rounds:
        return LadderStage(ladder, ladder.is_frozen and not store.is_playing(ladder.name))
    result = TournamentRecord.read(store, ladder).result
    return LadderStage(ladder, result is not None and result.is_over, result)


def stage_named(store: StageStore, name: str) -> LadderStage | None:
    """How far the ladder of this name is. Blocking."""
    ladder = store.ladder(name)
    return None if ladder is None else stage_of(store, ladder)


def stages(ladders: Sequence[Ladder], competition: str) -> list[Ladder]:
    """The ladders of a competition, in the order of its stages."""
    mine = [one for one in ladders if competition and one.format.competition == competition]
    return sorted(mine, key=lambda one: one.format.stage)


def present_stage(store: StageStore, competition: str) -> Ladder | None:
    """The first stage of a competition that is not over, or its last; `None` if there is no such competition."""
    mine = stages(store.ladders(), competition)
    return next(
        (one for one in mine if not stage_of(store, one).is_over), mine[-1] if mine else None
    )


def next_stage(store: StageStore, ladder: Ladder) -> Ladder | None:
    """The stage after a ladder's."""
    mine = stages(store.ladders(), ladder.format.competition)
    return next((one for one in mine if one.format.stage > ladder.format.stage), None)
