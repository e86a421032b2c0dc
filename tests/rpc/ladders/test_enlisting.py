"""Players that enlist with a ladder, over real gRPC: seats, lost connections, and ratings."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc
import pytest

from bessemer.bots.registry import new_bot
from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.ladder.lobby.schedule import Availability, Pairing, Schedule
from bessemer.matches.records import Durability, Status
from bessemer.ratings.rating import Ratings
from bessemer.rpc.limits.limits import Limits
from bessemer.sdk.bot import MatchEnd
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.errors import SeatRefused
from bessemer.sdk.seats.ladder import enlist, wait_for_seat
from bessemer.sdk.seats.seat import play_seat
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import admin_service_pb2_grpc as admin_grpc
from bessemer.v1 import choice_pb2, error_reason_pb2, match_service_pb2
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import ladder_service_pb2_grpc as ladder_grpc
from tests.referees.in_process import PATIENCE, eventually, metadata_of, reason_of, refusal_in
from tests.referees.ladder_club import NAMES, Enlisted, club, make_ladder, players, random_bot


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a ladder in it."""
    make_ladder(tmp_path)
    return tmp_path


@pytest.mark.asyncio
async def test_matches_are_drawn_played_and_rated(folder: Path) -> None:
    """All of them exactly once, everybody seated, and the book says what a rebuild says."""
    async with club(folder, 20) as home, players(home, *NAMES) as ends:
        await home.finish()
        await eventually(lambda: not (len(ends) < 60))
        history = home.referee.ladders.store.history("main", 1)
        home.lobby.ratings.refresh()

    assert len(history) == len({one.result.match_id for one in history}) == 20
    assert all(match.status is Status.FINISHED for _, match in home.played)
    assert all(not one.result.faults for one in history)
    rebuilt = Ratings.rebuilt([one.result for one in history])
    for name in NAMES:
        assert home.lobby.ratings.rating(name) == rebuilt.rating(name)
    seats = Counter(name for _, match in home.played for name in match.spec.players)
    assert sum(seats.values()) == 60
    assert min(seats.values()) >= 10, "nobody is starved"


@pytest.mark.asyncio
async def test_nobody_plays_more_at_once_than_he_said(folder: Path) -> None:
    """However many matches wait."""
    most: Counter[str] = Counter()
    async with club(folder, 12) as home:

        class Watched:
            """The schedule, and who plays how often at once whenever it is asked."""

            def __init__(self, schedule: Schedule) -> None:
                self._schedule = schedule
                self.played = schedule.played
                self.is_over = schedule.is_over
                self.restarted = schedule.restarted
                self.needs_restart = schedule.needs_restart

            @property
            def is_done(self) -> bool:
                return self._schedule.is_done

            def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
                running = Counter(
                    name
                    for match in home.referee.registry.matches.values()
                    if match.result is None
                    for name in match.spec.players
                )
                for name, count in running.items():
                    most[name] = max(most[name], count)
                return self._schedule.next_pairing(available)

        home.lobby.schedule = Watched(home.lobby.schedule)
        async with players(home, "anna", "bela", "carl", concurrency=2):
            await home.finish()

    assert set(most.values()) == {2}


@pytest.mark.asyncio
async def test_a_player_who_comes_back_plays_on(folder: Path) -> None:
    """Its stream is cut again and again; every match is played to its end without a fault."""
    async with club(folder, 40) as home, players(home, "bela", "carl"):
        cuts = 0
        ends: list[MatchEnd] = []
        while not home.done.is_set():
            task = asyncio.create_task(
                enlist(
                    home.address,
                    home.tokens["anna"],
                    "main",
                    random_bot,  # type: ignore[arg-type]
                    concurrency=3,
                    ended=ends.append,
                )
            )
            with suppress(TimeoutError):
                async with asyncio.timeout(0.1 + 0.05 * cuts):
                    await home.done.wait()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            cuts += 1

    assert cuts > 1
    assert len(home.played) == 40
    for _, match in home.played:
        assert match.result is not None
        assert match.result.status is Status.FINISHED
        assert not match.result.seat_faults


@pytest.mark.asyncio
async def test_a_newer_connection_takes_the_place(folder: Path) -> None:
    """The older one is told so, and its matches go on over the newer one."""
    async with club(folder, 4) as home, players(home, "bela", "carl"):
        first = asyncio.create_task(
            enlist(home.address, home.tokens["anna"], "main", random_bot, concurrency=2)  # type: ignore[arg-type]
        )
        await eventually(lambda: ("anna", None) in home.lobby.players)
        async with players(home, "anna"):
            with pytest.raises(SeatRefused, match="newer"):
                async with asyncio.timeout(PATIENCE):
                    await first
            await home.finish()

    assert len(home.played) == 4


@pytest.mark.asyncio
async def test_who_was_replaced_does_not_come_back_by_itself(folder: Path) -> None:
    """A connection that failed at that moment has not told it; it may come again when the other has left."""
    async with club(folder, 1) as home, open_channel(home.address) as channel:
        stub = ladder_grpc.LadderServiceStub(channel)
        metadata = metadata_of(home.tokens["anna"])

        async def entered(client_id: str) -> Any:  # noqa: ANN401 - grpc.aio
            call = stub.Enlist(metadata=metadata)
            wanted = pb.Enlistment(ladder="main", client_id=client_id)
            await call.write(pb.EnlistRequest(enlistment=wanted))
            first: Any = await call.read()
            assert first.HasField("enlisted")
            return call

        older = await entered("older")
        await entered("older")  # the same program after a lost connection
        newer = await entered("newer")
        older.cancel()
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await entered("older")
        assert reason_of(refusal_in(refused.value)) == "SUPERSEDED"
        newer.cancel()
        await eventually(lambda: ("anna", None) not in home.lobby.players)
        await entered("older")


@pytest.mark.asyncio
async def test_who_waits_for_a_seat_is_replaced_once(folder: Path) -> None:
    """The older of two programs of a person is told, and refused when it looks again."""
    async with club(folder, 1) as home, open_channel(home.address) as channel:
        stub = ladder_grpc.LadderServiceStub(channel)

        def looks(client_id: str) -> "tuple[asyncio.Task[object], asyncio.Event]":
            heard = asyncio.Event()
            search = wait_for_seat(stub, home.tokens["anna"], "main", client_id, heard.set)
            return asyncio.create_task(search), heard

        older, is_in = looks("older")
        await is_in.wait()
        newer, is_in = looks("newer")
        await is_in.wait()
        for task in (older, looks("older")[0]):
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await task
            assert reason_of(refusal_in(refused.value)) == "SUPERSEDED"
        assert not newer.done()
        newer.cancel()
        await eventually(lambda: ("anna", None) not in home.lobby.players)


@pytest.mark.parametrize(
    ("request_message", "reason"),
    [
        (pb.EnlistRequest(enlistment=pb.Enlistment(ladder="other")), "LADDER_CLOSED"),
        (pb.EnlistRequest(enlistment=pb.Enlistment(ladder="main", concurrency=-1)), "BAD_REQUEST"),
        (pb.EnlistRequest(enlistment=pb.Enlistment(ladder="main", concurrency=999)), "BAD_REQUEST"),
        (pb.EnlistRequest(leaving=True), "BAD_REQUEST"),
        (
            pb.EnlistRequest(enlistment=pb.Enlistment(ladder="main", client_id="x" * 65)),
            "BAD_REQUEST",
        ),
    ],
)
@pytest.mark.asyncio
async def test_what_cannot_be_enlisted_is_refused(
    folder: Path, request_message: pb.EnlistRequest, reason: str
) -> None:
    """Another ladder, an impossible number, or no enlistment at all."""
    async with club(folder, 1) as home, open_channel(home.address) as channel:
        call = ladder_grpc.LadderServiceStub(channel).Enlist(
            metadata=metadata_of(home.tokens["anna"])
        )
        await call.write(request_message)
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            async for _ in call:
                pass
        assert reason_of(refusal_in(refused.value)) == reason


@pytest.mark.asyncio
async def test_an_answer_for_a_line_that_is_not_there_is_forgotten(folder: Path) -> None:
    """Its match may have ended while it was on its way; garbage ends the stream with a refusal."""
    async with club(folder, 1) as home, open_channel(home.address) as channel:
        metadata = metadata_of(home.tokens["anna"])
        call: Any = channel.stream_stream("/bessemer.v1.LadderService/Enlist")(metadata=metadata)
        wanted = pb.EnlistRequest(enlistment=pb.Enlistment(ladder="main"))
        await call.write(wanted.SerializeToString())
        enlisted = pb.EnlistResponse.FromString(await call.read())
        assert enlisted.enlisted.ladder.game == "furnace"
        assert enlisted.enlisted.setup.HasField("furnace")
        stray = pb.EnlistRequest()
        stray.requests.add(channel=7, request=match_service_pb2.PlayRequest())
        await call.write(stray.SerializeToString())
        await call.write(b"\xff\xff garbage")
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await call.read()
        assert reason_of(refusal_in(refused.value)) == "BAD_REQUEST"


@pytest.mark.asyncio
async def test_an_illegal_move_is_refused_on_its_line_and_costs_only_time(folder: Path) -> None:
    """The others play on, and the same line takes the next answer."""

    class Cheat:
        runs_inline = True

        def __init__(self) -> None:
            self.refused = False

        def decide(self, view: object) -> object:
            if not self.refused and type(view.default_move()).__name__ == "Bid":  # type: ignore[attr-defined]
                self.refused = True
                return view.default_move()._replace(card="C99")  # type: ignore[attr-defined]
            return view.default_move()  # type: ignore[attr-defined]

    ends: list[MatchEnd] = []
    async with club(folder, 2) as home, players(home, "bela", "carl"):
        task = asyncio.create_task(
            enlist(home.address, home.tokens["anna"], "main", lambda _: Cheat(), ended=ends.append)
        )
        await home.finish()
        await eventually(lambda: not (len(ends) < 2))
        task.cancel()

    assert all(len(end.faults) == 1 for end in ends), ends
    assert all(end.rank is not None for end in ends)


@pytest.mark.asyncio
async def test_a_client_that_knows_only_play_is_told_its_seats(folder: Path) -> None:
    """It joins each with its own token: so people and simple clients share a ladder."""
    async with (
        club(folder, 2) as home,
        players(home, "bela", "carl"),
        open_channel(home.address) as channel,
    ):
        token = home.tokens["anna"]
        call = ladder_grpc.LadderServiceStub(channel).Enlist(metadata=metadata_of(token))
        enlistment = pb.Enlistment(ladder="main", assignments_only=True)
        await call.write(pb.EnlistRequest(enlistment=enlistment))
        seats = 0
        while seats < 2:
            response: Any = await call.read()
            for seat in response.assignments:
                bot = random_bot("furnace")
                end = await play_seat(channel, token, seat.match_id, seat.seat, bot)  # type: ignore[arg-type]
                assert end.rank is not None
                seats += 1
        await home.finish()

    assert len(home.played) == 2


@pytest.mark.asyncio
async def test_who_leaves_plays_to_the_end_and_gets_nothing_new(folder: Path) -> None:
    """Its stream ends by itself."""
    leave = asyncio.Event()
    ends: list[MatchEnd] = []
    async with club(folder, 100) as home, players(home, "bela", "carl"):
        staying = asyncio.create_task(
            enlist(
                home.address,
                home.tokens["anna"],
                "main",
                random_bot,  # type: ignore[arg-type]
                concurrency=2,
                leave=leave,
                ended=ends.append,
            )
        )
        await eventually(lambda: bool(home.played))
        leave.set()
        async with asyncio.timeout(PATIENCE):
            await staying
        assert not any(
            "anna" in match.spec.players for match in home.referee.registry.matches.values()
        )
        assert len(home.played) < 100


@pytest.mark.asyncio
async def test_a_frozen_ladder_plays_nothing_and_a_thawed_one_goes_on(folder: Path) -> None:
    """An organiser's word is heard while it runs."""
    async with club(folder, 500) as home:
        ladders = home.referee.ladders.store
        ladders.freeze("main", "olga", 2.0, "a pause", frozen=True)
        await asyncio.to_thread(home.lobby.ratings.refresh)
        with pytest.raises(SeatRefused, match="frozen"):
            await enlist(home.address, home.tokens["anna"], "main", random_bot)  # type: ignore[arg-type]
        ladders.freeze("main", "olga", 3.0, "go on", frozen=False)
        await asyncio.to_thread(home.lobby.ratings.refresh)
        async with players(home, *NAMES):
            await eventually(lambda: bool(home.played))
            ladders.freeze("main", "olga", 4.0, "enough", frozen=True)
            await asyncio.to_thread(home.lobby.ratings.refresh)
            await eventually(lambda: not (home.lobby.running))
            played = len(home.played)
            home.lobby.pair_soon()
            await asyncio.sleep(0.05)
            assert len(home.played) == played
            assert not home.lobby.running


@pytest.mark.asyncio
async def test_a_voided_match_leaves_the_book(folder: Path) -> None:
    """Ratings are then as if it had never been played."""
    async with club(folder, 6) as home:
        async with players(home, *NAMES):
            await home.finish()
        home.lobby.ratings.refresh()
        ladders = home.referee.ladders.store
        history = ladders.history("main", 1)
        before = [home.lobby.ratings.rating(name).mean for name in NAMES]

        ladders.void(history[2].result.match_id, "olga", 3.0, "a bug")
        home.lobby.ratings.refresh()

        left = [one.result for number, one in enumerate(history) if number != 2]
        rebuilt = Ratings.rebuilt(left)
        found = [home.lobby.ratings.rating(name).mean for name in NAMES]
        assert found == [rebuilt.rating(name).mean for name in NAMES]
        assert found != before


@pytest.mark.asyncio
async def test_matches_go_on_after_the_referee_is_started_anew(folder: Path) -> None:
    """With durability `move`: who enlists again is given back the seats that he had."""
    async with club(folder, 3, Durability.MOVE) as home:
        async with players(home, *NAMES, concurrency=1):
            await eventually(lambda: bool(home.referee.registry.matches))
        running = set(home.referee.registry.matches)
    async with club(folder, 0, Durability.MOVE) as again:
        assert running <= set(again.referee.registry.matches) | {
            one.result.match_id for one in again.referee.ladders.store.history("main", 1)
        }
        async with players(again, *NAMES, concurrency=1):
            await eventually(lambda: not (again.referee.registry.matches))
        rated = {one.result.match_id for one in again.referee.ladders.store.history("main", 1)}
    assert running <= rated


@pytest.mark.asyncio
async def test_standings_and_histories_are_told_to_everybody(folder: Path) -> None:
    """With intervals, in pages, and names that are not there by their names."""
    async with club(folder, 8) as home:
        async with players(home, *NAMES):
            await home.finish()
        async with open_channel(home.address) as channel:
            stub = ladder_grpc.LadderServiceStub(channel)
            metadata = metadata_of(home.tokens["anna"])
            (ladder,) = (await stub.ListLadders(pb.ListLaddersRequest(), metadata=metadata)).ladders
            assert (ladder.name, ladder.game, ladder.seats, ladder.season) == (
                "main",
                "furnace",
                3,
                1,
            )
            wanted = pb.ListStandingsRequest(ladder="main")
            standings = (await stub.ListStandings(wanted, metadata=metadata)).standings
            assert [row.place for row in standings] == [1, 2, 3, 4]
            assert {row.player for row in standings} == set(NAMES)
            assert sum(row.matches for row in standings) == 24
            assert all(row.rating.low < row.rating.value < row.rating.high for row in standings)
            best = standings[0].player
            one = await stub.GetStanding(
                pb.GetStandingRequest(ladder="main", player=best), metadata=metadata
            )
            assert one.standing.place == 1
            found: list[pb.RatedMatch] = []
            token = ""
            while True:
                page = await stub.ListPlayerMatches(
                    pb.ListPlayerMatchesRequest(
                        ladder="main", player=best, page_size=2, page_token=token
                    ),
                    metadata=metadata,
                )
                found += page.matches
                if not (token := page.next_page_token):
                    break
            assert len({match.match_id for match in found}) == len(found) == one.standing.matches
            assert all(best in match.players for match in found)
            with pytest.raises(grpc.aio.AioRpcError) as unknown:
                await stub.GetStanding(
                    pb.GetStandingRequest(ladder="main", player="nobody"), metadata=metadata
                )
            assert reason_of(refusal_in(unknown.value)) == "PLAYER_NOT_FOUND"
            with pytest.raises(grpc.aio.AioRpcError) as other:
                await stub.ListStandings(pb.ListStandingsRequest(ladder="other"), metadata=metadata)
            assert reason_of(refusal_in(other.value)) == "LADDER_NOT_FOUND"


def test_a_ladder_that_was_never_made_cannot_be_run(tmp_path: Path) -> None:
    """The sentence says how to make it."""

    async def run() -> None:
        async with club(tmp_path, 1):
            pass

    with pytest.raises(Exception, match="bessemer ladder create"):
        asyncio.run(run())


# --- A seat that is closed before its match ------------------------------------------------------


@pytest.mark.parametrize("others", [(), ("bela", "carl")], ids=["waiting", "playing"])
@pytest.mark.asyncio
async def test_who_is_enlisted_goes_with_its_token(folder: Path, others: tuple[str, ...]) -> None:
    """Whether it waits for a match or is in the middle of one; nobody draws it any more."""
    async with (
        club(folder, 1) as home,
        players(home, *others, concurrency=1),
        open_channel(home.address) as channel,
        open_channel(home.address) as organisers,
    ):
        anna = Enlisted(channel, home.tokens["anna"])
        await anna.enlist()
        await eventually(lambda: ("anna", None) in home.lobby.players)
        if others:
            await anna.next("decision")
        organiser = (folder / "organiser.token").read_text().strip()
        await admin_grpc.AdminServiceStub(organisers).RevokeToken(
            admin.RevokeTokenRequest(token_id=home.tokens["anna"].split("_")[1]),
            metadata=metadata_of(organiser),
        )
        with pytest.raises(grpc.aio.AioRpcError) as ended:
            await anna.next("ended")

        assert "NOT_AUTHENTICATED" == reason_of(refusal_in(ended.value))
        await eventually(lambda: ("anna", None) not in home.lobby.players)


@pytest.mark.asyncio
async def test_a_seat_with_too_many_refusals_is_told_so_on_its_channel(folder: Path) -> None:
    """It is not taken for a lost connection, the stream stays open, and the match goes on."""
    limits = Limits(requests_per_second=0.001, burst=12, call_milliseconds=10_000.0)
    async with (
        club(folder, 1, limits=limits) as home,
        players(home, "bela", "carl", concurrency=1),
        open_channel(home.address) as channel,
    ):
        anna = Enlisted(channel, home.tokens["anna"])
        await anna.enlist()
        joined = (await anna.next("joined")).response.joined
        asked = await anna.next("decision")
        nonsense = match_service_pb2.Answer(turn=asked.response.decision.turn)
        for _ in range(30):
            await anna.answer(asked.channel, nonsense)
        await anna.next("refusal")
        closed = await anna.next("closed")
        (match,) = home.referee.registry.matches.values()
        seated = match.seats[joined.seat]

        assert closed.channel == asked.channel
        reason = error_reason_pb2.ERROR_REASON_TOO_MANY_REQUESTS
        assert (reason, True) == (
            closed.response.closed.reason,
            bool(closed.response.closed.message),
        )
        assert (None, False, None) == (seated.subscriber, seated.lost, match.result)
        assert not anna._call.done()


@pytest.mark.asyncio
async def test_choices_come_with_decisions_and_paths_are_answers_there_too(folder: Path) -> None:
    """A path that leads nowhere is refused on its channel; one that is whole is played."""
    async with (
        club(folder, 1) as home,
        players(home, "bela", "carl", concurrency=1),
        open_channel(home.address) as channel,
    ):
        anna = Enlisted(channel, home.tokens["anna"])
        await anna.enlist(with_choices=True)
        seat = Seat((await anna.next("joined")).response.joined.seat)
        asked = await anna.next("decision")
        (match,) = home.referee.registry.matches.values()
        decision = asked.response.decision
        words = [word.text for word in decision.first_step.choice.words]
        await anna.answer(asked.channel, by_path(decision.turn, ["nowhere"]))
        refusal = (await anna.next("refusal")).response.refusal
        # Others have bid already: not every disc fits on every card.
        bid = next(iter(GAMES["furnace"].legal_moves(match.published_state, seat)))
        await anna.answer(asked.channel, by_path(decision.turn, [bid.card], [str(bid.value)]))
        await anna.next("decision")

        assert "NOT_OFFERED" == reason_of(refusal)
        assert words == list(refusal.allowed_values)
        assert f"bid {bid.value} on {bid.card}" == match.played[decision.turn - 1].record.move


def by_path(turn: int, *words: list[str]) -> match_service_pb2.Answer:
    """An answer by a path of choices."""
    answers = [choice_pb2.ChoiceAnswer(words=some) for some in words]
    return match_service_pb2.Answer(turn=turn, path=choice_pb2.ChoicePath(answers=answers))


@pytest.mark.asyncio
async def test_a_seat_that_a_play_stream_takes_over_is_told_so_on_its_channel(
    folder: Path,
) -> None:
    """The `Play` stream plays the seat, and the channel's end is no lost connection."""
    async with (
        club(folder, 1) as home,
        players(home, "bela", "carl", concurrency=1),
        open_channel(home.address) as channel,
        open_channel(home.address) as other,
    ):
        anna = Enlisted(channel, home.tokens["anna"])
        await anna.enlist()
        joined = await anna.next("joined")
        await anna.next("decision")
        match_id, seat = joined.response.joined.match.match_id, joined.response.joined.seat
        bot = new_bot("furnace", "random", random.Random(1))
        playing = asyncio.create_task(play_seat(other, home.tokens["anna"], match_id, seat, bot))
        closed = await anna.next("closed")
        seated = home.referee.registry.find(match_id).seats[seat]

        assert closed.channel == joined.channel
        assert error_reason_pb2.ERROR_REASON_SUPERSEDED == closed.response.closed.reason
        assert "newer connection" in closed.response.closed.message
        assert not seated.lost
        await playing
        await home.finish()

    ((_, match),) = home.played
    assert match.result is not None
    assert (Status.FINISHED, ()) == (match.result.status, match.result.seat_faults)
