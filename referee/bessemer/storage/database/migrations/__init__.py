"""
From each version of the schema to the next: one module each, named for the version that it makes.

They stand on their own: a migration that looked into `schema.py` would change with it, and is to do
tomorrow what it did yesterday. All that are needed run in one transaction, by `opening.py`.
"""

from importlib import import_module

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, update

from bessemer.matches.store import StoreError
from bessemer.runtime.version import __version__
from bessemer.storage.database.schema import VERSION, schema_version


def migrate(connection: Connection, found: int) -> None:
    """
    Bring a database from version `found` to ours.

    Raises:
        StoreError: rows refer to others that are not there.
    """
    # Not alembic.op, which is one for the whole process: two threads may open two databases.
    operations = Operations(MigrationContext.configure(connection))
    for version in range(found + 1, VERSION + 1):
        import_module(f"{__name__}.v{version}").upgrade(operations)
    connection.execute(update(schema_version).values(version=VERSION, bessemer=__version__))
    if connection.dialect.name == "sqlite":
        lost = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if lost is not None:
            raise StoreError(
                f"a row of the table {lost[0]} refers to one of {lost[2]} that is not there: the "
                "database is damaged; put a backup in its place"
            )
