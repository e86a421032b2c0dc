"""
A bot isolated by bubblewrap: what it sees of the machine, and nothing else.

It sees the system's programs and libraries, the Python that runs us, the packages that a bot may
import, its own files and the folder of the referee's socket, all of them read-only; an empty
temporary folder of bounded size, its own processes, and no network. So it cannot see a home, the
ladder's data with tokens and database, or another bot.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

_SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS: Final = tuple(
    f"/etc/{name}"
    for name in (
        *("alternatives", "group", "hosts", "ld.so.cache", "localtime", "nsswitch.conf"),
        "passwd",
    )
)
_TRIAL_SECONDS: Final = 30
_SHARED_MEMORY: Final = 64
"""MiB of /dev/shm, which Python's multiprocessing needs for its locks."""
_MIB: Final = 1024 * 1024
_HIDDEN_PROGRAM: Final = Path(__file__).with_name("hidden_program.txt")
TEMPORARY: Final = "/tmp"  # noqa: S108 - the bot's own, which nobody else sees


def readable_folders() -> tuple[Path, ...]:
    """The folders that every bot sees in addition to the system: the Python that runs us, and its packages."""
    python = (
        Path(sys.prefix),
        Path(sys.base_prefix),
        Path(sys.executable).resolve().parents[1],
        # Not the whole project: a checkout may have the data of a referee in it.
        *(Path(portion) for portion in sys.modules["bessemer"].__path__),
        # Where they are, if not there: an environment can have those of another one.
        Path(str(distribution("grpcio").locate_file("grpc"))).resolve().parent,
    )
    # A path with a link in it is followed in there as well as out here.
    both = {folder for path in python for folder in (path, path.resolve())}
    return tuple(sorted(path for path in both if path.is_dir() and not is_inside(path, _SYSTEM)))


def is_visible(program: Path, folders: Iterable[Path]) -> bool:
    """Whether a program can be run inside the sandbox."""
    return is_inside(program, (*_SYSTEM, *folders))


def is_inside(path: Path, folders: Iterable[Path | str]) -> bool:
    """Whether the path is one of these folders, or in one of them."""
    return any(path.is_relative_to(folder) for folder in folders)


def bubblewrap_command(
    bubblewrap: str,
    readable: Iterable[Path],
    hidden: Iterable[Path],
    *,
    start_in: Path | None,
    temporary: int,
    tasks: int,
    writable: Iterable[Path] = (),
) -> list[str]:
    """
    The command line that goes before the bot's, which starts in its temporary folder by default.

    It sees the system and what is `readable`, but for what is `hidden` in there, and may change what is
    `writable`. `temporary` is in
    MiB; of `tasks` the kernel counts the bot's alone, but it never holds root to this limit.
    """
    words = [bubblewrap, "--unshare-all", "--unshare-user", "--disable-userns"]
    words += ["--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    for name in (*_SYSTEM, *_SETTINGS):
        if name in _SYSTEM and Path(name).is_symlink():
            words += ["--symlink", str(Path(name).readlink()), name]
        else:
            words += ["--ro-bind-try", name, name]
    # Read-only, for root could set the kernel's own parameters there, even without privileges.
    words += ["--proc", "/proc", "--remount-ro", "/proc"]
    words += ["--dev", "/dev", "--size", str(_SHARED_MEMORY * _MIB), "--tmpfs", "/dev/shm"]  # noqa: S108 - the bot's own
    words += ["--size", str(temporary * _MIB), "--tmpfs", TEMPORARY]
    if start_in is not None:
        words += ["--dir", str(start_in)]
    shown, covered = set(readable), {path.resolve() for path in hidden}
    # What lies deeper comes later: so the more special word counts, and "hidden" in doubt.
    for path in sorted(shown | covered, key=lambda path: (len(path.parts), path)):
        if path not in covered:
            words += ["--ro-bind", str(path), str(path)]
        elif is_inside(path, shown) and path.is_dir():
            words += ["--size", "4096", "--tmpfs", str(path)]
        elif is_inside(path, shown) and path.exists():
            # A Python program that imports it reads why it cannot.
            instead = _HIDDEN_PROGRAM if path.suffix == ".py" else os.devnull
            words += ["--ro-bind", str(instead), str(path)]
    for path in sorted(path for path in covered if is_inside(path, shown) and path.is_dir()):
        words += ["--remount-ro", str(path)]
    for path in writable:
        words += ["--bind", str(path), str(path)]
    words += ["--remount-ro", "/dev", "--remount-ro", "/"]
    words += ["--chdir", TEMPORARY if start_in is None else str(start_in), "--"]
    if prlimit := shutil.which("prlimit", path="/usr/bin:/bin"):
        words += [prlimit, f"--nproc={tasks}", "--"]
    return words


def why_unusable(bubblewrap: str | None) -> str:
    """Try it with a small program: why it cannot be used here; empty if it can."""
    if bubblewrap is None:
        return "bubblewrap is not installed (try: sudo apt install bubblewrap)"
    before = bubblewrap_command(
        bubblewrap, readable_folders(), (), start_in=None, temporary=1, tasks=1024
    )
    command: Sequence[str] = (*before, sys.executable, "-I", "-S", "-c", "pass")
    try:
        tried = subprocess.run(  # noqa: S603 - our own words
            command,
            check=False,
            capture_output=True,
            env={},
            stdin=subprocess.DEVNULL,
            timeout=_TRIAL_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not work here ({error})"
    if tried.returncode == 0:
        return ""
    printed = tried.stderr.decode(errors="replace").strip() or f"exit code {tried.returncode}"
    return f"bubblewrap does not work here ({printed.splitlines()[-1]})"
