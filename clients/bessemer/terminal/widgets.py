"""The parts of the screen: pictures that can be clicked, the keys, and notices."""

from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from bessemer.table.notices import Notice
from bessemer.terminal.drawing import Lines
from bessemer.terminal.style import BAD, DIM, GOOD, paragraph, wrapped


class Chosen(Message):
    """A word was clicked."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word


class Pressed(Message):
    """Something was clicked that a key does as well."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


class Picture(Static):
    """Lines of text; what is marked in them by `choosing` or `pressing` can be clicked."""

    def show(self, lines: Lines) -> None:
        self.update(Text("\n").join(lines))

    def on_click(self, event: Click) -> None:
        meta = event.style.meta
        if "choose" in meta:
            self.post_message(Chosen(str(meta["choose"])))
        elif "press" in meta:
            self.post_message(Pressed(str(meta["press"])))


def pressing(text: Text, key: str) -> Text:
    """`text` so that a click on it does what the key does."""
    text.apply_meta({"press": key})
    return text


def key_line(keys: dict[str, str], width: int) -> Text:
    """The keys that can be used now, and what each does."""
    pieces = [
        pressing(
            Text.assemble((f" {name} ", "bold on #2f3b4a"), (f" {what}" if what else "", DIM)), name
        )
        for name, what in keys.items()
    ]
    lines = wrapped(pieces, width, gap=" ")
    return lines[0] if lines else Text()


def notice_lines(notice: Notice | None, width: int) -> Lines:
    """A word to the person, marked so that it is seen without colour."""
    if notice is None:
        return []
    mark = "! " if notice.is_bad else "* "
    style = BAD if notice.is_bad else GOOD
    return paragraph(mark + notice.text, width, style)
