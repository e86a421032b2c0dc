"""What the modules of the command share: the type of the place where they add their words."""

import argparse
from typing import TYPE_CHECKING, TypeAlias

# argparse gives its own class no public name, and only type checkers may subscript it.
if TYPE_CHECKING:
    Subcommands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001
else:
    Subcommands: TypeAlias = argparse._SubParsersAction  # noqa: SLF001
