"""
Bad players, and what becomes of their matches: one table.

In every match three sit down; seat 0 is bad. Whatever it does, the two others must be able to play
on with their own moves to a result that verifies. It plays over a stream of its own, as an enlisted
player of a ladder, and call by call: the verdicts are the same, wherever the fault can be made.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, NamedTuple

import grpc
import pytest

from bessemer.engine.catalogue import GAMES
from bessemer.matches.records import Cause
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.v1 import match_pb2, move_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.games.walks import examples_of
from tests.referees.in_process import (
    PATIENCE,
    House,
    Stream,
    Table,
    eventually,
    move,
    move_text,
    opened,
    reason_of,
    refused,
)
from tests.rpc.seat_ways import LADDER, Way, ladder_table, make_ladder, stream_of

BAD = 0
OTHERS = (1, 2)
NOBODY, BOT, NETWORK = match_pb2.FAULT_UNSPECIFIED, match_pb2.FAULT_PLAYER, match_pb2.FAULT_NETWORK


class Verdict(NamedTuple):
    """What must become of the bad seat."""

    strikes: int = 0
    fault: match_pb2.Fault.ValueType = NOBODY
    """Whose fault its forfeit is; nobody's if it does not forfeit."""
    hears: tuple[str, ...] = ()
    """The reasons of the refusals that it must be sent, in this order."""
    status: match_pb2.MatchStatus.ValueType = match_pb2.MATCH_STATUS_FINISHED


class Scene:
    """A match with a bad player in it."""

    def __init__(self, house: House, table: Table, way: Way) -> None:
        self.house = house
        self.way = way
        self.table = table
        self.match_id = table.match_id
        game = house.match(table.match_id).spec.game
        self.illegal = move(examples_of(game).ILLEGAL, game)
        self.heard: list[str] = []
        self._others: list[asyncio.Task[pb.Ended]] = []

    def begin(self) -> None:
        """The others sit down and play."""
        self._others = [
            asyncio.create_task(self.house.play_well(self.table, seat)) for seat in OTHERS
        ]

    async def others_end(self) -> list[pb.Ended]:
        """How the match ended, as the others were told."""
        async with asyncio.timeout(PATIENCE):
            return await asyncio.gather(*self._others)

    async def sit_down(self, **wishes: int) -> Stream:
        """The bad seat joins, and the others begin."""
        stream = self.connect(self.table.tokens[BAD])
        await stream.join(self.match_id, BAD, **({"max_legal_moves": 1} | wishes))
        if not self._others:
            self.begin()
        return stream

    def connect(self, token: str) -> Stream:
        """A new connection of the bad seat, in its way."""
        return stream_of(self.way, self.house, token)

    async def run_out(self, times: int = 2) -> None:
        """So many decisions of the bad seat run out of time."""
        for _ in range(times):
            await self.house.run_out(self.match_id, BAD)

    async def hear(self, stream: Stream) -> None:
        """The next message is a refusal."""
        self.heard.append(reason_of(await stream.refusal()))

    async def hear_the_end(self, stream: Stream) -> None:
        """The stream is ended by a refusal; what was sent before does not matter."""
        self.heard.append(reason_of(await refused(_read_all(stream))))

    async def until_gone(self) -> None:
        """Wait until the referee knows that the bad seat's stream has ended."""
        place = self.house.match(self.match_id).seats[BAD]
        await eventually(lambda: place.subscriber is None)


async def _read_all(stream: Stream) -> None:
    while True:
        await stream.receive()


# --- The bad players -----------------------------------------------------------------------------


async def answers_too_late(scene: Scene) -> None:
    """Answers when its time is over, and the referee has moved for it; then not at all."""
    stream, has_answered = await scene.sit_down(max_legal_moves=100), False
    while True:
        response = await stream.receive()
        match response.WhichOneof("message"):
            case "decision":
                decision = response.decision
                await scene.run_out(times=1)
                # After the second time the others may be at the end before an answer is there.
                if not has_answered:
                    await stream.answer(decision.turn, decision.legal_moves[-1])
                has_answered = True
            case "refusal":
                scene.heard.append(reason_of(response.refusal))
            case other:
                assert other == "ended"
                return


async def says_nothing(scene: Scene) -> None:
    """Stays connected, reads, and never answers."""
    stream = await scene.sit_down()
    await scene.run_out()
    if scene.way is Way.CALLS:
        return  # what it did not ask for it was not sent
    kinds = [(await stream.receive()).WhichOneof("message") for _ in range(3)]
    assert ["decision", "decision", "ended"] == kinds


async def plays_nothing_legal(scene: Scene) -> None:
    """Tries illegal moves for as long as it has time."""
    stream = await scene.sit_down()
    for _ in range(2):
        decision = await stream.decision()
        for _ in range(5):
            await stream.answer(decision.turn, scene.illegal)
            refusal = await stream.refusal()

            assert ("ILLEGAL_MOVE", decision.turn) == (reason_of(refusal), refusal.turn)
            assert refusal.code.startswith("furnace.")
            assert refusal.field.startswith("move.furnace.bid")
            assert decision.legal_moves[0] in refusal.allowed_moves
        strikes = scene.house.match(scene.match_id).seats[BAD].strikes
        await scene.run_out(times=1)
        assert strikes + 1 == scene.house.match(scene.match_id).seats[BAD].strikes
    assert (await stream.receive()).HasField("ended")


async def plays_one_illegal_move(scene: Scene) -> None:
    """Takes what the refusal allows."""
    stream = await scene.sit_down()
    decision = await stream.decision()
    await stream.answer(decision.turn, scene.illegal)
    refusal = await stream.refusal()
    scene.heard.append(reason_of(refusal))
    await stream.answer(refusal.turn, refusal.allowed_moves[0])
    await stream.play_on()


async def sends_no_move(scene: Scene) -> None:
    """An answer without a move in it."""
    stream = await scene.sit_down()
    decision = await stream.decision()
    await stream.answer(decision.turn, move_pb2.Move())
    await scene.hear(stream)
    await stream.answer(decision.turn, decision.legal_moves[0])
    await stream.play_on()


async def is_cut_off(scene: Scene) -> None:
    """Loses its connection in mid-decision and never comes back."""
    stream = await scene.sit_down()
    await stream.decision()
    stream.cut()
    await scene.until_gone()
    await scene.run_out()


async def leaves(scene: Scene) -> None:
    """Closes its stream in good order in mid-decision and never comes back."""
    stream = await scene.sit_down()
    await stream.decision()
    await stream.leave()
    await scene.until_gone()
    await scene.run_out()


async def is_killed(scene: Scene) -> None:
    """The process of a shipped bot is killed while it must decide."""
    bot = subprocess.Popen(  # noqa: ASYNC220 - it only starts it
        [
            *(sys.executable, "-m", "bessemer.cli.main", "bot", "random"),
            *("--connect", scene.house.address, "--match", scene.match_id, "--seat", str(BAD)),
        ],
        env={**os.environ, "BESSEMER_TOKEN": scene.table.tokens[BAD]},
    )
    try:
        place = scene.house.match(scene.match_id).seats[BAD]
        await eventually(lambda: place.subscriber is not None)
        bot.send_signal(signal.SIGSTOP)  # it shall not answer before it dies
        scene.begin()
        await scene.house.until_alone(scene.match_id, BAD)
    finally:
        bot.kill()
        await asyncio.to_thread(bot.wait)
    await scene.until_gone()
    await scene.run_out()


async def is_cut_off_and_comes_back(scene: Scene) -> None:
    """Loses its connection in mid-decision, is asked the same again, and plays on."""
    stream = await scene.sit_down()
    decision = await stream.decision()
    stream.cut()
    await scene.until_gone()
    stream = await scene.sit_down()
    again = await stream.decision()
    assert (decision.turn, decision.view) == (again.turn, again.view)
    await stream.answer(again.turn, again.legal_moves[0])
    await stream.play_on()


async def leaves_and_comes_back(scene: Scene) -> None:
    """Closes its stream in mid-decision, is asked the same again, and plays on."""
    stream = await scene.sit_down()
    decision = await stream.decision()
    await stream.leave()
    stream = await scene.sit_down(known_turn=decision.turn - 1)
    again = await stream.decision()
    assert (decision.turn, decision.view) == (again.turn, again.view)
    assert [] == list(again.moves_since)
    await stream.answer(again.turn, again.legal_moves[0])
    await stream.play_on()


async def connects_twice(scene: Scene) -> None:
    """The newer connection is asked the same and plays; the older one is told why it ends."""
    older = await scene.sit_down()
    decision = await older.decision()
    newer = await scene.sit_down()
    await scene.hear_the_end(older)
    assert decision.turn == (await newer.decision()).turn
    await newer.answer(decision.turn, decision.legal_moves[0])
    await newer.play_on()


async def moves_twice(scene: Scene) -> None:
    """Sends every answer twice; each is confirmed twice, and played once."""
    stream = await scene.sit_down(push_moves=True)
    confirmed: list[int] = []
    answered: list[int] = []
    while True:
        response = await stream.receive()
        match response.WhichOneof("message"):
            case "decision":
                decision = response.decision
                for _ in range(2):
                    await stream.answer(decision.turn, decision.legal_moves[0])
                answered.append(decision.turn)
            case "accepted":
                confirmed.append(response.accepted.turn)
            case "ended":
                break
            case other:
                assert other == "update"
    if scene.way is Way.ENLIST:
        return  # its own moves are not confirmed to a bot that plays many matches
    # The repetition of the very last move may cross the end of the match.
    assert [turn for turn in answered for _ in range(2)][: len(confirmed)] == confirmed
    assert len(confirmed) >= 2 * len(answered) - 1


async def answers_an_old_turn(scene: Scene) -> None:
    """Changes its mind about a move that was played long ago."""
    stream = await scene.sit_down(max_legal_moves=100)
    first = await stream.decision()
    await stream.answer(first.turn, first.legal_moves[0])
    second = await stream.decision()
    await stream.answer(first.turn, first.legal_moves[1])
    refusal = await stream.refusal()
    assert second.turn == refusal.turn
    assert move_text(first.legal_moves[0]) in refusal.message
    scene.heard.append(reason_of(refusal))
    await stream.answer(second.turn, second.legal_moves[0])
    await stream.play_on()


async def answers_a_turn_to_come(scene: Scene) -> None:
    """Answers what was not asked."""
    stream = await scene.sit_down()
    decision = await stream.decision()
    for turn in (decision.turn + 1, 0, -1):
        await stream.answer(turn, decision.legal_moves[0])
        refusal = await stream.refusal()
        assert decision.turn == refusal.turn
        scene.heard.append(reason_of(refusal))
    await stream.answer(decision.turn, decision.legal_moves[0])
    await stream.play_on()


async def sends_garbage(scene: Scene) -> None:
    """Bytes that are no message, an empty message, and joining twice."""
    stream = await scene.sit_down()
    decision = await stream.decision()
    join = pb.PlayRequest(join=pb.JoinSeat(match_id=scene.match_id, seat=1))
    empty, again = b"", join.SerializeToString()
    if scene.way is Way.CALLS:  # a call says by its name what it is: only bytes can be garbage
        empty, again = b"\x07", b"\xff"
    for garbage in (b"\xff\xff\xff\xff garbage", empty, again):
        await stream.send(garbage)
        await scene.hear(stream)
    await stream.answer(decision.turn, decision.legal_moves[0])
    await stream.play_on()


async def begins_with_garbage(scene: Scene) -> None:
    """Bytes that are no message, or an answer, where it should join."""
    for garbage in (b"\xff\xff\xff\xff garbage", b"", pb.PlayRequest(answer=pb.Answer())):
        stream = scene.connect(scene.table.tokens[BAD])
        await stream.send(garbage)
        await scene.hear_the_end(stream)
    await (await scene.sit_down()).play_on()


async def is_no_grpc_client(scene: Scene) -> None:
    """Sends what is no HTTP/2 to the port, and hangs up."""
    stream = await scene.sit_down()
    host, _, port = scene.house.address.rpartition(":")
    for garbage in (
        b"GET / HTTP/1.1\r\n\r\n",
        os.urandom(4096),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00",
    ):
        with socket.create_connection((host, int(port))) as connection:
            connection.sendall(garbage)
    await stream.play_on()


async def sends_five_megabytes(scene: Scene) -> None:
    """A message that is too large ends the stream, not the match."""
    stream = await scene.sit_down()
    decision = await stream.decision()
    await stream.send(b"\x00" * 5_000_000)
    with pytest.raises(grpc.aio.AioRpcError) as ended:
        await _read_all(stream)
    assert grpc.StatusCode.RESOURCE_EXHAUSTED is ended.value.code()
    stream = await scene.sit_down()
    again = await stream.decision()
    assert decision.turn == again.turn
    await stream.answer(again.turn, again.legal_moves[0])
    await stream.play_on()


async def has_a_wrong_token(scene: Scene) -> None:
    """One that is no token, and one whose secret is another's."""
    right, other = scene.table.tokens[BAD], scene.table.tokens[1]
    for token in ("", "nonsense", right[:-52] + other[-52:]):
        stream = scene.connect(token)
        await stream.send(pb.PlayRequest(join=pb.JoinSeat(match_id=scene.match_id, seat=BAD)))
        await scene.hear_the_end(stream)
    await (await scene.sit_down()).play_on()


async def wants_the_seat_of_another(scene: Scene) -> None:
    """Its token is good, but neither for that seat nor for another match."""
    elsewhere = await scene.house.organiser.create()
    for match_id, seat in ((scene.match_id, 1), (elsewhere.match_id, BAD)):
        stream = scene.connect(scene.table.tokens[BAD])
        await stream.send(pb.PlayRequest(join=pb.JoinSeat(match_id=match_id, seat=seat)))
        await scene.hear_the_end(stream)
    await (await scene.sit_down()).play_on()


async def never_joins(scene: Scene) -> None:
    """The others are told that there will be no match."""
    scene.begin()
    match = scene.house.match(scene.match_id)
    await eventually(lambda: all(match.seats[seat].joined for seat in OTHERS))
    await scene.house.let_time_pass(lambda: match.result is not None)


async def watches_without_reading(scene: Scene) -> None:
    """Spectators who take nothing hold up nobody; when they read at last, nothing is missing."""
    request = pb.WatchMatchRequest(match_id=scene.match_id)
    crowd = [scene.house.organiser.WatchMatch(request) for _ in range(20)]
    for watching in crowd:
        await watching.initial_metadata()
    ended = await (await scene.sit_down()).play_on()
    for watching in crowd:
        messages = [message async for message in watching]
        turns = [played.turn for message in messages for played in message.moves]
        assert list(range(1, len(turns) + 1)) == turns
        assert ended.result == messages[-1].result


TABLE = [
    pytest.param(answers_too_late, Verdict(2, BOT, ("STALE_TURN",)), id="slow"),
    pytest.param(says_nothing, Verdict(2, BOT), id="silent"),
    pytest.param(plays_nothing_legal, Verdict(2, BOT), id="illegal-for-ever"),
    pytest.param(plays_one_illegal_move, Verdict(hears=("ILLEGAL_MOVE",)), id="illegal-once"),
    pytest.param(sends_no_move, Verdict(hears=("MALFORMED_MOVE",)), id="no-move"),
    pytest.param(is_cut_off, Verdict(2, NETWORK), id="cut-off"),
    pytest.param(leaves, Verdict(2, BOT), id="leaves"),
    pytest.param(is_killed, Verdict(2, NETWORK), id="killed"),
    pytest.param(is_cut_off_and_comes_back, Verdict(), id="cut-off-and-back"),
    pytest.param(leaves_and_comes_back, Verdict(), id="leaves-and-comes-back"),
    pytest.param(connects_twice, Verdict(hears=("SUPERSEDED",)), id="connects-twice"),
    pytest.param(moves_twice, Verdict(), id="moves-twice"),
    pytest.param(answers_an_old_turn, Verdict(hears=("STALE_TURN",)), id="old-turn"),
    pytest.param(answers_a_turn_to_come, Verdict(hears=("TURN_NOT_OPEN",) * 3), id="turn-to-come"),
    pytest.param(sends_garbage, Verdict(hears=("BAD_REQUEST",) * 3), id="garbage"),
    pytest.param(begins_with_garbage, Verdict(hears=("BAD_REQUEST",) * 3), id="garbage-first"),
    pytest.param(is_no_grpc_client, Verdict(), id="garbage-on-the-port"),
    pytest.param(sends_five_megabytes, Verdict(), id="five-megabytes"),
    pytest.param(has_a_wrong_token, Verdict(hears=("NOT_AUTHENTICATED",) * 3), id="wrong-token"),
    pytest.param(wants_the_seat_of_another, Verdict(hears=("NOT_ALLOWED",) * 2), id="wrong-seat"),
    pytest.param(
        never_joins, Verdict(fault=BOT, status=match_pb2.MATCH_STATUS_ABORTED), id="never-joins"
    ),
    pytest.param(watches_without_reading, Verdict(), id="spectator-that-never-reads"),
]


ABOUT_MOVES: Final = {
    *("slow", "silent", "illegal-once", "no-move", "cut-off", "killed", "cut-off-and-back"),
    *("leaves-and-comes-back", "moves-twice"),
}
"""What is tried in every game: for the others it makes no difference which is played."""
ANY_WAY: Final = {"illegal-once", "no-move"}
"""What is tried in every game in each way."""


BY_CALLS: Final = {
    *("slow", "silent", "illegal-for-ever", "illegal-once", "no-move", "moves-twice", "old-turn"),
    *("turn-to-come", "garbage", "wrong-token", "wrong-seat"),
}
"""What can be done without a stream."""
ENLISTED: Final = BY_CALLS - {"wrong-seat"} | {
    *("cut-off", "cut-off-and-back", "connects-twice", "garbage-first", "five-megabytes"),
}
"""What an enlisted player can do: it is given its seats, and leaving means to take no more."""
WAYS: Final = {
    Way.PLAY: {str(case.id) for case in TABLE},
    Way.ENLIST: ENLISTED,
    Way.CALLS: BY_CALLS,
}


@pytest.mark.parametrize(
    ("way", "game", "bad_player", "verdict"),
    [
        pytest.param(way, game, *case.values, id=f"{way.value}-{game}-{case.id}")
        for way in Way
        for game in GAMES
        for case in TABLE
        if case.id in WAYS[way]
        and (game == "furnace" or case.id in (ABOUT_MOVES if way is Way.PLAY else ANY_WAY))
    ],
)
@pytest.mark.asyncio
async def test_a_bad_player_harms_only_itself(
    tmp_path: Path,
    way: Way,
    game: str,
    bad_player: Callable[[Scene], Awaitable[None]],
    verdict: Verdict,
) -> None:
    """The verdict is as in the table, and the others play undisturbed to the end."""
    if way is Way.ENLIST:
        make_ladder(tmp_path, game)
    async with opened(tmp_path, ladders=(LADDER,) if way is Way.ENLIST else ()) as house:
        if way is Way.ENLIST:
            table = await ladder_table(house)
        else:
            table = await house.organiser.create(seed=b"bad players", game=game)
        await check_verdict(Scene(house, table, way), bad_player, verdict)


async def check_verdict(
    scene: Scene, bad_player: Callable[[Scene], Awaitable[None]], verdict: Verdict
) -> None:
    """Let the bad player play, and see what becomes of it and of the others."""
    house, table = scene.house, scene.table
    await bad_player(scene)
    ends = await scene.others_end()
    match = (await house.organiser.GetMatch(pb.GetMatchRequest(match_id=table.match_id))).match
    result = match.result

    assert verdict.hears == tuple(scene.heard)
    assert verdict.status == match.status
    assert [result] * len(OTHERS) == [ended.result for ended in ends]
    assert [verdict.strikes, 0, 0] == [seat.strikes for seat in match.seats]
    assert [(BAD, verdict.fault)] * (verdict.fault != NOBODY) == [
        (fault.seat, fault.fault) for fault in result.seat_faults
    ]
    if verdict.status == match_pb2.MATCH_STATUS_ABORTED:
        assert (BOT, []) == (result.fault, list(result.ranks))
        return
    assert (result.ranks[BAD] == 3) or verdict.fault == NOBODY
    await check_replay(house, table.match_id, verdict)


async def check_replay(house: House, match_id: str, verdict: Verdict) -> None:
    """It verifies, every move of the others is their own, and there is one for each turn."""
    response = await house.organiser.GetReplay(pb.GetReplayRequest(match_id=match_id))
    replay = read_replay(response.replay)

    assert verify(replay).ok, verify(replay)
    assert list(range(1, len(replay.records) + 1)) == [entry.turn for entry in replay.records]
    assert {Cause.PLAYED} == {entry.cause for entry in replay.records if entry.seat in OTHERS}
    causes = [entry.cause for entry in replay.records if entry.seat == BAD]
    assert verdict.strikes == causes.count(Cause.TIMED_OUT)
    assert (verdict.fault != NOBODY) == (Cause.FORFEITED in causes)
