"""Playing by choices, over real gRPC: `ListChoices`, first choices with decisions, paths as answers."""

import asyncio
from itertools import islice
from pathlib import Path

import pytest

from bessemer.engine import choices
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.matches.timing.referee_clock import TICK
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.rpc.limits.limits import Limits
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import choice_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    House,
    Stream,
    Table,
    every_game,
    move_text,
    opened,
    reason_of,
    refused,
    why,
)
from tests.rpc.by_choices import play_by_calls
from tests.rpc.choosing import Chooser, path_message, read_choice, seated

SEED = b"a match by choices"
NOWHERE: choices.Path = (("nowhere",),)


def answer(turn: int, path: choices.Path) -> pb.PlayRequest:
    """An answer on a stream."""
    return pb.PlayRequest(answer=pb.Answer(turn=turn, path=path_message(path)))


async def play_by_paths(chooser: Chooser, stream: Stream, seen: dict[int, str], game: str) -> None:
    """Answer every decision with a path, twice; the moves by their turns."""
    while True:
        response = await stream.receive()
        if response.HasField("ended"):
            await stream.call.done_writing()
            return
        assert response.HasField("decision"), response
        decision = response.decision
        path, step = await chooser.choose(decision)
        seen[decision.turn] = move_text(step.move, game)
        await stream.send(answer(decision.turn, path))
        await stream.send(answer(decision.turn, path))


@every_game
@pytest.mark.asyncio
async def test_whoever_knows_no_rules_plays_a_match_over_a_stream(house: House, game: str) -> None:
    """Each path is played once, as the move that `ListChoices` told; the replay verifies."""
    table = await house.organiser.create(seed=SEED, game=game)
    seats = [Chooser(house, table, seat) for seat in range(3)]
    told: dict[int, str] = {}
    streams = [await chooser.join() for chooser in seats]
    await asyncio.gather(
        *(play_by_paths(*both, told, game) for both in zip(seats, streams, strict=True))
    )
    replay = await house.organiser.GetReplay(pb.GetReplayRequest(match_id=table.match_id))
    records = read_replay(replay.replay).records

    assert told == {record.turn: record.move for record in records}
    assert verify(read_replay(replay.replay)).ok


@every_game
@pytest.mark.asyncio
async def test_the_same_path_is_answered_the_same_even_after_the_end(
    tmp_path: Path, game: str
) -> None:
    """Also by a referee that was started again; another path is stale, and nothing is played."""
    async with opened(tmp_path) as house:
        seats = await seated(house, seed=SEED, game=game)
        answered = await asyncio.gather(*map(play_by_calls, seats))
        table = Table(seats[0].match_id, tuple(one.client.token for one in seats))
        count = len(house.match(table.match_id).played)
        for chooser, paths in zip(seats, answered, strict=True):
            for turn, path in paths[:: max(1, len(paths) // 4)]:
                assert turn == (await chooser.submit(turn, path)).turn
            assert "STALE_TURN" == await why(chooser.submit(paths[0][0], NOWHERE))
        assert count == len(house.match(table.match_id).played)
    async with opened(tmp_path) as house:
        player = Chooser(house, table, 0)
        player.seat = seats[0].seat
        turn, path = answered[0][-1]

        assert turn == (await player.submit(turn, path)).turn
        assert "STALE_TURN" == await why(player.submit(turn, NOWHERE))


@pytest.mark.asyncio
async def test_the_same_path_is_played_once_while_it_is_sealed(house: House) -> None:
    """Between the first answer and the last of those who decide at the same time."""
    seats = await seated(house, 2, seed=SEED)
    match = house.match(seats[0].match_id)
    while match.game.decisions(match.published_state)[0].kind != "plan":
        for chooser in seats:
            if (decision := await chooser.decision(with_choices=True)).turn:
                path, _ = await chooser.choose(decision)
                await chooser.submit(decision.turn, path)
    first, _ = seats
    decision = await first.decision(with_choices=True)
    path, step = await first.choose(decision)
    other, _ = await first.choose(decision)
    await first.submit(decision.turn, path)

    assert match.game.sealed(match.published_state)
    assert path != other
    assert decision.turn == (await first.submit(decision.turn, path)).turn
    assert "STALE_TURN" == await why(first.submit(decision.turn, other))
    assert 1 == sum(
        record.turn == decision.turn and record.move == move_text(step.move)
        for record in match.records
    )


@every_game
@pytest.mark.asyncio
async def test_many_paths_in_one_call_are_answered_as_one_by_one(house: House, game: str) -> None:
    """All at once, in pages of any size, with a path between them that leads nowhere."""
    asked, *_ = await seated(house, seed=SEED, game=game)
    decision = await asked.decision(with_choices=True)
    first = read_choice(decision.first_step.choice)
    paths: list[choices.Path] = [
        (),
        *((one,) for one in islice(choices.answers(first), 40)),
        NOWHERE,
    ]
    single = [(await asked.list(decision.turn, path)).steps[0] for path in paths]
    assert "paths[0].answers[0]" == single[-1].refusal.field
    single[-1].refusal.field = f"paths[{len(paths) - 1}].answers[0]"
    together = await asked.list(decision.turn, *paths)

    assert single == list(together.steps)
    assert "" == together.next_page_token
    assert decision.first_step == together.steps[0]
    for size in (1, 7, len(paths)):
        steps, token = list[choice_pb2.ChoiceStep](), ""
        while True:
            page = await asked.list(decision.turn, *paths, page_size=size, page_token=token)
            steps += page.steps
            assert len(page.steps) == size or not page.next_page_token
            if not (token := page.next_page_token):
                break
        assert single == steps


@pytest.mark.asyncio
async def test_a_page_has_no_more_bytes_than_a_client_takes(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends early, with a token, and has at least one step."""
    monkeypatch.setattr("bessemer.rpc.matches.choice_messages._LARGEST_BYTES", 600)
    asked, *_ = await seated(house, seed=SEED)
    decision = await asked.decision(with_choices=True)
    size = decision.first_step.ByteSize()
    page = await asked.list(decision.turn, *[()] * 50)

    assert max(1, 600 // size) == len(page.steps) == int(page.next_page_token)


@every_game
@pytest.mark.asyncio
async def test_a_path_that_leads_nowhere_says_where_and_what_is_offered(
    house: House, game: str
) -> None:
    """In a list, in an answer on a stream and in a call: the same, and the decision stays open."""
    asked, *_ = await seated(house, seed=SEED, game=game)
    decision = await asked.decision(with_choices=True)
    choice = read_choice(decision.first_step.choice)
    words = [word.text for word in choice.words]
    listed = (await asked.list(decision.turn, (), NOWHERE)).steps[1].refusal
    stream = await asked.join()
    await stream.decision()
    await stream.send(answer(decision.turn, NOWHERE))
    streamed = await stream.refusal()
    called = await refused(asked.submit(decision.turn, NOWHERE))

    assert ["paths[1].answers[0]", "path.answers[0]", "path.answers[0]"] == [
        refusal.field for refusal in (listed, streamed, called)
    ]
    for refusal in (listed, streamed, called):
        assert "NOT_OFFERED" == reason_of(refusal)
        assert choice.name == refusal.subject
        assert words == list(refusal.allowed_values)
        assert "'nowhere' is not offered" in refusal.message
    path, _ = await asked.choose(decision)
    assert decision.turn == (await asked.submit(decision.turn, path)).turn


@pytest.mark.asyncio
async def test_a_path_that_is_not_complete_or_too_long_is_refused(house: House) -> None:
    """It says which answer is missing, and what could be taken; or that there is one too many."""
    asked, *_ = await seated(house, seed=SEED)
    decision = await asked.decision(with_choices=True)
    path, _ = await asked.choose(decision)
    assert len(path) == 2, "a company and a disc"
    missing = await refused(asked.submit(decision.turn, path[:1]))
    empty = await refused(asked.submit(decision.turn, ()))
    too_long = await refused(asked.submit(decision.turn, (*path, ("more",))))

    assert {"NOT_OFFERED"} == {reason_of(one) for one in (missing, empty, too_long)}
    assert ["path.answers[1]", "path.answers[0]", "path.answers[2]"] == [
        one.field for one in (missing, empty, too_long)
    ]
    first = decision.first_step.choice.name
    assert ("disc", first, "") == (missing.subject, empty.subject, too_long.subject)
    assert path[1][0] in missing.allowed_values
    assert "send no more" in too_long.message


@pytest.mark.asyncio
async def test_what_is_not_offered_is_explained_on_request(house: House) -> None:
    """With the code of the rule, and only then; a move has nothing to explain."""
    first, *others = await seated(house, 2, seed=SEED, options={"capitalists": "off"})
    decision = await first.decision(with_choices=True)
    path, _ = await first.choose(decision)
    await first.submit(decision.turn, path)
    (asked,) = others
    about = ((path[0],),)  # another seat's disc is on that card
    plain = await asked.list(decision.turn + 1, *about)
    told = await asked.list(decision.turn + 1, *about, explain=True)
    (step,) = told.steps

    assert not plain.steps[0].not_offered
    assert plain.steps[0].choice == step.choice
    assert [path[1][0]] == [other.word.text for other in step.not_offered]
    refusal = step.not_offered[0].refusal
    assert ("ILLEGAL_MOVE", "furnace.value-taken") == (reason_of(refusal), refusal.code)
    assert refusal.message
    assert (0, 0) == (len(refusal.allowed_moves), len(refusal.allowed_values))
    assert "" == refusal.field


@pytest.mark.asyncio
async def test_both_a_move_and_a_path_are_too_much(house: House) -> None:
    """On a stream and in a call; nothing is played."""
    asked, *_ = await seated(house, seed=SEED)
    decision = await asked.decision(with_choices=True)
    path, step = await asked.choose(decision)
    called = await refused(asked.submit(decision.turn, path, move=step.move))
    stream = await asked.join()
    await stream.decision()
    both = answer(decision.turn, path)
    both.answer.move.CopyFrom(step.move)
    await stream.send(both)
    streamed = await stream.refusal()

    assert [("BAD_REQUEST", "path"), ("BAD_REQUEST", "answer.path")] == [
        (reason_of(one), one.field) for one in (called, streamed)
    ]
    assert [] == house.match(asked.match_id).records


@pytest.mark.asyncio
async def test_choices_come_only_with_decisions_of_those_who_ask(house: House) -> None:
    """By call and by stream; and otherwise the decision is the same."""
    asked, *_ = await seated(house, seed=SEED)
    plain, full = await asked.decision(), await asked.decision(with_choices=True)
    plain_stream = asked.client.stream()
    await plain_stream.join(asked.match_id, asked.seat)
    streamed = await plain_stream.decision()
    with_choices = await (await asked.join()).decision()

    assert full.first_step.HasField("choice")
    assert full.first_step == with_choices.first_step
    assert not plain.HasField("first_step")
    assert not streamed.HasField("first_step")
    full.ClearField("first_step")
    assert plain == full


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        pytest.param("paths", {"paths": []}, id="no paths"),
        pytest.param("paths", {"paths": [path_message(())] * 101}, id="too many paths"),
        pytest.param("page_size", {"page_size": 101}, id="a page too large"),
        pytest.param("page_size", {"page_size": -1}, id="a page too small"),
        pytest.param("page_token", {"page_token": "next"}, id="no token"),
        pytest.param("page_token", {"page_token": "2"}, id="a token after the end"),
        pytest.param("page_token", {"page_token": "0"}, id="a token of the beginning"),
        pytest.param("page_token", {"page_token": "-1"}, id="a token before it"),
        pytest.param("page_token", {"page_token": "\u0661"}, id="a digit, but not of ours"),
        pytest.param("page_token", {"page_token": "1" * 5000}, id="a very long token"),
        pytest.param(
            "paths[1].answers",
            {"paths": [path_message(()), path_message((("a",),) * 201)]},
            id="a path too long",
        ),
        pytest.param(
            "paths[0].answers[1].words",
            {"paths": [path_message((("a",), ("b",) * 201))]},
            id="too many words",
        ),
        pytest.param(
            "paths[0].answers[0].words",
            {"paths": [path_message((("c" * 101,),))]},
            id="a word too long",
        ),
        pytest.param("seat", {"seat": 9}, id="no such seat"),
    ],
)
@pytest.mark.asyncio
async def test_a_request_that_cannot_be_is_refused(
    house: House, field: str, wrong: dict[str, object]
) -> None:
    """Each with the field that is wrong, and nothing else happens."""
    asked, *_ = await seated(house, seed=SEED)
    turn = (await asked.decision()).turn
    fields = {
        "match_id": asked.match_id,
        "seat": asked.seat,
        "turn": turn,
        "paths": [path_message(())] * 2,
    }
    request = pb.ListChoicesRequest(**{**fields, **wrong})  # type: ignore[arg-type] # fields
    refusal = await refused(asked.client.ListChoices(request))

    assert ("BAD_REQUEST", field) == (reason_of(refusal), refusal.field)
    assert await asked.list(turn, ())


@pytest.mark.asyncio
async def test_only_whoever_may_play_the_seat_is_told_its_choices(house: House) -> None:
    """Not the others of the match, no spectator, no organiser; and nobody without a match."""
    asked, other, *_ = await seated(house, seed=SEED)
    turn = (await asked.decision()).turn
    request = pb.ListChoicesRequest(
        match_id=asked.match_id, seat=asked.seat, turn=turn, paths=[path_message(())]
    )
    watcher, _ = await house.player("watcher", admin.ROLE_SPECTATOR)
    for client in (other.client, watcher, house.organiser):
        assert "NOT_ALLOWED" == await why(client.ListChoices(request))
    assert "NOT_AUTHENTICATED" == await why(house.client("").ListChoices(request))
    request.match_id = "none"
    assert "MATCH_NOT_FOUND" == await why(asked.client.ListChoices(request))


@pytest.mark.asyncio
async def test_choices_are_listed_for_the_open_decision_alone(house: House) -> None:
    """A turn that was answered is stale, another is not open, a match can be over; see SubmitMove."""
    asked, waiting, *_ = seats = await seated(house, seed=SEED)
    decision = await asked.decision(with_choices=True)
    assert "TURN_NOT_OPEN" == await why(waiting.list(decision.turn, ()))
    refusal = await refused(asked.list(decision.turn + 1, ()))
    assert ("TURN_NOT_OPEN", decision.turn) == (reason_of(refusal), refusal.turn)
    path, _ = await asked.choose(decision)
    await asked.submit(decision.turn, path)
    assert "STALE_TURN" == await why(asked.list(decision.turn, ()))
    await asyncio.gather(*map(play_by_calls, seats))
    last = len(house.match(asked.match_id).played)
    assert "MATCH_OVER" == await why(asked.list(last + 1, ()))


@pytest.mark.asyncio
async def test_listing_choices_changes_nothing_and_joins_nobody(house: House) -> None:
    """A seat that only asks for choices has not joined; a decision is as it was."""
    table = await house.organiser.create(seed=SEED)
    early = Chooser(house, table, 0)
    assert "TURN_NOT_OPEN" == await why(early.list(1, ()))
    assert not house.match(table.match_id).seats[0].joined
    asked, *_ = await seated(house, seed=SEED)
    before = await asked.decision(with_choices=True)
    match = house.match(asked.match_id)
    state, records = match.published_state, list(match.records)
    for path in ((), NOWHERE):
        await asked.list(before.turn, path, explain=True)

    assert before == await asked.decision(with_choices=True)
    assert state is match.published_state
    assert records == match.records


@every_game
@pytest.mark.asyncio
async def test_what_a_seat_cannot_see_changes_no_byte_of_its_choices(
    house: House, game: str
) -> None:
    """With all that is hidden drawn anew the same is sent, on every path that was walked."""
    seats = await seated(house, seed=SEED, game=game)
    match = house.match(seats[0].match_id)
    compared = 0
    while not match.is_over and compared < 40:
        chooser = next(one for one in seats if match.open_decision(Seat(one.seat)) is not None)
        decision = await chooser.decision(with_choices=True)
        path, _ = await chooser.choose(decision)
        walked = [path[:length] for length in range(len(path) + 1)]
        listed = await chooser.list(decision.turn, *walked, explain=True)
        state = match.published_state
        view = match.game.view(state, Seat(chooser.seat))
        for hidden in (b"one", b"other"):
            match.published_state = match.game.resample(view, Chance(hidden))
            compared += match.published_state != state
            again = await chooser.decision(with_choices=True)
            same = await chooser.list(decision.turn, *walked, explain=True)
            assert decision.first_step.SerializeToString() == again.first_step.SerializeToString()
            assert listed.SerializeToString() == same.SerializeToString()
        match.published_state = state
        await chooser.submit(decision.turn, path)
    assert compared


@pytest.mark.asyncio
async def test_asking_for_choices_counts_against_the_limits(tmp_path: Path) -> None:
    """So do paths for turns that were answered long ago, which take a while to compare."""
    async with opened(
        tmp_path, limits=Limits(requests_per_second=0.001, burst=12, call_milliseconds=10_000.0)
    ) as house:
        asked, *_ = await seated(house, 2, seed=SEED)
        stream = await asked.join()
        decision = await stream.decision()
        path, _ = await asked.choose(decision)
        await stream.send(answer(decision.turn, path))
        await house.wait(asked.match_id, lambda match: len(match.played) == 1)
        reader = asyncio.create_task(stream.receive())
        for _ in range(20):
            if not reader.done():
                await stream.send(answer(decision.turn, path))
                await asyncio.sleep(TICK)
        assert "TOO_MANY_REQUESTS" == await why(reader)
        assert "TOO_MANY_REQUESTS" == await why(asked.list(decision.turn, ()))
        assert 1 == len(house.match(asked.match_id).played)
