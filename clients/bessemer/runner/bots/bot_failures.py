"""
Failures of bots: exits, exceptions, answers that were refused. Each once, with a count.

The rules know nothing of it: a bot that raises plays the default move, and one whose process dies is
restarted. Its author and the ladder's organiser must see it all the same.
"""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple, Self

from bessemer.matches.match import Match
from bessemer.matches.seats import Lateness
from bessemer.printable import printable
from bessemer.processes.process import EventKind, ProcessEvent
from bessemer.runner.bots.bot_files import is_hidden
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runtime.whole_files import write_whole
from bessemer.sdk.move_types import NO_MOVE

_MOST_KINDS: Final = 50
"""The number of different failures of one bot; all further ones are counted together."""
_LONGEST: Final = 300
_LONGEST_TRACEBACK: Final = 8_000
_OPEN_TRACEBACK: Final = 64 * 1024
"""A traceback that has not ended after this many bytes is not one."""
_HEADER: Final = "Traceback (most recent call last):"
_TRACEBACK: Final = re.compile(
    rf"^{re.escape(_HEADER)}\n(?P<frames>(?:[ \t].*\n|\n)+)(?P<error>[^\s].*)\n", re.MULTILINE
)
# One exception led to another: they count as one, which ends with the last.
_LED_TO: Final = re.compile(
    r"\n(?:During handling of the above exception|The above exception was the direct cause)"
)


# What the Python kit writes of an answer that cannot even be sent.
_NO_MOVE: Final = re.compile(rf": {NO_MOVE}(.+)$", re.MULTILINE)

_MISSING: Final = re.compile(r"No such file|ENOENT|No module named|Cannot find module")
_QUOTED: Final = re.compile(r"['\"]([^'\"]+)['\"]")

_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
"""Harmless, and usual in logs."""

_ADVICE: Final[Mapping[str, str]] = {
    Lateness.THOUGHT: "; give it more time (--bank, --increment), or have it plan by view.time_left()",
    Lateness.ANSWERED_LATE: "; let fewer bots think at once (--thinkers), or give more time (--bank)",
    Lateness.WAS_AWAY: "; its log says why",
}
"""Advice about losses on time."""

FILE: Final = "bot-failures.json"
"""Where a ladder's folder has them."""


class FailureKind(StrEnum):
    """The ways in which a bot can fail, apart from the rules."""

    EXIT = "exit"
    """Its process ended."""
    DISABLED = "disabled"
    """It is not started again for a while: it cannot be, or keeps failing."""
    EXCEPTION = "exception"
    """Its log has a traceback."""
    ANSWER = "refused answer"
    """Its answer was no move, or an illegal one."""
    TIME = "loss on time"
    """It ran out of time, and the default move was played."""
    GARBAGE = "garbage"
    """A line that it printed is no text: bytes of something else, or codes that steer a terminal."""
    HIDDEN = "hidden file"
    """It looked for a file that lies in its folder and that the sandbox hides."""


class BotFailure(NamedTuple):
    """Something that went wrong with a bot, once or several times."""

    player: str
    kind: FailureKind
    text: str
    """A line: `exited with code 3`, `ValueError: no such card`."""
    times: int
    traceback: str = ""
    """Of an exception, printable line by line."""


class BotFailures:
    """All that went wrong with bots so far."""

    def __init__(self, known: Iterable[BotFailure] = ()) -> None:
        self._found: dict[tuple[str, FailureKind, str], BotFailure] = {}
        self.bots: Mapping[str, BotSpec] = {}
        """By name: those whose files are hidden from them in a sandbox."""
        self._said: set[tuple[str, str]] = set()
        self._line: dict[tuple[str, str], bytes] = {}
        """Of each bot and place: the line of its output that has not ended yet."""
        self._unread: dict[tuple[str, str], str] = {}
        """Of each bot and place: the end of its output, if a traceback has begun there."""
        for one in known:
            self._found[one.player, one.kind, _key(one)] = one

    @classmethod
    def kept_in(cls, file: Path) -> Self:
        """The failures that `keep` wrote; none if there is no such file."""
        try:
            lines = json.loads(file.read_text(encoding="utf-8"))
            return cls(BotFailure(**{**one, "kind": FailureKind(one["kind"])}) for one in lines)
        except (FileNotFoundError, ValueError, TypeError, KeyError):
            return cls()

    def keep(self, file: Path) -> None:
        """Add all of it to what is kept in a file."""
        together = type(self).kept_in(file)
        together.add_all(self.all())
        lines = [one._asdict() for one in together.all()]
        write_whole(file, json.dumps(lines, ensure_ascii=False) + "\n")

    def all(self) -> list[BotFailure]:
        """All failures, by player and the most frequent first."""
        return sorted(self._found.values(), key=lambda one: (one.player, -one.times, one.text))

    def add_all(self, others: Iterable[BotFailure]) -> None:
        """Count what was counted elsewhere."""
        for one in others:
            self._add(one)

    def on_event(self, event: ProcessEvent) -> str:
        """Something happened to a bot's process; a sentence, or "" if it was said before."""
        if event.exit:
            self._add(BotFailure(event.name, FailureKind.EXIT, event.exit, 1))
        if event.kind is EventKind.DISABLED:
            self._add(BotFailure(event.name, FailureKind.DISABLED, event.reason, 1))
        if not event.is_failure:
            return ""
        said = event.name, event.exit if event.kind is EventKind.EXITED else event.reason
        is_new = said not in self._said
        self._said.add(said)
        return printable(str(event)) if is_new else ""

    def on_match_ended(self, match: Match, bots: Collection[str]) -> None:
        """Count the answers of these in a match that were refused, and what was lost on time."""
        for name, seat in zip(match.spec.players, match.seats, strict=True):
            if name not in bots:
                continue
            self.on_refused(name, seat.refused)
            self.on_late(name, seat.late)

    def on_late(self, player: str, late: Iterable[str]) -> None:
        """A bot ran out of time, in these ways."""
        for how in late:
            self._add(BotFailure(player, FailureKind.TIME, how, 1))

    def on_refused(self, player: str, refused: Iterable[str]) -> None:
        """Answers of a bot were refused, for these reasons."""
        for why in refused:
            self._add(BotFailure(player, FailureKind.ANSWER, why, 1))

    def on_output(self, player: str, output: bytes, where: str = "") -> None:
        """
        A bot has printed something: find exceptions, garbage and answers that are no moves in it.

        A bot that runs at several places at once is read at each by itself.
        """
        place = player, where
        whole, is_line, rest = (self._line.get(place, b"") + output).rpartition(b"\n")
        self._line[place] = rest[-_OPEN_TRACEBACK:]
        if not is_line:
            return
        lines = whole.decode(errors="replace").replace("\r\n", "\n")
        self.on_refused(player, _NO_MOVE.findall(lines))
        for line in lines.split("\n"):
            if not is_text(line):
                self._add(BotFailure(player, FailureKind.GARBAGE, line, 1))
            if player in self.bots and _MISSING.search(line):
                self._on_missing(self.bots[player], line)
        text = f"{self._unread.pop(place, '')}{lines}\n"
        end = 0
        for found in _TRACEBACK.finditer(text):
            if _LED_TO.match(text, found.end()):
                continue  # the next one tells of both
            self._add_exception(player, found)
            end = found.end()
        begun = text.rfind(_HEADER, end)
        if begun >= 0 and len(text) - begun < _OPEN_TRACEBACK:
            self._unread[place] = text[begun:]

    def _on_missing(self, bot: BotSpec, line: str) -> None:
        """The bot did not find a file: say so if it is there, but hidden from it."""
        for name in _QUOTED.findall(line):
            if found := next((one for one in (name, f"{name}.py") if is_hidden(bot, one)), ""):
                self._add(BotFailure(bot.name, FailureKind.HIDDEN, found, 1))

    def _add_exception(self, player: str, found: re.Match[str]) -> None:
        lines = printable_lines(f"{_HEADER}\n{found['frames']}{found['error']}")
        self._add(
            BotFailure(
                player, FailureKind.EXCEPTION, found["error"], 1, lines[-_LONGEST_TRACEBACK:]
            )
        )

    def _add(self, one: BotFailure) -> None:
        one = one._replace(text=printable(one.text)[:_LONGEST])
        key = one.player, one.kind, _key(one)
        if key not in self._found:
            known = sum(player == one.player for player, _, _ in self._found)
            if known >= _MOST_KINDS:
                one = one._replace(text="others", traceback="")
                key = one.player, one.kind, "others"
        before = self._found.get(key)
        times = one.times + (before.times if before else 0)
        self._found[key] = (before or one)._replace(times=times)


def sentences(failures: Iterable[BotFailure]) -> list[str]:
    """A sentence for each failure; an exception with its traceback below."""
    return [_sentence(one) for one in failures if one.kind is not FailureKind.DISABLED]


def counts_by_player(failures: Iterable[BotFailure]) -> Mapping[str, Counter[FailureKind]]:
    """Failure counts by kind, per player."""
    found: dict[str, Counter[FailureKind]] = {}
    for one in failures:
        found.setdefault(one.player, Counter())[one.kind] += one.times
    return found


def is_text(line: str) -> bool:
    """Whether a line can be read, be it coloured."""
    plain = _COLOURS.sub("", line).replace("\t", " ").rstrip("\r")
    return plain.isprintable() and "\N{REPLACEMENT CHARACTER}" not in plain


def printable_lines(text: str) -> str:
    """Several lines of a stranger, without what a terminal would obey."""
    return "\n".join(printable(line.expandtabs(4)) for line in text.splitlines())


def _sentence(one: BotFailure) -> str:
    often = "" if one.times == 1 else f", {one.times:,} times"
    match one.kind:
        case FailureKind.EXCEPTION:
            told = f":\n{one.traceback}" if one.traceback else ""
            return f"{one.player} raised {one.text}{often}{told}"
        case FailureKind.ANSWER:
            answers = "an answer" if one.times == 1 else f"{one.times:,} answers"
            return f"{one.player} gave {answers} that had to be refused, such as: {one.text}"
        case FailureKind.TIME:
            decisions = "a decision" if one.times == 1 else f"{one.times:,} decisions"
            advice = _ADVICE.get(one.text, "")
            return f"{one.player} lost {decisions} on time: {one.text}{advice}"
        case FailureKind.GARBAGE:
            lines = "a line" if one.times == 1 else f"{one.times:,} lines"
            return f"{one.player} printed {lines} that are no text, such as: {one.text}"
        case FailureKind.HIDDEN:
            return (
                f"{one.player} did not find {one.text}, which the sandbox hides from it: name it on "
                "the bot's command line or with --readable, or give the bot a folder of its own, "
                "called like its program (my_bot/my_bot.py)"
            )
        case _:
            return f"{one.player} {one.text}{often}"


def _key(one: BotFailure) -> str:
    """A key that is the same for failures that are counted together."""
    if one.kind in (FailureKind.ANSWER, FailureKind.GARBAGE):
        return ""  # each says something else
    if one.kind is FailureKind.EXCEPTION:
        # What it says may differ each time, where it was raised does not.
        return one.traceback.rpartition("\n")[0] + one.text.partition(":")[0]
    return one.text
