"""
An organiser that conspires with seats at the table, over real streams.

It knows its own secret and what its seats have committed to. When the honest seat has revealed it can
compute the seed that follows from any choice, and tell each of its seats to reveal or not.
"""

from itertools import product

import pytest

from bessemer.engine.seeds import mixed_seed
from bessemer.matches.records import Status
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import House, every_game
from tests.rpc.chance_seats import Bringer, joined, play_on

SACRIFICED = 2


async def dealt(house: House, game: str, reveals: tuple[bool, ...]) -> tuple[bytes, bytes]:
    """
    One match in which these of the sacrificed seats reveal.

    Returns:
        The only seed that the organiser could compute beforehand, and the one that was dealt, "" if none.
    """
    table = await house.organiser.create(1 + SACRIFICED, game=game)
    honest, *others = await joined(house.organiser, table, 1 + SACRIFICED)
    secret = house.match(table.match_id).spec.seed
    for bringer in (honest, *others):
        await bringer.shown()
    await honest.reveal()
    computed = mixed_seed(secret, [honest.content, *(one.content for one in others)])
    for bringer, does in zip(others, reveals, strict=True):
        await bringer.reveal(None if does else b"")
    if not all(reveals):
        await refused(house, honest, reveals)
        return computed, b""
    result = (await play_on(honest, *others)).result
    return computed, result.seed


async def refused(house: House, honest: Bringer, reveals: tuple[bool, ...]) -> None:
    """The honest seat is told the end and nothing else: no card, no rank, and who withheld."""
    ended = await honest.play_on()
    withheld = [1 + seat for seat, does in enumerate(reveals) if not does]
    listed = pb.ListMatchesRequest(status=match_pb2.MATCH_STATUS_WITHHELD)
    newest = (await house.organiser.ListMatches(listed)).matches[0]

    assert withheld == [fault.seat for fault in ended.result.seat_faults]
    assert (False, []) == (ended.HasField("view"), list(ended.result.ranks))
    assert (b"", ended.result) == (ended.result.seed, newest.result)


@every_game
@pytest.mark.asyncio
async def test_refusing_reaches_no_other_cards(house: House, game: str) -> None:
    """Of all 2^k ways to refuse only one deals cards: those that follow if nobody does."""
    reached = [
        await dealt(house, game, reveals) for reveals in product((True, False), repeat=SACRIFICED)
    ]

    computed, seed = reached[0]
    assert seed == computed
    assert [b""] * (2**SACRIFICED - 1) == [each for _, each in reached[1:]]
    assert {Status.FINISHED, Status.WITHHELD} == {
        match.status for match in house.referee.registry.recent.values()
    }
