"""
Files of TLS, for referee and clients alike: checked before anybody shakes hands.

gRPC finds out about bad ones when the first client comes, and then tells one side only, if any.
"""

import ssl
from pathlib import Path


class CertificateError(ValueError):
    """A file of TLS cannot be used; the message is a sentence that says why."""


def read_ca(path: str | Path, what: str = "CA") -> bytes:
    """
    One or more certificates to trust, PEM.

    Raises:
        CertificateError: there is none in the file.
    """
    content = read_tls_file(path, what)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_verify_locations(path)
    except ssl.SSLError as error:
        raise CertificateError(
            f"the TLS {what} {path} holds no certificate in PEM ({error.reason or error})"
        ) from error
    return content


def read_tls_file(path: str | Path, what: str) -> bytes:
    """
    What the file holds; `what` it is, for the sentence.

    Raises:
        CertificateError: it cannot be read.
    """
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise CertificateError(f"the TLS {what} {path} cannot be read: {error.strerror}") from error
