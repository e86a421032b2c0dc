"""TLS: real handshakes with certificates made on the spot, and sentences for bad files."""

import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health

from bessemer.rpc.config import ConfigError
from bessemer.rpc.tls import server_credentials
from tests.programs import needed_program


def openssl(*arguments: str | Path, folder: Path) -> None:
    """Run the command, in `folder`."""
    program = needed_program("openssl", "making certificates")
    subprocess.run([program, *arguments], cwd=folder, check=True, capture_output=True)


def make_ca(folder: Path, name: str) -> None:
    """A CA: `name`.pem with `name`.key."""
    subject = ("-subj", f"/CN={name}", "-days", "2")
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    files = ("-keyout", f"{name}.key", "-out", f"{name}.pem")
    openssl("req", "-x509", *key, *files, *subject, folder=folder)


def make_certificate(folder: Path, name: str, ca: str) -> None:
    """A certificate for this machine from `ca`: `name`.pem with `name`.key."""
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    files = ("-keyout", f"{name}.key", "-out", f"{name}.csr")
    openssl("req", *key, *files, "-subj", f"/CN={name}", folder=folder)
    (folder / "extensions").write_text("subjectAltName = IP:127.0.0.1, DNS:localhost\n")
    signed_by = ("-CA", f"{ca}.pem", "-CAkey", f"{ca}.key", "-CAcreateserial", "-days", "2")
    request = ("-in", f"{name}.csr", "-extfile", "extensions")
    openssl("x509", "-req", *request, "-out", f"{name}.pem", *signed_by, folder=folder)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two CAs, and certificates of a server, a client and a stranger."""
    folder = tmp_path_factory.mktemp("tls")
    make_ca(folder, "ca")
    make_ca(folder, "other-ca")
    make_certificate(folder, "server", "ca")
    make_certificate(folder, "client", "ca")
    make_certificate(folder, "stranger", "other-ca")
    return folder


@asynccontextmanager
async def serving(credentials: grpc.ServerCredentials) -> AsyncIterator[str]:
    """The address of a server that can only say how it is."""
    server = grpc.aio.server()
    servicer = health.HealthServicer()
    await servicer.set("", health_pb2.HealthCheckResponse.SERVING)
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    port = server.add_secure_port("127.0.0.1:0", credentials)
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(None)


def client_credentials(files: Path, ca: str, name: str = "") -> grpc.ChannelCredentials:
    """A client that trusts `ca`, and shows the certificate `name` if it has one."""
    return grpc.ssl_channel_credentials(
        (files / f"{ca}.pem").read_bytes(),
        (files / f"{name}.key").read_bytes() if name else None,
        (files / f"{name}.pem").read_bytes() if name else None,
    )


async def says(channel: grpc.aio.Channel) -> grpc.StatusCode:
    """How a call over `channel` ends."""
    async with channel:
        check = channel.unary_unary(
            "/grpc.health.v1.Health/Check",
            request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
            response_deserializer=health_pb2.HealthCheckResponse.FromString,
        )
        try:
            answer = await check(health_pb2.HealthCheckRequest(), timeout=60)
        except grpc.aio.AioRpcError as error:
            return error.code()
    assert health_pb2.HealthCheckResponse.SERVING == answer.status
    return grpc.StatusCode.OK


@pytest.mark.asyncio
async def test_a_client_that_trusts_the_ca_gets_through(files: Path) -> None:
    """The certificate and the key make a server that can be called."""
    credentials = server_credentials(files / "server.pem", files / "server.key")
    async with serving(credentials) as address:
        channel = grpc.aio.secure_channel(address, client_credentials(files, "ca"))

        assert grpc.StatusCode.OK == await says(channel)


@pytest.mark.asyncio
async def test_a_client_in_plain_text_does_not_get_through(files: Path) -> None:
    """Nothing is answered without TLS."""
    credentials = server_credentials(files / "server.pem", files / "server.key")
    async with serving(credentials) as address:
        assert grpc.StatusCode.UNAVAILABLE == await says(grpc.aio.insecure_channel(address))


@pytest.mark.asyncio
async def test_a_client_that_trusts_another_ca_does_not_get_through(files: Path) -> None:
    """It is this CA's certificate that is shown."""
    credentials = server_credentials(files / "server.pem", files / "server.key")
    async with serving(credentials) as address:
        channel = grpc.aio.secure_channel(address, client_credentials(files, "other-ca"))

        assert grpc.StatusCode.UNAVAILABLE == await says(channel)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("client", grpc.StatusCode.OK, id="from-the-ca"),
        pytest.param("stranger", grpc.StatusCode.UNAVAILABLE, id="from-another-ca"),
        pytest.param("", grpc.StatusCode.UNAVAILABLE, id="none"),
    ],
)
async def test_with_a_client_ca_only_its_certificates_get_through(
    files: Path, name: str, expected: grpc.StatusCode
) -> None:
    """No certificate, or one from elsewhere, ends the handshake."""
    credentials = server_credentials(files / "server.pem", files / "server.key", files / "ca.pem")
    async with serving(credentials) as address:
        channel = grpc.aio.secure_channel(address, client_credentials(files, "ca", name))

        assert expected == await says(channel)


def test_a_missing_file_is_named(files: Path, tmp_path: Path) -> None:
    """The sentence says which of the three it is."""
    cert, key, missing = files / "server.pem", files / "server.key", tmp_path / "missing.pem"

    with pytest.raises(
        ConfigError, match=r"TLS certificate .*missing\.pem cannot be read: No such"
    ):
        server_credentials(missing, key)
    with pytest.raises(ConfigError, match=r"TLS key .*missing\.pem cannot be read: No such"):
        server_credentials(cert, missing)
    with pytest.raises(ConfigError, match=r"TLS client CA .*missing\.pem cannot be read: No such"):
        server_credentials(cert, key, missing)
    with pytest.raises(ConfigError, match=r"TLS key .* cannot be read: Is a directory"):
        server_credentials(cert, tmp_path)


def test_a_key_of_another_certificate_is_refused(files: Path) -> None:
    """The mistake is found before the first client is."""
    with pytest.raises(ConfigError, match=r"client\.key is not that of .*server\.pem"):
        server_credentials(files / "server.pem", files / "client.key")


@pytest.mark.parametrize("content", [b"", b"garbage", b"\0\xff" * 1000])
def test_files_that_are_not_pem_are_refused(files: Path, tmp_path: Path, content: bytes) -> None:
    """Whichever of the three it is, a sentence and not a traceback."""
    cert, key, bad = files / "server.pem", files / "server.key", tmp_path / "bad.pem"
    bad.write_bytes(content)

    with pytest.raises(ConfigError, match="both must be PEM"):
        server_credentials(bad, key)
    with pytest.raises(ConfigError, match="both must be PEM"):
        server_credentials(cert, bad)
    with pytest.raises(ConfigError, match="holds no certificate in PEM"):
        server_credentials(cert, key, bad)


def test_an_encrypted_key_is_refused_and_asks_nobody(files: Path, tmp_path: Path) -> None:
    """There is no terminal to ask for a password at; the sentence says what is wanted."""
    locked = tmp_path / "locked.key"
    openssl(
        *("ec", "-in", files / "server.key", "-out", locked, "-aes256", "-passout", "pass:secret"),
        folder=tmp_path,
    )

    with pytest.raises(ConfigError, match="the key without a password"):
        server_credentials(files / "server.pem", locked)


@pytest.mark.parametrize("kind", ["ed25519", "ed448"])
def test_keys_that_grpc_cannot_use_are_refused(kind: str, tmp_path: Path) -> None:
    """It would take them, and then no client could connect."""
    openssl("genpkey", "-algorithm", kind, "-out", "odd.key", folder=tmp_path)
    made = ("-key", "odd.key", "-out", "odd.pem", "-days", "2", "-subj", "/CN=localhost")
    openssl("req", "-x509", "-new", *made, folder=tmp_path)

    with pytest.raises(ConfigError, match=f"(?i){kind}, which gRPC cannot use: make an ECDSA"):
        server_credentials(tmp_path / "odd.pem", tmp_path / "odd.key")
