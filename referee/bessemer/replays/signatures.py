"""
Signatures of replays: which referee wrote a file.

A replay proves by itself that it follows the rules, but not who played it: names and times could be
anybody's. So a referee signs what it writes with an Ed25519 key of its own. The public key is in
the header; anyone who knows the referee's key can tell its replays from all others.
"""

import re
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Final

from nacl.exceptions import BadSignatureError
from nacl.exceptions import ValueError as BadLength
from nacl.signing import SigningKey as PrivateKey
from nacl.signing import VerifyKey

from bessemer.runtime.whole_files import write_whole

PRIVATE_FILE: Final = "replay-key.pem"
PUBLIC_FILE: Final = "replay-key.pub"
_PUBLIC: Final = re.compile(r"[0-9a-f]{64}")
_ID_DIGITS: Final = 16
_PEM: Final = "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n"
_PEM_KEY: Final = re.compile(rb"-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----")
_PKCS8: Final = bytes.fromhex("302e020100300506032b657004220420")
"""What stands before the 32 bytes of an Ed25519 key without a password (RFC 8410)."""
_SEED_BYTES: Final = 32
_PURPOSE: Final = b"bessemer replay\n"
"""Stands before what is signed, so that a signature means nothing elsewhere."""


class BadKey(Exception):
    """A file or a text that is no key; the message says what to do."""


class SigningKey:
    """What a referee signs with."""

    __slots__ = ("_private", "public")

    def __init__(self, private: PrivateKey) -> None:
        self._private = private
        self.public = bytes(private.verify_key).hex()
        """The public key: 64 hexadecimal digits."""

    def sign(self, content: bytes) -> str:
        """The signature of all lines before it: 128 hexadecimal digits."""
        return self._private.sign(_message(content)).signature.hex()


def is_signed(content: bytes, signature: str, public: str) -> bool:
    """Whether this is the signature of `content` by the key with this public half."""
    try:
        VerifyKey(bytes.fromhex(public)).verify(_message(content), bytes.fromhex(signature))
    except (BadSignatureError, BadLength, ValueError):
        return False
    return True


def key_id(public: str) -> str:
    """What a key is called where people read it: the beginning of its public half."""
    return public[:_ID_DIGITS]


def signing_key(folder: Path) -> SigningKey:
    """
    The key in a referee's data folder, made there at the first start, for its owner alone.

    Raises:
        BadKey: there is a file that holds no such key.
        OSError: it cannot be read or written.
    """
    path = folder / PRIVATE_FILE
    if not path.exists():
        der = _PKCS8 + bytes(PrivateKey.generate())
        pem = _PEM.format(b64encode(der).decode())
        write_whole(path, pem, mode=0o600, is_durable=True)
    key = SigningKey(_private_key(path))
    public = folder / PUBLIC_FILE
    if not public.exists():
        write_whole(public, key.public.encode() + b"\n", mode=0o644, is_durable=True)
    return key


def public_key(text: str) -> str:
    """
    A public key from its 64 digits, or from the file that holds them.

    Raises:
        BadKey: it is neither.
    """
    found = text.strip().lower()
    if not _PUBLIC.fullmatch(found):
        try:
            found = Path(text).read_text(encoding="ascii").strip().lower()
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is no text"
            raise BadKey(
                f"{text[:80]!r} is neither the 64 hexadecimal digits of a public key nor a file "
                f"with them ({why}); a referee has them in {PUBLIC_FILE} in its data folder"
            ) from None
    if not _PUBLIC.fullmatch(found):
        raise BadKey(f"{text[:80]!r} does not hold the 64 hexadecimal digits of a public key")
    return found


def _private_key(path: Path) -> PrivateKey:
    found = _PEM_KEY.search(path.read_bytes())
    der = b"" if found is None else _decoded(found[1])
    if der.startswith(_PKCS8) and len(der) == len(_PKCS8) + _SEED_BYTES:
        return PrivateKey(der.removeprefix(_PKCS8))
    raise BadKey(
        f"{path} is no Ed25519 key without a password, so replays cannot be signed: restore the file "
        "from a backup, or move it away to have a new key made"
    )


def _decoded(text: bytes) -> bytes:
    try:
        return b64decode(b"".join(text.split()), validate=True)
    except ValueError:
        return b""


def _message(content: bytes) -> bytes:
    return _PURPOSE + sha256(content).digest()
