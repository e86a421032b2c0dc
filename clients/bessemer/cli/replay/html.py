"""`bessemer replay html`: matches as pages that open from disk."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bessemer.cli.console.arguments import WrongUsage, add_language, describe
from bessemer.cli.console.values import seconds
from bessemer.cli.replay.sources import NOTES, add_connection, replay_files
from bessemer.faces.language import chosen_language, language
from bessemer.runtime.whole_files import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bessemer.web.frames import Frame

_EXAMPLES: Final = """\
bessemer replay html match.replay -o match.html
bessemer replay html --analyse match.replay
bessemer replay html --lang pl match.replay
bessemer replay html matches/*.replay -o pages/
"""
_NOTES: Final = """\
A page holds everything that it needs and opens from disk, without a server. Several replays go into a
folder, a page each. With --analyse moves that cost something are marked on the curve and in the log, with
what would have been best; for games that have an analysis (docs/analysis.md). Of a damaged replay the valid part is shown; the exit code is then 1.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Write matches as pages to look at.", _EXAMPLES, f"{_NOTES}\n{NOTES}")
    add_connection(command)
    command.add_argument(
        "files", nargs="+", metavar="FILE", help="replays; - reads the standard input"
    )
    command.add_argument(
        "-o",
        "--out",
        type=Path,
        metavar="FILE",
        help="the page to write, or for several replays the folder (default: beside each replay)",
    )
    command.add_argument(
        "--analyse",
        action="store_true",
        help="mark the moves that cost something, where that is known",
    )
    command.add_argument(
        "--seconds",
        type=seconds(3600),
        default=1.0,
        help="with --analyse, time for each question to the planner",
    )
    add_language(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the pages."""
    with language(chosen_language(args.lang)), replay_files(args, args.files) as files:
        return _run(args, dict(zip(args.files, files, strict=True)))


def _run(args: argparse.Namespace, files: "Mapping[str, str]") -> int:
    from bessemer.cli.console.output import failed
    from bessemer.cli.console.progress import progress_bar
    from bessemer.replays.difference import ReplayDiffers
    from bessemer.replays.notes import NO_NOTES, read_notes
    from bessemer.replays.reader import read_replay, replay_bytes
    from bessemer.web.match_page import match_page
    from bessemer.web.replay_frames import replay_frames

    code, several = 0, len(args.files) > 1
    _require_place(args.out)
    with progress_bar("writing pages", len(args.files)) as advance:
        for name, file in files.items():
            page = _page(name, args.out, several=several)
            try:
                content = replay_bytes(file)
                replay = read_replay(content)
                notes = read_notes(file, replay.header.match_id) if replay.header else NO_NOTES
                frames = replay_frames(replay, notes)
                if args.analyse:
                    _analyse(frames, content, args.seconds)
                if several and args.out is not None:
                    args.out.mkdir(exist_ok=True)
                write_whole(page, match_page(frames))
            except ReplayDiffers as differs:
                code = failed(f"{name}: {differs}")
                continue
            if frames["error"]:
                code = failed(f"{name}: damaged: {frames['error']}")
            print(page)
            advance()
    return code


def _analyse(frames: "Frame", content: bytes, seconds_each: float) -> None:
    """Mark what cost something, if the game has an analysis."""
    from bessemer.analysis.logged_match import logged_match
    from bessemer.analysis.rooms import analysis, has_analysis
    from bessemer.cli.console.progress import progress_bar
    from bessemer.replays.reader import read_replay
    from bessemer.web.analysed import add_analysis

    if has_analysis(frames["header"]["game"]):
        match = logged_match(content)
        facts = analysis(match.game.name).analysed(
            match, seconds=seconds_each, progress=progress_bar
        )
        add_analysis(frames, facts, read_replay(content))


def _require_place(out: Path | None) -> None:
    """
    Have the folder that the pages go into; the one that several replays get is made in it.

    Raises:
        WrongUsage: there is none: a name that was mistyped makes no folders.
    """
    if out is None or out.parent.is_dir():
        return
    raise WrongUsage(f"--out: there is no folder {str(out.parent)!r}; make it first")


def _page(file: str, out: Path | None, *, several: bool) -> Path:
    if out is None:
        if file == "-":
            raise WrongUsage("a replay from the standard input needs -o FILE")
        return Path(file).with_suffix(".html")
    if several or out.is_dir():
        if file == "-":
            raise WrongUsage("a replay from the standard input needs -o FILE")
        return out / f"{Path(file).stem}.html"
    return out
