"""Creating matches: requests that are sent twice, and requests that cannot be."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration

from bessemer.games.furnace.deck import standard_deck
from bessemer.matches.records import ClockSettings
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    Client,
    House,
    creation,
    opened,
    reason_of,
    refused,
    why,
)

# --- The same request again ----------------------------------------------------------------------


@pytest.mark.asyncio
async def test_the_same_request_again_creates_nothing_and_returns_the_same(house: House) -> None:
    """The same match and the same tokens, also when it runs; without an id each is another."""
    ann, _ = await house.player("ann")
    first = await ann.create(request_id="evening")
    again = await ann.create(request_id="evening")
    streams = [await house.seat(first, seat) for seat in range(3)]
    running = await ann.create(request_id="evening")

    assert first == again == running
    assert (await ann.create()).match_id != (await ann.create()).match_id
    await asyncio.gather(*(stream.play_on() for stream in streams))


@pytest.mark.asyncio
async def test_a_request_is_known_again_after_a_restart(tmp_path: Path) -> None:
    """The referee kept no token, and still gives the same ones, which open the seats."""
    async with opened(tmp_path) as house:
        ann, _ = await house.player("ann")
        first = await ann.create(request_id="evening")
    async with opened(tmp_path) as house:
        again = await house.client(ann.token).create(request_id="evening")

        assert first == again
        await house.play_out(again)


@pytest.mark.parametrize("allowed", [True, False])
@pytest.mark.asyncio
async def test_whether_suggestions_are_allowed_outlives_a_restart(
    tmp_path: Path, *, allowed: bool
) -> None:
    """Every client for people reads in the match what its creator allows."""
    async with opened(tmp_path) as house:
        created = await house.organiser.create(suggestions_allowed=allowed)
    async with opened(tmp_path) as house:
        request = pb.GetMatchRequest(match_id=created.match_id)
        found = (await house.organiser.GetMatch(request)).match

    assert allowed == found.suggestions_allowed


@pytest.mark.asyncio
async def test_a_request_id_belongs_to_its_creator(house: House) -> None:
    """Another's request with the same id is another request."""
    ann, _ = await house.player("ann")
    bob, _ = await house.player("bob")
    one, other = await ann.create(request_id="evening"), await bob.create(request_id="evening")

    assert one.match_id != other.match_id
    assert not set(one.tokens) & set(other.tokens)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"options": {"rounds": "4"}}, id="options"),
        pytest.param({"seats": [pb.SeatRequest()] * 2}, id="seats"),
        pytest.param({"suggestions_allowed": True}, id="suggestions"),
        pytest.param({"durability": match_pb2.DURABILITY_MATCH}, id="durability"),
        pytest.param(
            {"clock": match_pb2.ClockSettings(bank=Duration(seconds=99))},
            id="clock",
        ),
        pytest.param(
            {"seed": b"another seed"},
            id="seed",
        ),
    ],
)
@pytest.mark.asyncio
async def test_another_request_with_the_same_id_is_refused(
    house: House, change: dict[str, Any]
) -> None:
    """Nobody gets a match that was not asked for."""
    await house.organiser.create(request_id="evening", seed=b"some seed")
    wishes = {"request_id": "evening", "seed": b"some seed"} | change
    refusal = await refused(house.organiser.create(**wishes))

    assert ("ALREADY_EXISTS", "request_id") == (reason_of(refusal), refusal.field)


@pytest.mark.asyncio
async def test_another_token_of_the_same_player_is_not_told_the_seats_tokens(house: House) -> None:
    """They follow from the token with which they were asked for."""
    ann, _ = await house.player("ann")
    await ann.create(request_id="evening")
    token = (await house.organiser.CreateToken(admin.CreateTokenRequest(name="ann"))).token

    assert "ALREADY_EXISTS" == await why(house.client(token).create(request_id="evening"))


@pytest.mark.asyncio
async def test_a_request_whose_match_has_ended_is_refused_with_its_id(house: House) -> None:
    """No second match, and no tokens of the first."""
    ann, _ = await house.player("ann")
    table = await ann.create(request_id="evening")
    await house.play_out(table)
    refusal = await refused(ann.create(request_id="evening"))

    assert "ALREADY_EXISTS" == reason_of(refusal)
    assert table.match_id in refusal.message


@pytest.mark.asyncio
async def test_the_same_request_many_times_at_once_creates_one_match(house: House) -> None:
    """A client that was impatient gets the same answer to each of its calls."""
    ann, _ = await house.player("ann")
    tables = await asyncio.gather(*(ann.create(request_id="evening") for _ in range(5)))

    assert 1 == len(set(tables))
    assert 1 == len((await ann.ListMatches(pb.ListMatchesRequest())).matches)
    await house.play_out(tables[0])


# --- Requests that cannot be ---------------------------------------------------------------------


def deck(old: str, new: str) -> dict[str, str]:
    """The standard deck with something changed."""
    text = standard_deck().text
    assert old in text
    return {"deck": text.replace(old, new, 1)}


def clock(**settings: Any) -> match_pb2.ClockSettings:  # noqa: ANN401 - fields
    """Some settings of a clock."""
    return match_pb2.ClockSettings(**settings)


SECOND, NEGATIVE = Duration(seconds=1), Duration(seconds=-1)

WRONG = [
    pytest.param({"game": "chess"}, "BAD_REQUEST", "game", id="game"),
    pytest.param({"game": ""}, "BAD_REQUEST", "game", id="no-game"),
    pytest.param({"options": {"colour": "red"}}, "BAD_OPTION", 'options["colour"]', id="option"),
    pytest.param({"options": {"rounds": "7"}}, "BAD_OPTION", 'options["rounds"]', id="value"),
    pytest.param({"options": {"deck": "] ["}}, "BAD_OPTION", 'options["deck"]', id="no-deck"),
    pytest.param({"seats": []}, "BAD_REQUEST", "seats", id="no-seats"),
    pytest.param({"seats": [pb.SeatRequest()]}, "BAD_REQUEST", "seats", id="one-seat"),
    pytest.param({"seats": [pb.SeatRequest()] * 5}, "BAD_REQUEST", "seats", id="five-seats"),
    pytest.param(
        {"seats": [pb.SeatRequest(), pb.SeatRequest(player="a b")]},
        "BAD_REQUEST",
        "seats[1].player",
        id="player",
    ),
    pytest.param({"clock": clock(bank=NEGATIVE)}, "BAD_REQUEST", "clock.bank", id="bank"),
    pytest.param(
        {"clock": clock(increment=NEGATIVE)}, "BAD_REQUEST", "clock.increment", id="increment"
    ),
    pytest.param(
        {"clock": clock(strike_limit=-1)}, "BAD_REQUEST", "clock.strike_limit", id="strikes"
    ),
    pytest.param(
        {"clock": clock(join_timeout=Duration())},
        "BAD_REQUEST",
        "clock.join_timeout",
        id="join-timeout",
    ),
    pytest.param(
        {"clock": clock(increment_by_kind={"bids": SECOND})},
        "BAD_REQUEST",
        "clock.increment_by_kind[bids]",
        id="kind",
    ),
    pytest.param(
        {"clock": clock(bank=Duration(), increment=Duration())},
        "BAD_REQUEST",
        "clock.increment",
        id="no-time-at-all",
    ),
    pytest.param({"durability": 9}, "BAD_REQUEST", "durability", id="durability"),
    pytest.param({"seed": b"short"}, "BAD_REQUEST", "seed", id="short-seed"),
    pytest.param({"seed": b"x" * 65}, "BAD_REQUEST", "seed", id="long-seed"),
    pytest.param({"request_id": "x" * 65}, "BAD_REQUEST", "request_id", id="long-request-id"),
    pytest.param({"request_id": "x\0"}, "BAD_REQUEST", "request_id", id="unprintable-request-id"),
]


async def nothing_was_created(client: Client) -> bool:
    """Whether there is no match at all."""
    return not (await client.ListMatches(pb.ListMatchesRequest())).matches


@pytest.mark.parametrize(("wishes", "reason", "field"), WRONG)
@pytest.mark.asyncio
async def test_a_match_that_cannot_be_is_refused_before_it_exists(
    house: House, wishes: dict[str, Any], reason: str, field: str
) -> None:
    """The refusal names the field, and there is no match."""
    refusal = await refused(house.organiser.create(**wishes))

    assert (reason, field) == (reason_of(refusal), refusal.field)
    assert await nothing_was_created(house.organiser)


@pytest.mark.parametrize(
    ("options", "card"),
    [
        pytest.param(deck('id = "C02"', 'id = "C01"'), "C01", id="twice"),
        pytest.param(deck('id = "C02"', 'id = "C02"\ncolour = "red"'), "C02", id="unknown-field"),
    ],
)
@pytest.mark.asyncio
async def test_a_bad_deck_is_refused_with_the_card(
    house: House, options: dict[str, str], card: str
) -> None:
    """Whoever made the deck is told where to look."""
    refusal = await refused(house.organiser.create(options=options))

    assert ("BAD_OPTION", card) == (reason_of(refusal), refusal.subject)
    assert refusal.field.startswith(f'options["deck"]["{card}"]')
    assert await nothing_was_created(house.organiser)


@pytest.mark.asyncio
async def test_only_an_organiser_chooses_the_seed(house: House) -> None:
    """Who knows the seed knows every card to come."""
    ann, _ = await house.player("ann")
    refusal = await refused(ann.create(seed=b"my own seed"))

    assert ("NOT_ALLOWED", "seed") == (reason_of(refusal), refusal.field)
    one, other = await ann.create(), await ann.create()
    seeds = {house.match(table.match_id).spec.seed for table in (one, other)}
    assert [32, 32] == [len(seed) for seed in seeds]


@pytest.mark.asyncio
async def test_spectators_and_seats_create_nothing(house: House) -> None:
    """They may watch, and a seat may play itself."""
    crowd, _ = await house.player("crowd", admin.ROLE_SPECTATOR)
    table = await house.organiser.create()
    for client in (crowd, house.client(table.tokens[0])):
        assert "NOT_ALLOWED" == await why(client.create())


@pytest.mark.asyncio
async def test_what_is_left_out_is_the_referees_default(tmp_path: Path) -> None:
    """Field by field."""
    settings = ClockSettings(
        bank=7.5, increment=0.25, increment_by_kind={"plan": 3.0}, strike_limit=9, join_timeout=11.0
    )
    kind = "plan"
    asked = match_pb2.ClockSettings(bank=Duration(seconds=8))
    async with opened(tmp_path, clock=settings) as house:
        request = creation(clock=asked)
        response = await house.organiser.CreateMatch(request)

    assert (
        match_pb2.ClockSettings(
            bank=Duration(seconds=8),
            increment=Duration(nanos=250_000_000),
            increment_by_kind={kind: Duration(seconds=3)},
            strike_limit=9,
            join_timeout=Duration(seconds=11),
        )
        == response.match.clock
    )
    assert match_pb2.DURABILITY_MOVE == response.match.durability
    assert {"rounds": "3", "capitalists": "on", "chain": "off", "deck": "standard"} == dict(
        response.match.options
    )
