"""Ports for programs that must be found at the same one again."""

import random
import socket
from contextlib import suppress
from typing import Final

_RANGE: Final = range(20_000, 32_000)
"""Below what the system gives to whoever asks for any port, above what Ray gives its workers."""


def free_ports(count: int = 1) -> list[int]:
    """Ports that nobody uses, and that nobody is given by the system while their program is away."""
    found: list[int] = []
    for port in random.SystemRandom().sample(_RANGE, 100):
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            found.append(port)
    return found[:count]
