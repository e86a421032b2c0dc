"""A made-up version of the schema, after today's: what a migration may have to do."""

from typing import TYPE_CHECKING, Final

from sqlalchemy import Column, ForeignKey, MetaData, Table, Text

from bessemer.storage.database.schema_version import TODAY, Schema
from bessemer.storage.database.table_parts import metadata

if TYPE_CHECKING:
    from alembic.operations import Operations


def _tables() -> MetaData:
    tables = MetaData()
    for table in metadata.sorted_tables:
        table.to_metadata(tables)
    players = tables.tables["players"]
    players.append_column(Column("country", Text, nullable=False, server_default="nowhere"))
    players.c.author.nullable = True
    Table(
        "medals",
        tables,
        Column("medal", Text, primary_key=True),
        Column("player", players.c.name.type, ForeignKey("players.name"), index=True),
    )
    return tables


def _upgrade(op: "Operations") -> None:
    op.add_column("players", Column("country", Text, nullable=False, server_default="nowhere"))
    # On SQLite this copies the table, to which others refer, and drops the old one.
    with op.batch_alter_table("players") as batch:
        batch.alter_column("author", nullable=True)
    name = Text().with_variant(Text(collation="C"), "postgresql")
    op.create_table(
        "medals",
        Column("medal", Text, primary_key=True),
        Column("player", name, ForeignKey("players.name"), index=True),
    )


NEXT: Final = Schema(_tables(), (*TODAY.steps, _upgrade))
