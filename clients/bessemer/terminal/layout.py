"""
The parts of a full screen and how they share its room, whatever is shown in them.

From top to bottom: a heading, a banner if there is something to warn of, the picture of the table,
the players, a panel that asks or tells, the log, and the keys.
"""

from typing import IO, ClassVar, Final, NamedTuple, TypeVar, cast

from rich.console import Console
from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.driver import Driver

from bessemer.terminal.colours import NoColours
from bessemer.terminal.drawing import Lines
from bessemer.terminal.patient_output import LastWords
from bessemer.terminal.widgets import Picture, key_line

T = TypeVar("T")
_TALLEST_PANEL: Final = 9
_ENOUGH: Final = 13
"""So many lines of a table that scrolls are worth more than the newest entries of the log."""
_NEWEST: Final = 2


class Screenful(NamedTuple):
    """All that is to be seen."""

    heading: Text
    picture: Lines
    """One column narrower than the screen: if it is too tall, the scroll bar stands there."""
    players: Lines
    panel: Lines
    log: list[str]
    """The newest entry last; as many are shown as there is room for."""
    keys: dict[str, str]
    """The keys that can be used now, and what each does."""
    banner: Lines = []  # noqa: RUF012 - never changed


class LayoutApp(App[T]):
    """A screen made of those parts."""

    CSS: ClassVar[str] = """
    Screen { layout: vertical; overflow: hidden; background: #12171d; color: #d8dee6; }
    #heading { height: 1; background: #24405c; color: #ffffff; }
    #banner { height: auto; max-height: 3; background: #7a2e24; color: #ffffff; display: none; }
    #table { height: auto; scrollbar-size-vertical: 1; }
    #players { height: auto; background: #171e26; }
    #panel { height: auto; max-height: 9; background: #1d2733; padding: 0 1; }
    #log { height: 1fr; padding: 0 1; color: #8a9199; }
    #keys { height: 1; background: #12171d; }
    """
    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        super().__init__()
        # The report of a fault waits for the terminal no more than the screen does.
        words = cast("IO[str]", LastWords())
        self.error_console = Console(file=words, markup=False, highlight=False)
        if self.no_color:  # NO_COLOR is set; Textual's own filter leaves greys and backgrounds
            self._filters = [NoColours()]
        self._is_shown = False
        names = ("heading", "banner", "picture", "players", "panel", "log", "keys")
        self._parts = {name: Picture(id=name) for name in names}
        self._table = VerticalScroll(self._parts["picture"], id="table", can_focus=False)

    def get_driver_class(self) -> type[Driver]:
        """What draws on a terminal; Textual has its own ways elsewhere."""
        chosen = super().get_driver_class()
        if chosen.__name__ != "LinuxDriver":
            return chosen
        from bessemer.terminal.driver import SteadyDriver  # noqa: PLC0415 - not on Windows

        return SteadyDriver

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        for name, part in self._parts.items():
            yield self._table if name == "picture" else part

    def on_mount(self) -> None:
        """Draw for the first time."""
        self._is_shown = True
        self.redraw()

    def on_resize(self) -> None:
        """Draw for the new size, which counts when the parts have been given theirs."""
        self.call_after_refresh(self.redraw)

    def redraw(self) -> None:
        """Draw everything anew."""
        if self._is_shown:
            self._lay_out(self.screenful(self.size.width))

    def screenful(self, width: int) -> Screenful:
        """What is to be seen in so many columns."""
        raise NotImplementedError

    def part(self, name: str) -> Picture:
        """One of the parts, by name."""
        return self._parts[name]

    def _lay_out(self, shown: Screenful) -> None:
        width, height = self.size
        self.part("heading").show([shown.heading])
        self.part("banner").show(shown.banner)
        self.part("banner").display = bool(shown.banner)
        self.part("players").show(shown.players)
        self.part("panel").show(shown.panel)
        self.part("keys").show([key_line(shown.keys, width)])
        panel = min(len(shown.panel), _TALLEST_PANEL)
        room = height - 2 - len(shown.banner) - len(shown.players) - panel
        # The table comes first; what is left belongs to the log. A table that must scroll anyhow
        # leaves a little to it, if there is much.
        if len(shown.picture) > room > _ENOUGH and shown.log:
            tall = room - _NEWEST
        else:
            tall = max(3, min(len(shown.picture), room))
        self._table.styles.height = tall
        self.part("picture").show(shown.picture)
        self._follow_pointer(shown.picture, tall)
        self.part("log").show(_last_entries(shown.log, width - 2, room - tall))
        self.part("log").display = room > tall

    def scroll_table(self, pages: int) -> None:
        """Turn the pages of a table that is too tall for its room."""
        page = max(1, self._table.size.height - 1)
        self._table.scroll_relative(y=pages * page, animate=False)

    def _follow_pointer(self, picture: Lines, height: int) -> None:
        """Scroll so that the line that is pointed at is seen, and one beyond it."""
        pointed = [y for y, text in enumerate(picture) if text.plain.startswith(" >")]
        if pointed and len(picture) > height:
            self._table.scroll_to(y=max(0, pointed[0] - height + 2), animate=False)


def _last_entries(log: list[str], width: int, room: int) -> Lines:
    """The newest entries, a line each."""
    shown = log[-room:] if room > 0 else []
    return [
        Text(entry if len(entry) <= width else f"{entry[: width - 1]}…", no_wrap=True)
        for entry in shown
    ]
