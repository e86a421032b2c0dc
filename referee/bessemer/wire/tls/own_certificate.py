"""An own certificate and its key: gRPC can use them, they fit together, and they are valid now."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from cryptography.x509.oid import PublicKeyAlgorithmOID

from bessemer.wire.tls.certificate_files import CertificateError, read_tls_file

_CURVES: Final = (ec.SECP256R1, ec.SECP384R1)
"""The others fail every handshake, or cannot be listened with."""


class CertificateAndKey(NamedTuple):
    """The own certificate, followed by those between it and its CA, and its key; both PEM."""

    certificate: bytes
    key: bytes


def read_certificate(cert: str | Path, key: str | Path) -> CertificateAndKey:
    """
    A certificate and its key, which fit together and can be used now.

    Raises:
        CertificateError: they do not, or a file is missing or is not what it should be.
    """
    pair = CertificateAndKey(read_tls_file(cert, "certificate"), read_tls_file(key, "key"))
    try:
        chain = x509.load_pem_x509_certificates(pair.certificate)
        private = load_pem_private_key(pair.key, password=None)
    except (ValueError, TypeError) as error:  # TypeError: it has a password
        raise CertificateError(
            f"the TLS certificate {cert} and key {key} cannot be used: both must be PEM, the key "
            f"without a password ({error})"
        ) from error
    if not _is_usable(chain[0]):
        raise CertificateError(
            f"the TLS key {key} is of the kind {_kind(private)}, which gRPC cannot use: make an "
            "ECDSA key on the curve P-256, or an RSA key, and a certificate for it "
            "(openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 …)"
        )
    if private.public_key() != chain[0].public_key():
        raise CertificateError(f"the TLS key {key} is not that of {cert}")
    _check_dates(cert, chain)
    return pair


def _is_usable(certificate: x509.Certificate) -> bool:
    public = certificate.public_key()
    if isinstance(public, ec.EllipticCurvePublicKey):
        return isinstance(public.curve, _CURVES)
    algorithm = certificate.public_key_algorithm_oid
    return (
        isinstance(public, rsa.RSAPublicKey) and algorithm == PublicKeyAlgorithmOID.RSAES_PKCS1_v1_5
    )


def _kind(private: object) -> str:
    if isinstance(private, ec.EllipticCurvePrivateKey):
        return f"ECDSA on the curve {private.curve.name}"
    return type(private).__name__.removesuffix("PrivateKey").removeprefix("_")


def _check_dates(path: str | Path, chain: list[x509.Certificate]) -> None:
    now = datetime.now(UTC)
    for certificate in chain:
        if certificate.not_valid_after_utc < now:
            raise CertificateError(
                f"the TLS certificate {path} expired on {certificate.not_valid_after_utc:%Y-%m-%d}: "
                "renew it"
            )
        if certificate.not_valid_before_utc > now:
            raise CertificateError(
                f"the TLS certificate {path} is not valid before "
                f"{certificate.not_valid_before_utc:%Y-%m-%d %H:%M} UTC: check this machine's clock"
            )
