"""The figures of the engine's benchmark, for programs and for people."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.console import Console

from bessemer.bench.measuring.harness import figure_table
from bessemer.bench.measuring.rounds import Detail, Report, Round, Spread, costs, rates, speed_ratio
from bessemer.bench.rules.random_games import SETUP
from bessemer.engine.catalogue import AnyGame

REFERENCE: Final = "catanatron"
_MICROSECONDS: Final = 1e6


class GameKind(NamedTuple):
    """How much of a game goes to one kind of decision."""

    count_share: Spread
    time_share: Spread
    microseconds: Spread | None
    """Of one action; none for setting up, which is no action."""


def seats_name(seats: int) -> str:
    """The name of the configuration in which `seats` play."""
    return f"{seats} seats"


class Findings(NamedTuple):
    """The counted rounds of a benchmark of `game`."""

    game: AnyGame
    rounds: Sequence[Round]

    @property
    def ratio(self) -> Spread | None:
        """Actions a second with the most seats, divided by those of the reference."""
        if REFERENCE not in self.rounds[0]:
            return None
        return speed_ratio(self.rounds, seats_name(self.game.seats[-1]), REFERENCE, "actions")

    def speeds(self) -> dict[str, tuple[Spread, Spread]]:
        """Actions and games a second, by configuration that plays whole games."""
        names = [seats_name(seats) for seats in self.game.seats]
        return {
            name: (rates(self.rounds, name, "actions"), rates(self.rounds, name, "games"))
            for name in [*names, REFERENCE]
            if name in self.rounds[0]
        }

    def growth(self, unit: str) -> Spread:
        """The time of one of `unit` with the most seats ÷ that with the fewest."""
        fewest, most = (seats_name(self.game.seats[end]) for end in (0, -1))
        return speed_ratio(self.rounds, fewest, most, unit)

    def microseconds(self, name: str) -> Spread:
        """The cost of one state in the configuration `name`."""
        return Spread(*(_MICROSECONDS * cost for cost in costs(self.rounds, name, "states")))

    def kinds(self) -> dict[str, GameKind]:
        """The shares of each kind of decision in one game, the costliest first."""
        measured = [each["kinds"] for each in self.rounds]
        names = {key.rpartition(" ")[0] for figures in measured for key in figures}

        def share(name: str, what: str) -> Spread:
            return Spread.of(
                figures.get(f"{name} {what}", 0.0)
                / sum(figures.get(f"{each} {what}", 0.0) for each in names)
                for figures in measured
            )

        found = {
            name: GameKind(
                share(name, "actions"),
                share(name, "seconds"),
                None
                if name == SETUP
                else Spread.of(
                    _MICROSECONDS * figures[f"{name} seconds"] / figures[f"{name} actions"]
                    for figures in measured
                ),
            )
            for name in names
        }
        return dict(sorted(found.items(), key=lambda item: -item[1].time_share.median))

    def report(self) -> Report:
        """The report for programs."""
        figures: dict[str, float | str | Detail | None] = {
            "game": self.game.name,
            "reference": None if self.ratio is None else REFERENCE,
            "hash_us": self.microseconds("hash")._asdict(),
            "view_us": self.microseconds("view")._asdict(),
            "growth": {
                f"time_per_{unit.removesuffix('s')}": self.growth(unit)._asdict()
                for unit in ("actions", "games")
            },
            "speeds": {
                name.replace(" ", "_"): {
                    "actions_per_s": actions._asdict(),
                    "games_per_s": games._asdict(),
                }
                for name, (actions, games) in self.speeds().items()
            },
            "kinds": {
                name: {
                    "count_share": kind.count_share._asdict(),
                    "time_share": kind.time_share._asdict(),
                    "us": kind.microseconds and kind.microseconds._asdict(),
                }
                for name, kind in self.kinds().items()
            },
        }
        return Report.of("engine", self.ratio, len(self.rounds), figures)


def show(findings: Findings, console: Console) -> None:
    """Print the findings as tables: medians, each with its range over the rounds."""
    game = findings.game
    fewest, most = game.seats[0], game.seats[-1]
    title = f"{game.name}: complete random games, {len(findings.rounds)} rounds"
    table = figure_table(title, "figure", "median", "low", "high")

    def add(label: str, spread: Spread) -> None:
        table.add_row(label, *map(_number, spread))

    if findings.ratio is not None:
        add(f"{game.name} ÷ {REFERENCE}, actions/s", findings.ratio)
        table.add_section()
    for name, (actions, games) in findings.speeds().items():
        add(f"{name}: actions/s", actions)
        add(f"{name}: games/s", games)
    table.add_section()
    add(f"time per action, {most} ÷ {fewest} seats", findings.growth("actions"))
    add(f"time per game, {most} ÷ {fewest} seats", findings.growth("games"))
    table.add_section()
    add("hash of a state, µs", findings.microseconds("hash"))
    add("view of a seat, µs", findings.microseconds("view"))
    console.print(table)

    columns = ("of actions", "of time", "µs each")
    shares = figure_table(f"where a game of {most} goes", "decision", *columns)
    for name, kind in findings.kinds().items():
        each = "" if kind.microseconds is None else _number(kind.microseconds.median)
        counted, timed = (f"{100 * share.median:.1f} %" for share in kind[:2])
        shares.add_row(name, counted if each else "", timed, each)
    console.print(shares)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}" if value < 100 else f"{value:.0f}"
