"""
TLS: the server's credentials, from files that are checked before anything listens.

They are read again when they change, so that a certificate is renewed without a stop: connections
that are open stay, the next ones get the new certificate.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import grpc
import structlog

from bessemer.rpc.serving.serve_config import ConfigError
from bessemer.wire.tls.certificate_files import CertificateError, read_ca

_log: structlog.stdlib.BoundLogger = structlog.get_logger("bessemer.rpc")


class TlsFiles(NamedTuple):
    """Where the server's certificate, its key and the CA of its clients are."""

    cert: Path
    key: Path
    client_ca: Path | None = None

    def configuration(self) -> grpc.ServerCertificateConfiguration:
        """
        What they hold now.

        Raises:
            CertificateError: a file is missing, is not what it should be, or the key is another's.
        """
        # Here: a referee without TLS starts a tenth sooner without the parts that read certificates.
        from bessemer.wire.tls.own_certificate import read_certificate  # noqa: PLC0415

        certificate, key = read_certificate(self.cert, self.key)
        roots = read_ca(self.client_ca, "client CA") if self.client_ca else None
        return grpc.ssl_server_certificate_configuration([(key, certificate)], roots)

    def stamps(self) -> tuple[tuple[int, ...], ...]:
        """Other than before if one of the files has been written or replaced."""
        found: list[tuple[int, ...]] = []
        for path in filter(None, self):
            try:
                status = path.stat()
            except OSError:
                found.append((0,))
            else:
                found.append((status.st_mtime_ns, status.st_ino, status.st_size))
        return tuple(found)


def server_credentials(
    cert: Path,
    key: Path,
    client_ca: Path | None = None,
    on_reload: Callable[[str], None] = lambda _what: None,
) -> grpc.ServerCredentials:
    """
    Credentials for `add_secure_port`.

    Args:
        cert: the server's certificate, followed by those between it and its CA; PEM.
        key: its key, not encrypted; PEM.
        client_ca: if given, every client must show a certificate from it.
        on_reload: told, in a thread of gRPC, what came of files that have changed.

    Raises:
        ConfigError: a file is missing, is not what it should be, or the key is another's.
    """
    files = TlsFiles(cert, key, client_ca)
    read_at = files.stamps()
    try:
        first = files.configuration()
    except CertificateError as error:
        raise ConfigError(str(error)) from error

    def renewed() -> grpc.ServerCertificateConfiguration | None:
        """The certificate from now on, if it has changed; a thread of gRPC asks at each handshake."""
        nonlocal read_at
        if (now := files.stamps()) == read_at:
            return None
        read_at = now
        try:
            configuration = files.configuration()
        except CertificateError as error:
            # Perhaps one of two files is written and the other not yet: it is asked again then.
            _log.warning(
                "TLS files changed and cannot be used; the old ones stay", error=str(error)
            )
            on_reload(f"not usable, the old one stays: {error}")
            return None
        _log.info("TLS files read again", cert=str(cert))
        on_reload("read again")
        return configuration

    return grpc.dynamic_ssl_server_credentials(
        first,
        renewed,  # type: ignore[arg-type] # gRPC takes None, for what has not changed
        require_client_authentication=client_ca is not None,
    )
