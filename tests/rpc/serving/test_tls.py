"""TLS: real handshakes with certificates made on the spot, and sentences for bad files."""

import asyncio
import re
import shlex
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health

from bessemer.rpc.serving.serve_config import ConfigError
from bessemer.rpc.serving.tls import server_credentials
from tests.certificates import make_ca, make_certificate, openssl


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
async def test_the_certificate_of_the_page_is_good(tmp_path: Path) -> None:
    """As docs/operating.md has it made: players who name it as their CA get through."""
    page = (Path(__file__).parents[3] / "docs" / "operating.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```sh tls\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    openssl(*shlex.split(block.replace("\\\n", ""))[1:], folder=tmp_path)
    credentials = server_credentials(tmp_path / "cert.pem", tmp_path / "key.pem")
    async with serving(credentials) as address:
        port = address.rpartition(":")[2]
        channel = grpc.aio.secure_channel(f"localhost:{port}", client_credentials(tmp_path, "cert"))

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


KINDS = {
    "ed25519": ("ed25519",),
    "ed448": ("ed448",),
    "secp521r1": ("ec", "-pkeyopt", "ec_paramgen_curve:secp521r1"),
    "secp256k1": ("ec", "-pkeyopt", "ec_paramgen_curve:secp256k1"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_keys_that_grpc_cannot_use_are_refused(kind: str, files: Path, tmp_path: Path) -> None:
    """It would take some of them, and then no client could connect."""
    for name in ("ca.pem", "ca.key"):
        (tmp_path / name).write_bytes((files / name).read_bytes())
    make_certificate(tmp_path, "odd", "ca", KINDS[kind])

    with pytest.raises(ConfigError, match=f"(?i){kind}, which gRPC cannot use: make an ECDSA"):
        server_credentials(tmp_path / "odd.pem", tmp_path / "odd.key")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(("rsa:2048",), id="rsa"),
        pytest.param(("ec", "-pkeyopt", "ec_paramgen_curve:secp384r1"), id="p-384"),
    ],
)
async def test_other_usual_keys_can_be_used(
    kind: tuple[str, ...], files: Path, tmp_path: Path
) -> None:
    """What is not refused works."""
    for name in ("ca.pem", "ca.key"):
        (tmp_path / name).write_bytes((files / name).read_bytes())
    make_certificate(tmp_path, "server", "ca", kind)
    credentials = server_credentials(tmp_path / "server.pem", tmp_path / "server.key")
    async with serving(credentials) as address:
        channel = grpc.aio.secure_channel(address, client_credentials(files, "ca"))

        assert grpc.StatusCode.OK == await says(channel)


@pytest.mark.parametrize(
    ("years", "sentence"),
    [
        pytest.param((2019, 2020), r"odd\.pem expired on 2020-01-01: renew it", id="expired"),
        pytest.param((2998, 2999), r"odd\.pem is not valid before 2998-01-01 00:00", id="too-soon"),
    ],
)
def test_a_certificate_of_another_time_is_refused_at_the_start(
    years: tuple[int, int], sentence: str, files: Path, tmp_path: Path
) -> None:
    """With its date, and not by the first client."""
    key = load_pem_private_key((files / "server.key").read_bytes(), None)
    assert isinstance(key, EllipticCurvePrivateKey)
    begin, end = (datetime(year, 1, 1, tzinfo=UTC) for year in years)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "server")])
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, begin, end)
    odd = tmp_path / "odd.pem"
    odd.write_bytes(made.sign(key, SHA256()).public_bytes(Encoding.PEM))

    with pytest.raises(ConfigError, match=sentence):
        server_credentials(odd, files / "server.key")


# ----------------------------------------------------------------------------------- renewal


async def shown(address: str) -> bytes:
    """The certificate that a new client is shown."""

    def shake_hands() -> bytes:
        host, port = address.split(":")
        return ssl.get_server_certificate((host, int(port))).encode()

    return await asyncio.to_thread(shake_hands)


@pytest.mark.asyncio
async def test_a_renewed_certificate_is_shown_without_a_stop(files: Path, tmp_path: Path) -> None:
    """While only one of the two files is new the old ones stay; connections stay open."""
    cert, key = tmp_path / "live.pem", tmp_path / "live.key"
    cert.write_bytes((files / "server.pem").read_bytes())
    key.write_bytes((files / "server.key").read_bytes())
    make_certificate(files, "renewed", "ca")
    told: list[str] = []
    async with serving(server_credentials(cert, key, on_reload=told.append)) as address:
        open_before = grpc.aio.secure_channel(address, client_credentials(files, "ca"))
        await open_before.channel_ready()
        assert (files / "server.pem").read_bytes() == await shown(address)

        cert.write_bytes((files / "renewed.pem").read_bytes())
        assert (files / "server.pem").read_bytes() == await shown(address)
        key.write_bytes((files / "renewed.key").read_bytes())
        assert (files / "renewed.pem").read_bytes() == await shown(address)
        assert ["not usable", "read again"] == [what.partition(",")[0] for what in told]

        cert.unlink()
        assert (files / "renewed.pem").read_bytes() == await shown(address)
        assert grpc.StatusCode.OK == await says(open_before)


@pytest.mark.asyncio
async def test_another_client_ca_counts_from_the_next_client_on(
    files: Path, tmp_path: Path
) -> None:
    """Who was let in before is not any more."""
    client_ca = tmp_path / "clients.pem"
    client_ca.write_bytes((files / "ca.pem").read_bytes())
    async with serving(
        server_credentials(files / "server.pem", files / "server.key", client_ca)
    ) as address:

        async def let_in(name: str) -> grpc.StatusCode:
            credentials = client_credentials(files, "ca", name)
            return await says(grpc.aio.secure_channel(address, credentials))

        assert grpc.StatusCode.OK == await let_in("client")
        client_ca.write_bytes((files / "other-ca.pem").read_bytes())
        assert grpc.StatusCode.OK == await let_in("stranger")
        assert grpc.StatusCode.UNAVAILABLE == await let_in("client")
