"""
The steps from each version of the schema to the next: one module each, named for the version it makes.

They stand on their own: a step that looked into `schema.py` would change with it, and is to do tomorrow
what it did yesterday. All that are needed run in one transaction.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection

from bessemer.matches.durable.store import StoreError
from bessemer.storage.database.migrations import v2, v3, v4, v5, v6, v7, v8, v9, v10, v11

if TYPE_CHECKING:
    from alembic.operations import Operations

Step = Callable[["Operations"], None]
"""Changes the tables of one version into those of the next."""

STEPS: Final[tuple[Step, ...]] = (
    v2.upgrade,
    v3.upgrade,
    v4.upgrade,
    v5.upgrade,
    v6.upgrade,
    v7.upgrade,
    v8.upgrade,
    v9.upgrade,
    v10.upgrade,
    v11.upgrade,
)
"""The first makes version 2 of version 1."""


def migrate(connection: Connection, steps: Sequence[Step]) -> None:
    """
    Take these steps, in their order.

    Raises:
        StoreError: rows refer to others that are not there.
    """
    # Only now: to import Alembic takes longer than to open a database.
    from alembic.operations import Operations  # noqa: PLC0415
    from alembic.runtime.migration import MigrationContext  # noqa: PLC0415

    # Not alembic.op, which is one for the whole process: two threads may open two databases.
    operations = Operations(MigrationContext.configure(connection))
    for step in steps:
        step(operations)
    if connection.dialect.name == "sqlite":
        lost = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if lost is not None:
            raise StoreError(
                f"a row of the table {lost[0]} refers to one of {lost[2]} that is not there: the "
                "database is damaged; put a backup in its place"
            )
