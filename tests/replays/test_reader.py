"""The file: what is written comes back, and damage of any kind is found where it is."""

import json
import random
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bessemer.matches.records import Fault, MatchResult, SeatFault, Status
from bessemer.replays import reader as reading
from bessemer.replays.format import write_replay
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from tests.replays.bodies import bodies, chained
from tests.replays.make import Played, play
from tests.replays.script import Script

PLAYED = play(Script(3, silent=frozenset({2}), late=frozenset({4})))
FILE = PLAYED.replay
WHOLE = read_replay(FILE)


def edited(line: int, old: bytes, new: bytes) -> bytes:
    """The file with a change in one line, and all hashes made right again."""
    lines = bodies(FILE)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return chained(*lines)


# --- Writing -------------------------------------------------------------------------------------


def test_what_is_written_is_read() -> None:
    """Header, moves in the order of their turns, and the ending."""
    header = WHOLE.header
    spec = PLAYED.spec

    assert WHOLE.error is None
    assert header is not None
    assert spec.players == header.players
    assert spec.options == header.options
    assert (spec.seed, spec.clock, spec.created) == (
        header.seed,
        header.clock,
        header.created,
    )
    assert sha256(spec.seed).hexdigest() == header.commitment
    assert tuple(sorted(PLAYED.records)) == WHOLE.records
    assert PLAYED.result == WHOLE.result


def test_the_order_of_the_entries_given_means_nothing() -> None:
    """A journal has them as they came."""
    shuffled = random.Random(1).sample(PLAYED.records, len(PLAYED.records))

    assert PLAYED._replace(records=tuple(shuffled)).replay == FILE


def test_every_line_is_json_with_a_running_hash() -> None:
    """As docs/replay-format.md defines it, without any code of ours."""
    before = ""

    for line in FILE.decode().splitlines():
        fields = json.loads(line)
        hashed = fields.pop("hash")
        text = line.removesuffix(f',"hash":"{hashed}"}}') + "}"
        assert sha256((before + text).encode()).hexdigest()[:32] == hashed
        assert fields == json.loads(text)
        before = hashed


@pytest.mark.parametrize(
    ("spent", "text"), [(0, "0.000000"), (1, "0.000001"), (12_345_678, "12.345678")]
)
def test_times_are_exact(spent: int, text: str) -> None:
    """Microseconds as decimals of a second, and back."""
    entries = tuple(entry._replace(time_used=spent) for entry in PLAYED.records)
    file = PLAYED._replace(records=entries).replay

    assert f'"spent":{text},'.encode() in file
    assert {spent} == {entry.time_used for entry in read_replay(file).records}


@given(
    st.lists(st.text(), min_size=2, max_size=4),
    st.text(),
    st.floats(0, 4e9),
    st.sampled_from([None, *Fault]),
)
@example(players=["\ud800", "\u2028\n"], message='"}\n', ended=0.0, fault=None)
def test_any_names_and_messages_survive(
    players: list[str], message: str, ended: float, fault: Fault | None
) -> None:
    """Line breaks, quotes, half characters: the file stays readable and verifies."""
    ending = MatchResult(Status.ABORTED, ended, fault=fault or Fault.PLAYER, message=message)
    spec = replace(PLAYED.spec, players=tuple(players))
    read = read_replay(write_replay(spec, players, 0.25, [], ending))

    assert read.error is None
    assert verify(read).ok
    assert read.result is not None
    assert read.result.message == message.encode(errors="replace").decode()
    assert abs(read.result.ended - ended) < 1e-5


# --- Damage --------------------------------------------------------------------------------------


def is_found(damaged: bytes) -> None:
    """It does not verify, and what was read of it is a prefix of the true match."""
    read = read_replay(damaged)

    assert not verify(read).ok
    assert read.error is not None
    assert read.header in (None, WHOLE.header)
    assert WHOLE.records[: len(read.records)] == read.records
    assert read.result in (None, WHOLE.result)


@given(st.integers(0, len(FILE) - 1), st.integers(1, 255))
def test_a_changed_byte_is_found_at_its_line(place: int, flip: int) -> None:
    """Wherever it is and whatever it becomes, all lines before it are sound."""
    damaged = bytearray(FILE)
    damaged[place] ^= flip
    line = FILE.count(b"\n", 0, place) + 1
    read = read_replay(bytes(damaged))

    is_found(bytes(damaged))
    assert read.error is not None
    assert line == read.error.line
    assert min(line - 1, 1) + len(read.records) == line - 1


@given(st.integers(0, len(FILE) - 1))
@example(0)
@example(len(FILE) - 1)
@example(len(FILE) - 2)
def test_a_cut_is_found(length: int) -> None:
    """Anywhere, also between two lines, and if only the last newline is missing."""
    is_found(FILE[:length])


@given(st.integers(0, len(FILE)), st.binary(min_size=1, max_size=80))
def test_bytes_put_in_are_found(place: int, garbage: bytes) -> None:
    """Also behind the end."""
    is_found(FILE[:place] + garbage + FILE[place:])


@given(st.data())
def test_lines_left_out_repeated_or_exchanged_are_found(data: st.DataObject) -> None:
    """The hashes run through the whole file."""
    lines = FILE.splitlines(keepends=True)
    one, other = sorted(data.draw(st.sets(st.integers(0, len(lines) - 1), min_size=2, max_size=2)))

    is_found(b"".join(lines[:one] + lines[other:]))
    is_found(b"".join(lines[: other + 1] + lines[one:]))
    lines[one], lines[other] = lines[other], lines[one]
    is_found(b"".join(lines))


@given(st.binary(max_size=200))
def test_garbage_is_an_error_in_the_first_line(garbage: bytes) -> None:
    """Never an exception."""
    read = read_replay(garbage)

    assert (None, (), None) == (read.header, read.records, read.result)
    assert read.error is not None


@pytest.mark.parametrize(
    ("file", "said"),
    [
        pytest.param(b"", "empty", id="empty"),
        pytest.param(b"\n", "does not end with a hash", id="newline"),
        pytest.param(FILE[:-1], "cut off within", id="no-last-newline"),
        pytest.param(FILE[: FILE.rindex(b'{"status"')], "end of the match is missing", id="no-end"),
        pytest.param(b"x" * (reading.LONGEST_LINE + 1), "longer than", id="long-line"),
        pytest.param(FILE + FILE, "hash does not match", id="twice"),
        pytest.param(chained(b"\xff}"), "not JSON in UTF-8", id="not-utf-8"),
        pytest.param(chained(b"[" * 100_000 + b"}"), "not a JSON object", id="bomb"),
        pytest.param(chained(b'{"a":' * 100_000 + b"}"), "not JSON", id="object-bomb"),
        pytest.param(
            chained(b'{"replay":' + b"9" * 9999 + b"}"), "replay is wrong", id="long-number"
        ),
        pytest.param(chained(b'{"replay":NaN}'), "not JSON", id="nan"),
        pytest.param(chained(b'"}'), "not JSON", id="not-json"),
        pytest.param(chained(b"{}"), "not the header", id="no-header"),
        pytest.param(chained(b'{"replay":0}'), "not the header", id="format-0"),
        pytest.param(chained(b'{"replay":true}'), "not the header", id="format-true"),
        pytest.param(chained(*bodies(FILE), b"{}"), "ended before", id="after-the-end"),
        pytest.param(edited(1, b'"seed":"', b'"seed":"zz'), "seed cannot be", id="seed"),
        pytest.param(edited(1, b'"bank":2.5', b'"bank":2.50'), "form", id="second-spelling"),
        pytest.param(
            edited(1, b'"bank":2.5', b'"bank":1e999'), "clock.bank is wrong", id="endless"
        ),
        pytest.param(edited(1, b'"created":"2', b'"created":"x'), "created cannot", id="time"),
        pytest.param(
            edited(1, b'"players":[', b'"players":[1,'), "players[0] must be a text", id="players"
        ),
        pytest.param(
            edited(1, b'"options":{', b'"options":{"a":1,'),
            "options[...] must be a text",
            id="options",
        ),
        pytest.param(edited(1, b'"clock":{', b'"clock":[{'), "not JSON", id="broken"),
        pytest.param(
            edited(1, b'"created"', b'"seat_clocks":[],"created"'), "form", id="no-seat-clocks"
        ),
        pytest.param(
            edited(1, b'"created"', b'"seat_clocks":[{"bank":1.0}],"created"'),
            "seat_clocks must be one for each seat",
            id="too-few-seat-clocks",
        ),
        pytest.param(edited(2, b'"seat":', b'"seat":-1'), "seat must be", id="seat"),
        pytest.param(edited(2, b'"turn":1', b'"turn":true'), "turn must be", id="turn"),
        pytest.param(edited(3, b'"turn":2', b'"turn":1'), "cannot come after", id="order"),
        pytest.param(edited(2, b'"spent":', b'"spent":-'), "spent must be", id="spent"),
        pytest.param(
            edited(2, b'"spent":', b'"spent":1e9,"x":'), "spent must be", id="spent-power"
        ),
        pytest.param(edited(2, b'"cause":"', b'"cause":"not '), "cause cannot be", id="cause"),
        pytest.param(edited(2, b'"state":"', b'"state":"x'), "fingerprint", id="state"),
        pytest.param(edited(2, b'"seat"', b'"note":"","seat"'), "form", id="extra-field"),
        pytest.param(edited(2, b'{"turn":1', b'{"turn":7,"turn":1'), "form", id="field-twice"),
        pytest.param(edited(2, b'"seat"', b'"saet"'), "seat is missing", id="missing-field"),
        pytest.param(edited(2, b'"turn"', b'"tarn"'), "neither", id="no-turn"),
        pytest.param(
            edited(len(bodies(FILE)), b'"finished"', b'"running"'), "not running", id="status"
        ),
        pytest.param(edited(len(bodies(FILE)), b'"ranks":[', b'"ranks":[[],'), "ranks", id="ranks"),
        pytest.param(
            edited(len(bodies(FILE)), b'"ended":"2026', b'"ended":"0000'), "ended cannot", id="year"
        ),
        pytest.param(edited(len(bodies(FILE)), b'Z"', b'"'), "form", id="time-of-nowhere"),
        pytest.param(
            edited(len(bodies(FILE)), b'{"seat":', b'{"seat":-1'), "seat must be", id="fault-seat"
        ),
    ],
)
def test_a_bad_line_is_a_sentence(file: bytes, said: str) -> None:
    """Even if somebody made the hashes right again."""
    read = read_replay(file)

    assert read.error is not None
    assert said in read.error.message
    assert str(read.error) == str(verify(read))


def test_a_huge_line_is_not_even_parsed() -> None:
    """A hundred megabytes are refused by their length, in the middle of a file too."""
    huge = FILE[: FILE.index(b"\n") + 1] + b'{"turn":"' + b"x" * 100_000_000 + b'"}\n'
    read = read_replay(huge)
    assert read.header == WHOLE.header
    assert read.error is not None
    assert (2, True) == (read.error.line, "longer than" in read.error.message)
    first = read_replay(huge[FILE.index(b"\n") + 1 :])
    assert "longer than" in str(first.error)


def test_a_seat_fault_is_kept() -> None:
    """Who forfeited, whose fault it was, and a sentence."""
    faults = (SeatFault(PLAYED.result.seat_faults[0].seat, Fault.NETWORK, "lost “it”"),)
    played: Played = PLAYED._replace(result=replace(PLAYED.result, seat_faults=faults))
    read = read_replay(played.replay)

    assert read.result is not None
    assert faults == read.result.seat_faults
    assert verify(read).ok
