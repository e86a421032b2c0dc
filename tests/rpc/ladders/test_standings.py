"""Standings are kept in the database, and made anew, beside the referee, when the history has changed."""

import asyncio
import random
import signal
import sys
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import uvloop
from sqlalchemy import delete, text

from bessemer.bench.audience.crowd import write_history
from bessemer.errors import JournalUnavailable
from bessemer.ladder.entrants import is_meant
from bessemer.ladder.season_standings import ladder_standings
from bessemer.matches.durable.store import StoreError
from bessemer.matches.records import (
    Created,
    Durability,
    Ended,
    MatchResult,
    MatchSpec,
    Started,
    Status,
)
from bessemer.ratings.rating import Ratings
from bessemer.rpc.ladders import standings as module
from bessemer.rpc.ladders.ladder_messages import standing_message
from bessemer.rpc.ladders.rating_process import RatingProcess
from bessemer.storage.database.standings_tables import standings, standings_revisions
from bessemer.storage.ladders.disqualifications import Disqualifications
from bessemer.storage.ladders.kept_standings import SqlStandings
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore, open_store
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import ladder_service_pb2_grpc as ladder_grpc
from tests.referees.in_process import House, Metadata, eventually, metadata_of, opened, why

FILE = "bessemer.sqlite3"


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits between two updates."""
    monkeypatch.setattr(module, "_SHORTEST_PAUSE", 0.0)
    monkeypatch.setattr(module, "_PAUSE_BY_TIME", 0.0)


class Spectator:
    """Somebody who looks at the ladder."""

    def __init__(self, house: House, token: str) -> None:
        self._stub: Any = ladder_grpc.LadderServiceStub(house.channel)
        self._metadata: Metadata = metadata_of(token)

    async def standings(self, **wishes: Any) -> pb.ListStandingsResponse:  # noqa: ANN401 - fields
        """ListStandings."""
        request = pb.ListStandingsRequest(**({"ladder": "main"} | wishes))
        found: pb.ListStandingsResponse = await self._stub.ListStandings(
            request, metadata=self._metadata
        )
        return found

    async def standing(self, player: str) -> pb.GetStandingResponse:
        """GetStanding."""
        request = pb.GetStandingRequest(ladder="main", player=player)
        found: pb.GetStandingResponse = await self._stub.GetStanding(
            request, metadata=self._metadata
        )
        return found

    async def matches(self, player: str, **wishes: Any) -> pb.ListPlayerMatchesResponse:  # noqa: ANN401
        """ListPlayerMatches."""
        request = pb.ListPlayerMatchesRequest(ladder="main", player=player, **wishes)
        found: pb.ListPlayerMatchesResponse = await self._stub.ListPlayerMatches(
            request, metadata=self._metadata
        )
        return found


async def spectator(house: House) -> Spectator:
    """A new one."""
    client, _ = await house.player("looker", admin.ROLE_SPECTATOR)
    return Spectator(house, client.token)


def rate(store: SqlStore, number: int, *players: str) -> str:
    """One more match of the ladder is over; its id."""
    ladder = SqlLadderStore(store).ladder("main")
    assert ladder is not None
    match_id = f"{number:016x}"
    ranks = tuple(random.Random(number).sample(range(1, len(players) + 1), len(players)))
    spec = MatchSpec(
        match_id=match_id,
        game=ladder.game,
        rules_version=1,
        options=ladder.options,
        players=players,
        seed=b"a seed",
        clock=ladder.clock,
        durability=Durability.MATCH,
        created=2_000_000_000.0 + number,
        ladder="main",
        season=ladder.season,
    )
    result = MatchResult(Status.FINISHED, spec.created + 1.0, ranks=ranks, scores=ranks)
    store.write(
        [
            Created(spec, (), ()),
            Started(match_id, players, spec.created),
            Ended(match_id, result, b"", is_rated=True),
        ]
    )
    return match_id


def rebuilt(store: SqlStore, season: int = 1) -> list[pb.Standing]:
    """The standings as they follow from the whole history."""
    history = SqlLadderStore(store).history("main", season)
    ratings = Ratings.rebuilt([match.result for match in history if match.voided is None])
    out = SqlLadderStore(store).disqualified("main")
    return list(map(standing_message, ladder_standings(history, ratings, out)))


@pytest.mark.asyncio
async def test_what_is_kept_is_what_a_rebuild_says(tmp_path: Path) -> None:
    """Bit for bit: at first, after more matches, and after an organiser has voided one."""
    write_history(tmp_path, 60)
    async with opened(tmp_path) as house:
        looker, store = await spectator(house), house.referee.store
        assert rebuilt(store) == list((await looker.standings()).standings)
        for number in range(100, 104):
            rate(store, number, "anna", "bela:2", "player1")
            assert rebuilt(store) == list((await looker.standings()).standings)
        house.referee.ladders.store.void(f"{100:016x}", "olga", 1.0, "for a test")
        last = (await looker.standings()).standings
        assert rebuilt(store) == list(last)
        assert [3, 3] == [row.matches for row in last if row.name in ("anna", "bela")]


@pytest.mark.asyncio
async def test_standings_survive_a_restart_without_being_made_again(tmp_path: Path) -> None:
    """They are read; no process is started for them. Whoever has deleted them gets them back."""
    write_history(tmp_path, 40)
    async with opened(tmp_path) as house:
        first = await (await spectator(house)).standings()
        assert house.referee.ladders.rating._process is not None
    async with opened(tmp_path) as house:
        looker = Spectator(house, house.organiser.token)
        assert first == await looker.standings()
        assert house.referee.ladders.rating._process is None
        with house.referee.store.database.writing() as connection:
            for table in (standings, standings_revisions):
                connection.execute(delete(table))
        assert first == await looker.standings()


@pytest.mark.asyncio
async def test_a_page_that_nothing_has_changed_is_encoded_once(tmp_path: Path) -> None:
    """Whoever asks; and pages together are the whole, each read by its index."""
    write_history(tmp_path, 60)
    async with opened(tmp_path) as house:
        looker = await spectator(house)
        whole = await looker.standings(page_size=1000)
        with mock.patch.object(
            SqlStandings, "page", autospec=True, side_effect=SqlStandings.page
        ) as read:
            for _ in range(2):
                rows = await paged(looker, 7)
                assert list(whole.standings) == rows
            assert whole == await looker.standings(page_size=1000)

    assert list(range(0, len(rows), 7)) == [call.args[2] for call in read.call_args_list]


async def paged(looker: Spectator, size: int) -> list[pb.Standing]:
    """All standings, page by page."""
    rows: list[pb.Standing] = []
    token = ""
    while True:
        page = await looker.standings(page_size=size, page_token=token)
        rows += page.standings
        if not (token := page.next_page_token):
            return rows


@pytest.mark.asyncio
async def test_nobody_waits_for_the_last_moment_of_a_busy_ladder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was made last is sent until the next update is due."""
    write_history(tmp_path, 20)
    async with opened(tmp_path) as house:
        looker, store = await spectator(house), house.referee.store
        monkeypatch.setattr(module, "_SHORTEST_PAUSE", 1e6)
        first = await looker.standings()
        rate(store, 100, "anna", "bela")
        assert first == await looker.standings()
        assert rebuilt(store) != list(first.standings)


@pytest.mark.asyncio
async def test_what_an_organiser_has_done_is_in_the_next_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the last one was made a moment ago."""
    write_history(tmp_path, 20)
    async with opened(tmp_path) as house:
        looker, store = await spectator(house), house.referee.store
        match_id = rate(store, 100, "anna", "bela")
        monkeypatch.setattr(module, "_SHORTEST_PAUSE", 2.0)
        before = list((await looker.standings()).standings)
        house.referee.ladders.store.void(match_id, "olga", 1.0, "for a test")
        after = list((await looker.standings()).standings)

        assert rebuilt(store) == after != before


@pytest.mark.asyncio
async def test_the_matches_of_a_player_come_from_an_index(tmp_path: Path) -> None:
    """All of them, the newest first, in pages; of a name with all its versions, or of one."""
    write_history(tmp_path, 50)
    async with opened(tmp_path) as house:
        looker, store = await spectator(house), house.referee.store
        for number in range(200, 206):
            rate(store, number, "anna" if number % 2 else "anna:2", "player3")
        history = SqlLadderStore(store).history("main", 1)
        for asked in ("anna", "anna:", "anna:2", "player3", "nobody", "anna:3"):
            expected = [
                match.result.match_id
                for match in reversed(history)
                if any(is_meant(player, asked) for player in match.result.players)
            ]
            found: list[str] = []
            token = ""
            while True:
                page = await looker.matches(asked, page_size=2, page_token=token)
                found += [match.match_id for match in page.matches]
                if not (token := page.next_page_token):
                    break
            assert expected == found
        versions = (await looker.standing("anna")).versions
        assert ["anna", "anna:2"] == [row.player for row in versions]  # the newest first
        assert "PLAYER_NOT_FOUND" == await why(looker.standing("anna:3"))


@pytest.mark.asyncio
async def test_seasons_that_nobody_played_take_no_room(tmp_path: Path) -> None:
    """Anybody may ask for any number: nothing is made for it, and nothing is kept."""
    write_history(tmp_path, 5)
    async with opened(tmp_path) as house:
        looker = await spectator(house)
        for season in (2, 7, -1, 2**31 - 1):
            assert not (await looker.standings(season=season)).standings
        assert house.referee.ladders.rating._process is None
        with house.referee.store.database.reading() as connection:
            assert [] == connection.execute(text("SELECT * FROM standings_revisions")).all()


@pytest.mark.asyncio
async def test_a_process_that_was_killed_is_started_again(tmp_path: Path) -> None:
    """Who asks in that moment is answered all the same."""
    write_history(tmp_path, 20)
    async with opened(tmp_path) as house:
        looker, store = await spectator(house), house.referee.store
        await looker.standings()
        process = house.referee.ladders.rating._process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        rate(store, 100, "anna", "bela")
        asked = asyncio.ensure_future(looker.standings())
        await eventually(house.referee.ladders.rating._turn.locked)
        process.kill()
        assert rebuilt(store) == list((await asked).standings)


def test_a_process_that_was_killed_between_two_questions_is_started_again(tmp_path: Path) -> None:
    """On uvloop, too, which says in a way of its own that nobody reads any more."""
    write_history(tmp_path, 5)

    async def killed_and_asked() -> None:
        rating = RatingProcess(str(tmp_path / FILE))
        for number in range(100, 103):
            await rating.update("main", 1)
            process = rating._process
            assert process is not None
            process.send_signal(signal.SIGKILL)
            await process.wait()
            with closing(open_store(tmp_path / FILE)) as store:
                rate(store, number, "anna", "bela")
        await rating.update("main", 1)
        with closing(open_store(tmp_path / FILE)) as store:
            state = SqlStandings(store).state("main")
        assert state is not None
        assert state.is_current
        await rating.stop()

    uvloop.run(killed_and_asked())


@pytest.mark.asyncio
async def test_a_process_that_ends_again_and_again_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a time to come back; it is no internal error."""
    write_history(tmp_path, 5)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    rating = RatingProcess(str(tmp_path / FILE))
    with pytest.raises(JournalUnavailable) as refusal:
        await rating.update("main", 1)

    assert refusal.value.retry_after > 0


@pytest.mark.asyncio
async def test_the_process_ends_with_the_referee(tmp_path: Path) -> None:
    """It is stopped with it; and if the referee is killed, its input ends, and it goes too."""
    write_history(tmp_path, 5)
    async with opened(tmp_path) as house:
        await (await spectator(house)).standings()
        process = house.referee.ladders.rating._process
        assert process is not None
    assert process.returncode is not None
    rating = RatingProcess(str(tmp_path / FILE))
    await rating.update("main", 1)
    assert rating._process is not None
    assert rating._process.stdin is not None
    rating._process.stdin.close()
    assert 0 == await rating._process.wait()
    await rating.update("main", 1)
    await rating.stop()


@pytest.mark.asyncio
async def test_a_database_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """With the store's own sentence."""
    write_history(tmp_path, 5)
    rating = RatingProcess(str(tmp_path / FILE))
    await rating.update("main", 1)
    with closing(open_store(tmp_path / FILE)) as store:
        rate(store, 100, "anna", "bela")
        with store.database.writing() as connection:
            connection.execute(text("DROP TABLE rated_seats"))
    with pytest.raises(StoreError):
        await rating.update("main", 1)
    await rating.stop()


@pytest.mark.asyncio
async def test_a_bad_page_is_refused(tmp_path: Path) -> None:
    """Sizes and tokens that cannot be."""
    write_history(tmp_path, 5)
    async with opened(tmp_path) as house:
        looker = await spectator(house)
        for wrong in ({"page_size": -1}, {"page_size": 1001}, {"page_token": "x"}):
            assert "BAD_REQUEST" == await why(looker.standings(**wrong))
        assert "LADDER_NOT_FOUND" == await why(looker.standings(ladder="other"))
        assert "LADDER_NOT_FOUND" == await why(looker.standings(ladder="\0"))


@pytest.mark.asyncio
async def test_who_is_disqualified_comes_last_without_a_place(tmp_path: Path) -> None:
    """All versions of a name, in pages too; the others move up, and it can be taken back."""
    write_history(tmp_path, 5)
    async with opened(tmp_path) as house:
        looker, store = await spectator(house), house.referee.store
        for number in range(100, 103):
            rate(store, number, "anna" if number % 2 else "anna:2", "bela")
        before = await paged(looker, 3)
        out = Disqualifications(store)
        out.disqualify("main", "anna", "olga", 1.0, "for a test", void=False)
        good = [row.player for row in before if row.name != "anna"]
        bad = [row.player for row in before if row.name == "anna"]

        expected = [(player, place) for place, player in enumerate(good, 1)]
        found = await paged(looker, 3)
        assert expected + [(player, 0) for player in bad] == [
            (row.player, row.place) for row in found
        ]
        assert set(bad) == {row.player for row in found if row.disqualified}
        assert rebuilt(store) == found
        out.reinstate("main", "anna", "olga", 2.0, "for a test")
        assert before == await paged(looker, 3)
