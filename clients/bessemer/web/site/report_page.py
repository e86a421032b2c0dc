"""The standings of a ladder as one page that needs nothing else: `ladder report`."""

from pathlib import Path

from bessemer.runner.report.facts import LadderReport
from bessemer.runtime.whole_files import write_whole
from bessemer.web.pages import ALONE, made_for, page
from bessemer.web.site.standings_page import standings_facts


def report_page(report: LadderReport) -> str:
    """The page."""
    with made_for(ALONE):
        return page(
            "ladder/standings.html", "report.html", links=(), **standings_facts(report, None)
        )


def write_report(report: LadderReport, path: Path) -> None:
    """
    Write the page to a file, over what was there.

    Raises:
        OSError: the file cannot be written.
    """
    write_whole(path, report_page(report))
