"""
What it costs to play without rules: by choices alone, as a ratio to a client that knows its moves.

Both play the same scripted matches over `Play` at the same referee. One has its moves at once; the
other is sent the first choice with each decision, calls `ListChoices` for each one that follows, and
answers with the move that comes back.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import fmean, geometric_mean
from typing import Final

from bessemer.bench.measuring.processes import MeasuredReferee
from bessemer.bench.measuring.rounds import (
    Detail,
    Figures,
    Report,
    Round,
    Spread,
    rates,
    speed_ratio,
)
from bessemer.engine.catalogue import NAMES

_MATCHES: Final = 16


def configurations(referee: MeasuredReferee, *, quick: bool) -> Mapping[str, Callable[[], Figures]]:
    """The configurations of each round."""
    matches = 2 if quick else _MATCHES
    return {
        f"{game} {way}": partial(referee.play, matches, game=game, by_choices=way == "choices")
        for game in NAMES
        for way in ("moves", "choices")
    }


def report(rounds: Sequence[Round], faults: int, *, is_compiled: bool) -> Report:
    """Decisions a second by choices ÷ by moves: the mean of the games, and each of them."""
    ratios = {
        game: speed_ratio(rounds, f"{game} choices", f"{game} moves", "decisions") for game in NAMES
    }
    overall = Spread.of(
        geometric_mean(
            speed_ratio([each], f"{game} choices", f"{game} moves", "decisions").median
            for game in NAMES
        )
        for each in rounds
    )
    figures: dict[str, Detail] = {
        game: {
            "ratio": ratios[game]._asdict(),
            "choices_per_second": rates(rounds, f"{game} choices", "decisions")._asdict(),
            "moves_per_second": rates(rounds, f"{game} moves", "decisions")._asdict(),
            "calls_per_decision": _calls(rounds, game),
        }
        for game in NAMES
    }
    about = {"clock_losses": float(faults), "compiled": float(is_compiled)}
    return Report.of("choices", overall, len(rounds), {**figures, **about})


def _calls(rounds: Sequence[Round], game: str) -> float:
    return fmean(each[f"{game} choices"]["calls_per_decision"] for each in rounds)
