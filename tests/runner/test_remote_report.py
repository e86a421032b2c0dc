"""The report of a ladder over gRPC is the one that its folder gives."""

from dataclasses import replace
from pathlib import Path

import pytest

from bessemer.accounts.roles import Role
from bessemer.bench.audience.crowd import write_history
from bessemer.cli.organise.calls import Calls
from bessemer.engine.game import Seat
from bessemer.errors import TooManyRequests
from bessemer.matches.records import Ended, Fault, MatchResult, SeatFault, Status
from bessemer.rpc.limits import reading
from bessemer.rpc.limits.limits import RequestRate
from bessemer.runner.queries import report_of
from bessemer.runner.remote_report import remote_report
from bessemer.runner.report.facts import LadderReport
from bessemer.sdk.connection import referee_calls
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.storage.ladders.disqualifications import Disqualifications
from bessemer.storage.matches.match_store import SqlStore
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as pb
from tests.referees.in_process import House, opened
from tests.storage.rated_matches import match

WHY = "for a test"


def write_more(store: SqlStore) -> None:
    """What a history can have besides results: versions, blocks, faults, a match that was nobody's."""
    for number, fault in enumerate((Fault.PLAYER, Fault.NETWORK, Fault.REFEREE, None)):
        created, started, _ = match(f"more{number}", players=("anna", f"anna:{number}"))
        faults = () if fault is None else (SeatFault(Seat(1), fault, f"told {number}"),)
        result = MatchResult(
            Status.FINISHED, 1.7e9 + 0.25, ranks=(1, 2), scores=(7, 3), seat_faults=faults
        )
        store.write([created, started, Ended(f"more{number}", result, b"", is_rated=True)])


def without_time(report: LadderReport) -> LadderReport:
    """The report, whenever it was made, and whoever was named as out."""
    lines = {
        player: (*line[:-1], line[-1]._replace(ended=0.0))
        for player, line in report.histories.items()
    }
    return replace(report, facts=report.facts._replace(now=0.0, disqualified=()), histories=lines)


async def there(house: House, season: int = 0) -> LadderReport:
    """The report, by a spectator's token."""
    token = (await house.player("looker", admin.ROLE_SPECTATOR))[0].token
    calls = Calls(house.channel, "here", token)
    (ladder,) = (await calls(pb.ListLaddersRequest())).ladders
    return await remote_report(calls, ladder, season)


@pytest.mark.asyncio
async def test_it_is_the_report_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every figure, in pages of seven: with voided matches, blocks, faults, versions, people and who is out."""
    monkeypatch.setattr(referee_calls, "PAGE", 7)
    write_history(tmp_path, 40)
    async with opened(tmp_path) as house:
        store, ladders = house.referee.store, house.referee.ladders.store
        write_more(store)
        ladders.void(f"{3:016x}", "olga", 1.0, WHY)
        Disqualifications(store).disqualify("main", "anna:1", "olga", 1.0, WHY, void=False)
        await house.referee.accounts.directory.create_player("player5", Role.PLAYER, is_person=True)
        found = await there(house)
        expected = report_of(store, "main")

        assert without_time(expected) == without_time(found)
        assert list(expected.histories) == list(found.histories)
        assert 1 == found.facts.voided
        assert ["anna:1"] == [row.standing.player for row in found.rows if not row.place]
        assert ["player5"] == [row.standing.player for row in found.rows if row.is_person]
        assert {"anna:0": 1, "anna:1": 0} == {
            row.standing.player: row.faults.bot
            for row in found.rows
            if row.standing.player in ("anna:0", "anna:1")
        }


@pytest.mark.asyncio
async def test_another_season_and_a_ladder_that_is_not_there(tmp_path: Path) -> None:
    """The season that was asked for; a refusal with the referee's sentence."""
    write_history(tmp_path, 5)
    async with opened(tmp_path) as house:
        house.referee.ladders.store.new_season("main", "olga", 1.0, WHY)
        house.referee.store.write(match("new", season=2))
        token = (await house.player("looker", admin.ROLE_SPECTATOR))[0].token
        calls = Calls(house.channel, "here", token)
        (ladder,) = (await calls(pb.ListLaddersRequest())).ladders

        assert [5, 1, 1] == [
            len((await remote_report(calls, ladder, season)).counted) for season in (1, 2, 0)
        ]
        with pytest.raises(CallFailed, match="there is no ladder"):
            await remote_report(calls, pb.Ladder(name="other"))


@pytest.mark.asyncio
async def test_who_reads_too_much_waits_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A spectator is refused in the middle of a long history; the calls are made again when they may be."""
    monkeypatch.setattr(referee_calls, "PAGE", 20)
    monkeypatch.setattr(reading, "_SHORTEST_WAIT", 0.0)
    write_history(tmp_path, 200)
    refused: list[float] = []
    now = 0.0
    async with opened(tmp_path) as house:
        budget = house.referee.guard.quotas.reading
        budget._shared.charge("", 1e9)  # others have taken all of it
        # By a clock that goes on for whoever waits: on a slow machine nobody would ask too often.
        budget._own = RequestRate(200.0, 2, lambda: now)
        take = budget.take

        def taken(caller: str) -> reading.Bill:
            nonlocal now
            try:
                return take(caller)
            except TooManyRequests as error:
                refused.append(error.retry_after)
                now += error.retry_after + 0.001
                raise

        monkeypatch.setattr(type(budget), "take", lambda _, caller: taken(caller))
        report = await there(house)

    assert 200 == len(report.counted)
    assert refused
