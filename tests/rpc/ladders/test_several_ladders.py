"""One referee that plays several ladders: each has its lobby, and those made meanwhile are found."""

import asyncio
from pathlib import Path

import pytest

from bessemer.engine.catalogue import NAMES
from bessemer.rpc.serving.serve_config import ConfigError
from bessemer.v1 import ladder_service_pb2 as pb
from tests.referees.in_process import House, eventually, metadata_of, opened, why
from tests.rpc.ladders.served_ladders import ladder_of, lobbies, playing, several, stub_of


async def asked(house: House, ladder: str, token: str) -> pb.GetLobbyResponse:
    """Who waits on a ladder."""
    call = stub_of(house).GetLobby
    found: pb.GetLobbyResponse = await call(
        pb.GetLobbyRequest(ladder=ladder), metadata=metadata_of(token)
    )
    return found


@pytest.mark.asyncio
async def test_each_ladder_has_its_own_lobby_and_history(tmp_path: Path) -> None:
    """A ladder of each game; nobody meets the players of another."""
    ladders = [ladder_of(game) for game in NAMES]
    async with several(tmp_path, *ladders, ladders=tuple(NAMES)) as house:
        store = house.referee.ladders.store

        def histories() -> dict[str, list[frozenset[str]]]:
            return {
                game: [frozenset(one.result.players) for one in store.history(game, 1)]
                for game in NAMES
            }

        async with (
            playing(house, NAMES[0], "anna ben"),
            playing(house, NAMES[1], "cleo dan"),
            playing(house, NAMES[2], "eva finn"),
        ):
            assert set(NAMES) == set(lobbies(house))
            await eventually(lambda: all(histories().values()))
            assert all(lobby.players for lobby in lobbies(house).values())
        found = histories()
    for game, pair in zip(NAMES, ({"anna", "ben"}, {"cleo", "dan"}, {"eva", "finn"}), strict=True):
        assert {frozenset(pair)} == set(found[game])


@pytest.mark.asyncio
async def test_a_ladder_made_while_the_referee_runs_is_played_at_once(tmp_path: Path) -> None:
    """If all are played; by a referee that was told which, it is refused, and the sentence names those."""
    async with several(tmp_path, ladder_of("furnace"), plays_all=True) as house:
        await asyncio.to_thread(house.referee.ladders.store.create, ladder_of("brass"), "olga")
        async with playing(house, "brass", "anna ben"):
            store = house.referee.ladders.store
            await eventually(lambda: bool(store.history("brass", 1)))
        assert {"furnace", "brass"} == set(lobbies(house))
        token = (await house.player("cleo"))[0].token
        with pytest.raises(Exception, match="'marble': it runs brass, furnace"):
            await asked(house, "marble", token)

    async with opened(tmp_path, ladders=("furnace",)) as house:
        token = (await house.player("dan"))[0].token
        with pytest.raises(Exception, match="'brass': it runs furnace"):
            await asked(house, "brass", token)


@pytest.mark.asyncio
async def test_new_ladders_are_found_without_a_player(tmp_path: Path) -> None:
    """Metrics, and formats whose players stay away, need no one to enlist."""
    async with several(tmp_path, plays_all=True) as house:
        assert {} == lobbies(house)
        await asyncio.to_thread(house.referee.ladders.store.create, ladder_of("brass"), "olga")
        await eventually(lambda: "brass" in lobbies(house))


@pytest.mark.asyncio
async def test_without_a_name_it_is_the_only_ladder(tmp_path: Path) -> None:
    """With several, somebody must say which."""
    async with several(tmp_path, ladder_of("furnace"), plays_all=True) as house:
        token = (await house.player("anna"))[0].token
        assert "furnace" == (await asked(house, "", token)).ladder.name
        async with playing(house, "", "ben"):
            await eventually(lambda: ("ben", None) in lobbies(house)["furnace"].players)
        await asyncio.to_thread(house.referee.ladders.store.create, ladder_of("brass"), "olga")
        assert "brass" == (await asked(house, "brass", token)).ladder.name
        call = stub_of(house).GetLobby(pb.GetLobbyRequest(), metadata=metadata_of(token))
        assert "BAD_REQUEST" == await why(call)


@pytest.mark.asyncio
async def test_a_frozen_ladder_is_read_when_somebody_asks(tmp_path: Path) -> None:
    """The ladders of years do not slow down the start; asked for, it says that it is frozen."""
    old = ladder_of("furnace", "last-year", is_frozen=True)
    async with several(tmp_path, old, ladder_of("furnace"), plays_all=True) as house:
        assert {"furnace"} == set(lobbies(house))
        token = (await house.player("anna"))[0].token
        assert (await asked(house, "last-year", token)).ladder.frozen


@pytest.mark.asyncio
async def test_a_ladder_that_does_not_exist_is_refused_at_the_start(tmp_path: Path) -> None:
    """The sentence names it."""
    with pytest.raises(ConfigError, match="no ladder 'mian'"):
        async with several(tmp_path, ladder_of("furnace", "main"), ladders=("main", "mian")):
            pass
