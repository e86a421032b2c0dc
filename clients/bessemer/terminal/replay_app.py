"""Stepping through a logged match, forwards and back, with the drawing of the live table."""

import sys
from pathlib import Path
from typing import Final

from rich.text import Text
from textual import events

from bessemer.matches.records import MatchResult
from bessemer.replays.player import ReplayDiffers
from bessemer.replays.reader import read_replay
from bessemer.terminal.app import log_pages
from bessemer.terminal.dialogs import Pages, TypedLine
from bessemer.terminal.face import Lines
from bessemer.terminal.layout import LayoutApp, Screenful
from bessemer.terminal.replay_plain import failed, print_replay
from bessemer.terminal.style import BAD, DIM, STRONG, paragraph
from bessemer.terminal.timeline import Timeline, build_timeline
from bessemer.terminal.widgets import Pressed

_STDIN: Final = "-"
_PLAY_SECONDS: Final = 0.8
_KEYS: Final = {
    "→": "next",
    "←": "back",
    "[": "",
    "]": "round",
    "g": "go to",
    "p": "play",
    "c": "cards",
    "l": "log",
    "?": "help",
    "q": "quit",
}
_HELP: Final = (
    "→ n Space   the next turn          ←  b   the turn before",
    "] PgDn      the next round         [  PgUp the round before",
    "Home        the set-up             End    the end",
    "1 2 3 4     that round             g      a turn by its number, or r2 for round 2",
    "p           play by itself, and stop",
    "↓ ↑         turn the pages of a table that is too tall",
    "c           everybody's cards      l      the log up to here",
    "q           leave",
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


def show(path: str | Path, *, plain: bool) -> int:
    """
    Show the match in a file, `-` being the standard input: on the screen, or printed if `plain`.

    Returns 0, or 1 if the file cannot be read or is damaged, after showing what is sound.
    """
    is_stdin = str(path) == _STDIN
    try:
        data = sys.stdin.buffer.read() if is_stdin else Path(path).read_bytes()
    except OSError as error:
        return failed(f"cannot read {path}: {error.strerror}")
    replay = read_replay(data)
    # The keys come from the standard input, so a replay that came from there is printed; and the
    # screen is drawn on the standard error.
    is_terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    if plain or is_stdin or not is_terminal:
        return print_replay(replay)
    try:
        film = build_timeline(replay)
    except ReplayDiffers as differs:
        return failed(str(differs))
    ReplayApp(film).run()
    return failed(f"damaged: {film.trouble}") if film.trouble else 0


class ReplayApp(LayoutApp[None]):
    """A film that can be stepped through."""

    def __init__(self, film: Timeline) -> None:
        super().__init__()
        self._film = film
        self._place = 0
        self._is_playing = False

    def on_mount(self) -> None:
        """Begin with the set-up."""
        super().on_mount()
        self.set_interval(_PLAY_SECONDS, self._play_on)

    @property
    def place(self) -> int:
        """Which frame is shown, the set-up being 0."""
        return self._place

    # --- Drawing --------------------------------------------------------------------------------------

    def screenful(self, width: int) -> Screenful:
        """The table after the turn that is looked at."""
        film = self._film
        frame = film.frames[self._place]
        return Screenful(
            heading=self._heading(width),
            banner=self._banner(width),
            picture=film.face.picture(frame.view, film.seats, width - 1),
            players=film.face.players(frame.view, film.seats, width),
            panel=self._panel(width - 2),
            log=list(film.log[: self._told_before()]),
            keys=_KEYS,
        )

    def _heading(self, width: int) -> Text:
        film, frame = self._film, self._film.frames[self._place]
        left = f" {film.game.capitalize()}, replay · {film.face.heading(frame.view)}"
        right = f"turn {frame.turn} of {film.frames[-1].turn} "
        gap = " " * max(1, width - len(left) - len(right))
        return Text(f"{left}{gap}{right}", STRONG, no_wrap=True)

    def _banner(self, width: int) -> Lines:
        film = self._film
        is_last = self._place == len(film.frames) - 1
        return (
            paragraph(f" Damaged: {film.trouble}", width, BAD) if film.trouble and is_last else []
        )

    def _told_before(self) -> int:
        return self._film.frames[self._place - 1].told if self._place else 0

    def _panel(self, width: int) -> Lines:
        """What this turn did, and at the end who won."""
        film = self._film
        if not self._place:
            return [Text("The set-up. The right arrow makes the first move.", STRONG)]
        frame = film.frames[self._place]
        lines: Lines = []
        for number, entry in enumerate(film.log[self._told_before() : frame.told]):
            lines += paragraph(entry, width, DIM if number else STRONG)
        if self._place == len(film.frames) - 1 and film.ending is not None:
            lines += [Text(text, STRONG) for text in _result(film, film.ending)]
        return lines

    # --- What the person does -------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Do what the key is for."""
        if len(self.screen_stack) == 1:
            event.stop()
            event.prevent_default()
            self._press(event.character or event.key, event.key)

    def on_pressed(self, message: Pressed) -> None:
        """Do what the clicked key does."""
        self._press(message.key, message.key)

    def _press(self, sign: str, key: str) -> None:
        film, here = self._film, self._place
        chapter = film.face.chapter(film.frames[here].view)
        if key in _STEPS or sign in _STEPS:
            self._go(here + _STEPS.get(key, _STEPS.get(sign, 0)))
        elif key in _PAGES:
            self.scroll_table(_PAGES[key])
        elif key in ("home", "end"):
            self._go(0 if key == "home" else len(film.frames) - 1)
        elif sign == "]" or key == "pagedown":
            self._go_to_chapter(chapter + 1)
        elif sign == "[" or key == "pageup":
            start = film.at_chapter(chapter)
            self._go_to_chapter(chapter if start is not None and start < here else chapter - 1)
        elif sign.isdecimal():
            self._go_to_chapter(int(sign))
        elif sign == "p":
            self._is_playing = not self._is_playing
        else:
            self._open("q" if key == "ctrl+c" else sign)

    def _open(self, sign: str) -> None:
        film, frame = self._film, self._film.frames[self._place]
        match sign:
            case "g":
                self.push_screen(
                    TypedLine("a turn, such as 12, or a round, such as r2"), self._typed
                )
            case "c":
                wide = Pages.text_width(self.size.width)
                cards = film.face.holdings(frame.view, film.seats, wide)
                self.push_screen(Pages("Everybody's cards", cards))
            case "l":
                entries = list(film.log[: frame.told])
                self.push_screen(Pages("The log", log_pages(entries), at_end=True))
            case "?" | "h":
                self.push_screen(Pages("Help", log_pages([*_HELP, "", *film.face.help()])))
            case "q":
                self.exit()

    def _typed(self, text: str | None) -> None:
        word = (text or "").strip().lower()
        if word.isdecimal():
            self._go(self._film.at_turn(int(word)))
        elif word[:1] == "r" and word[1:].isdecimal():
            self._go_to_chapter(int(word[1:]))

    def _go_to_chapter(self, number: int) -> None:
        place = self._film.at_chapter(number)
        if place is not None:
            self._go(place)

    def _go(self, place: int) -> None:
        self._place = max(0, min(place, len(self._film.frames) - 1))
        self.redraw()

    def _play_on(self) -> None:
        if self._is_playing and len(self.screen_stack) == 1:
            self._go(self._place + 1)
            self._is_playing = self._place < len(self._film.frames) - 1


def _result(film: Timeline, ending: MatchResult) -> list[str]:
    if not ending.ranks:
        return [f"Ended without a result: {ending.message}"]
    order = sorted(range(len(ending.ranks)), key=lambda seat: ending.ranks[seat])
    return [
        f"{ending.ranks[seat]}.  {film.seats.title(seat)}  {ending.scores[seat]}" for seat in order
    ]
