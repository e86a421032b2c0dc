"""Whether the hot path runs as machine code: a wheel for this platform brings it, a checkout does not."""

from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec
from typing import Final

_HOT: Final = "bessemer.engine.chance"
"""One of the modules that are compiled, all or none: see tools/machine_code.py."""


def is_used() -> bool:
    """Whether this process runs it."""
    spec = find_spec(_HOT)
    return spec is not None and isinstance(spec.loader, ExtensionFileLoader)


def state() -> str:
    """The same in words."""
    return "machine code" if is_used() else "pure Python"
