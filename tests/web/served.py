"""Live matches as a browser is served them, without a browser."""

import urllib.error
import urllib.request
from pathlib import Path
from typing import NamedTuple

from tests.web.programs import Players


class Served(NamedTuple):
    """A referee and the pages beside it."""

    data: Path
    port: int
    token: str
    pages: str

    def get(self, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
        """Status, text and headers of an answer."""
        request = urllib.request.Request(self.pages + path, headers=headers)  # noqa: S310 - our own
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
                return answer.status, answer.read().decode(), dict(answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode(), dict(error.headers)

    def players(self, game: str = "furnace", count: int = 2) -> Players:
        """Some who play."""
        return Players(self.port, self.token, game, ["Ada", "Bob", "Cleo", "Dot"][:count])
