"""Two referees on one PostgreSQL share a ladder: no match counts twice, and both agree."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import new_token
from bessemer.engine.catalogue import GAMES
from bessemer.ladder.ladder import Ladder
from bessemer.matches.durable.store import StoreError
from bessemer.matches.records import ClockSettings, Durability
from bessemer.rpc.serving import server
from bessemer.rpc.serving.serve_config import ServeConfig
from bessemer.storage.accounts import SqlAccounts
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from tests.storage.postgres import fresh_postgres

MATCHES = 8


@pytest.fixture
def url() -> Iterator[str]:
    """An empty database."""
    with fresh_postgres() as found:
        yield found


def prepare(url: str) -> dict[str, str]:
    """A ladder and six players; their tokens."""
    game = GAMES["furnace"]
    texts = game.option_texts(game.options({"rounds": "3"}))
    tokens = {}
    with closing(open_store(url)) as store:
        clock = ClockSettings(bank=60.0)
        SqlLadderStore(store).create(
            Ladder("main", "furnace", texts, 3, clock, created=1.0), "olga"
        )
        accounts = SqlAccounts(store)
        for number in range(6):
            token = new_token()
            accounts.add_player(f"p{number}", Role.PLAYER, 1.0)
            accounts.add_token(f"p{number}", token.token_id, token.hash, 1.0)
            tokens[f"p{number}"] = token.text
    return tokens


def config(url: str, folder: Path, name: str) -> ServeConfig:
    """A referee of this name."""
    return ServeConfig(
        listen=(f"unix:{folder}/{name}.sock",),
        data=folder / name,
        database=url,
        metrics="",
        ladders=("main",),
        name=name,
        durability=Durability.MATCH,
    )


@pytest.mark.asyncio
async def test_a_name_belongs_to_one_referee(url: str, tmp_path: Path) -> None:
    """Two of one name would play on with the same matches."""
    prepare(url)
    async with server.serving(config(url, tmp_path, "east")):
        with pytest.raises(StoreError, match="--name"):
            async with server.serving(config(url, tmp_path / "other", "east")):
                pass
