"""
The hot path as machine code, where somebody has compiled it (`make fast`).

The same modules, compiled by mypyc, lie in `build/compiled` beside the project; they are imported
instead of their sources as long as not a byte of the sources has changed since. So nobody ever runs
yesterday's code: after an edit the sources are used again, until the next `make fast`.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

PURE: Final = "BESSEMER_PURE"
"""An environment variable: when it is set the sources are used in any case."""
_SOURCES: Final = Path(__file__).parents[1]
_ROOT: Final = _SOURCES.parents[1]
FOLDER: Final = _ROOT / "build" / "compiled"

Stamps = dict[str, list[int]]
"""When each source was written, in nanoseconds, and how long it is."""

_used: list[str] = []


class CompiledFinder:
    """Finds compiled modules; one of the finders of `sys.meta_path`."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - the interface of finders
        target: ModuleType | None = None,  # noqa: ARG002 - the same
    ) -> ModuleSpec | None:
        """Where the compiled module is, if it is one."""
        file = self._files.get(fullname)
        if file is None:
            return None
        loader = ExtensionFileLoader(fullname, file)
        return spec_from_file_location(fullname, file, loader=loader)


def use() -> None:
    """From here on import compiled modules, if there are any of just these sources."""
    if _used or os.environ.get(PURE):
        return
    try:
        manifest = json.loads((FOLDER / "manifest.json").read_bytes())
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return
    if manifest["python"] != sys.version or manifest["sources"] != source_stamps():
        return
    files = {name: str(FOLDER / file) for name, file in manifest["modules"].items()}
    sys.meta_path.insert(0, CompiledFinder(files))
    _used.extend(files)


def is_used() -> bool:
    """Whether this process runs the compiled modules."""
    return bool(_used)


def state() -> str:
    """In a few words whether it does, and if not why; `use` was called before."""
    if _used:
        return f"machine code, {len(_used)} modules"
    if os.environ.get(PURE):
        return f"pure Python, {PURE} is set"
    is_there = (FOLDER / "manifest.json").exists()
    return f"pure Python, {'the machine code is of other sources: make fast' if is_there else 'no machine code'}"


def source_stamps() -> Stamps:
    """
    Of every source of the referee: a compiled module holds constants of others, too.

    Walks by `scandir`, which tells time and size without opening anything: every process of every
    bot passes here.
    """
    stamps: Stamps = {}
    from_root = len(str(_ROOT)) + 1
    folders = [str(_SOURCES)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    found = entry.stat()
                    stamps[entry.path[from_root:]] = [found.st_mtime_ns, found.st_size]
                elif entry.name != "__pycache__" and entry.is_dir():
                    folders.append(entry.path)
    return stamps
