"""How `bessemer ladder run` ends: the results, the files, and what the reader may do now."""

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from bessemer.cli.console.output import failed, own_command, reason
from bessemer.cli.console.progress import progress_bar
from bessemer.printable import printable

if TYPE_CHECKING:
    from bessemer.runner.display import LadderDisplay
    from bessemer.runner.ladder_run_config import LadderRunConfig
    from bessemer.runner.report.facts import LadderReport
    from bessemer.storage.matches.match_store import SqlStore

_STOPPED: Final = 130


def finish(
    args: argparse.Namespace, config: "LadderRunConfig", screen: "LadderDisplay", *, is_done: bool
) -> int:
    """Say how it stands, and then write what is to be written."""
    from rich.console import Console

    from bessemer.runner.queries import opened, report_of
    from bessemer.runner.report.terminal_tables import show_standings

    with opened(config.data) as store:
        report = report_of(store, config.ladder.name, data=config.data)
        for message, count in screen.aborted.items():
            sentence = f"{count} matches ended without a result: {printable(message)}"
            Console(stderr=True).print(sentence, style="yellow", markup=False)
        console = Console(highlight=False)
        if not args.json:
            show_standings(report, console, ratings=args.ratings)
            for line in _summary(screen, len(report.counted), is_done=is_done):
                console.print(line, soft_wrap=True, markup=False)
        files = _write_files(args, config, store, report)
    if args.json:
        _print_json(report, screen, files, is_done=is_done, ratings=args.ratings)
    elif not files.problem:
        for line in _next_steps(files.page, config.data / "replays"):
            console.print(line, soft_wrap=True, markup=False)
    if screen.stalled or files.problem:
        return failed(screen.stalled or files.problem)
    return 0 if is_done else _STOPPED


def _summary(screen: "LadderDisplay", played: int, *, is_done: bool) -> list[str]:
    """How much was played, and what the reader may do now."""
    from bessemer.runtime import machine_code

    if is_done and not screen.played_here:
        more = f"--matches {2 * played} plays on" if screen.is_continuous else "nothing is left"
        return [f"\nAll {played} matches were played before: {more}."]
    rate = screen.played_here / max(screen.seconds, 1e-9)
    count = "1 match" if screen.played_here == 1 else f"{screen.played_here} matches"
    text = f"\n{count} in {screen.seconds:.0f} s ({rate:.1f} per second, {machine_code.state()})."
    return [text] if is_done else [text, "Stopped before the end; the same command continues."]


class _Files(NamedTuple):
    """The files of a run: the page to open, the number of replays, and why some are missing."""

    page: Path | None
    replays: int
    problem: str = ""


def _write_files(
    args: argparse.Namespace, config: "LadderRunConfig", store: "SqlStore", report: "LadderReport"
) -> _Files:
    """Write replays and pages. They follow from the database, so nothing is lost without them."""
    from bessemer.runner.queries import write_replays
    from bessemer.web.site.export import export_site

    page, replays = None, 0
    try:
        if not args.no_replays:
            replays = write_replays(store, report, config.data / "replays", progress_bar)
        if not args.no_pages:
            page = export_site(config.data, store, _all_reports(store, config), progress_bar)
    except OSError as error:
        return _Files(page, replays, f"not all files could be written: {reason(error)}")
    except KeyboardInterrupt:
        return _Files(page, replays, "not all files are written; the same command writes the rest")
    return _Files(page, replays)


def _print_json(
    report: "LadderReport",
    screen: "LadderDisplay",
    files: _Files,
    *,
    is_done: bool,
    ratings: bool,
) -> None:
    import json

    from bessemer.runner.report.plain import ReportPart, to_json

    standings = json.loads(to_json(report, ReportPart.STANDINGS, ratings=ratings))
    seconds = round(screen.seconds, 2)
    facts = {"is_done": is_done, "played": screen.played_here, "seconds": seconds}
    page = None if files.page is None else str(files.page)
    print(json.dumps({**standings, **facts, "report": page, "replays": files.replays}))


def _all_reports(store: "SqlStore", config: "LadderRunConfig") -> "list[LadderReport]":
    """Those of all ladders of the folder: the page that is opened shows every one."""
    from bessemer.runner.queries import report_of
    from bessemer.storage.ladders.ladder_store import SqlLadderStore

    return [
        report_of(store, ladder.name, data=config.data)
        for ladder in SqlLadderStore(store).ladders()
    ]


def _next_steps(page: Path | None, replays: Path) -> list[str]:
    """Commands to continue with, in lines to copy."""
    command = own_command()
    newest = max(replays.glob("*.replay"), key=lambda file: file.stat().st_mtime, default=None)
    steps = [] if page is None else [f"Open the pages:   {page}"]
    if newest is not None:
        steps.append(f"Verify a replay:  {command} replay verify {shlex.quote(str(newest))}")
    return [*steps, f"Write a bot:      {command} new my_bot"]
