"""
The organiser's calls on the data of a referee that does not run.

For the moment of a command there is a referee that plays nothing and listens on a private socket.
So the owner of the data has the same calls, refusals and audit log as over the network.
"""

import os
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from bessemer.rpc.serving.serve_config import ServeConfig
from bessemer.rpc.serving.server import listen, opened
from bessemer.runtime.temporary_folders import temporary_folder
from bessemer.storage.data_folder import private_folder
from bessemer.storage.database.lock import lock_database


class OwnReferee(NamedTuple):
    """Where to call, and with which token."""

    address: str
    token: str


@asynccontextmanager
async def own_referee(
    data: Path, database: str, user: str, match_ids: Collection[str] = ()
) -> AsyncIterator[OwnReferee]:
    """
    A referee for the calls of `user`, who owns the data, while the body runs.

    Args:
        data: the folder.
        database: a URL of PostgreSQL, "" for SQLite in the folder.
        user: who does it, for the audit log.
        match_ids: unfinished matches that the calls are about; the others are left as they are.

    Raises:
        DatabaseInUse: a referee runs on this folder.
        StoreError: the database cannot be used.
    """
    private_folder(data)
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        config = ServeConfig(
            listen=(f"unix:{folder}/own.sock",),
            data=data,
            database=database,
            metrics="",
            # Others may play on PostgreSQL meanwhile, each under its name.
            name=f"owner-{os.getpid()}" if database else "",
        )
        stack.enter_context(
            lock_database(config.database_or_file, referee=config.name, for_a_moment=True)
        )
        referee = await stack.enter_async_context(opened(config, only=match_ids))
        server = await listen(referee, is_local=False)
        stack.push_async_callback(server.stop, None)
        yield OwnReferee(referee.addresses[0], referee.accounts.directory.lend_token(user).text)
