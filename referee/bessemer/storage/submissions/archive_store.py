"""
The archives of bots: they come in parts, and are kept once for each content.

The parts are rows of the database, so that backups have them, every referee on the database can send
them, and an upload is continued after a restart.
"""

import hashlib
import secrets
from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from bessemer.errors import BadRequest
from bessemer.storage.database.submission_tables import archive_parts, archives, submissions
from bessemer.storage.matches.match_store import SqlStore
from bessemer.submissions.records import Upload

LARGEST_PART: Final = 128 * 1024
MOST_UPLOADS: Final = 4
"""Of one account at a time."""
KEPT_SECONDS: Final = 3600.0
"""How long an upload is kept that nobody continues or uses."""


class ArchiveStore:
    """Keeps archives. Blocking; each method may raise `StoreError`."""

    def __init__(self, store: SqlStore) -> None:
        self._database = store.database

    def start(self, account: str, sha256: str, size: int, now: float) -> str:
        """
        Begin to upload an archive; the id of the upload. Old ones that nothing uses are dropped.

        Raises:
            BadRequest: the account uploads too much at once.
        """
        upload_id = secrets.token_hex(12)
        with self._database.writing() as connection:
            self._drop(connection, archives.c.touched < now - KEPT_SECONDS)
            mine = (archives.c.account == account) & (archives.c.used == 0)
            many = connection.scalar(select(func.count()).select_from(archives).where(mine)) or 0
            if many >= MOST_UPLOADS:
                oldest = select(archives.c.archive).where(mine).order_by(archives.c.touched)
                self._drop(
                    connection, archives.c.archive.in_(oldest.limit(many - MOST_UPLOADS + 1))
                )
            row = {"archive": upload_id, "sha256": sha256, "size": size, "received": 0}
            connection.execute(insert(archives).values(**row, account=account, touched=now, used=0))
        return upload_id

    def add(self, account: str, upload_id: str, offset: int, content: bytes, now: float) -> int:
        """
        Add the next part, or see that it is there; the bytes that are there now.

        Raises:
            BadRequest: there is no such upload, or it is not the next part.
        """
        with self._database.writing() as connection:
            upload = _upload(connection, account, upload_id)
            end = offset + len(content)
            if end <= upload.received:
                return upload.received  # sent again
            if offset != upload.received:
                raise BadRequest(
                    f"the next part begins at {upload.received}, not at {offset}", field="offset"
                )
            if end > upload.size:
                raise BadRequest(f"the archive was to have {upload.size} bytes", field="content")
            connection.execute(
                insert(archive_parts).values(archive=upload_id, start=offset, content=content)
            )
            mine = archives.c.archive == upload_id
            connection.execute(update(archives).where(mine).values(received=end, touched=now))
        return end

    def check(self, account: str, upload_id: str) -> Upload:
        """
        A complete upload, after a look at all of its content.

        Raises:
            BadRequest: there is no such upload, it is not complete, or not the archive of its hash.
        """
        with self._database.reading() as connection:
            upload = _upload(connection, account, upload_id)
        if upload.received < upload.size:
            raise BadRequest(
                f"{upload.received} of {upload.size} bytes are there: upload the rest",
                field="upload_id",
            )
        digest = hashlib.sha256()
        for part in self.parts(upload_id):
            digest.update(part)
        if digest.hexdigest() != upload.sha256:
            raise BadRequest("the archive is not that of its sha256", field="upload_id")
        return upload

    def beginning(self, archive: str, most: int) -> bytes:
        """The first bytes of an archive, or a little more."""
        found = b""
        for part in self.parts(archive):
            found += part
            if len(found) >= most:
                break
        return found

    def parts(self, archive: str) -> Iterator[bytes]:
        """The content of an archive, a part at a time."""
        start = 0
        while (part := self.part(archive, start)) is not None:
            yield part
            start += len(part)

    def part(self, archive: str, start: int) -> bytes | None:
        """The part of an archive that begins there; `None` at its end."""
        mine = (archive_parts.c.archive == archive) & (archive_parts.c.start == start)
        with self._database.reading() as connection:
            found = connection.scalar(select(archive_parts.c.content).where(mine))
        return None if found is None else bytes(found)

    @staticmethod
    def _drop(connection: Connection, which: object) -> None:
        """Drop archives that nothing uses."""
        used = select(submissions.c.archive).where(submissions.c.archive == archives.c.archive)
        built = select(submissions.c.built).where(submissions.c.built == archives.c.archive)
        unused = which & ~or_(used.exists(), built.exists())  # type: ignore[operator]
        ids = list(connection.scalars(select(archives.c.archive).where(unused)))
        connection.execute(delete(archive_parts).where(archive_parts.c.archive.in_(ids)))
        connection.execute(delete(archives).where(archives.c.archive.in_(ids)))


def use(connection: Connection, upload: Upload) -> str:
    """
    Use an upload, in the transaction of what uses it; the id of the archive that has its content.

    Content that is there already is not kept twice.
    """
    same = (archives.c.sha256 == upload.sha256) & (archives.c.used == 1)
    there = connection.scalar(select(archives.c.archive).where(same))
    mine = archives.c.archive == upload.upload_id
    if there is not None and there != upload.upload_id:
        connection.execute(delete(archive_parts).where(archive_parts.c.archive == upload.upload_id))
        connection.execute(delete(archives).where(mine))
        return str(there)
    connection.execute(update(archives).where(mine).values(used=1))
    return upload.upload_id


def _upload(connection: Connection, account: str, upload_id: str) -> Upload:
    what = archives.c.archive, archives.c.sha256, archives.c.size, archives.c.received
    mine = (archives.c.archive == upload_id) & (archives.c.account == account)
    row = connection.execute(select(*what).where(mine, archives.c.used == 0)).first()
    if row is None:
        raise BadRequest("there is no such upload of yours: start again", field="upload_id")
    return Upload(*row)
