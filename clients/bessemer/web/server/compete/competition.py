"""All pages of competitions."""

from collections.abc import Callable, Sequence

from bessemer.web.server.accounts.people import People
from bessemer.web.server.compete.joining import JoinPages
from bessemer.web.server.compete.organiser_pages import CompetitionPage
from bessemer.web.server.compete.team_pages import TeamPages
from bessemer.web.server.compete.uploads import UploadPages
from bessemer.web.server.sources import Source


class CompetePages:
    """The addresses below /compete. `sources` may be filled later; `take` lets an address ask for so much."""

    def __init__(
        self, people: People, sources: Sequence[Source], take: Callable[[str, float], bool]
    ) -> None:
        pages = (
            JoinPages(people, sources),
            TeamPages(people, sources),
            UploadPages(people, take),
            CompetitionPage(people),
        )
        self.routes = [route for one in pages for route in one.routes]
