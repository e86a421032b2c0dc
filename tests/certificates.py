"""Certificates for tests, made by openssl: an authority, and what it signs."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

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


P256 = ("ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")


def make_certificate(folder: Path, name: str, ca: str, kind: Sequence[str] = P256) -> None:
    """A certificate for this machine from `ca`: `name`.pem with `name`.key."""
    key = ("-newkey", *kind, "-nodes")
    files = ("-keyout", f"{name}.key", "-out", f"{name}.csr")
    openssl("req", *key, *files, "-subj", f"/CN={name}", folder=folder)
    (folder / "extensions").write_text("subjectAltName = IP:127.0.0.1, DNS:localhost\n")
    signed_by = ("-CA", f"{ca}.pem", "-CAkey", f"{ca}.key", "-CAcreateserial", "-days", "2")
    request = ("-in", f"{name}.csr", "-extfile", "extensions")
    openssl("x509", "-req", *request, "-out", f"{name}.pem", *signed_by, folder=folder)
