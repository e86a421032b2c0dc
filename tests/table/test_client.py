"""A session against a real referee: it tells everything in order, and survives what happens."""

import asyncio
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import grpc
import pytest

from bessemer.games.furnace.legal import default_move, sample_move
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.state import Phase
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.seats.chance import ChanceBytes
from bessemer.sdk.seats.matches import SeatCredentials, play_matches
from bessemer.table.client import MatchClient, SeatAddress
from bessemer.table.events import (
    AnswerAccepted,
    AnswerRefused,
    ConnectionBack,
    ConnectionLost,
    DecisionAsked,
    Event,
    MatchEnded,
    MatchUpdated,
    MovesSeen,
    SeenMove,
    Stopped,
)
from bessemer.table.model import TableModel
from bessemer.testing import RandomBot
from bessemer.v1 import match_pb2
from tests.referees.in_process import SHORT, House, Table, eventually, every_game, opened

PATIENCE = 60


def _asked_so_often(people: "list[Person]", number: int) -> bool:
    return number == sum(len(one.all(DecisionAsked)) for one in people)


class Person:
    """Somebody who answers at random, or as told, and remembers what was heard."""

    def __init__(self, channel: grpc.aio.Channel, place: SeatAddress) -> None:
        self.heard: list[Event] = []
        self.session = MatchClient(channel, place, self._hear)
        self.answers: Callable[[DecisionAsked], Any] | None = self._any
        """What to answer; nothing while it is `None`."""
        self._rng = random.Random(place.seat)
        self._answering: set[asyncio.Task[None]] = set()

    def _hear(self, event: Event) -> None:
        self.heard.append(event)
        if isinstance(event, DecisionAsked) and self.answers is not None:
            self.answer(event, self.answers(event))

    def answer(self, asked: DecisionAsked, move: Any) -> None:  # noqa: ANN401 - a move
        """Answer what was asked."""
        task = asyncio.create_task(self.session.answer(asked.turn, move))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    def _any(self, asked: DecisionAsked) -> Any:  # noqa: ANN401 - a move
        return sample_move(asked.view.board, asked.view.seat, self._rng.randrange)

    def all(self, kind: type) -> list[Any]:
        """What was heard of one kind."""
        return [event for event in self.heard if isinstance(event, kind)]

    @property
    def moves(self) -> list[SeenMove]:
        """The moves that were told, whether their table was shown or not."""
        told = [played for event in self.all(MovesSeen) for played in event.moves]
        return [played._replace(before=None) for played in told]

    async def play(self) -> None:
        """Play to the end."""
        async with asyncio.timeout(PATIENCE):
            await self.session.run()


def place_at(table: Table, seat: int | None) -> SeatAddress:
    """A place in the match."""
    return SeatAddress(table.match_id, table.tokens[seat or 0], seat)


@pytest.mark.asyncio
async def test_a_whole_match_is_told_in_order(tmp_path: Path) -> None:
    """To players and to a spectator alike: every move once, by turn, and the same end."""
    async with opened(tmp_path) as house, open_channel(house.address) as channel:
        table = await house.organiser.create(3)
        people = [Person(channel, place_at(table, seat)) for seat in (0, 1, 2, None)]
        await asyncio.gather(*(person.play() for person in people))

    ends = [person.all(MatchEnded)[0].result for person in people]
    assert 1 == len({tuple(end.scores) for end in ends})
    for person in people:
        turns = [played.turn for played in person.moves]
        assert list(range(1, len(turns) + 1)) == turns
        assert person.moves == people[0].moves
        assert isinstance(person.heard[0], MatchUpdated)
        assert isinstance(person.heard[-1], MatchEnded)
        views = [event.view for event in person.heard if isinstance(event, MovesSeen | MatchEnded)]
        assert [view for view in views if view is not None][-1].board.phase is Phase.OVER
    for seat, person in enumerate(people[:3]):
        own = [played.turn for played in people[0].moves if played.seat == seat]
        assert own == [asked.turn for asked in person.all(DecisionAsked)]
        assert own == [accepted.turn for accepted in person.all(AnswerAccepted)]
    assert [] == people[3].all(DecisionAsked)


@pytest.mark.asyncio
async def test_the_cards_of_a_person_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the end each seat compares the chance of its match with what it was shown, as a bot does."""
    checked: list[tuple[int, str]] = []
    check = ChanceBytes.check

    def noting(own: ChanceBytes, match_id: str, seat: int, result: match_pb2.MatchResult) -> str:
        checked.append((seat, check(own, match_id, seat, result)))
        return checked[-1][1]

    monkeypatch.setattr(ChanceBytes, "check", noting)
    async with opened(tmp_path) as house, open_channel(house.address) as channel:
        table = await house.organiser.create(2)
        people = [Person(channel, place_at(table, seat)) for seat in (0, 1)]
        await asyncio.gather(*(person.play() for person in people))

    assert [(0, ""), (1, "")] == sorted(checked)


def discs(person: Person) -> int:
    """How many discs lie on the table that the person saw last."""
    views = [event.view for event in person.all(MovesSeen) if event.view is not None]
    return sum(map(len, views[-1].board.row.stacks)) if views else 0


@pytest.mark.asyncio
async def test_the_table_is_seen_after_every_move(tmp_path: Path) -> None:
    """Whoever is not asked sees the discs as they are placed, and so does a spectator."""
    async with opened(tmp_path) as house, open_channel(house.address) as channel:
        table = await house.organiser.create(3)
        people = [Person(channel, place_at(table, seat)) for seat in (0, 1, 2, None)]
        for person in people:
            person.answers = None
        playing = [asyncio.create_task(person.play()) for person in people]
        for number in range(1, 6):
            await eventually(partial(_asked_so_often, people, number))
            (bidder,) = (
                one
                for one in people
                if one.all(DecisionAsked) and one.all(DecisionAsked)[-1].turn == number
            )
            asked = bidder.all(DecisionAsked)[-1]
            bidder.answer(asked, default_move(asked.view.board, asked.view.seat))
            await eventually(lambda n=number: [n] * 4 == [discs(one) for one in people])  # type: ignore[misc]
        for task in playing:
            task.cancel()


@every_game
@pytest.mark.asyncio
async def test_the_log_of_latecomers_is_whole(tmp_path: Path, game: str) -> None:
    """
    With the prices, names and events of the time, as in the log of a spectator from the first move on.

    A spectator who comes late has the same log, and so does a seat that comes back: `play --resume`.
    """
    async with opened(tmp_path) as house, open_channel(house.address) as channel:
        table = await house.organiser.create(2, game=game, options=SHORT[game])
        places = [place_at(table, None), place_at(table, None), place_at(table, 0)]
        models = [TableModel(place.seat) for place in places]
        first, *late = (
            MatchClient(channel, place, model.hear)
            for place, model in zip(places, models, strict=True)
        )
        seats = [
            SeatCredentials(table.match_id, seat, token) for seat, token in enumerate(table.tokens)
        ]
        watching = asyncio.create_task(first.run())
        await eventually(lambda: models[0].match is not None)
        async with asyncio.timeout(PATIENCE):
            await play_matches(house.address, seats, partial(RandomBot, 7))
            await watching
            await asyncio.gather(*(client.run() for client in late))

    live, late_spectator, returned = (model.log for model in models)
    assert len(live) > len([line for line in live if line[0].isdigit()]) > 5
    assert live == late_spectator
    assert live == [line.replace(" (you)", "") for line in returned]


async def silent_until_asked(house: House, person: Person) -> DecisionAsked:
    """Wait for the person's first decision."""
    person.answers = None
    await eventually(lambda: bool(person.all(DecisionAsked)))
    found: DecisionAsked = person.all(DecisionAsked)[-1]
    return found


@pytest.mark.asyncio
async def test_a_refusal_says_what_is_legal_and_the_decision_stays_open(tmp_path: Path) -> None:
    """The next answer for the same turn is accepted."""
    async with opened(tmp_path) as house, open_channel(house.address) as channel:
        table = await house.organiser.create(2)
        other = asyncio.create_task(house.play_well(table, 1))
        person = Person(channel, place_at(table, 0))
        playing = asyncio.create_task(person.play())
        asked = await silent_until_asked(house, person)
        person.answer(asked, Bid(9, asked.view.board.row.cards[0]))
        await eventually(lambda: bool(person.all(AnswerRefused)))
        refused = person.all(AnswerRefused)[0]
        person.answers = person._any
        person.answer(asked, default_move(asked.view.board, asked.view.seat))
        await asyncio.gather(playing, other)

    assert refused.is_open
    assert "no disc worth 9" in "; ".join(map(str, refused.why))
    assert str(default_move(asked.view.board, asked.view.seat)) in refused.instead
    assert asked.turn == person.all(AnswerAccepted)[0].turn


@pytest.mark.asyncio
async def test_an_answer_to_a_turn_that_is_gone_is_told_as_closed(tmp_path: Path) -> None:
    """Another move for a turn that was answered."""
    async with opened(tmp_path) as house, open_channel(house.address) as channel:
        table = await house.organiser.create(2)
        other = asyncio.create_task(house.play_well(table, 1))
        person = Person(channel, place_at(table, 0))
        playing = asyncio.create_task(person.play())
        asked = await silent_until_asked(house, person)
        person.answer(asked, default_move(asked.view.board, asked.view.seat))
        await eventually(lambda: bool(person.all(AnswerAccepted)))
        person.answer(asked, Bid(4, asked.view.board.row.cards[-1]))
        await eventually(lambda: bool(person.all(AnswerRefused)))
        playing.cancel()
        other.cancel()

    assert not person.all(AnswerRefused)[0].is_open


@pytest.mark.asyncio
async def test_a_referee_that_closes_and_comes_back_is_joined_again(tmp_path: Path) -> None:
    """The open decision is told again; an answer given meanwhile is sent then, and played once."""
    listen = (f"unix:{tmp_path}/referee.sock",)
    async with opened(tmp_path, listen=listen, drain_timeout=0.01) as house:
        channel = open_channel(listen[0])
        table = await house.organiser.create(2)
        person = Person(channel, place_at(table, 0))
        other = Person(channel, place_at(table, 1))
        playing = [asyncio.create_task(one.play()) for one in (person, other)]
        asked = await silent_until_asked(house, person)
    await eventually(lambda: bool(person.all(ConnectionLost)))
    move = default_move(asked.view.board, asked.view.seat)
    await person.session.answer(asked.turn, move)
    person.answers = person._any
    async with opened(tmp_path, listen=listen):
        await asyncio.gather(*playing)
    await channel.close()

    assert person.all(ConnectionBack)
    assert [move] == [played.move for played in person.moves if played.turn == asked.turn]
    assert person.moves == other.moves
    assert person.all(MatchEnded)[0].result.ranks


@pytest.mark.asyncio
async def test_a_decision_without_an_answer_is_told_again_after_a_return(tmp_path: Path) -> None:
    """With the same turn."""
    listen = (f"unix:{tmp_path}/referee.sock",)
    async with opened(tmp_path, listen=listen, drain_timeout=0.01) as house:
        channel = open_channel(listen[0])
        table = await house.organiser.create(2)
        person = Person(channel, place_at(table, 0))
        other = Person(channel, place_at(table, 1))
        playing = [asyncio.create_task(one.play()) for one in (person, other)]
        asked = await silent_until_asked(house, person)
    person.answers = person._any
    async with opened(tmp_path, listen=listen):
        await asyncio.gather(*playing)
    await channel.close()

    turns = [event.turn for event in person.all(DecisionAsked)]
    assert [asked.turn] * 2 == turns[:2]
    assert len(set(turns)) == len(turns) - 1


@pytest.mark.asyncio
async def test_a_seat_that_is_not_ours_stops_with_a_sentence(tmp_path: Path) -> None:
    """It is not tried again."""
    async with opened(tmp_path) as house, open_channel(house.address) as channel:
        table = await house.organiser.create(2)
        person = Person(channel, SeatAddress(table.match_id, table.tokens[1], 0))
        await person.play()

    assert person.all(Stopped)[0].why


@pytest.mark.asyncio
async def test_the_newest_connection_wins(tmp_path: Path) -> None:
    """The older one stops, and does not take the seat back."""
    async with opened(tmp_path) as house, open_channel(house.address) as channel:
        table = await house.organiser.create(2)
        older = Person(channel, place_at(table, 0))
        first = asyncio.create_task(older.play())
        await eventually(lambda: bool(older.all(MatchUpdated)))
        newer, other = Person(channel, place_at(table, 0)), Person(channel, place_at(table, 1))
        await asyncio.gather(first, newer.play(), other.play())

    assert older.all(Stopped)
    assert newer.all(MatchEnded)
