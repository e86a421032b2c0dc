"""`bessemer protos`: the files of the API, for a client in another language."""

import argparse
import re
from pathlib import Path
from typing import Final

from bessemer.cli.console.arguments import describe
from bessemer.cli.console.output import failed
from bessemer.runtime.whole_files import write_whole

_EXAMPLES: Final = """\
bessemer protos proto                 # what a client that plays needs
bessemer protos proto --ladder        # and for one that plays on ladders by Enlist
bessemer protos proto --all           # with what organisers call
"""
_NOTES: Final = """\
A client that plays needs MatchService alone, also on a ladder: docs/protocol.md. Then, for example:
  protoc -I proto --cpp_out=. --grpc_out=. --plugin=protoc-gen-grpc=$(which grpc_cpp_plugin) proto/bessemer/v1/*.proto
"""
_FOLDER: Final = Path("bessemer/v1")
_PLAY: Final = "match_service.proto"
_LADDER: Final = "ladder_service.proto"
_REST: Final = ("admin_service.proto", "submission_service.proto", "team_service.proto")
_IMPORT: Final = re.compile(r'^import "bessemer/v1/([\w.]+)";', re.MULTILINE)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Write the .proto files of the API into a folder.", _EXAMPLES, _NOTES)
    command.add_argument("folder", type=Path, metavar="DIR", help="the folder, made if need be")
    more = command.add_mutually_exclusive_group()
    more.add_argument("--ladder", action="store_true", help=f"{_LADDER} as well")
    more.add_argument(
        "--all", action="store_true", help=f"{_LADDER}, {' and '.join(_REST)} as well"
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the files that a client needs, with those that they import."""
    written = api_files(ladder=args.ladder or args.all, organisers=args.all)
    folder: Path = args.folder / _FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in written.items():
            write_whole(folder / name, text)
    except OSError as error:
        return failed(f"cannot write {folder}: {error.strerror}")
    print("\n".join(str(folder / name) for name in sorted(written)))
    return 0


def api_files(*, ladder: bool, organisers: bool = False) -> dict[str, str]:
    """The texts of the files that a client needs, by name."""
    wanted = [_PLAY, *[_LADDER] * ladder, *(_REST if organisers else ())]
    return _with_imports(wanted)


def _with_imports(names: list[str]) -> dict[str, str]:
    """The texts of these files and of all that they import, by name."""
    # In a wheel they are beside us, in a checkout at its top.
    above = Path(__file__).parents
    source = next(top for top in (above[2] / "proto", above[4] / "proto") if top.is_dir()) / _FOLDER
    texts: dict[str, str] = {}
    left = list(names)
    while left:
        name = left.pop()
        if name not in texts:
            texts[name] = (source / name).read_text(encoding="utf-8")
            left += _IMPORT.findall(texts[name])
    return texts
