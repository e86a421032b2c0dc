"""A client that knows no rules: it plays by choices alone."""

import asyncio
from typing import Any

from bessemer.engine import choices
from bessemer.engine.chance import Chance, Draws
from bessemer.engine.game import Below
from bessemer.v1 import choice_pb2, match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import House, Stream, Table


def path_message(path: choices.Path) -> choice_pb2.ChoicePath:
    """A path as it is sent."""
    return choice_pb2.ChoicePath(answers=[choice_pb2.ChoiceAnswer(words=words) for words in path])


def read_choice(message: choice_pb2.Choice) -> choices.Choice:
    """A choice as it was sent."""

    def thing(message: choice_pb2.Thing) -> choices.Thing:
        return choices.Thing(message.kind, message.id)

    words = tuple(
        choices.Word(word.text, thing(word.thing) if word.HasField("thing") else None, word.copies)
        for word in message.words
    )
    about = thing(message.about) if message.HasField("about") else None
    return choices.Choice(message.name, words, message.least, message.most, about)


class Chooser:
    """A seat that is played by random answers to whatever is to be chosen."""

    def __init__(self, house: House, table: Table, seat: int) -> None:
        self.client = house.client(table.tokens[seat])
        self.match_id = table.match_id
        self.seat = seat
        self.below: Below = Draws(Chance(b"chooser %d" % seat)).below

    async def list(
        self,
        turn: int,
        *paths: choices.Path,
        **wishes: Any,  # noqa: ANN401 - fields
    ) -> pb.ListChoicesResponse:
        """ListChoices."""
        request = pb.ListChoicesRequest(
            match_id=self.match_id,
            seat=self.seat,
            turn=turn,
            paths=map(path_message, paths),
            **wishes,
        )
        response = await self.client.ListChoices(request)
        assert isinstance(response, pb.ListChoicesResponse)
        return response

    async def decision(self, **wishes: Any) -> match_pb2.Decision:  # noqa: ANN401 - fields
        """GetDecision, if there is one."""
        request = pb.GetDecisionRequest(match_id=self.match_id, seat=self.seat, **wishes)
        response = await self.client.GetDecision(request)
        assert isinstance(response, pb.GetDecisionResponse)
        return response.decision

    async def choose(
        self, decision: match_pb2.Decision
    ) -> tuple[choices.Path, choice_pb2.ChoiceStep]:
        """A path to a move, and its end."""
        path: choices.Path = ()
        step = decision.first_step
        while step.HasField("choice"):
            path = (*path, choices.sample_answer(read_choice(step.choice), self.below))
            step = (await self.list(decision.turn, path)).steps[0]
        assert step.HasField("move"), step
        return path, step

    def submit(
        self,
        turn: int,
        path: choices.Path,
        **more: Any,  # noqa: ANN401 - fields
    ) -> "asyncio.Future[pb.SubmitMoveResponse]":
        """SubmitMove, with a path."""
        request = pb.SubmitMoveRequest(
            match_id=self.match_id, seat=self.seat, turn=turn, path=path_message(path), **more
        )
        answer: asyncio.Future[pb.SubmitMoveResponse]
        answer = asyncio.ensure_future(self.client.SubmitMove(request))
        return answer

    async def join(self, **wishes: Any) -> Stream:  # noqa: ANN401 - fields of JoinSeat
        """A stream of the seat, whose decisions come with their first choice."""
        stream = self.client.stream()
        await stream.join(self.match_id, self.seat, with_choices=True, **wishes)
        return stream


async def seated(house: House, players: int = 3, **wishes: Any) -> list[Chooser]:  # noqa: ANN401
    """All seats of a new match that has begun, the one that is asked first of them first."""
    table = await house.organiser.create(players, **wishes)
    choosers = [Chooser(house, table, seat) for seat in range(players)]
    for chooser in choosers:
        await chooser.decision()
    await house.wait(table.match_id, lambda match: match.turn > 0)
    asked = [(await chooser.decision()).turn for chooser in choosers]
    return sorted(choosers, key=lambda chooser: not asked[chooser.seat])
