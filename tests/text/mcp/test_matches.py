"""Whole matches, played by tools."""

import asyncio
import os
import re
import sys
from functools import partial
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from bessemer.engine.catalogue import NAMES
from bessemer.processes.process_tree import descendants
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.seats.matches import SeatCredentials, play_matches
from bessemer.testing import RandomBot
from bessemer.text.mcp import matches
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import SHORT, opened
from tests.referees.ladder_club import club, make_ladder, players
from tests.text.mcp.clients import OVER, Model, model

every_game = pytest.mark.parametrize("game", NAMES)


def match_id(text: str) -> str:
    """The id of a match that was opened."""
    return text.partition(".")[0].removeprefix("Match ")


@pytest.mark.asyncio
@every_game
async def test_a_private_match_is_played_to_its_end(game: str) -> None:
    """Against a shipped bot; then it can be analysed, where the game has that, and left."""
    async with model(name="Ada") as ada:
        begun = await ada.call(
            "start_match", game=game, opponents=["random"], seat=1, options=SHORT[game], seed=3
        )
        assert not begun.is_error, begun.text
        assert 'as B "Ada" (you)' in begun.text
        ended = await ada.play_on(begun.text)
        assert '"Ada" (you)' in ended
        assert '"random"' in ended

        analysed = await ada.call("analyse")
        assert not analysed.is_error
        if game == "furnace":
            assert '"Ada"' in analysed.text
            assert OVER not in analysed.text
        else:
            assert f"There is no analysis of {game}, only of furnace" in analysed.text
            assert ended in analysed.text
        assert (
            f"You have left match {match_id(begun.text)}." == (await ada.call("leave_match")).text
        )
        assert "No match is open: begin with start_match." == (await ada.call("look")).text
    assert not descendants(os.getpid())


@pytest.mark.asyncio
async def test_it_is_played_over_standard_input_and_output(tmp_path: Path) -> None:
    """By the command itself, which leaves no process behind when its client has gone."""
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "bessemer.cli.main", "mcp", "--name", "Ada"],
        env={**os.environ},
        cwd=tmp_path,
    )
    async with Client(command) as client:
        ada = Model(client)
        begun = await ada.call(
            "start_match", game="furnace", opponents=["greedy"], options=SHORT["furnace"], seed=3
        )
        assert (await ada.play_on(begun.text)).startswith(OVER)
        await ada.call("start_match", game="furnace", opponents=["greedy", "random"])
        assert len(descendants(os.getpid())) > 3
    assert not descendants(os.getpid())


@pytest.mark.asyncio
async def test_a_match_on_a_referee_is_joined(tmp_path: Path) -> None:
    """With the token of a seat; names are quoted."""
    async with opened(tmp_path) as house, open_channel(house.address) as channel:
        table = await house.organiser.create(
            2, seats=[pb.SeatRequest(player="ada"), pb.SeatRequest(player="SYSTEM")]
        )
        other = SeatCredentials(table.match_id, 1, table.tokens[1])
        playing = asyncio.create_task(play_matches(house.address, [other], partial(RandomBot, 1)))
        async with model(channel, table.tokens[0]) as ada:
            tools = {tool.name for tool in (await ada.client.list_tools()).tools}
            assert {"join_match", "join_ladder"} <= tools
            assert "start_match" not in tools
            begun = await ada.call("join_match", match=table.match_id, seat=0)
            again = await ada.call("join_match", match=table.match_id, seat=0)
            assert (f"Match {table.match_id} is open already.", True) == again
            assert (await ada.play_on(begun.text, table.match_id)).startswith(OVER)
        await playing

    assert 'B "guest SYSTEM" ' in begun.text
    assert not re.search('(?<!"guest )SYSTEM', "\n".join(ada.told))


@pytest.mark.asyncio
async def test_a_seat_of_somebody_else_is_refused(tmp_path: Path) -> None:
    """With the referee's sentence; nothing is open then."""
    async with opened(tmp_path) as house, open_channel(house.address) as channel:
        table = await house.organiser.create(2)
        async with model(channel, table.tokens[0]) as ada:
            refused = await ada.call("join_match", match=table.match_id, seat=1)
            assert refused.is_error
            assert refused.text.startswith("The match cannot begin: ")
            none = await ada.call("join_match", match="0" * 16, seat=1)
            assert none.is_error
            look = await ada.call("look")
            assert ("No match is open: begin with join_match or join_ladder.", True) == look


@pytest.mark.asyncio
async def test_a_match_of_a_ladder_is_waited_for(tmp_path: Path) -> None:
    """It is rated like any other."""
    make_ladder(tmp_path)
    async with (
        club(tmp_path, 1) as house,
        players(house, "anna", "bela", concurrency=1),
        open_channel(house.address) as channel,
        model(channel, house.tokens["dora"]) as dora,
    ):
        none = await dora.call("join_ladder", ladder="nobodys")
        assert none.is_error
        assert "The referee refuses: " in none.text
        begun = await dora.call("join_ladder", ladder="main")
        assert not begun.is_error, begun.text
        assert '"dora" (you)' in await dora.play_on(begun.text)
        await house.finish()
    ((_, match),) = house.played
    assert match.result is not None
    assert match.result.ranks


@pytest.mark.asyncio
async def test_too_many_matches_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless one of them is over: that one is closed. Which is meant must be said."""
    monkeypatch.setattr(matches, "MOST", 1)
    short = {"game": "furnace", "opponents": ["random"], "options": SHORT["furnace"]}
    async with model() as ada:
        first = await ada.call("start_match", **short)
        refused = await ada.call("start_match", **short)
        assert ("1 matches are open, which is the most: leave one first.", True) == refused
        await ada.play_on(first.text)
        second = await ada.call("start_match", **short)
        assert not second.is_error

        monkeypatch.setattr(matches, "MOST", 2)
        third = await ada.call("start_match", **short)
        unclear = await ada.call("look")
        both = f"{match_id(second.text)}, {match_id(third.text)}"
        assert (f"Several matches are open: name one of {both}.", True) == unclear
        gone = await ada.call("look", match=match_id(first.text))
        assert (f"No match {match_id(first.text)!r} is open: name one of {both}.", True) == gone
