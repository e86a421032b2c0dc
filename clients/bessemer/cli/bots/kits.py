"""The typed kits for bots that speak gRPC in another language: `bessemer new --kind grpc`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from bessemer.cli.bots.protos import api_files


class NoStarter(Exception):
    """A game without a starter; the message says which."""


class Kit(NamedTuple):
    """A project on a kit; `my_bot` stands for its name."""

    title: str
    folder: str
    """Of its sources."""
    starter: str
    """The ending of its starters."""
    build: str
    program: str
    """What is built."""
    packages: str
    """Debian's packages that build it and run it."""


KITS: Final = {
    "ts": Kit(
        "TypeScript", "typescript", ".ts", "npm ci && npm run build", "my_bot.js", "nodejs npm"
    ),
    "cpp": Kit(
        "C++",
        "cpp",
        ".cpp",
        "make",
        "my_bot",
        "g++ make pkg-config libgrpc++-dev protobuf-compiler-grpc",
    ),
}
"""By `--language`."""
_STARTERS: Final = "starters"
_BUILT: Final = frozenset({"build", "gen", "node_modules", "proto"})


def kit_files(kit: Kit, game: str) -> dict[str, str]:
    """
    The texts of a project, by file: the kit, the API, a bot for the game.

    Raises:
        NoStarter: nobody has written a bot for the game yet.
    """
    # In a wheel they are beside us, in a checkout one folder further up.
    above = Path(__file__).parents
    kits = next(top for top in (above[2] / "kits", above[3] / "kits") if top.is_dir())
    source = kits / kit.folder
    texts = {str(path.relative_to(source)): path for path in _sources(source)}
    texts[f"my_bot{kit.starter}"] = source / _STARTERS / f"{game}{kit.starter}"
    if not texts[f"my_bot{kit.starter}"].is_file():
        raise NoStarter(f"there is no bot on the kit for {kit.title} for {game} yet")
    texts["kit/status.proto"] = kits / "status.proto"
    found = {name: path.read_text(encoding="utf-8") for name, path in texts.items()}
    return found | {
        f"proto/bessemer/v1/{name}": text for name, text in api_files(ladder=True).items()
    }


def _sources(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in {_STARTERS, *_BUILT}:
            yield from _sources(path)
        elif path.is_file():
            yield path
