"""TLS: the server's credentials, from files that are checked before anything listens."""

import ssl
from base64 import b64decode
from pathlib import Path
from typing import Final

import grpc

from bessemer.rpc.config import ConfigError

# The object identifiers 1.3.101.112 and 113, as they stand at the beginning of a private key.
_EDWARDS: Final = {"Ed25519": b"\x06\x03\x2b\x65\x70", "Ed448": b"\x06\x03\x2b\x65\x71"}


def server_credentials(
    cert: Path, key: Path, client_ca: Path | None = None
) -> grpc.ServerCredentials:
    """
    Credentials for `add_secure_port`.

    Args:
        cert: the server's certificate, followed by those between it and its CA; PEM.
        key: its key, not encrypted; PEM.
        client_ca: if given, every client must show a certificate from it.

    Raises:
        ConfigError: a file is missing, is not what it should be, or the key is another's.
    """
    chain = _read(cert, "certificate"), _read(key, "key")
    roots = _read(client_ca, "client CA") if client_ca else None
    _check_pair(cert, key)
    _check_kind(key, chain[1])
    if client_ca:
        _check_ca(client_ca)
    return grpc.ssl_server_credentials(
        [(chain[1], chain[0])], root_certificates=roots, require_client_auth=roots is not None
    )


def _read(path: Path, what: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigError(f"the TLS {what} {path} cannot be read: {error.strerror}") from error


# grpc finds out about bad files when the first client comes, and tells nobody but the client.


def _check_pair(cert: Path, key: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        # A password must be given, or an encrypted key would ask for one on the terminal.
        context.load_cert_chain(cert, key, password="")
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise ConfigError(f"the TLS key {key} is not that of {cert}") from error
        raise ConfigError(
            f"the TLS certificate {cert} and key {key} cannot be used: both must be PEM, the key "
            f"without a password ({error.reason or error})"
        ) from error


def _check_kind(key: Path, pem: bytes) -> None:
    """Refuse kinds of keys that gRPC takes and then fails every handshake with."""
    start = pem.split(b"PRIVATE KEY-----")[1][:60]
    begin = b64decode(b"".join(start.split())[:48])
    for name, identifier in _EDWARDS.items():
        if identifier in begin:
            raise ConfigError(
                f"the TLS key {key} is of the kind {name}, which gRPC cannot use: make an ECDSA or "
                "RSA key and a certificate for it (openssl req -newkey ec "
                "-pkeyopt ec_paramgen_curve:P-256 …)"
            )


def _check_ca(client_ca: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_verify_locations(client_ca)
    except ssl.SSLError as error:
        raise ConfigError(
            f"the TLS client CA {client_ca} holds no certificate in PEM ({error.reason or error})"
        ) from error
