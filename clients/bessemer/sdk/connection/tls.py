"""TLS for clients: whom to trust, and which certificate to show."""

import argparse
import os
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grpc

from bessemer.wire.tls.certificate_files import CertificateError, read_ca

_BUNDLES: Final = (
    "/etc/ssl/certs/ca-certificates.crt",  # Debian, Ubuntu, Arch
    "/etc/pki/tls/certs/ca-bundle.crt",  # Fedora, Red Hat
    "/etc/ssl/ca-bundle.pem",  # SUSE
    "/etc/ssl/cert.pem",  # Alpine, macOS, BSD
)
_NAMES: Final = ("tls", "tls_ca", "tls_cert", "tls_key")


@dataclass(frozen=True, slots=True)
class Tls:
    """
    A connection by TLS.

    Args:
        ca: the file of the CA that has signed the referee's certificate; `None` for those that this
            machine trusts.
        cert: the file of our own certificate, if the referee wants one.
        key: the file of its key.
    """

    ca: str | Path | None = None
    cert: str | Path | None = None
    key: str | Path | None = None

    def credentials(self) -> grpc.ChannelCredentials:
        """
        For a channel.

        Raises:
            CertificateError: a file is missing, or is not what it should be.
        """
        if (self.cert is None) != (self.key is None):
            raise CertificateError(
                "a certificate and its key go together: give --tls-cert and --tls-key"
            )
        ca = self.ca or _trusted_by_this_machine()
        roots = read_ca(ca) if ca else None  # without any, those that gRPC brings along
        if self.cert is None or self.key is None:
            return grpc.ssl_channel_credentials(roots)
        # Here, because it takes a tenth of a second and most bots need none.
        try:
            from bessemer.wire.tls.own_certificate import read_certificate  # noqa: PLC0415
        except ModuleNotFoundError as error:
            raise CertificateError(
                "to show a certificate takes an extra that is not installed: "
                "pip install 'bessemer[serve]'"
            ) from error
        pair = read_certificate(self.cert, self.key)
        return grpc.ssl_channel_credentials(roots, pair.key, pair.certificate)

    def environment(self) -> dict[str, str]:
        """The variables that say the same to a bot's program, wherever it is started."""
        variables = {"BESSEMER_TLS": "1"}
        for name in ("ca", "cert", "key"):
            if (path := getattr(self, name)) is not None:
                variables[f"BESSEMER_TLS_{name.upper()}"] = str(Path(path).resolve())
        return variables


def add_tls_arguments(parser: argparse.ArgumentParser, where: str = "") -> None:
    """Let a program connect by TLS; `where` begins each help text."""
    add = parser.add_argument
    add(
        "--tls",
        action="store_true",
        default=None,
        help=f"{where}use TLS and trust the CAs of this machine (default: $BESSEMER_TLS, or no TLS)",
    )
    add(
        "--tls-ca",
        metavar="FILE",
        help=f"{where}use TLS and trust this CA certificate (default: $BESSEMER_TLS_CA, or --tls)",
    )
    add(
        "--tls-cert",
        metavar="FILE",
        help=f"{where}use TLS and show this certificate (default: $BESSEMER_TLS_CERT, or none)",
    )
    add("--tls-key", metavar="FILE", help=f"{where}its key (default: $BESSEMER_TLS_KEY)")


def tls_of(args: argparse.Namespace) -> Tls | None:
    """The TLS that the command line or the environment asks for; `None` for a connection without."""
    tls, ca, cert, key = (
        getattr(args, name) or os.environ.get(f"BESSEMER_{name.upper()}") or None for name in _NAMES
    )
    return Tls(ca, cert, key) if tls or ca or cert or key else None


def _trusted_by_this_machine() -> str | None:
    # gRPC brings CAs along and does not look at those of the machine.
    if os.environ.get("GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"):
        return None  # gRPC reads it itself
    candidates = (ssl.get_default_verify_paths().cafile, *_BUNDLES)
    found = next((path for path in candidates if path and Path(path).is_file()), None)
    return os.environ.get("SSL_CERT_FILE") or found
