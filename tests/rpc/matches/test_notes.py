"""What bots note about their turns: who may read it, how much is kept, and where it does not go."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bessemer.sdk import play_seat
from bessemer.storage.database.schema import model_costs
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    PATIENCE,
    Client,
    House,
    Table,
    every_game,
    move,
    opened,
    why,
)
from tests.rpc.unary_calls import SEED, Caller


class Noting:
    """Plays the default move, and notes who it is."""

    runs_inline = True

    def __init__(self, text: str) -> None:
        self.text = text

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        """The default move."""
        view.note(f"{self.text}, seat {view.seat}")
        view.note("feared C07 \N{SNOWMAN}")
        return view.default_move()


async def played(house: House, game: str = "furnace") -> Table:
    """A match of bots that note something at every turn."""
    table = await house.organiser.create(2, seed=SEED, game=game)
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(
            *(
                play_seat(house.channel, table.tokens[seat], table.match_id, seat, Noting("value"))
                for seat in range(2)
            )
        )
    return table


async def notes_of(client: Client, table: Table) -> list[pb.Note]:
    """GetNotes."""
    response = await client.GetNotes(pb.GetNotesRequest(match_id=table.match_id))
    return list(response.notes)


@every_game
@pytest.mark.asyncio
async def test_a_seat_reads_its_own_notes_and_an_organiser_all(house: House, game: str) -> None:
    """By turn; and none of them is in the replay."""
    table = await played(house, game)
    both = await notes_of(house.organiser, table)
    own = await notes_of(house.client(table.tokens[1]), table)
    moves = house.match(table.match_id).played

    assert [(one.record.turn, one.record.seat) for one in moves] == [
        (note.turn, note.seat) for note in both
    ]
    assert [note for note in both if note.seat == 1] == own
    assert {"value, seat 1\nfeared C07 \N{SNOWMAN}\n"} == {note.text for note in own}
    replay = await house.organiser.GetReplay(pb.GetReplayRequest(match_id=table.match_id))
    assert b"feared" not in replay.replay


class Spending:
    """Plays the default move, and reports what a model has cost."""

    runs_inline = True

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        """The default move."""
        with pytest.raises(TypeError, match=r"takes whole numbers: prompts, .*; not price=1"):
            view.report_model(price=1)
        view.report_model(prompts=1, tokens_in=-5, tokens_out=10**12, milliseconds=7)
        return view.default_move()


@every_game
@pytest.mark.asyncio
async def test_what_models_cost_is_kept_by_seat(house: House, game: str) -> None:
    """Every turn once, each figure within bounds; also of an answer by SubmitMove."""
    table = await house.organiser.create(2, seed=SEED, game=game)
    caller = Caller(house, table, 1)
    bot = asyncio.create_task(
        play_seat(house.channel, table.tokens[0], table.match_id, 0, Spending())
    )
    spent = match_pb2.ModelCosts(prompts=3, decisions=99)
    async with asyncio.timeout(PATIENCE):
        while not (asked := await caller.ask(max_legal_moves=1)).HasField("ended"):
            if asked.HasField("decision"):
                decision = asked.decision
                answer = pb.SubmitMoveRequest(
                    match_id=table.match_id,
                    seat=1,
                    turn=decision.turn,
                    move=decision.legal_moves[0],
                    model_costs=spent,
                )
                await caller.client.SubmitMove(answer)
        await bot
    moves = [int(one.record.seat) for one in house.match(table.match_id).played]
    with house.referee.store.database.reading() as connection:
        rows = connection.execute(select(model_costs)).all()
    of_bot = [row[3:] for row in rows if row.seat == 0]
    of_caller = [row[3:] for row in rows if row.seat == 1]
    assert [(1, 0, 1_000_000_000, 7, 0, 0, 0)] * moves.count(0) == of_bot
    assert [(3, 0, 0, 0, 0, 0, 0)] * moves.count(1) == of_caller


@pytest.mark.asyncio
async def test_nobody_reads_the_notes_of_others(house: House) -> None:
    """Neither a spectator nor a player without a seat in the match."""
    table = await played(house)
    for role in (admin.ROLE_SPECTATOR, admin.ROLE_PLAYER):
        client, _ = await house.player(f"role-{role}", role)
        assert "NOT_ALLOWED" == await why(notes_of(client, table))


@pytest.mark.asyncio
async def test_notes_are_kept_when_the_referee_ends(tmp_path: Path) -> None:
    """They are in the database."""
    async with opened(tmp_path) as house:
        table = await played(house)
        before = await notes_of(house.organiser, table)
    async with opened(tmp_path) as house:
        assert before == await notes_of(house.organiser, table)


@pytest.mark.asyncio
async def test_notes_are_bounded_and_only_of_turns_that_were_asked(house: House) -> None:
    """A long one is cut at a whole character; the first of a turn stays; there is no NUL."""
    table = await house.organiser.create(2, seed=SEED)
    callers = [Caller(house, table, seat) for seat in range(2)]
    for caller in callers:
        await caller.ask()
    await house.wait(table.match_id, lambda match: match.turn > 0)
    asked, *_ = [one for one in callers if (await one.ask()).HasField("decision")]
    decision = (await asked.ask(max_legal_moves=1)).decision

    async def answer(turn: int, note: str, played: Any) -> None:  # noqa: ANN401 - a message
        await asked.client.SubmitMove(
            pb.SubmitMoveRequest(
                match_id=table.match_id, seat=asked.seat, turn=turn, move=played, note=note
            )
        )

    assert "TURN_NOT_OPEN" == await why(answer(decision.turn + 5, "ahead", decision.legal_moves[0]))
    assert "ILLEGAL_MOVE" == await why(
        answer(decision.turn, "\0" + "\N{SNOWMAN}" * 400, move("bid 9 on C99"))
    )
    await answer(decision.turn, "again", decision.legal_moves[0])

    (note,) = await notes_of(house.organiser, table)
    assert (decision.turn, asked.seat) == (note.turn, note.seat)
    assert "\N{SNOWMAN}" * 333 == note.text
