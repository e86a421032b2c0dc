"""
Chance that nobody can choose, over real streams: seats commit, are shown all commitments, and reveal.

The attackers: a seat that does not reveal, one that lies, one that changes its mind.
"""

import asyncio
import random
from hashlib import sha256

import grpc
import pytest

from bessemer.bots.registry import new_bot
from bessemer.engine.catalogue import GAMES
from bessemer.engine.seeds import mixed_seed, substitute
from bessemer.matches.chance.chance_mixing import ChanceSource
from bessemer.matches.records import Status
from bessemer.matches.timing.excuses import Excuses
from bessemer.sdk.seats.seat import play_seat
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.matches.kernels import Kernel
from tests.referees.in_process import House, eventually, every_game, reason_of
from tests.rpc.chance_seats import Bringer, joined, play_on, replay_of, sentence_of

EACH_DURABILITY = pytest.mark.parametrize(
    "durability", [match_pb2.DURABILITY_MOVE, match_pb2.DURABILITY_MATCH], ids=["move", "match"]
)


@every_game
@pytest.mark.asyncio
async def test_the_seed_is_mixed_from_what_all_have_committed_to(house: House, game: str) -> None:
    """Everybody is shown the same list before anybody reveals; the seed follows from all of it."""
    table = await house.organiser.create(2, game=game)
    one, other = await joined(house.organiser, table, 2)
    lists = [await one.shown(), await other.shown()]
    for bringer in (one, other):
        await bringer.reveal()
    result = (await play_on(one, other)).result
    replay = await replay_of(house.organiser, table)

    secret = result.chance.secret
    assert lists[0] == lists[1]
    assert [one.commitment, other.commitment] == list(lists[0].commitments)
    assert sha256(secret).hexdigest() == lists[0].seed_commitment
    assert mixed_seed(secret, [one.content, other.content]) == result.seed
    assert replay.header is not None
    assert (result.seed, secret) == (replay.header.seed, replay.header.secret)


@pytest.mark.asyncio
async def test_nobody_is_shown_anything_before_the_last_has_joined(house: House) -> None:
    """Else the last could choose by what the others had revealed."""
    table = await house.organiser.create(3)
    one, other = await joined(house.organiser, table, 2)
    await one.reveal()  # though it was not asked for

    assert "BAD_REQUEST" == reason_of(await one.stream.refusal())
    assert house.match(table.match_id).mix is None
    last = Bringer(house.organiser, table, 2)
    await last.join()
    for bringer in (one, other, last):
        await bringer.shown()
        await bringer.reveal()
    await play_on(one, other, last)


@pytest.mark.asyncio
async def test_a_seat_that_brings_nothing_gets_bytes_of_the_referee(house: House) -> None:
    """A client that knows nothing of this plays as ever; the replay says who brought nothing."""
    table = await house.organiser.create(2)
    (bringer,) = await joined(house.organiser, table, 1)
    simple = asyncio.create_task(house.play_well(table, 1))
    assert [bringer.commitment, b""] == list((await bringer.shown()).commitments)
    await bringer.reveal()
    result = (await bringer.play_on()).result
    await simple

    brought = result.chance.contributions
    assert [match_pb2.CHANCE_SOURCE_PLAYER, match_pb2.CHANCE_SOURCE_REFEREE] == [
        one.source for one in brought
    ]
    assert substitute(result.chance.secret, 1) == brought[1].content
    said = await sentence_of(house.organiser, table)
    assert "mixed from the referee's secret and bytes of seat 0; seat 1 brought none" in said


@pytest.mark.asyncio
async def test_a_match_in_which_nobody_brings_anything_says_so(house: House) -> None:
    """Its seed is mixed all the same, from the referee's secret alone."""
    table = await house.organiser.create(2)
    result = (await house.play_out(table)).result

    assert result.seed != result.chance.secret
    assert "the referee's alone: no player brought bytes" in await sentence_of(
        house.organiser, table
    )


@EACH_DURABILITY
@pytest.mark.asyncio
async def test_a_match_in_which_a_seat_does_not_reveal_is_lost_for_it_and_not_played(
    house: House, durability: match_pb2.Durability.ValueType
) -> None:
    """Everybody can read who revealed what; there is no seed, no rank and no replay."""
    table = await house.organiser.create(3, durability=durability)
    one, other, silent = await joined(house.organiser, table, 3)
    for bringer in (one, other):
        await bringer.shown()
        await bringer.reveal()
    await silent.shown()
    match = house.match(table.match_id)
    await house.let_time_pass(lambda: match.status is not Status.OPEN)
    told = (await play_on(one, other)).result

    listed = pb.ListMatchesRequest(status=match_pb2.MATCH_STATUS_WITHHELD)
    (shown,) = (await house.organiser.ListMatches(listed)).matches
    saved = house.referee.store.match(table.match_id)
    assert told == shown.result
    assert ([], [], b"") == (list(told.ranks), list(told.scores), told.seed)
    assert [(2, match_pb2.FAULT_PLAYER)] == [(one.seat, one.fault) for one in told.seat_faults]
    assert "seat 2 did not reveal its bytes" in told.message
    assert sha256(told.chance.secret).hexdigest() == shown.seed_commitment
    assert [one.content, other.content, b""] == [it.content for it in told.chance.contributions]
    assert match_pb2.CHANCE_SOURCE_WITHHELD == told.chance.contributions[2].source
    assert [it.commitment for it in (one, other, silent)] == list(shown.chance_commitments)
    assert saved is not None
    assert (Status.WITHHELD, match.mix) == (saved.result and saved.result.status, saved.mix)
    with pytest.raises(grpc.aio.AioRpcError, match="never began"):
        await house.organiser.GetReplay(pb.GetReplayRequest(match_id=table.match_id))


@pytest.mark.asyncio
async def test_a_match_in_which_a_seat_cannot_reveal_is_over_at_once(house: House) -> None:
    """Nobody has to wait for one that has said so."""
    table = await house.organiser.create(2)
    one, other = await joined(house.organiser, table, 2)
    await one.shown()
    await one.reveal()
    await other.shown()
    await other.reveal(b"")
    await one.play_on()

    assert Status.WITHHELD is house.match(table.match_id).status


@pytest.mark.asyncio
async def test_other_bytes_than_those_committed_to_are_refused(house: House) -> None:
    """Those of another, too; the right ones are still taken."""
    table = await house.organiser.create(2)
    one, liar = await joined(house.organiser, table, 2)
    await one.shown()
    await one.reveal()
    await liar.shown()
    for lie in (bytes(16), one.content, liar.content + b"\0", liar.commitment):
        await liar.reveal(lie)
        assert "BAD_REQUEST" == reason_of(await liar.stream.refusal())
    assert house.match(table.match_id).mix is None
    await liar.reveal()
    result = (await play_on(one, liar)).result

    assert [one.content, liar.content] == [each.content for each in result.chance.contributions]


@pytest.mark.asyncio
async def test_a_liar_who_never_tells_the_truth_withholds(house: House) -> None:
    """As one that says nothing."""
    table = await house.organiser.create(2)
    one, liar = await joined(house.organiser, table, 2)
    await one.shown()
    await one.reveal()
    await liar.shown()
    await liar.reveal(bytes(16))
    await liar.stream.refusal()
    match = house.match(table.match_id)
    await house.let_time_pass(lambda: match.status is not Status.OPEN)
    await one.play_on()

    assert Status.WITHHELD is match.status


@pytest.mark.asyncio
async def test_nobody_changes_its_mind_once_the_list_stands(house: House) -> None:
    """A seat that joins again is shown the same list, whatever it says now; its old bytes count."""
    table = await house.organiser.create(2)
    one, other = await joined(house.organiser, table, 2)
    before = await one.shown()
    first = other.content
    other.content = bytes(16)
    await other.join()
    assert before == await other.shown()
    await other.reveal()
    assert "BAD_REQUEST" == reason_of(await other.stream.refusal())
    other.content = first
    for bringer in (one, other):
        await bringer.reveal()
        await bringer.reveal()  # the same twice is no mistake

    assert 1 in (await play_on(one, other)).result.ranks


@pytest.mark.asyncio
async def test_a_commitment_is_32_bytes(house: House) -> None:
    """Anything else is refused with the name of the field."""
    table = await house.organiser.create(2)
    stream = house.client(table.tokens[0]).stream()
    join = pb.JoinSeat(match_id=table.match_id, seat=0, chance_commitment=b"short")
    await stream.send(pb.PlayRequest(join=join))
    with pytest.raises(Exception, match="32 bytes"):
        await stream.receive()


@pytest.mark.asyncio
async def test_a_seed_that_is_given_makes_a_match_repeatable(house: House) -> None:
    """Nobody is asked for bytes; match, result and replay say what it is."""
    table = await house.organiser.create(2, seed=b"given beforehand")
    bringers = await joined(house.organiser, table, 2)
    result = (await play_on(*bringers)).result
    shown = (await house.organiser.GetMatch(pb.GetMatchRequest(match_id=table.match_id))).match

    assert (b"given beforehand", False) == (result.seed, result.HasField("chance"))
    assert shown.repeatable
    assert "played with a known seed" in await sentence_of(house.organiser, table)


@pytest.mark.asyncio
async def test_a_spectator_sees_the_table_when_there_is_one(house: House) -> None:
    """Before the seed is known nothing is shown, since nobody knows it."""
    table = await house.organiser.create(2)
    one, other = await joined(house.organiser, table, 2)
    watching = house.organiser.WatchMatch(pb.WatchMatchRequest(match_id=table.match_id))
    first = await watching.read()
    assert (True, False) == (first.HasField("match"), first.HasField("view"))
    for bringer in (one, other):
        await bringer.shown()
        await bringer.reveal()

    assert (await watching.read()).HasField("view")
    watching.cancel()


@every_game
@pytest.mark.asyncio
async def test_bots_of_the_sdk_bring_their_bytes_by_themselves(house: House, game: str) -> None:
    """With one line, as always; the replay names them all."""
    table = await house.organiser.create(GAMES[game].seats[0], game=game)
    ends = await asyncio.gather(
        *(
            play_seat(
                house.channel,
                token,
                table.match_id,
                seat,
                new_bot(game, "random", random.Random(1)),
            )
            for seat, token in enumerate(table.tokens)
        )
    )

    assert all(end.ranks for end in ends)
    replay = await replay_of(house.organiser, table)
    assert replay.header is not None
    assert replay.header.mix is not None
    assert {ChanceSource.PLAYER} == {one.source for one in replay.header.mix.contributions}


@pytest.mark.asyncio
async def test_a_bot_may_use_a_processor_while_it_is_asked_to_reveal(house: House) -> None:
    """It is asked something, though not by its clock: nobody makes it stand still meanwhile."""
    kernel = Kernel()
    house.referee.registry.excuses = Excuses(kernel)
    table = await house.organiser.create(2)
    one, other = await joined(house.organiser, table, 2)
    for bringer in (one, other):
        await bringer.shown()
    match = house.match(table.match_id)
    assert set(match.seats) == set(kernel.open)
    await one.reveal()
    await eventually(lambda: match.seats[0] not in kernel.open)

    assert {match.seats[1]} == set(kernel.open)


@pytest.mark.asyncio
async def test_a_seat_that_is_away_commits_anew_before_anything_is_shown(house: House) -> None:
    """A program that was restarted has forgotten its bytes: it would lose a match that nobody has begun."""
    table = await house.organiser.create(2)
    (restarted,) = await joined(house.organiser, table, 1)
    restarted.stream.call.cancel()
    match = house.match(table.match_id)
    await eventually(lambda: match.seats[0].subscriber is None)
    other = Bringer(house.organiser, table, 1)
    await other.join()
    assert match.gathering is not None
    assert not match.gathering.is_settled
    restarted.content = b"other bytes now."
    await restarted.join()
    for bringer in (restarted, other):
        await bringer.shown()
        await bringer.reveal()
    result = (await play_on(restarted, other)).result

    assert b"other bytes now." == result.chance.contributions[0].content


@pytest.mark.asyncio
async def test_a_seat_that_committed_and_does_not_come_back_was_not_there(house: House) -> None:
    """The match is aborted when the join time is over, as if it had never joined."""
    table = await house.organiser.create(2)
    (gone,) = await joined(house.organiser, table, 1)
    gone.stream.call.cancel()
    match = house.match(table.match_id)
    await eventually(lambda: match.seats[0].subscriber is None)
    other = Bringer(house.organiser, table, 1)
    await other.join()
    await house.let_time_pass(lambda: match.status is not Status.OPEN)

    assert [(0, "never joined")] == [
        (one.seat, one.message) for one in (await other.play_on()).result.seat_faults
    ]
