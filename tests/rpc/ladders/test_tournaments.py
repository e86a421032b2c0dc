"""Tournaments on a real referee, among players from elsewhere: from the start to the result of each format."""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bessemer.errors import NotAllowed
from bessemer.ladder.formats.blocks import Seatings
from bessemer.ladder.ladder import Ladder
from bessemer.ladder.lobby.tournament_lobby import TournamentLobby
from bessemer.ladder.tournament.format_result import FormatResult
from bessemer.ladder.tournament.record import TournamentRecord
from bessemer.ladder.tournament.stages import LadderStage, stage_of
from bessemer.ladder.tournament.terms import Format, FormatTerms
from bessemer.rpc.ladders.tournament_messages import read_result
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as pb
from tests.referees.in_process import House, eventually, metadata_of, why
from tests.rpc.ladders.served_ladders import (
    ladder_of,
    lobbies,
    playing,
    several,
    stub_of,
    tournament,
)

FORMATS = [one for one in Format if one is not Format.CONTINUOUS]
NAMES = "anna ben cleo dan"


def record(house: House) -> TournamentRecord:
    """What the database says of it."""
    store = house.referee.ladders.store
    ladder = store.ladder("cup")
    assert ladder is not None
    return TournamentRecord.read(store, ladder)


def result(house: House) -> FormatResult:
    """How it stands."""
    found = record(house).result
    assert found is not None, "it has not started"
    return found


def is_over(house: House) -> bool:
    """Whether the last match is over."""
    found = record(house).result
    return found is not None and found.is_over


@asynccontextmanager
async def cup(folder: Path, ladder: Ladder) -> AsyncIterator[House]:
    """A referee that plays it."""
    async with several(folder, ladder, ladders=("cup",)) as house:
        yield house


async def start(house: House, *players: str) -> None:
    """Start it among these."""
    request = admin.StartLadderRequest(ladder="cup", players=players, reason="a test")
    await house.organiser.StartLadder(request)


@pytest.mark.asyncio
@pytest.mark.parametrize("format_", FORMATS)
async def test_every_format_is_played_to_its_result(tmp_path: Path, format_: Format) -> None:
    """By players from elsewhere, from the moment that all are there; everybody is told that it is over."""
    async with (
        cup(tmp_path, tournament(format_, entrants=4)) as house,
        playing(house, "cup", NAMES),
    ):
        await eventually(lambda: is_over(house))
        found = result(house)
        assert set(NAMES.split()) == set(found.seeds)
        assert found.winners
        matches = Counter((one.block, one.players) for one in record(house).past)
        assert {1} == set(matches.values())
        lobby = lobbies(house)["cup"]
        assert isinstance(lobby, TournamentLobby)
        await eventually(lambda: not lobby.players)

        token = (await house.player("eva"))[0].token
        request = pb.GetTournamentRequest(ladder="cup")
        sent = await stub_of(house).GetTournament(request, metadata=metadata_of(token))
        read = read_result(sent)
        assert read is not None
        assert (found.winners, found.table) == (read.winners, read.table)
        assert [row.player for row in sent.rows] == [
            row.player for row in (found.bracket.places if found.bracket else found.table)
        ]


@pytest.mark.asyncio
@pytest.mark.parametrize("format_", FORMATS)
async def test_an_absent_player_loses_and_nobody_waits_for_long(
    tmp_path: Path, format_: Format
) -> None:
    """After the wait that the ladder promises; the result says who and why, and the others play on."""
    async with cup(tmp_path, tournament(format_, absence=60.0)) as house:
        await house.player("dan")
        async with playing(house, "cup", "anna ben cleo"):
            lobby = lobbies(house)["cup"]
            await eventually(lambda: len(lobby.players) == 3)
            await start(house, *NAMES.split())

            def turn() -> bool:
                if not lobby.running:  # nobody is to run out of time
                    house.hourglass.advance(61.0)
                return is_over(house)

            await eventually(turn)
        found = result(house)
        lost = {one.player for one in record(house).walkovers}
        assert {"dan"} == lost
        reasons = {
            fault.message
            for each in found.rounds
            for meeting in each.meetings
            for one in meeting.results
            for fault in one.faults
            if one.is_withheld
        }
        assert {"absent for 60 s"} == reasons
        assert "dan" not in found.winners


@pytest.mark.asyncio
async def test_bots_of_a_competition_play_every_stage_that_they_are_in(tmp_path: Path) -> None:
    """From the season over a Swiss to the champion, by the name of the competition alone."""
    season = replace(
        ladder_of("furnace", "league-season"),
        format=FormatTerms(matches=3, competition="league", stage=1),
    )
    swiss = FormatTerms(
        Format.SWISS,
        rounds=2,
        seatings=Seatings.ONE,
        seed_from="league-season:1",
        top=4,
        competition="league",
        stage=2,
        follows="league-season",
    )
    final = FormatTerms(
        Format.KNOCKOUT,
        seatings=Seatings.ONE,
        seed_from="league-swiss:1",
        top=2,
        competition="league",
        stage=3,
        follows="league-swiss",
    )
    others = [
        replace(season, name=f"league-{name}", format=terms)
        for name, terms in (("swiss", swiss), ("cup", final))
    ]
    async with (
        several(tmp_path, season, *others, plays_all=True) as house,
        playing(house, "league", NAMES),
    ):
        store = house.referee.ladders.store

        def stages() -> list[LadderStage]:
            return [stage_of(store, one) for one in (season, *others)]

        await eventually(lambda: stages()[-1].is_over)
        cup_result, swiss_result = (one.result for one in reversed(stages()[1:]))
        assert cup_result is not None
        assert swiss_result is not None
        assert set(NAMES.split()) == set(swiss_result.seeds)
        assert {row.player for row in swiss_result.table[:2]} == set(cup_result.seeds)
        assert cup_result.winners
        await eventually(lambda: not any(lobby.players for lobby in lobbies(house).values()))


@pytest.mark.asyncio
async def test_who_takes_part_and_what_cannot_be_started(tmp_path: Path) -> None:
    """Unknown players, too few, a continuous ladder, a second start; strangers are refused after it."""
    async with several(
        tmp_path, tournament(Format.SWISS), ladder_of("furnace"), plays_all=True
    ) as house:
        for name in NAMES.split():
            await house.player(name)

        def refusal(ladder: str, *players: str) -> Awaitable[str]:
            request = admin.StartLadderRequest(ladder=ladder, players=players, reason="a test")
            return why(house.organiser.StartLadder(request))

        assert "PLAYER_NOT_FOUND" == await refusal("cup", "anna", "ghost")
        assert "BAD_REQUEST" == await refusal("cup", "anna")
        assert "BAD_REQUEST" == await refusal("cup", "anna", "anna")
        assert "BAD_REQUEST" == await refusal("cup")
        assert "BAD_REQUEST" == await refusal("furnace", "anna", "ben")
        assert "LADDER_NOT_FOUND" == await refusal("nowhere", "anna", "ben")
        await start(house, "anna", "ben")
        assert "ALREADY_EXISTS" == await refusal("cup", "anna", "cleo")
        assert ("anna", "ben") == result(house).seeds
        lobby = lobbies(house)["cup"]
        assert isinstance(lobby, TournamentLobby)
        await eventually(lambda: lobby.tournament.players is not None)
        assert isinstance(lobby.tournament.refusal("dora"), NotAllowed)
        assert "enlist with that version" not in str(lobby.tournament.refusal("dora"))
        assert "anna is, so enlist with that version" in str(lobby.tournament.refusal("anna:2"))
        assert lobby.tournament.refusal("ben") is None
