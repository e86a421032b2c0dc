"""`run(MyBot)`: how a program is told what to play, and how it ends."""

import asyncio
import random
import sys
from pathlib import Path

import pytest

from bessemer.sdk import (
    MatchEnd,
    SeatCredentials,
    Tls,
)
from bessemer.sdk.program import running
from tests.referees.in_process import House
from tests.sdk.bots_under_test import Quick

NAMES = (
    "ADDRESS",
    "MATCH",
    "SEAT",
    "TOKEN",
    "SEATINGS",
    "TLS",
    "TLS_CA",
    "TLS_CERT",
    "TLS_KEY",
    "SEED",
    "LOG",
    "PATIENCE",
)
WAITS: list[float] = []
"""For how many seconds those who were run would wait for a referee."""
ONE = {"ADDRESS": "127.0.0.1:1", "MATCH": "m1", "SEAT": "2", "TOKEN": "t"}


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What `run` wants to play; nothing is."""
    wanted: list[object] = []
    WAITS.clear()

    async def play(
        address: str,
        seatings: list[SeatCredentials],
        new_bot: object,
        *,
        tls: Tls | None,
        patience: float,
    ) -> list[MatchEnd]:
        WAITS.append(patience)
        wanted.append((address, seatings, tls))
        return [MatchEnd(match, seat, (1,) * 4, (7,) * 4, "", ()) for match, seat, _ in seatings]

    for name in NAMES:
        monkeypatch.delenv(f"BESSEMER_{name}", raising=False)
    monkeypatch.setattr(running, "play_matches", play)
    monkeypatch.setattr(sys, "setswitchinterval", wanted.append)
    return wanted


def put(monkeypatch: pytest.MonkeyPatch, told: dict[str, str]) -> None:
    """Put it into the environment."""
    for name, value in told.items():
        monkeypatch.setenv(f"BESSEMER_{name}", value)


def test_the_environment_says_what_to_play(
    played: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `bessemer match` does."""
    put(monkeypatch, ONE | {"TLS_CA": "ca.pem"})
    (end,) = running.run(Quick, [])

    assert ("m1", 2) == (end.match_id, end.seat)
    assert [("127.0.0.1:1", [SeatCredentials("m1", 2, "t")], Tls("ca.pem"))] == played


def test_the_command_line_comes_first(
    played: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words of the same names win over the environment."""
    put(monkeypatch, ONE)
    running.run(
        Quick,
        ["--connect", "unix:/x", "--match", "m2", "--seat", "0", "--token", "u", "--tls-ca", "c"],
    )

    assert [("unix:/x", [SeatCredentials("m2", 0, "u")], Tls("c"))] == played


def test_how_long_a_referee_is_waited_for(
    played: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve hours, or as the environment or the command line says."""
    put(monkeypatch, ONE)
    running.run(Quick, [])
    put(monkeypatch, {"PATIENCE": "7"})
    running.run(Quick, [])
    running.run(Quick, ["--patience", "3.5"])

    assert [12 * 3600.0, 7.0, 3.5] == WAITS
    assert 3 == len(played)


def test_many_seats_come_from_a_file(
    played: list[object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One a line, empty lines do not count; bots that compute share the interpreter fairly."""
    path = tmp_path / "seats.txt"
    path.write_text("m1 0 t0\n\nm2 3 t1\n")
    put(monkeypatch, {"ADDRESS": "a:1", "SEATINGS": str(path)})
    ends = running.run(Quick, [])

    assert [("m1", 0), ("m2", 3)] == [(end.match_id, end.seat) for end in ends]
    assert [
        0.001,
        ("a:1", [SeatCredentials("m1", 0, "t0"), SeatCredentials("m2", 3, "t1")], None),
    ] == played


def test_a_seed_repeats_pythons_own_luck(
    played: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For bots that draw from the module `random`."""
    put(monkeypatch, ONE | {"SEED": "7/0/me"})
    drawn = []
    for _ in range(2):
        running.run(Quick, [])
        drawn.append(random.random())

    assert drawn[0] == drawn[1]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        pytest.param({}, "bessemer match furnace --bots", id="nothing"),
        pytest.param({"TOKEN": "t"}, "it is not clear what to play", id="token-alone"),
        pytest.param({"MATCH": "m"}, "--connect (or BESSEMER_ADDRESS) and --seat", id="half-of-it"),
        pytest.param(ONE | {"SEAT": "first"}, "a seat is a number from 0", id="seat"),
        pytest.param(ONE | {"PATIENCE": "long"}, "0 seconds or more, not 'long'", id="patience"),
        pytest.param(ONE | {"SEATINGS": "/nowhere"}, "cannot read the seatings", id="no-file"),
        pytest.param(ONE | {"SEATINGS": "bad.txt"}, "line 1 of bad.txt is not", id="bad-file"),
    ],
)
def test_wrong_usage_ends_with_2(
    played: list[object],
    told: dict[str, str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And with a sentence that says what is missing."""
    monkeypatch.chdir(tmp_path)
    Path("bad.txt").write_text("m1 0\n")
    put(monkeypatch, told)
    with pytest.raises(SystemExit) as ended:
        running.run(Quick, [])

    assert 2 == ended.value.code
    assert said in capsys.readouterr().err
    assert [] == played


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever starts the file alone learns how to play."""
    with pytest.raises(SystemExit) as ended:
        running.run(Quick, ["--help"])

    assert 0 == ended.value.code
    assert "examples:" in capsys.readouterr().out


def test_a_ca_that_is_not_there_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1, without a traceback."""
    put(monkeypatch, ONE | {"TLS_CA": "/nowhere/ca.pem"})
    with pytest.raises(SystemExit) as ended:
        running.run(Quick, [])

    assert 1 == ended.value.code
    assert "the TLS CA /nowhere/ca.pem cannot be read" in capsys.readouterr().err


@pytest.mark.asyncio
async def test_a_seat_that_cannot_be_played_ends_with_1(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The referee's own words are printed."""
    put(monkeypatch, {"ADDRESS": house.address, "MATCH": "nix", "SEAT": "0", "TOKEN": "bsm_a_b"})

    def run() -> object:
        with pytest.raises(SystemExit) as ended:
            running.run(Quick, [])
        return ended.value.code

    assert 1 == await asyncio.to_thread(run)
    assert "match nix, seat 0: UNAUTHENTICATED" in capsys.readouterr().err
