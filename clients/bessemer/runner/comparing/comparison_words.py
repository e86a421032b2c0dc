"""A comparison in words, on the screen and in JSON."""

from pathlib import Path
from typing import Any

from bessemer.ratings.sequential import Verdict
from bessemer.runner.comparing.comparison import Trial


def progress_line(trial: Trial) -> str:
    """How it stands, in a line."""
    test, asked = trial.test, trial.comparison.question
    share, points = test.share, test.points
    if not test.blocks:
        played = "1 match" if trial.matches == 1 else f"{trial.matches} matches"
        return f"{played} played, and no block of matches is complete yet"
    return (
        f"{test.blocks} blocks, {trial.matches} matches: {trial.comparison.player} is placed above "
        f"{trial.comparison.other} in {share.value:.1%} ({share.low:.1%} to {share.high:.1%}), "
        f"{_points(points.value)} points ({_points(points.low)} to {_points(points.high)}; "
        f"{_interval(trial)}); "
        f"evidence that {trial.comparison.player} is better: "
        f"{_evidence(test.evidence_for, asked.pass_at)}, that it is not: "
        f"{_evidence(test.evidence_against, asked.fail_at)}"
    )


def verdict_sentences(trial: Trial, before: int, folder: Path) -> list[str]:
    """The verdict, and what to do next; `before` matches had been played when it began."""
    names, asked = trial.comparison, trial.comparison.question
    found = {
        Verdict.BETTER: f"{names.player} is better than {names.other}: a lead of "
        f"{asked.lower:g} points or less is ruled out.",
        Verdict.NOT_BETTER: f"{names.player} is not better than {names.other}: a lead of "
        f"{asked.upper:g} points or more is ruled out.",
        Verdict.UNDECIDED: "Undecided: allow more --most-blocks, and the same command continues; or "
        "set --elo0 and --elo1 farther apart.",
        Verdict.RUNNING: "Stopped before the test has decided. The interval holds all the same, and "
        "the same command continues from here.",
    }[trial.test.verdict]
    if trial.is_done and before == trial.matches:
        decided = f"Nothing was played now: it was decided before, in {folder}."
        return [found, f"{decided} Another --seed or --data starts again."]
    kept = f"The matches are kept in {folder}."
    return [found, f"{before} of the matches had been played before. {kept}" if before else kept]


def comparison_facts(trial: Trial, before: int, folder: Path) -> dict[str, Any]:
    """The same for programs."""
    test, asked = trial.test, trial.comparison.question
    points = {
        # JSON knows no infinity.
        name: value if abs(value) < float("inf") else None
        for name, value in test.points._asdict().items()
    }
    return {
        "verdict": test.verdict.value,
        "blocks": test.blocks,
        "matches": trial.matches,
        "matches_before": before,
        "share": test.share._asdict(),
        "points": points,
        "interval": {"level": asked.level, "meaning": _interval(trial)},
        "evidence": {
            "better": {"value": test.evidence_for, "needed": asked.pass_at},
            "not_better": {"value": test.evidence_against, "needed": asked.fail_at},
        },
        "seed": trial.comparison.seed,
        "data": str(folder),
    }


def _points(value: float) -> str:
    return f"{value:+.0f}".replace("inf", "\N{INFINITY}")


def _interval(trial: Trial) -> str:
    return f"{100 * trial.comparison.question.level:g} % interval, valid at any time"


def _evidence(value: float, needed: float) -> str:
    shown = f"{value:.2g}" if value < 10 else f"{min(value, 9999):.0f}"
    return f"{shown} ({needed:.0f} decides)"
