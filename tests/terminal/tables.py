"""A table of Furnace on a screen, and sizes of terminals."""

from typing import Any

from bessemer.games.furnace.state import View
from bessemer.table.events import Event
from bessemer.table.model import TableModel
from bessemer.terminal.app import TableApp
from tests.terminal.examples import ToldSession, asked

SMALL, WIDE = (80, 24), (100, 30)


class Table:
    """An app with its session and what it knows."""

    def __init__(self, view: View, *events: Event) -> None:
        self.model = TableModel(view.seat, lambda: 50.0)
        self.session: ToldSession

        def begin(listen: Any) -> ToldSession:  # noqa: ANN401 - a listener
            self.session = ToldSession(listen, events or asked(view))
            return self.session

        self.app = TableApp(self.model, begin)
