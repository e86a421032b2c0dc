"""Windows over the table: pages to read, a question, and a line to type in."""

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from bessemer.faces.language import tr
from bessemer.terminal.drawing import Lines

T = TypeVar("T")
_SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end", "left", "right")


class Dialog(ModalScreen[T]):
    """A window over the table until it is closed, once."""

    def close(self, answer: T | None = None) -> None:
        """Hand the answer over; a key that was pressed before it was gone finds nothing to close."""
        if self.is_active:
            self.dismiss(answer)


def log_pages(entries: list[str]) -> Lines:
    """Entries to be read in full."""
    return [Text(entry) for entry in entries]


class Pages(Dialog[None]):
    """Something long to read; any key that does not scroll closes it."""

    CSS: ClassVar[str] = """
    Pages { align: center middle; background: #000000 60%; }
    Pages #page { width: 100%; height: auto; max-height: 90%; border: round #5b7a99; background: #171e26; }
    Pages Static { padding: 0 1; }
    """

    def __init__(self, title: str, lines: Lines, *, at_end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._lines = lines
        self._at_end = at_end

    @staticmethod
    def text_width(width: int) -> int:
        """The width of the text on a screen, without the border, the padding and the scroll bar."""
        return max(20, width - 6)

    def compose(self) -> ComposeResult:
        page = VerticalScroll(Static(Text("\n").join(self._lines)), id="page")
        page.border_title = self._title
        page.border_subtitle = tr("arrows scroll, Esc closes")
        yield page

    def show(self, lines: Lines) -> None:
        """Show something else, unless the page was closed meanwhile."""
        if self.is_mounted:
            self.query_one(Static).update(Text("\n").join(lines))

    def on_mount(self) -> None:
        """Begin where the news are."""
        page = self.query_one("#page", VerticalScroll)
        page.focus()
        if self._at_end:
            page.scroll_end(animate=False)

    def on_key(self, event: events.Key) -> None:
        if event.key not in _SCROLLING:
            event.stop()
            self.close()


class Confirm(Dialog[str]):
    """A question with a key for each answer; any other key is the last of them."""

    CSS: ClassVar[str] = """
    Confirm { align: center middle; background: #000000 60%; }
    Confirm #box { width: 60; height: auto; border: round #f08a7a; background: #171e26; padding: 1 2; }
    """

    def __init__(self, text: str, answers: Mapping[str, str]) -> None:
        super().__init__()
        self._text = text
        self._answers = answers

    def compose(self) -> ComposeResult:
        keys = "\n".join(f"{key}  {what}" for key, what in self._answers.items())
        yield Vertical(Static(Text(f"{self._text}\n\n{keys}")), id="box")

    def on_key(self, event: events.Key) -> None:
        """Only a clear yes is one."""
        event.stop()
        self.close(event.key if event.key in self._answers else [*self._answers][-1])


class TypedLine(Dialog[str]):
    """A line to type in; empty if the person thought better of it."""

    CSS: ClassVar[str] = """
    TypedLine { align: center bottom; background: #000000 40%; }
    TypedLine Input { width: 100%; }
    """

    def __init__(self, wanted: str) -> None:
        super().__init__()
        self._wanted = wanted

    def compose(self) -> ComposeResult:
        yield Input(placeholder=tr("{wanted} (Esc: none)", wanted=self._wanted))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.close(event.value)

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self.close("")
