"""What a hosted bot can reach through its socket."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest

from bessemer.processes.processor_times import BotProcesses
from bessemer.runner.hosting.relay import BotRelay
from bessemer.runner.hosting.seat_watch import SeatWatch, WatchedMatch
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.connection.referee_calls import CallFailed, RefereeCalls
from bessemer.sdk.seats.ladder import enlist
from bessemer.v1 import match_service_pb2
from tests.referees.ladder_club import Club, club, make_ladder, players, random_bot


def relay_of(home: Club, played: list[WatchedMatch]) -> BotRelay:
    """Calls as a hosted version of anna's."""
    tokens = home.referee.accounts.directory

    async def token() -> str:
        return (await tokens.create_hosted_token("anna", "7", "box")).text

    watch = SeatWatch(BotProcesses(), "anna:7 main", played.append, lambda: None)
    channel = open_channel(home.address)
    return BotRelay(channel, token, watch, ladder="main", concurrency=1, takes_challenges=True)


@asynccontextmanager
async def relayed(home: Club, folder: Path, played: list[WatchedMatch]) -> AsyncIterator[str]:
    """The address of a socket behind which somebody calls as a hosted version of anna's."""
    async with relay_of(home, played).listening(folder / "bot.sock"):
        yield f"unix:{folder}/bot.sock"


@pytest.mark.asyncio
async def test_a_bot_plays_without_a_token_and_by_the_terms_of_its_host(tmp_path: Path) -> None:
    """Whatever ladder, version and number of matches it asks for; the host learns how its matches went."""
    make_ladder(tmp_path)
    played: list[WatchedMatch] = []
    async with (
        club(tmp_path, 2) as home,
        relayed(home, tmp_path, played) as address,
        players(home, "bela", "carl", concurrency=1),
    ):
        bot = asyncio.create_task(
            enlist(address, "none", "other", random_bot, concurrency=9, version="8", patience=60)  # type: ignore[arg-type]
        )
        await home.finish()
        (player,) = [one for one in home.lobby.players.values() if one.name == "anna:7"]
        assert (player.concurrency, player.takes_challenges) == (1, True)
        bot.cancel()
        await asyncio.gather(bot, return_exceptions=True)

    assert {match.spec.match_id for _, match in home.played} >= {one.match_id for one in played}
    assert all(one.decisions and one.rank for one in played)


@pytest.mark.asyncio
async def test_what_a_bot_may_not_call_is_refused_in_the_words_of_the_referee(
    tmp_path: Path,
) -> None:
    """With status and reason, as without a relay."""
    make_ladder(tmp_path)
    async with (
        club(tmp_path, 0) as home,
        relayed(home, tmp_path, []) as address,
        open_channel(address) as channel,
    ):
        request = match_service_pb2.GetReplayRequest(match_id="1")
        with pytest.raises(CallFailed, match="may not call GetReplay") as refused:
            await RefereeCalls(channel, "none")(request)
        assert refused.value.status is grpc.StatusCode.PERMISSION_DENIED


@pytest.mark.asyncio
async def test_a_ladder_that_does_not_take_a_bot_says_so_to_its_host_alone(tmp_path: Path) -> None:
    """The bot hears nothing: its process would end, as if it had failed."""
    make_ladder(tmp_path)
    async with club(tmp_path, 0) as home:
        store = home.referee.ladders.store
        await asyncio.to_thread(store.freeze, "main", "ada", 0.0, "late", frozen=True)
        await asyncio.to_thread(home.lobby.ratings.refresh)
        relay = relay_of(home, [])
        async with relay.listening(tmp_path / "bot.sock"):
            bot = asyncio.create_task(
                enlist(f"unix:{tmp_path}/bot.sock", "none", "main", random_bot)  # type: ignore[arg-type]
            )
            assert await relay.refusal == "the ladder main is frozen"
            assert not bot.done()
            bot.cancel()
            await asyncio.gather(bot, return_exceptions=True)
