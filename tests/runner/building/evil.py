"""A build that does what no build should: the first argument says what."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path


def fork() -> None:
    """Multiply for ever."""
    while True:
        try:
            os.fork()
        except OSError:
            time.sleep(0.01)


def connect() -> None:
    """Reach a port of this machine."""
    socket.create_connection(("127.0.0.1", int(sys.argv[2])), timeout=10)


def read() -> None:
    """Read a file of somebody else's."""
    sys.stdout.write(Path(sys.argv[2]).read_text())


def write() -> None:
    """Write to a file of somebody else's."""
    Path(sys.argv[2]).write_text("mine now")


def flood() -> None:
    """Print for ever."""
    while True:
        os.write(1, b"flood " * 10_000)


def fill() -> None:
    """Write more than the disk has for it."""
    with Path("big").open("wb") as file:
        file.writelines(bytes(1 << 20) for _ in range(200))


def hog() -> None:
    """Take more memory than is allowed."""
    held = [bytes(1 << 20) * 16 for _ in range(200)]
    sys.stdout.write(str(len(held)))


def wait() -> None:
    """Never end."""
    time.sleep(1e6)


def leave() -> None:
    """Leave a process behind, away from its parents."""
    subprocess.Popen([sys.executable, __file__, "wait"], start_new_session=True)


def manifest() -> None:
    """Change the manifest."""
    Path("bot.toml").write_text(Path("bot.toml").read_text().replace("furnace", "brass"))


def odd_files() -> None:
    """Leave links, and files with odd modes."""
    Path("passwd").symlink_to("/etc/passwd")
    Path("mine.py").chmod(0o4755)
    Path("made").write_text("made")


def kill() -> None:
    """End the program that builds, and forge its result."""
    words = Path(f"/proc/{os.getppid()}/cmdline").read_bytes().split(b"\0")
    plan = next(word for word in words if word.startswith(b"{"))
    built = plan.partition(b'"built": "')[2].partition(b'"')[0]
    with open(built, "wb") as file:  # noqa: PTH123 - bytes
        file.write(b"forged")
    os.kill(os.getppid(), 9)
    time.sleep(60)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
