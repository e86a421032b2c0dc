"""The kits, built: projects as `bessemer new` writes them, once for each state of their sources."""

import fcntl
import os
import shutil
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from bessemer.cli.bots.kits import KITS, Kit, kit_files
from tests.programs import needed_program

ROOT: Final = Path(__file__).parents[2]
PROTO: Final = ROOT / "proto"
SOURCES: Final = ROOT / "clients/kits/typescript"
STARTERS: Final = sorted(path.stem for path in (SOURCES / "starters").glob("*.ts"))
_PROBES: Final = Path(__file__).parent
_DAY: Final = 86_400.0
_PACKAGE_FILES: Final = ("package.json", "package-lock.json", ".npmrc")


def ts_programs() -> Path:
    """A folder with `probe.js`, the starter of each game, the kit and its packages."""
    needed_program("node", "the kit for TypeScript")
    needed_program("npm", "the kit for TypeScript")
    return _built("ts")


def cpp_programs() -> Path:
    """A folder with the program `probe`, and with the starter of each game."""
    needed_program("g++", "the kit for C++")
    needed_program("make", "the kit for C++")
    needed_program("grpc_cpp_plugin", "the kit for C++ (libgrpc++-dev, protobuf-compiler-grpc)")
    return _built("cpp")


def _built(language: str) -> Path:
    """Whoever comes first builds it, the others wait."""
    kit = KITS[language]
    files = kit_files(kit, STARTERS[0])
    for game in STARTERS:
        files[f"{game}{kit.starter}"] = kit_files(kit, game)[f"my_bot{kit.starter}"]
    files[f"probe{kit.starter}"] = (_PROBES / f"probe{kit.starter}").read_text(encoding="utf-8")
    version = sha256(repr(sorted(files.items())).encode()).hexdigest()[:16]
    above = Path(sys.prefix) / "kits"
    above.mkdir(exist_ok=True)
    with (above / f"{language}.lock").open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder = above / f"{language}-{version}"
        if not (folder / "complete").exists():
            for older in above.glob(f"{language}-*"):
                if time.time() - older.stat().st_mtime > _DAY:
                    shutil.rmtree(older)
            for name, text in files.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text, encoding="utf-8")
            _build(kit, folder)
            (folder / "complete").touch()
    return folder


def _build(kit: Kit, folder: Path) -> None:
    if kit is KITS["ts"]:
        (folder / "node_modules").symlink_to(node_packages())
        _run("npm run build --silent --no-update-notifier", folder)
        for name in ("probe", *STARTERS):
            (folder / f"{name}.js").chmod(0o755)
    else:
        for name in ("probe", *STARTERS):
            (folder / f"{name}.cpp").replace(folder / "my_bot.cpp")
            _run("make -j2 CXXFLAGS=-O0", folder)  # to compile takes longer than to play
            (folder / "my_bot").replace(folder / name)


def node_packages() -> Path:
    """`node_modules` of the kit for TypeScript, once for each package-lock.json."""
    lock_file = (SOURCES / "package-lock.json").read_bytes()
    folder = Path(sys.prefix) / "node" / sha256(lock_file).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "complete").exists():
            for name in _PACKAGE_FILES:
                shutil.copy(SOURCES / name, folder)
            _run("npm ci --prefer-offline --ignore-scripts --no-update-notifier", folder)
            (folder / "complete").touch()
    return folder / "node_modules"


def _run(command: str, folder: Path) -> None:
    words = command.split()
    done = subprocess.run(
        words, cwd=folder, env=os.environ, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.fail(f"{command} in {folder}: {done.stdout[-1500:]}{done.stderr[-1500:]}")
