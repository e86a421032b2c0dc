"""Seats that bring bytes to the chance of their match, over real streams."""

import asyncio
from hashlib import sha256

from bessemer.engine.seeds import commitment_to
from bessemer.replays.reader import Replay, read_replay
from bessemer.replays.verify import verify
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import Client, Stream, Table


class Bringer:
    """A seat that has committed to bytes, and reveals them when it is told to."""

    def __init__(self, client: Client, table: Table, seat: int) -> None:
        self._client = client
        self._table = table
        self.seat = seat
        self.content = sha256(f"{table.match_id}/{seat}".encode()).digest()[:16]
        self.stream: Stream

    @property
    def commitment(self) -> bytes:
        """What it says of its bytes."""
        return commitment_to(self.content)

    async def join(self) -> pb.Joined:
        """Sit down, again if need be."""
        self.stream = Client(self._client.channel, self._table.tokens[self.seat]).stream()
        place = self._table.match_id, self.seat
        return await self.stream.join(*place, max_legal_moves=1, chance_commitment=self.commitment)

    async def shown(self) -> pb.ChanceRevealRequest:
        """The next message, which shows all commitments."""
        response = await self.stream.receive()
        assert response.WhichOneof("message") == "reveal_request", response
        return response.reveal_request

    async def reveal(self, content: bytes | None = None) -> None:
        """Reveal the bytes, or others."""
        reveal = pb.ChanceReveal(content=self.content if content is None else content)
        await self.stream.send(pb.PlayRequest(reveal=reveal))

    async def play_on(self) -> pb.Ended:
        """Play to the end."""
        return await self.stream.play_on()


async def joined(client: Client, table: Table, seats: int) -> list[Bringer]:
    """So many seats that have joined, one after the other."""
    bringers = [Bringer(client, table, seat) for seat in range(seats)]
    for bringer in bringers:
        await bringer.join()
    return bringers


async def play_on(*seats: Bringer) -> pb.Ended:
    """Play all of them to the end; what the first is told of it."""
    ends = await asyncio.gather(*(seat.play_on() for seat in seats))
    return ends[0]


async def replay_of(client: Client, table: Table) -> Replay:
    """The replay of a match that is over, which verifies."""
    response = await client.GetReplay(pb.GetReplayRequest(match_id=table.match_id))
    replay = read_replay(response.replay)
    verdict = verify(replay)
    assert verdict.ok, verdict
    return replay


async def sentence_of(client: Client, table: Table) -> str:
    """What verifying the replay says."""
    return verify(await replay_of(client, table)).details
