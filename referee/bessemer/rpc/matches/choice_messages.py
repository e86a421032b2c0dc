"""Choices on the wire: paths as they are read, steps as they are written, and `ListChoices`."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from bessemer.engine import choices, drafts
from bessemer.engine.catalogue import AnyGame
from bessemer.engine.errors import NotOffered
from bessemer.engine.game import Seat
from bessemer.errors import BadRequest
from bessemer.matches.match import Match
from bessemer.matches.paths import asked_view
from bessemer.rpc.calls.error_statuses import refusal_of
from bessemer.v1 import choice_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.wire.wire import GameWire, wire_of

MOST_PATHS: Final = 100
_LONGEST_PATH: Final = 200
_MOST_WORDS: Final = 200
_LONGEST_WORD: Final = 100
_LARGEST_BYTES: Final = 2 * 1024 * 1024
"""The size of a page: clients take 4 MiB by default."""


def read_path(message: choice_pb2.ChoicePath, field: str = "path") -> choices.Path:
    """
    The answers in a message, of which `field` is the name.

    Raises:
        BadRequest: more answers, or longer ones, than any choice has.
    """
    if len(message.answers) > _LONGEST_PATH:
        raise BadRequest(f"a path has at most {_LONGEST_PATH} answers", field=f"{field}.answers")
    path = tuple(tuple(answer.words) for answer in message.answers)
    for place, answer in enumerate(path):
        if len(answer) > _MOST_WORDS or any(len(word) > _LONGEST_WORD for word in answer):
            raise BadRequest(
                f"an answer has at most {_MOST_WORDS} words, of at most {_LONGEST_WORD} characters",
                field=f"{field}.answers[{place}].words",
            )
    return path


def first_step(match: Match, seat: Seat) -> bytes:
    """A serialised `ChoiceStep`: what the seat that is asked has to choose first."""
    view = match.game.view(match.published_state, seat)
    draft = drafts.begin(match.game, view)
    return _step(draft, wire_of(match.spec.game)).SerializeToString()


async def list_choices(
    match: Match,
    seat: Seat,
    request: pb.ListChoicesRequest,
    has_room: Callable[[], bool] = lambda: True,
) -> pb.ListChoicesResponse:
    """
    Where the paths of one page lead; the page ends early where the caller `has_room` for no more.

    Raises:
        BadRequest: too many paths, or none; one that cannot be read; a bad page size or token.
        StaleTurn, TurnNotOpen, MatchOver: the seat is not asked in this turn.
    """
    paths, start, end = request.paths, *_page(request)
    view = asked_view(match, seat, request.turn)
    game, wire = match.game, wire_of(match.spec.game)
    response, size = pb.ListChoicesResponse(), 0
    for place in range(start, end):
        if place > start:
            # The others do not wait for all of them; what they cost so far is charged meanwhile.
            await asyncio.sleep(0)
            if not has_room():
                end = place
                break
        field = f"paths[{place}]"
        path = read_path(paths[place], field)
        step = _follow(game, wire, view, path, field, explain=request.explain)
        size += step.ByteSize()
        if size > _LARGEST_BYTES and place > start:
            end = place
            break
        response.steps.append(step)
    if end < len(paths):
        response.next_page_token = str(end)
    return response


def _page(request: pb.ListChoicesRequest) -> tuple[int, int]:
    """Which paths are asked for: the first, and the one after the last."""
    count, size, token = len(request.paths), request.page_size, request.page_token
    if not 1 <= count <= MOST_PATHS:
        raise BadRequest(
            f"list 1 to {MOST_PATHS} paths, not {count}; an empty path is the beginning",
            field="paths",
        )
    if not 0 <= size <= MOST_PATHS:
        raise BadRequest(f"a page has 1 to {MOST_PATHS} entries", field="page_size")
    if token and not (token.isdecimal() and token.isascii() and 0 < int(token[:9]) < count):
        raise BadRequest(
            "this is no page token of these paths; take the next_page_token of the page before",
            field="page_token",
        )
    start = int(token or 0)
    return start, min(count, start + (size or MOST_PATHS))


def _follow(
    game: AnyGame,
    wire: GameWire,
    view: Any,  # noqa: ANN401 - any game's
    path: choices.Path,
    field: str,
    *,
    explain: bool,
) -> choice_pb2.ChoiceStep:
    try:
        draft = drafts.follow(game, view, path)
    except NotOffered as refused:
        refusal = refusal_of(refused)
        refusal.field = f"{field}.answers[{refused.place}]"
        return choice_pb2.ChoiceStep(refusal=refusal)
    step = _step(draft, wire)
    if explain:
        step.not_offered.extend(map(_not_offered, draft.not_now()))
    return step


def _step(draft: drafts.Draft[Any], wire: GameWire) -> choice_pb2.ChoiceStep:
    if draft.choice is None:
        return choice_pb2.ChoiceStep(move=wire.write_move(draft.move))
    name, words, least, most, about = draft.choice
    return choice_pb2.ChoiceStep(
        choice=choice_pb2.Choice(
            name=name, words=map(_word, words), least=least, most=most, about=_thing(about)
        )
    )


def _word(word: choices.Word) -> choice_pb2.ChoiceWord:
    text, thing, copies = word
    return choice_pb2.ChoiceWord(text=text, thing=_thing(thing), copies=copies)


def _thing(thing: choices.Thing | None) -> choice_pb2.Thing | None:
    return None if thing is None else choice_pb2.Thing(kind=thing.kind, id=thing.id)


def _not_offered(other: drafts.NotNow) -> choice_pb2.NotOffered:
    refusal = refusal_of(other.refusal)
    # Nobody has sent the move that is refused here, and what is offered stands in the choice.
    for name in ("field", "allowed_moves", "allowed_values"):
        refusal.ClearField(name)
    return choice_pb2.NotOffered(word=_word(other.word), refusal=refusal)
