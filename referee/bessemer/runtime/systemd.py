"""Telling systemd how a service is, if it wants to know: see sd_notify(3)."""

import os
import socket
from contextlib import suppress


def notify(state: str) -> None:
    """Send a state such as `READY=1` to the process that started this one, if it asked for it."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return
    if address.startswith("@"):
        address = f"\0{address[1:]}"  # not a file: a name in the kernel alone
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.connect(address)
        there.sendall(state.encode())
