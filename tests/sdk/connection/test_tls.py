"""Our clients by TLS: the system's CAs, a CA of one's own, and certificates of clients."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bessemer.rpc.serving import server
from bessemer.sdk import (
    MatchEnd,
    SeatCredentials,
    Tls,
    play_matches,
)
from bessemer.sdk.connection.channels import open_channel
from bessemer.v1 import match_pb2
from bessemer.wire.tls.certificate_files import CertificateError
from tests.certificates import make_ca, make_certificate
from tests.referees.in_process import PATIENCE, House, Table, config_of, is_ranking
from tests.sdk.bots_under_test import Quick

ROOTS = "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"
NAMES = (ROOTS, "BESSEMER_TLS", "BESSEMER_TLS_CA", "BESSEMER_TLS_CERT", "BESSEMER_TLS_KEY")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A CA, and certificates of a referee and of a client."""
    folder = tmp_path_factory.mktemp("tls")
    make_ca(folder, "ca")
    make_certificate(folder, "server", "ca")
    make_certificate(folder, "client", "ca")
    return folder


@pytest_asyncio.fixture
async def house(files: Path, tmp_path: Path) -> AsyncIterator[House]:
    """A referee that asks every client for a certificate; a socket lets the test in without."""
    config = config_of(
        tmp_path,
        listen=("127.0.0.1:0", f"unix:{tmp_path}/plain.sock"),
        tls_cert=files / "server.pem",
        tls_key=files / "server.key",
        tls_client_ca=files / "ca.pem",
    )
    async with (
        server.serving(config) as referee,
        open_channel(referee.addresses[1], tls=Tls()) as channel,
    ):
        yield House(referee, channel)


def told(files: Path, *, by_system: bool) -> dict[str, str]:
    """The environment of a client with a certificate, which trusts the CA or the system."""
    trusted = {"BESSEMER_TLS": "1", "SSL_CERT_FILE": str(files / "ca.pem")}
    own = {"BESSEMER_TLS_CA": str(files / "ca.pem")}
    shown = {f"BESSEMER_TLS_{n.upper()}": str(files / f"client.{e}") for n, e in CERTIFICATE}
    rest = {name: value for name, value in os.environ.items() if name not in NAMES}
    return rest | (trusted if by_system else own) | shown


CERTIFICATE = (("cert", "pem"), ("key", "key"))


async def run(words: list[str], environment: dict[str, str]) -> str:
    """What a process of ours says; it must end well."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *words,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    async with asyncio.timeout(PATIENCE):
        out, _ = await process.communicate()
    assert 0 == process.returncode, out.decode()
    return out.decode()


@pytest.mark.asyncio
@pytest.mark.parametrize("by_system", [True, False], ids=["system", "ca"])
async def test_the_kit_plays_by_tls(
    house: House, files: Path, by_system: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both seats, with a certificate, trusting what the system trusts or one CA."""
    monkeypatch.delenv(ROOTS, raising=False)
    monkeypatch.setenv("SSL_CERT_FILE", str(files / "ca.pem"))
    table = await house.organiser.create(2)
    seats = [
        SeatCredentials(table.match_id, seat, token) for seat, token in enumerate(table.tokens)
    ]
    ca = None if by_system else files / "ca.pem"
    tls = Tls(ca, files / "client.pem", files / "client.key")

    async with asyncio.timeout(PATIENCE):
        ends = await play_matches(house.address, seats, Quick, tls=tls, strict=True)

    assert all(isinstance(end, MatchEnd) and end.ranks for end in ends)


@pytest.mark.asyncio
async def test_the_commands_play_by_tls(house: House, files: Path) -> None:
    """A shipped bot and a bot of one's own play, and somebody watches at the terminal."""
    table = await house.organiser.create(2, clock=match_pb2.ClockSettings())
    place = files / "my_bot.py"
    place.write_text("from bessemer.furnace import Bot, run\nrun(Bot)\n")

    def at(seat: int) -> tuple[list[str], dict[str, str]]:
        words = ["--match", table.match_id, "--seat", str(seat)]
        return words, told(files, by_system=seat % 2 == 0) | {"BESSEMER_TOKEN": table.tokens[seat]}

    command = ["-m", "bessemer.cli.main"]
    shipped, environment = at(0)
    own, environment_of_own = at(1)
    watcher = told(files, by_system=True) | {"BESSEMER_TOKEN": house.organiser.token}
    watched = ["--connect", house.address, "--match", table.match_id, "--watch"]
    said = await asyncio.gather(
        run([*command, "bot", "random", "--connect", house.address, *shipped], environment),
        run([*command, "bot", str(place), "--connect", house.address, *own], environment_of_own),
        run([*command, "play", "--json", *watched], watcher),
    )

    assert is_ranking(json.loads(said[2].splitlines()[-1])["ranks"], 2)


@pytest.mark.asyncio
async def test_without_a_certificate_nobody_is_let_in(house: House, files: Path) -> None:
    """It is the certificate that opened the tests above."""
    table: Table = await house.organiser.create(2)
    seat = SeatCredentials(table.match_id, 0, table.tokens[0])
    async with asyncio.timeout(PATIENCE):
        (end,) = await play_matches(
            house.address, [seat], Quick, tls=Tls(files / "ca.pem"), patience=0.0
        )

    assert not isinstance(end, MatchEnd)


@pytest.mark.parametrize(
    ("tls", "sentence"),
    [
        pytest.param(Tls("nowhere.pem"), r"TLS CA nowhere\.pem cannot be read", id="no-ca"),
        pytest.param(Tls("ca.key"), r"ca\.key holds no certificate", id="ca-is-none"),
        pytest.param(Tls("ca.pem", "client.pem"), "--tls-cert and --tls-key", id="no-key"),
        pytest.param(
            Tls("ca.pem", "client.pem", "server.key"), r"server\.key is not that", id="other-key"
        ),
    ],
)
def test_files_that_cannot_be_used_are_a_sentence(
    tls: Tls, sentence: str, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is connected: gRPC would try for ever and tell nobody why."""
    monkeypatch.chdir(files)

    with pytest.raises(CertificateError, match=sentence):
        open_channel("127.0.0.1:1", tls=tls)
