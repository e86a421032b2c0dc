"""
The parts of a full screen and how they share its room, whatever is shown in them.

From top to bottom: a heading, a banner if there is something to warn of, the picture of the table,
what the viewer owns, the players, a panel that asks or tells, the log, and the keys. Where there is not
room for all, the picture scrolls: what you own and may choose stays in sight. In a wide window a
column at the right has notes on what things do, and below them the log.
"""

from collections.abc import Sequence
from typing import IO, ClassVar, Final, NamedTuple, TypeVar, cast

from rich.console import Console
from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.driver import Driver
from textual.filter import LineFilter

from bessemer.faces.language import tr
from bessemer.terminal.device.colours import NoColours
from bessemer.terminal.device.patient_output import LastWords
from bessemer.terminal.drawing import Lines
from bessemer.terminal.style import STRONG, paragraph
from bessemer.terminal.widgets import Picture, key_line

T = TypeVar("T")
_NO_COLOURS: Final = NoColours()
_LEAST_PICTURE: Final = 3
_LEAST_WIDTH: Final = 40
_LEAST_HEIGHT: Final = 12
_WIDE: Final = 128
"""From so many columns on there is one at the right, and 80 are left for the table."""
_SIDE: Final = range(46, 61)
"""How wide the column at the right may be."""
_TABLE: Final = 104
"""The width that the table gets first of a wide window."""
_LEAST_LOG: Final = 8
_ENOUGH: Final = 9
"""So many lines of a table that scrolls are worth more than the newest entries of the log."""
_NEWEST: Final = 2


class Room(NamedTuple):
    """The room for all that is to be seen."""

    width: int
    """Of the table and all below it."""
    side: int
    """Of the column at the right; 0 if there is none."""
    height: int

    @property
    def whole(self) -> int:
        return self.width + self.side


def room_of(width: int, height: int) -> Room:
    """How a window is shared."""
    if width < _WIDE:
        return Room(width, 0, height)
    side = min(max(width - _TABLE, _SIDE[0]), _SIDE[-1])
    return Room(width - side, side, height)


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
    own: Lines = []  # noqa: RUF012
    """The viewer's things that must not get out of sight."""
    notes: Lines = []  # noqa: RUF012
    """The effects of things, for the column at the right."""


class LayoutApp(App[T]):
    """A screen made of those parts."""

    CSS: ClassVar[str] = """
    Screen { layout: vertical; overflow: hidden; background: #12171d; color: #d8dee6; }
    #heading { height: 1; background: #24405c; color: #ffffff; }
    #banner { height: auto; max-height: 3; background: #7a2e24; color: #ffffff; display: none; }
    #middle { height: 1fr; }
    #main { height: 100%; }
    #side { height: 100%; padding: 0 1 0 2; background: #171e26; display: none; }
    #table { height: auto; scrollbar-size-vertical: 1; }
    #own { height: auto; }
    #players { height: auto; background: #171e26; }
    #panel { height: auto; background: #1d2733; padding: 0 1; }
    #log { height: 1fr; padding: 0 1; color: #8a9199; }
    #keys { height: 1; background: #12171d; }
    #small { height: 100%; display: none; }
    """
    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        super().__init__()
        # The report of a fault waits for the terminal no more than the screen does.
        words = cast("IO[str]", LastWords())
        self.error_console = Console(file=words, markup=False, highlight=False)
        self._is_shown = False
        names = (
            *("heading", "banner", "picture", "own", "players", "panel", "log", "side", "keys"),
            "small",
        )
        self._parts = {name: Picture(id=name) for name in names}
        self._table = VerticalScroll(self._parts["picture"], id="table", can_focus=False)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """With NO_COLOR no colour at all; Textual's own filter leaves greys and backgrounds."""
        return [_NO_COLOURS] if self.no_color else super().get_line_filters()

    def get_driver_class(self) -> type[Driver]:
        """The driver that draws on a terminal; Textual has its own elsewhere."""
        chosen = super().get_driver_class()
        if chosen.__name__ != "LinuxDriver":
            return chosen
        from bessemer.terminal.device.driver import SteadyDriver  # noqa: PLC0415 - not on Windows

        return SteadyDriver

    def compose(self) -> ComposeResult:
        part = self._parts
        yield part["heading"]
        yield part["banner"]
        below = (part[name] for name in ("own", "players", "panel", "log"))
        yield Horizontal(Vertical(self._table, *below, id="main"), part["side"], id="middle")
        yield part["keys"]
        yield part["small"]

    def on_mount(self) -> None:
        self._is_shown = True
        self.redraw()

    def on_resize(self) -> None:
        """Draw for the new size, which counts when the parts have been given theirs."""
        self.call_after_refresh(self.redraw)

    def redraw(self) -> None:
        if not self._is_shown:
            return
        is_small = self.size.width < _LEAST_WIDTH or self.size.height < _LEAST_HEIGHT
        for place in ("#heading", "#middle", "#keys"):
            self.query_one(place).display = not is_small
        self.part("small").display = is_small
        if is_small:
            text = tr(
                "Window too small: {width} columns and {height} lines are needed.",
                width=_LEAST_WIDTH,
                height=_LEAST_HEIGHT,
            )
            self.part("small").show(paragraph(text, max(1, self.size.width), STRONG))
            self.part("banner").display = False
            return
        self._lay_out(self.screenful(self.room), self.room)

    @property
    def room(self) -> Room:
        """How the window is shared now."""
        return room_of(*self.size)

    def screenful(self, room: Room) -> Screenful:
        """All that is to be seen in this room."""
        raise NotImplementedError

    def part(self, name: str) -> Picture:
        """One of the parts, by name."""
        return self._parts[name]

    def _lay_out(self, shown: Screenful, room: Room) -> None:
        for name in ("banner", "own", "players", "panel"):
            self.part(name).show(getattr(shown, name))
        self.part("heading").show([shown.heading])
        self.part("banner").display = bool(shown.banner)
        self.part("own").display = bool(shown.own)
        self.part("keys").show([key_line(shown.keys, room.whole)])
        # The table comes first; what is left belongs to the log. A table that must scroll anyhow
        # leaves a little to it, if there is much.
        free = room.height - 2 - sum(map(len, (shown.banner, shown.own, shown.players)))
        panel = min(len(shown.panel), max(1, free - _LEAST_PICTURE))
        self.part("panel").styles.height = panel
        free -= panel
        log = [] if room.side else shown.log
        if len(shown.picture) > free > _ENOUGH and log:
            tall = free - _NEWEST
        else:
            tall = max(_LEAST_PICTURE, min(len(shown.picture), free))
        self._table.styles.height = tall
        self.part("picture").show(shown.picture)
        self._follow_pointer(shown.picture, tall)
        self.part("log").show(_last_entries(log, room.width - 2, free - tall))
        self.part("log").display = free > tall
        self._lay_out_side(shown, room)

    def _lay_out_side(self, shown: Screenful, room: Room) -> None:
        """The notes as far as they leave a little to the log, which gets the rest."""
        side, main = self.part("side"), self.query_one("#main")
        main.styles.width = room.width
        side.styles.width = room.side
        side.display = bool(room.side)
        if not room.side:
            return
        height = room.height - 2 - len(shown.banner)
        notes = shown.notes[: max(0, height - _LEAST_LOG)]
        lines = [*notes, Text()] if notes else []
        side.show(lines + _last_entries(shown.log, room.side - 3, height - len(lines)))

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
