"""All pages of one ladder, each made when it is asked for: by the export one after the other, by the server on demand."""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

from bessemer.faces.language import key, tr
from bessemer.ratings.results import Result
from bessemer.runner.report import phrases
from bessemer.runner.report.facts import LadderReport
from bessemer.runner.report.rating_curves import rating_plot
from bessemer.web.frames import Frame
from bessemer.web.match_page import packed
from bessemer.web.pages import Link, page, slug
from bessemer.web.site.player_page import player_facts, player_plot
from bessemer.web.site.standings_page import standings_facts

MATCHES_PER_FILE: Final = 500

FramesOf = Callable[[str], Frame | None]
"""The frames of a match by its id; `None` if they may not be told or cannot be made."""


class LadderSite:
    """The pages of one ladder, in `folder` below the top of a site."""

    def __init__(
        self,
        report: LadderReport,
        folder: str,
        frames_of: FramesOf,
    ) -> None:
        self.report = report
        self.folder = folder
        self._frames_of = frames_of
        self._matches = {result.match_id: result for result in report.counted}
        self._players = {slug(player): player for player in report.players}
        self._links: tuple[Link, ...] = (
            Link(key("Standings"), f"{folder}index.html"),
            Link(key("Matches"), f"{folder}matches.html"),
        )

    def add_link(self, link: Link) -> None:
        """Put another link into the bar of all pages."""
        self._links = (*self._links, link)

    def paths(self) -> Iterator[str]:
        """Every file but those of the matches, from the ladder's folder."""
        yield from ("index.html", "ratings.svg", "matches.html", "match.html")
        for name in self._players:
            yield f"players/{name}.html"
            yield f"players/{name}.svg"
        for number in range(self.match_files):
            yield f"data/matches-{number}.js"

    def match_paths(self) -> Iterator[str]:
        """The file of every match, the newest first."""
        for match_id in reversed(self._matches):
            yield f"data/match/{match_id}.js"

    @property
    def match_files(self) -> int:
        """How many files the list of matches has; the last one is not full."""
        return max(1, -(-len(self.report.counted) // MATCHES_PER_FILE))

    def file(self, path: str) -> str | None:
        """A file by its path from the ladder's folder; `None` if there is none."""
        kind, _, rest = path.rpartition("/")
        name, _, ending = rest.rpartition(".")
        match (kind, ending):
            case ("", "html" | "svg"):
                return self._own_page(rest)
            case ("players", "html" | "svg") if name in self._players:
                player = self._players[name]
                if ending == "svg":
                    return player_plot(self.report, player)
                return self._page("player", path, **player_facts(self.report, player))
            case ("data", "js") if name.startswith("matches-"):
                return self._match_list(name.removeprefix("matches-"))
            case ("data/match", "js") if name in self._matches:
                frames = self._frames_of(name)
                return f'bessemer.match("{packed(frames) if frames else ""}");\n'
        return None

    def standings(self, path: str, base: str) -> str:
        """The page of the standings, where it lies and how it leads to the ladder's folder."""
        facts = standings_facts(self.report, base)
        return page("ladder/standings.html", path, links=self._links, **facts)

    def _own_page(self, name: str) -> str | None:
        about = phrases.title(self.report)
        match name:
            case "index.html":
                return self.standings(f"{self.folder}index.html", "")
            case "ratings.svg":
                return rating_plot(self.report)
            case "matches.html":
                return self._page(
                    "matches",
                    name,
                    title=f"{tr('Matches')} · {about}",
                    about=about,
                    files=self.match_files,
                    count=len(self.report.counted),
                )
            case "match.html":
                title, board = f"{tr('Match')} · {about}", self.report.facts.game
                return self._page("match", name, title=title, about=about, board=board)
        return None

    def _page(self, template: str, path: str, **facts: Any) -> str:  # noqa: ANN401 - as of a template
        return page(f"ladder/{template}.html", self.folder + path, links=self._links, **facts)

    def _match_list(self, number: str) -> str | None:
        if number not in map(str, range(self.match_files)):
            return None
        first = int(number) * MATCHES_PER_FILE
        rows = [_row(result) for result in self.report.counted[first : first + MATCHES_PER_FILE]]
        return f"bessemer.matches({number}, {_json(rows)});\n"


def _row(result: Result) -> list[object]:
    """A match in a list of matches: id, end, players with pages, ranks, scores, seats at fault."""
    return [
        result.match_id,
        round(result.ended),
        [[phrases.short(player, 40), slug(player)] for player in result.players],
        result.ranks,
        result.scores,
        sorted({int(fault.seat) for fault in result.faults}),
    ]


def _json(value: object) -> str:
    """JSON that is safe within a script."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
