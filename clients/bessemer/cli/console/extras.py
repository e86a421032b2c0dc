"""
The extras of the installation: a command that needs one that is missing says so in a sentence.

A base installation has what the author of a bot needs. Everything else comes with an extra of
pyproject.toml, and only commands that say so, or that come upon it, need it.
"""

from importlib.util import find_spec
from typing import Final

from bessemer.cli.console.arguments import WrongUsage

MODULES: Final = {
    "serve": (
        *("alembic", "cryptography", "grpc_health", "grpc_reflection", "jinja2", "numpy"),
        *("prometheus_client", "uvloop"),
    ),
    "terminal": ("shtab", "textual"),
    "web": ("starlette", "uvicorn"),
    "mcp": ("mcp",),
    "postgres": ("psycopg",),
    "cluster": ("ray",),
    "bench": ("catanatron",),
}
"""The modules of each extra's packages that we import."""


def require(command: str, *extras: str) -> None:
    """
    Refuse to start a command without one of its extras.

    Raises:
        WrongUsage: one is not installed; the sentence has the command that installs it.
    """
    missing = [name for name in extras if not all(map(find_spec, MODULES[name]))]
    if missing:
        raise WrongUsage(_sentence(f"bessemer {command}", missing))


def explained(error: ModuleNotFoundError) -> str:
    """A sentence with the extra to install if the module belongs to one, or ""."""
    top = (error.name or "").partition(".")[0]
    extras = [extra for extra, modules in MODULES.items() if top in modules]
    return _sentence("this", extras) if extras else ""


def _sentence(what: str, extras: list[str]) -> str:
    which = "an extra that is" if len(extras) == 1 else "extras that are"
    return f"{what} needs {which} not installed: pip install 'bessemer[{','.join(extras)}]'"
