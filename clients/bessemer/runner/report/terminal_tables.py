"""A ladder's standings, its matchups and a player's matches as tables on a terminal."""

from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from bessemer.ladder.entrants import Entrant
from bessemer.printable import printable
from bessemer.ratings.scale import Figure
from bessemer.runner.report import phrases
from bessemer.runner.report.column_fitting import GAP, Column, drawn, fitting
from bessemer.runner.report.course import CourseMatch
from bessemer.runner.report.facts import LadderReport, StandingRow
from bessemer.runner.report.failures import error_columns, show_failures
from bessemer.runner.report.format_tables import show_result
from bessemer.runner.report.versions import label, sentences

_LOOKS: Final = {"above": "green", "below": "red", "": ""}
_MOST_WITH_INTERVALS: Final = 8
_NAME: Final = 16
_WIDE_CELL: Final = len("99% 95-100")
_COMPACT_CELL: Final = len("100")
_MODEL_HEADINGS: Final = ("decisions", "in", "out", "s", "illegal", "silent", "defaults")
"""Short enough for any terminal."""
_MANY_FAULTS: Final = 0.05
"""The share of a player's matches with a fault from which on it is alarming."""


def show_standings(report: LadderReport, console: Console, *, ratings: bool = False) -> None:
    """
    Print the standings, every figure with its 95 % interval, in as many columns as fit.

    The standings of a format with rounds are its result; ratings follow only if they are asked for.
    """
    if report.outcome is not None:
        show_result(report, report.outcome, console)
        if not ratings:
            return
        console.print()
    console.print(Text(f"{phrases.title(report)}: {phrases.setting(report)}", "bold"))
    _say(console, phrases.counted(report))
    if not report.rows:
        show_failures(report, console)
        return
    columns = _columns(report, _seats(report))
    kept = fitting(columns, console.width)
    if kept != columns:
        kept = fitting(_columns(report, [_all_seats(report)]), console.width)
    console.print()
    console.print(drawn(kept, console.width))
    console.print()
    even = phrases.percent(phrases.even_share(report))
    _say(
        console,
        "rating: points ± half of the 95 % interval; 1500 is the mean of these players.",
        f"wins: percent, with the 95 % interval; even is {even} %.",
    )
    _show_models(report, console)
    show_failures(report, console)


def _show_models(report: LadderReport, console: Console) -> None:
    """What language models have cost, where bots report it."""
    rows = {row.standing.player: row.costs for row in report.rows if row.costs is not None}
    if not rows:
        return
    players = [Text(phrases.short(player, 32), "bold") for player in rows]
    said = [phrases.model_costs(costs) for costs in rows.values()]
    columns = [Column("player", players, justify="left", most=32)]
    columns += [
        Column(heading, [Text(cell) for cell in cells])
        for heading, cells in zip(
            _MODEL_HEADINGS, zip(*(one.values() for one in said), strict=True), strict=True
        )
    ]
    console.print()
    console.print(
        Text("Language models: tokens in and out, and seconds, for each decision", "bold")
    )
    console.print(drawn(fitting(columns, console.width), console.width))


def show_history(report: LadderReport, player: str, console: Console, most: int = 20) -> None:
    """
    Print the last matches of a player or a name, at most so many, the newest first.

    Raises:
        UnknownPlayer: nobody of this name has played.
    """
    matches = report.last_matches(player, most)
    name = phrases.short(player, 40)
    total = len(report.matches_of(player))
    title = f"{name}: the last {len(matches)} of {total:,} matches, ended in UTC"
    columns = [
        *_version(matches),
        Column("ended", [Text(phrases.day_and_time(one.result.ended)) for one in matches], 4),
        Column("match", [Text(printable(one.result.match_id)) for one in matches], 2),
        Column("seat", [Text(str(one.seat)) for one in matches]),
        Column("rank", [_rank(one) for one in matches]),
        Column("score", [Text(phrases.at_seat(one.result.scores, one)) for one in matches], 3),
        Column("rating", [_change(one) for one in matches]),
        Column(
            "the others", [Text(phrases.others(one)) for one in matches], 0, "left", 120, wraps=True
        ),
    ]
    kept = fitting(columns, console.width)
    console.print(Text(title, "bold"))
    console.print(drawn(kept, console.width))
    for one in matches:
        if said := phrases.faults(one):
            match = printable(one.result.match_id)
            console.print(Text(f"Fault in match {match}: {said}", "yellow"))
    for one in matches:
        if said := phrases.model_at_seat(one):
            console.print(Text(f"Model in match {printable(one.result.match_id)}: {said}"))
    standing = sentences(report, player)
    _say(console, *(standing or [f"None of {name}'s matches counts: it has no rating yet."]))


def show_matrix(report: LadderReport, console: Console) -> None:
    """Print in what share of their matches each player was placed above each other one."""
    if not report.matchups:
        _say(console, phrases.counted(report))
        return
    players = report.players
    room = console.width - len(str(len(players))) - min(max(map(len, players)), _NAME)
    is_wide = len(players) <= _MOST_WITH_INTERVALS and len(players) * (_WIDE_CELL + GAP) < room
    gap = GAP if is_wide else 1
    shown = players if is_wide else players[: max(room // (_COMPACT_CELL + 1) - 1, 2)]
    columns = [
        Column("", [Text(str(place)) for place in range(1, len(shown) + 1)]),
        Column(
            "player",
            [Text(printable(player), "bold") for player in shown],
            justify="left",
            most=_NAME,
        ),
    ]
    for place, other in enumerate(shown, start=1):
        heading = phrases.short(other, _WIDE_CELL) if is_wide else str(place)
        cells = [_met(report, player, other, is_wide=is_wide) for player in shown]
        columns.append(Column(heading, cells))
    console.print(Text(f"{phrases.title(report)}: who is placed above whom", "bold"))
    console.print(drawn(columns, console.width, gap))
    _explain(report, console, len(shown), is_wide=is_wide)


def _version(matches: Sequence[CourseMatch]) -> list[Column]:
    """The versions that played, if they are several."""
    found = [Entrant.parse(one.result.players[one.seat]).version for one in matches]
    cells = [Text(printable(version) or phrases.NOTHING) for version in found]
    return [Column("version", cells)] if len(set(found)) > 1 else []


def _columns(report: LadderReport, seats: Sequence[Column]) -> list[Column]:
    rows, even = report.rows, phrases.even_share(report)
    standings = [row.standing for row in rows]
    return [
        Column("", [Text(row.place_text) for row in rows]),
        Column(
            "player",
            [Text(printable(label(row)), "" if row.is_retired else "bold") for row in rows],
            justify="left",
            most=32,
        ),
        Column("rating", [_rating(one.rating) for one in standings]),
        Column("matches", [Text(f"{one.matches:,}") for one in standings], 1),
        Column("wins", [_share(one.wins, even) for one in standings]),
        *seats,
        Column("median score", [Text(phrases.median(one.median_score)) for one in standings], 4),
        Column("faults", [_faults(row) for row in rows], 2),
        *error_columns(report),
    ]


def _seats(report: LadderReport) -> list[Column]:
    """The wins at each seat, with their intervals."""
    even = phrases.even_share(report)
    figures = [row.standing.wins_by_seat for row in report.rows]
    return [
        Column(f"seat {seat}", [_share(of[seat], even) for of in figures], 5)
        for seat in range(len(report.wins_by_seat))
    ]


def _all_seats(report: LadderReport) -> Column:
    """The wins at each seat in one column: percent, from seat 0 on."""
    figures = [row.standing.wins_by_seat for row in report.rows]
    return Column("wins by seat", [Text(phrases.by_seat(of)) for of in figures], 5)


def _rating(figure: Figure) -> Text:
    return Text(phrases.rating(figure), _look(phrases.rating_side(figure)))


def _share(figure: Figure | None, even: float) -> Text:
    return Text(phrases.share(figure), _look(phrases.side(figure, even)))


def _faults(row: StandingRow) -> Text:
    count = row.standing.faults
    if not count:
        return Text("0", "dim")
    is_alarming = count > _MANY_FAULTS * row.standing.matches
    return Text(f"{count:,}", "bold red" if is_alarming else "yellow")


def _rank(one: CourseMatch) -> Text:
    rank = phrases.rank(one)
    return Text(rank, "bold green" if rank == "1" else "")


def _change(one: CourseMatch) -> Text:
    gain = one.after.mean - one.before.mean
    look = "dim" if one.number is None else _look("above" if gain > 0 else "below" if gain else "")
    return Text(phrases.change(one), look)


def _met(report: LadderReport, player: str, other: str, *, is_wide: bool) -> Text:
    if player == other:
        return Text("·", "dim")
    matchup = report.matchups.get((player, other))
    if matchup is None:
        return Text(phrases.NOTHING, "dim")
    share = matchup.share
    look = _look(phrases.side(share, 0.5))
    if is_wide:
        return Text(f"{phrases.share(share)}\n{matchup.matches:,}", look)
    return Text(phrases.percent(share.value), look)


def _explain(report: LadderReport, console: Console, shown: int, *, is_wide: bool) -> None:
    what = (
        "In each cell: the share of matches in which the player of the line was placed above the "
        "player of the column, ties counting half, with its 95 % interval; below, how many matches."
        if is_wide
        else "In each cell: in how many of 100 matches the player of the line was placed above the "
        "player at the place of the column. JSON and CSV have the intervals and the counts."
    )
    _say(console, f"{what} Green is above 50 % for sure, red below.")
    if shown < len(report.rows):
        _say(
            console,
            f"There is room for the first {shown} of {len(report.rows)} players; a wider terminal "
            "shows more, JSON and CSV show all.",
        )


def _look(side: str) -> str:
    return _LOOKS[side]


def _say(console: Console, *sentences: str) -> None:
    for sentence in sentences:
        console.print(Text(sentence))
