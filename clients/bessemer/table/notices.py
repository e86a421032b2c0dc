"""Words to the person at the table: what was not possible or has changed, and how the match ended."""

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bessemer.engine.errors import Sentence
from bessemer.engine.taken_back import TakenBack
from bessemer.faces.face import Face
from bessemer.faces.language import tr, trn
from bessemer.faces.players import Players
from bessemer.faces.refusals import refusal_text
from bessemer.faces.taken_back import told_move
from bessemer.table.answers.plan import Change
from bessemer.table.events import SeenMove
from bessemer.v1 import match_pb2

_SHOWN_INSTEAD: Final = 12


class Notice(NamedTuple):
    """A word to the person."""

    text: str
    is_bad: bool = False


def not_possible(
    game: str, why: Sequence[Sentence], instead: Sequence[str], players: Players
) -> Notice:
    """Why the rules refuse something, and what could be done instead."""
    text = tr("Not possible: {why}.", why=refusal_text(game, why, players).rstrip("."))
    if instead:
        more = ", …" if len(instead) > _SHOWN_INSTEAD else ""
        moves = f"{', '.join(instead[:_SHOWN_INSTEAD])}{more}"
        text = f"{text} {tr('Instead: {moves}.', moves=moves)}"
    return Notice(text, is_bad=True)


def changed(change: Change) -> Notice | None:
    """The fate of the answers after a changed one; `None` if there were none."""
    if not (change.kept or change.gone):
        return None
    said = [tr("The rest of your answer is kept as far as it is possible.")]
    if change.gone:
        said.append(tr("No longer possible: {answers}.", answers="; ".join(change.gone)))
    return Notice(" ".join(said))


def result_lines(
    players: Players, result: match_pb2.MatchResult, reasons: Sequence[str]
) -> list[str]:
    """The ranks and scores, then the `reasons`, which come by seat; or why there is no result."""
    if not result.ranks:
        told = tr("The match was ended without a result. {why}", why=result.message)
        return [told.strip()]
    faults = {fault.seat: f"  ({fault.message})" for fault in result.seat_faults}
    order = sorted(range(len(result.ranks)), key=lambda seat: result.ranks[seat])
    wide = max(len(players.title(seat)) for seat in order)
    lines = [
        f"{result.ranks[seat]}.  {players.title(seat):<{wide}}  {result.scores[seat]:>4}"
        f"{faults.get(seat, '')}"
        for seat in order
    ]
    return lines + [reasons[seat] for seat in order if seat < len(reasons)]


def seen_line(
    face: Face,
    seen: SeenMove,
    view: Any,  # noqa: ANN401 - any game's
    players: Players,
    *,
    has_resigned: bool,
) -> str:
    """A move as the log tells it; `view` is what was seen before it."""
    what = told_move(face, seen.move, seen.seat, view, players)
    told = f"{seen.turn}. {players.title(seen.seat)} {what}"
    if seen.is_own_choice or isinstance(seen.move, TakenBack):
        return told
    return (
        tr("{move} (resigned)", move=told)
        if has_resigned
        else tr("{move} (out of time)", move=told)
    )


def headline(result: match_pb2.MatchResult | None, own: int | None) -> str:
    """How the match ended for the person, in a few words; "" while nobody knows."""
    if result is None or own is None or own >= len(result.ranks):
        return ""
    rank = result.ranks[own]
    is_shared = list(result.ranks).count(rank) > 1
    if rank == 1:
        return tr("You share the first place.") if is_shared else tr("You won!")
    return tr("You came in at place {n}.", n=rank)


def away_line(
    match: match_pb2.Match | None, players: Players, waiting: Sequence[int], left: Sequence[float]
) -> str:
    """Who of those who are waited for has no connection, and until when; "" if nobody is."""
    gone = [seat for seat in waiting if seat != players.own and _is_away(match, seat)]
    if not gone:
        return ""
    soonest = min(gone, key=lambda seat: left[seat])
    return trn(
        "{name} has no connection and must be back within a minute.",
        "{name} has no connection and must be back within {n} minutes.",
        max(1, math.ceil(left[soonest] / 60)),
        name=players.name(soonest),
    )


def _is_away(match: match_pb2.Match | None, number: int) -> bool:
    """Whether a seat has no connection, and is not waited for as long as its bank."""
    if match is None or match.status != match_pb2.MATCH_STATUS_RUNNING:
        return False
    seat = match.seats[number]
    clock = seat.clock if seat.HasField("clock") else match.clock
    return not seat.connected and not seat.forfeited and clock.HasField("away_limit")
