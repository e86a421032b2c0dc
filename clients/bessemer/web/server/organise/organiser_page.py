"""What an organiser sees."""

from collections.abc import Sequence

from bessemer.runner.report.failures import failure_rows, kinds
from bessemer.web.pages import page
from bessemer.web.server.accounts.people import Person
from bessemer.web.site.ladder_site import LadderSite
from bessemer.web.site.standings_page import failing


def organiser_page(
    sites: Sequence[LadderSite],
    logs: Sequence[tuple[str, str]],
    person: Person | None,
    said: str,
    *,
    is_confirmed: bool,
) -> str:
    """How the bots are: faults, failures of their programs, the ends of their logs; and what to do."""
    ladders = [
        {
            "report": site.report,
            "failing": failing(site.report),
            "failures": failure_rows(site.report),
        }
        for site in sites
    ]
    return page(
        "organise/bots.html",
        "organiser",
        ladders=ladders,
        kinds=kinds(),
        logs=logs,
        person=person,
        said=said,
        is_confirmed=is_confirmed,
    )
