"""Stepping through a logged match, forwards and back, with the drawing of the live table."""

from typing import Final

from rich.text import Text
from textual import events

from bessemer.faces.language import Key, key, said_lines, tr, tr_key
from bessemer.matches.records import MatchResult
from bessemer.printable import printable
from bessemer.terminal.dialogs import Pages, TypedLine, log_pages
from bessemer.terminal.drawing import Lines, drawing_of, help_of
from bessemer.terminal.layout import LayoutApp, Room, Screenful
from bessemer.terminal.panel import note_lines
from bessemer.terminal.replay.timeline import Timeline
from bessemer.terminal.style import BAD, DIM, STRONG, paragraph
from bessemer.terminal.widgets import Pressed

_PLAY_SECONDS: Final = 0.8
_KEYS: Final[dict[str, Key | None]] = {
    "→": key("next"),
    "←": key("back"),
    "[": None,
    "]": key("round"),
    "g": key("go to"),
    "p": key("play"),
    "c": key("cards"),
    "l": key("log"),
    "?": key("help"),
    "q": key("quit"),
}
_HELP: Final = (
    key(
        "→ n Space   the next turn          ←  b   the turn before\n"
        "] PgDn      the next round         [  PgUp the round before\n"
        "Home        the set-up             End    the end\n"
        "1 2 3 4     that round             g      a turn by its number, or r2 for round 2\n"
        "p           play by itself, and stop\n"
        "↓ ↑         turn the pages of a table that is too tall\n"
        "c           everybody's cards      l      the log up to here\n"
        "q           leave"
    ),
)
_STEPS: Final = {
    "right": 1,
    "space": 1,
    "n": 1,
    "→": 1,
    "left": -1,
    "b": -1,
    "backspace": -1,
    "←": -1,
}
_PAGES: Final = {"down": 1, "up": -1}


class ReplayApp(LayoutApp[None]):
    """A timeline that can be stepped through."""

    def __init__(self, timeline: Timeline) -> None:
        super().__init__()
        self._timeline = timeline
        self._index = 0
        self._is_playing = False

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(_PLAY_SECONDS, self._play_on)

    @property
    def index(self) -> int:
        """Which frame is shown, the set-up being 0."""
        return self._index

    # --- Drawing --------------------------------------------------------------------------------------

    def screenful(self, room: Room) -> Screenful:
        timeline, width = self._timeline, room.width
        frame = timeline.frames[self._index]
        return Screenful(
            heading=self._heading(room.whole),
            banner=self._banner(room.whole),
            picture=drawing_of(timeline.game).table(frame.view, timeline.players, width - 1),
            players=drawing_of(timeline.game).players(frame.view, timeline.players, width),
            panel=self._panel(width - 2),
            log=list(timeline.log[: self._told_before()]),
            keys={sign: tr_key(what) if what else "" for sign, what in _KEYS.items()},
            own=drawing_of(timeline.game).own(frame.view, width),
            notes=note_lines(timeline.game.rules.name, frame.view, room.side),
        )

    def _heading(self, width: int) -> Text:
        timeline, frame = self._timeline, self._timeline.frames[self._index]
        game = tr("{game}, replay", game=timeline.game.rules.name.capitalize())
        left = f" {game} · {timeline.game.face.heading(frame.view)}"
        last = timeline.frames[-1].turn
        right = f"{tr('turn {number} of {last}', number=frame.turn, last=last)} "
        gap = " " * max(1, width - len(left) - len(right))
        return Text(f"{left}{gap}{right}", STRONG, no_wrap=True)

    def _banner(self, width: int) -> Lines:
        timeline = self._timeline
        is_last = self._index == len(timeline.frames) - 1
        return (
            paragraph(tr(" Damaged: {why}", why=timeline.trouble), width, BAD)
            if timeline.trouble and is_last
            else []
        )

    def _told_before(self) -> int:
        return self._timeline.frames[self._index - 1].told if self._index else 0

    def _panel(self, width: int) -> Lines:
        """The effect of this turn, and at the end who won."""
        timeline = self._timeline
        if not self._index:
            first = Text(tr("The set-up. The right arrow makes the first move."), STRONG)
            return [first, *paragraph(printable(timeline.chance), width, DIM)]
        frame = timeline.frames[self._index]
        lines: Lines = []
        for number, entry in enumerate(timeline.log[self._told_before() : frame.told]):
            lines += paragraph(entry, width, DIM if number else STRONG)
        if self._index == len(timeline.frames) - 1 and timeline.ending is not None:
            lines += [Text(text, STRONG) for text in _result(timeline, timeline.ending)]
        return lines

    # --- What the person does -------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        if len(self.screen_stack) == 1:
            event.stop()
            event.prevent_default()
            self._press(event.character or event.key, event.key)

    def on_pressed(self, message: Pressed) -> None:
        self._press(message.key, message.key)

    def _press(self, sign: str, key: str) -> None:
        timeline, here = self._timeline, self._index
        number = timeline.game.face.round_of(timeline.frames[here].view)
        if key in _STEPS or sign in _STEPS:
            self._go(here + _STEPS.get(key, _STEPS.get(sign, 0)))
        elif key in _PAGES:
            self.scroll_table(_PAGES[key])
        elif key in ("home", "end"):
            self._go(0 if key == "home" else len(timeline.frames) - 1)
        elif sign == "]" or key == "pagedown":
            self._go_to_round(number + 1)
        elif sign == "[" or key == "pageup":
            start = timeline.at_round(number)
            self._go_to_round(number if start is not None and start < here else number - 1)
        elif sign.isdecimal():
            self._go_to_round(int(sign))
        elif sign == "p":
            self._is_playing = not self._is_playing
        else:
            self._open("q" if key == "ctrl+c" else sign)

    def _open(self, sign: str) -> None:
        timeline, frame = self._timeline, self._timeline.frames[self._index]
        match sign:
            case "g":
                self.push_screen(
                    TypedLine(tr("a turn, such as 12, or a round, such as r2")), self._typed
                )
            case "c":
                wide = Pages.text_width(self.size.width)
                cards = drawing_of(timeline.game).holdings(frame.view, timeline.players, wide)
                self.push_screen(Pages(tr("Everybody's cards"), cards))
            case "l":
                entries = list(timeline.log[: frame.told])
                self.push_screen(Pages(tr("The log"), log_pages(entries), at_end=True))
            case "?" | "h":
                self.push_screen(
                    Pages(tr("Help"), log_pages([*said_lines(_HELP), "", *help_of(timeline.game)]))
                )
            case "q":
                self.exit()

    def _typed(self, text: str | None) -> None:
        word = (text or "").strip().lower()
        if word.isdecimal():
            self._go(self._timeline.at_turn(int(word)))
        elif word[:1] == "r" and word[1:].isdecimal():
            self._go_to_round(int(word[1:]))

    def _go_to_round(self, number: int) -> None:
        index = self._timeline.at_round(number)
        if index is not None:
            self._go(index)

    def _go(self, index: int) -> None:
        self._index = max(0, min(index, len(self._timeline.frames) - 1))
        self.redraw()

    def _play_on(self) -> None:
        if self._is_playing and len(self.screen_stack) == 1:
            self._go(self._index + 1)
            self._is_playing = self._index < len(self._timeline.frames) - 1


def _result(timeline: Timeline, ending: MatchResult) -> list[str]:
    if not ending.ranks:
        return [tr("Ended without a result: {why}", why=ending.message)]
    order = sorted(range(len(ending.ranks)), key=lambda seat: ending.ranks[seat])
    return [
        f"{ending.ranks[seat]}.  {timeline.players.title(seat)}  {ending.scores[seat]}"
        for seat in order
    ]
