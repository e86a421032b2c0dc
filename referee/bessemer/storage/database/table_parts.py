"""What the tables are made of: columns and keys, each with what docs/database.md says of it."""

from typing import Any, Final

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, Table
from sqlalchemy.types import TypeEngine

metadata: Final = MetaData()
"""Has all tables."""

Kind = TypeEngine[Any] | type[TypeEngine[Any]]


def column(
    name: str,
    kind: Kind,
    what: str = "",
    of: Column[Any] | None = None,
    *,
    null: bool = False,
    unique: bool | None = None,
    index: bool | None = None,
    default: str | None = None,
) -> Column[Any]:
    """A column and `what` it holds; `of` is the column of another table whose values it has."""
    reference = () if of is None else (ForeignKey(of),)
    return Column(
        name,
        kind,
        *reference,
        nullable=null,
        unique=unique,
        index=index,
        server_default=default,
        doc=what,
    )


def key(name: str, kind: Kind, what: str = "", of: Column[Any] | None = None) -> Column[Any]:
    """A column of the primary key."""
    reference = () if of is None else (ForeignKey(of),)
    return Column(name, kind, *reference, primary_key=True, autoincrement=False, doc=what)


def number(what: str = "") -> Column[Any]:
    """The primary key of a table whose rows the database counts."""
    return Column("number", Integer, primary_key=True, autoincrement=True, doc=what)


def table(
    name: str, what: str, *columns: Column[Any] | Index, sqlite_with_rowid: bool = True
) -> Table:
    """A table and `what` its rows are."""
    return Table(name, metadata, *columns, info={"what": what}, sqlite_with_rowid=sqlite_with_rowid)
