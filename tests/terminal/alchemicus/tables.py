"""A table of Alchemicus on a screen."""

from bessemer.games.alchemicus.state import View
from bessemer.table.events import DecisionAsked, Listen, MatchUpdated
from bessemer.table.model import TableModel
from bessemer.terminal.app import TableApp
from tests.terminal.alchemicus.examples import match_of
from tests.terminal.examples import ToldSession


class Table:
    """An app with its session and what it knows."""

    def __init__(self, view: View) -> None:
        self.model = TableModel(view.seat, lambda: 50.0)
        self.session: ToldSession

        def begin(listen: Listen) -> ToldSession:
            self.session = ToldSession(
                listen, (MatchUpdated(match_of(view)), DecisionAsked(7, view, 754.0))
            )
            return self.session

        self.app = TableApp(self.model, begin)
