"""What goes wrong with bots: found in their logs, counted, kept, and shown without steering codes."""

from pathlib import Path

import pytest

from bessemer.matches.seats import Lateness
from bessemer.processes.bounded_log import OLDER
from bessemer.processes.process import EventKind, ProcessEvent
from bessemer.processes.process_log import LogFollower
from bessemer.runner.bots.bot_failures import (
    BotFailure,
    BotFailures,
    FailureKind,
    counts_by_player,
    sentences,
)
from tests.matches.matches_under_test import spec, started

RAISED = """\
bot: match 1, seat 0: turn {turn}: the bot raised KeyError
Traceback (most recent call last):
  File "bot.py", line 3, in bid
    cards[{turn}]
    ~~~~~^^^
KeyError: {turn}
bot: match 1, seat 0: playing the default move instead: pass
"""
CHAINED = """\
Traceback (most recent call last):
  File "bot.py", line 1, in f
    a()
ValueError: first

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "bot.py", line 2, in f
    b()
TypeError: second
"""


def exceptions(failures: BotFailures) -> list[tuple[str, int]]:
    """The lines of the exceptions, and how often each came."""
    return [(one.text, one.times) for one in failures.all() if one.kind is FailureKind.EXCEPTION]


@pytest.mark.parametrize("size", [1, 7, 64, 100_000])
def test_tracebacks_are_found_however_a_log_is_cut(size: int) -> None:
    """The same place and kind of exception is one, whatever it says; all are counted."""
    output = "".join(RAISED.format(turn=turn) for turn in range(10, 19)).encode()
    failures = BotFailures()
    for at in range(0, len(output), size):
        failures.on_output("a", output[at : at + size])

    # The line of the source is part of a traceback, and here it differs each time.
    assert sum(times for _, times in exceptions(failures)) == 9


def test_the_same_traceback_is_told_once() -> None:
    """With a count, and with its first message."""
    failures = BotFailures()
    for turn in range(63):
        text = RAISED.format(turn=1).replace("KeyError: 1", f"KeyError: {turn}")
        failures.on_output("a", text.encode())

    assert exceptions(failures) == [("KeyError: 0", 63)]
    (sentence,) = sentences(failures.all())
    assert sentence.startswith("a raised KeyError: 0, 63 times:\nTraceback")
    assert sentence.count("Traceback") == 1


def test_an_exception_that_led_to_another_is_one() -> None:
    """It is called by the last."""
    failures = BotFailures()
    failures.on_output("a", CHAINED.encode())

    assert exceptions(failures) == [("TypeError: second", 1)]


def test_a_bots_words_steer_no_terminal() -> None:
    """Neither in the line nor in the traceback."""
    failures = BotFailures()
    failures.on_output("a", RAISED.format(turn="\x1b[2J").encode())
    failures.on_refused("a", ["\x1b[31m is no move"])

    assert len(failures.all()) == 3  # its line is garbage besides
    assert "\x1b" not in "".join(sentences(failures.all()))


def test_garbage_is_counted_and_coloured_text_is_none() -> None:
    """Bytes that are no text, and codes that move the cursor; however the output is cut."""
    failures = BotFailures()
    output = (
        "\x1b[31mred\x1b[0m\tand fine: ±\r\n".encode()
        + b"\xff\xfe\x00\n" * 3
        + b"\x1b[2Jgone\nlast"
    )
    for at in range(len(output)):
        failures.on_output("a", output[at : at + 1])

    assert [(one.kind, one.times) for one in failures.all()] == [(FailureKind.GARBAGE, 4)]
    assert sentences(failures.all())[0].startswith("a printed 4 lines that are no text, such as: ")


def test_a_bot_that_invents_ever_new_errors_fills_no_memory() -> None:
    """After fifty kinds the others are counted together."""
    failures = BotFailures()
    for turn in range(500):
        failures.on_output("a", RAISED.format(turn=turn).encode())

    assert len(failures.all()) == 51
    assert sum(one.times for one in failures.all()) == 500


def test_exits_are_said_once_and_counted() -> None:
    """However often a bot is restarted for the same reason."""
    failures = BotFailures()
    exited = ProcessEvent("a", EventKind.EXITED, "it exited with code 3; …", "exited with code 3")

    assert [bool(failures.on_event(exited)) for _ in range(3)] == [True, False, False]
    assert failures.all() == [BotFailure("a", FailureKind.EXIT, "exited with code 3", 3)]


def test_what_is_kept_adds_up(tmp_path: Path) -> None:
    """Over the runs of a ladder; a file that is none is begun anew."""
    file = tmp_path / "failures.json"
    file.write_text("{", encoding="utf-8")
    for _ in range(2):
        failures = BotFailures()
        failures.on_output("a", RAISED.format(turn=5).encode())
        failures.keep(file)

    assert exceptions(BotFailures.kept_in(file)) == [("KeyError: 5", 2)]


def test_a_log_is_followed_while_its_older_half_is_moved_away(tmp_path: Path) -> None:
    """What was there before is not read, and nothing is read twice or left out."""
    log = tmp_path / "a.log"
    log.write_bytes(b"before\n")
    follower = LogFollower(log)
    assert follower.read() == b""
    with log.open("ab") as file:
        file.write(b"one\n")
    assert follower.read() == b"one\n"
    with log.open("ab") as file:
        file.write(b"two\n")
    log.rename(f"{log}{OLDER}")
    log.write_bytes(b"three\n")

    assert follower.read() == b"two\nthree\n"
    assert follower.read() == b""


def test_a_log_that_begins_later_is_read_from_its_beginning(tmp_path: Path) -> None:
    """A bot that has printed nothing yet has no log."""
    follower = LogFollower(tmp_path / "a.log")
    assert follower.read() == b""
    (tmp_path / "a.log").write_bytes(b"one\n")

    assert follower.read() == b"one\n"


def test_losses_on_time_are_counted_with_what_they_were_and_what_to_do() -> None:
    """One sentence for each cause; what is lost by thinking has another remedy than a lost network."""
    failures = BotFailures()
    failures.on_late("slow", [Lateness.THOUGHT, Lateness.THOUGHT, Lateness.WAS_AWAY])

    assert {FailureKind.TIME: 3} == counts_by_player(failures.all())["slow"]
    thought, away = sentences(failures.all())
    assert "slow lost 2 decisions on time: it thought for too long; give it more time" in thought
    assert "slow lost a decision on time: its connection was lost; its log says why" in away


def test_what_people_lose_on_time_is_no_bots_failure() -> None:
    """Beside a bot that a run has started somebody from elsewhere may sit, who has no program to mend."""
    match = started(spec(2))
    for seat in match.seats:
        seat.late.append(Lateness.NOBODY_THERE)
    failures = BotFailures()
    failures.on_match_ended(match, {"player1"})

    assert ["player1"] == [one.player for one in failures.all()]
