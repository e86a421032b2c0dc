"""`--log json` is JSON from the first byte to the last, whoever writes; and no token file is lost."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bessemer.accounts.tokens import new_token
from bessemer.v1 import admin_service_pb2 as admin
from tests.certificates import make_ca, make_certificate
from tests.referees.in_process import (
    Client,
    channel_to,
)
from tests.referees.process import RefereeProcess

SERVE = (sys.executable, "-m", "bessemer.cli.main", "serve", "--metrics", "")


def ended(*options: str, **environment: str) -> tuple[int, list[dict[str, Any]]]:
    """How a referee that does not start ends: its exit code, and what it wrote."""
    done = subprocess.run(
        [*SERVE, *options],
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert b"" == done.stdout
    return done.returncode, list(map(json.loads, done.stderr.splitlines()))


@pytest.mark.asyncio
async def test_what_grpc_writes_itself_is_json_too(tmp_path: Path) -> None:
    """A client in plain text on the TLS port makes gRPC's core complain, past all our logging."""
    make_ca(tmp_path, "ca")
    make_certificate(tmp_path, "server", "ca")
    tls = ("--tls-cert", str(tmp_path / "server.pem"), "--tls-key", str(tmp_path / "server.key"))
    async with RefereeProcess(tmp_path / "data", *tls) as command:
        host, port = command.address.split(":")

        def shout() -> None:
            with socket.create_connection((host, int(port))) as plain:
                plain.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0" * 64)
                while plain.recv(4096):
                    pass

        await asyncio.to_thread(shout)
        command.signal(signal.SIGTERM)
        assert 0 == await command.ends()  # it reads every line as JSON

    (complaint,) = [line for line in command.log if line.get("logger") == "stderr"]
    assert "Handshake failed" in complaint["event"]
    registered = command.early[0]
    assert "organiser registered" == registered["event"]
    assert str(tmp_path / "data" / "organiser.token") == registered["token_file"]


@pytest.mark.parametrize(
    ("options", "code", "why"),
    [
        pytest.param(("--log", "json", "--bank", "soon"), 2, "--bank", id="wrong-argument"),
        pytest.param(("--log=json", "--tls-key", "x"), 2, "a TLS key needs its", id="config"),
        pytest.param(("--log", "json", "--data", "/proc/x"), 2, "--data: /proc/x", id="folder"),
        pytest.param(("--data", "/proc/x"), 2, "--data: /proc/x", id="auto"),
    ],
)
def test_a_fatal_sentence_is_json(options: tuple[str, ...], code: int, why: str) -> None:
    """It is one line with the reason and the exit code."""
    found, (line,) = ended(*options)

    assert (code, code, "error") == (found, line["exit_code"], line["level"])
    assert why in line["why"]


def test_the_environment_asks_for_json_as_well() -> None:
    """`BESSEMER_SERVE_LOG` says so before any argument is read."""
    code, (line,) = ended("--nonsense", BESSEMER_SERVE_LOG="json")

    assert 2 == code
    assert "--nonsense" in line["why"]


@pytest.mark.asyncio
async def test_a_token_file_is_kept_and_its_token_is_good(tmp_path: Path) -> None:
    """In a folder whose database is new, or was deleted, the organiser's token stays the same."""
    token = new_token().text
    (tmp_path / "organiser.token").write_text(f"{token}\n")
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        await Client(channel, token).GetStatus(admin.GetStatusRequest())

    assert f"{token}\n" == (tmp_path / "organiser.token").read_text()
    assert 0o600 == (tmp_path / "organiser.token").stat().st_mode & 0o777


def test_a_token_file_with_something_else_is_not_overwritten(tmp_path: Path) -> None:
    """The referee says so and ends."""
    (tmp_path / "organiser.token").write_text("my only copy\n")
    code, lines = ended("--data", str(tmp_path), "--listen", "127.0.0.1:0")

    assert 2 == code
    assert "which is not overwritten: move it away" in lines[-1]["why"]
    assert "my only copy\n" == (tmp_path / "organiser.token").read_text()
