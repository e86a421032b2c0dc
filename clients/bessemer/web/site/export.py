"""Writing a site into a folder: all pages, and a file for every match that is not there yet."""

import os
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from bessemer.processes.process_tree import die_with
from bessemer.replays.difference import ReplayDiffers
from bessemer.replays.reader import read_replay
from bessemer.runner.queries import ProgressBar
from bessemer.runner.report.facts import LadderReport
from bessemer.runtime.whole_files import write_whole
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore
from bessemer.web.assets import SITE
from bessemer.web.frames import Frame
from bessemer.web.match_page import packed
from bessemer.web.pages import page, slug
from bessemer.web.replay_frames import replay_frames
from bessemer.web.rules_pages import rules_pages
from bessemer.web.site.ladder_site import LadderSite

FEW: Final = 24
"""Fewer matches are written without starting processes for them."""


def export_site(
    folder: Path,
    store: SqlStore,
    reports: Sequence[LadderReport],
    progress: ProgressBar,
    *,
    most: int | None = None,
) -> Path:
    """
    Write the site of these ladders; the page to open.

    Matches that lie there already are left as they are: a match that is over does not change. With
    `most`, only so many of each ladder are there, the newest.

    Raises:
        OSError: a file cannot be written.
    """
    for name, made in SITE.items():
        _write(folder / "assets" / name, made())
    sites = [LadderSite(report, f"ladders/{slug(report.facts.name)}/", _none) for report in reports]
    for site in sites:
        paths = list(site.paths())
        with progress("writing pages", len(paths)) as advance:
            for path in paths:
                content_of = site.file(path)
                assert content_of is not None, path
                _write(folder / site.folder / path, content_of)
                advance()
        _write_matches(folder, site, store, progress, most)
    for path, content in rules_pages():
        _write(folder / path, content)
    index = folder / "index.html"
    home = (
        sites[0].standings("index.html", sites[0].folder)
        if len(sites) == 1
        else page("ladder/ladders.html", "index.html", sites=sites)
    )
    _write(index, home)
    return index


def _write_matches(
    folder: Path, site: LadderSite, store: SqlStore, progress: ProgressBar, most: int | None
) -> None:
    """The files of the matches that are not there, by all processors if they are many."""
    blocks = SqlLadderStore(store).open_blocks(site.report.facts.name)
    secret = {block.name for block in blocks if str(block.season) == site.report.facts.season}
    told = {result.match_id for result in site.report.counted if result.block not in secret}
    wanted = [
        path
        for path in islice(site.match_paths(), most)
        if Path(path).stem in told and not (folder / site.folder / path).exists()
    ]
    if not wanted:
        return
    jobs = (store.replay(Path(path).stem) or b"" for path in wanted)
    with progress("writing matches", len(wanted)) as advance:
        if len(wanted) < FEW:
            for path, content in zip(wanted, map(match_script, jobs), strict=True):
                _write(folder / site.folder / path, content)
                advance()
            return
        with writers() as pool:
            # Ctrl-C is ours alone, and then nothing is begun any more.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
            try:
                done = pool.map(match_script, jobs)
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
            try:
                for path, content in zip(wanted, done, strict=True):
                    _write(folder / site.folder / path, content)
                    advance()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def writers() -> ProcessPoolExecutor:
    """Processes that write pages; they end with this one, even if it is killed."""
    # Fresh processes: a fork would take along threads of gRPC and of the database.
    return ProcessPoolExecutor(
        os.cpu_count(),
        mp_context=get_context("spawn"),
        initializer=die_with,
        initargs=(os.getpid(),),
    )


def match_script(replay: bytes) -> str:
    """The script that gives a page its match; an empty one if it cannot be shown."""
    frames = replay_or_none(replay)
    return f'bessemer.match("{packed(frames) if frames else ""}");\n'


def replay_or_none(content: bytes) -> Frame | None:
    """The frames of a replay; `None` if these rules cannot play it."""
    try:
        return replay_frames(read_replay(content)) if content else None
    except ReplayDiffers:
        return None


def _none(_match_id: str) -> Frame | None:
    return None


def _write(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)
