"""
The json dialect: each line is an object. A question has the view and what happened, the answer is a move.

Before it answers, a program may ask about the rules (`questions.py`).
"""

import math
from typing import Any, Final

import msgspec

from bessemer.engine.catalogue import GAMES
from bessemer.engine.errors import GameError
from bessemer.lines.program import Channel
from bessemer.lines.questions import BadQuestion, RulesQuestions
from bessemer.sdk.bot import MatchEnd, MatchStart
from bessemer.sdk.errors import BotFailed
from bessemer.sdk.view import AnyView, SeatMove

_SHOWN: Final = 60
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder().decode


class JsonDialect:
    """One match in the json dialect."""

    def __init__(self, channel: Channel, game: str) -> None:
        self._channel = channel
        self._game = GAMES[game]
        self._questions = RulesQuestions(game)
        self._since: list[SeatMove] = []
        """What happened since the program was last asked: nobody asks it where only one answer is possible."""

    async def begin(self, match: MatchStart) -> None:
        """`{"type": "match", …}`: what is played, with cards, map and figures."""
        options = self._game.options(match.options)
        await self._tell(
            {
                "type": "match",
                "match": match.match_id,
                "game": match.game,
                "seat": match.seat,
                "players": match.players,
                "options": dict(match.options),
                "setup": self._questions.plain.setup(options),
            }
        )

    async def decide(self, view: AnyView) -> Any:  # noqa: ANN401 - any game's move
        """
        `{"type": "ask", …}`, then the program's questions, and its answer.

        Raises:
            BotFailed: its answer is no move; whether it is legal, the referee says.
        """
        self._since += view.moves_since()
        draft = view.choices()
        if draft.choice is None:
            return draft.move
        seconds = view.time_left()
        self._questions.begin(view)
        asked = {
            "type": "ask",
            "kind": view.phase,
            "round": view.round,
            "last_round": view.is_last_round,
            "time_left": round(seconds, 3) if math.isfinite(seconds) else None,
            "since": [
                {"seat": one.seat, "move": self._game.format(one.move)} for one in self._since
            ],
            **self._questions.choice(draft),
            "view": self._questions.plain.view(view.seen),
        }
        self._since.clear()
        line = await self._channel.ask(_written(asked))
        while True:
            said = _read(line)
            if isinstance(said, dict) and "note" in said:
                view.note(said["note"])
            if isinstance(said, list) or "ask" in said:
                await self._tell(self._questions.reply(said))
            elif said.keys() != {"note"}:
                return self._move(said, view)
            line = await self._channel.read()

    async def refuse(self, why: str) -> None:
        """`{"type": "refused", "why": …}`."""
        await self._tell({"type": "refused", "why": why})

    async def end(self, match: MatchEnd) -> None:
        """`{"type": "end", …}`; ranks and scores are empty if the match was aborted."""
        told = {
            "type": "end",
            "rank": match.rank,
            "score": match.score,
            "ranks": match.ranks,
            "scores": match.scores,
        }
        await self._tell({**told, "message": match.message, "faults": match.faults})

    async def _tell(self, what: object) -> None:
        await self._channel.tell(_written(what))

    def _move(self, said: dict[str, Any], view: AnyView) -> Any:  # noqa: ANN401 - any game's
        try:
            move = self._questions.move(said, view)
        except (BadQuestion, GameError) as error:
            raise BotFailed(f"it answered {_written(said)[:_SHOWN]}: {error}") from None
        if "move" in said and (refusal := view.why_illegal(move)) is not None:
            raise BotFailed(f"it answered {_written(said)[:_SHOWN]}: {refusal}")
        return move


def _written(what: object) -> str:
    return _encode(what).decode()


def _read(line: str) -> Any:  # noqa: ANN401 - JSON
    """
    The object or list of a line.

    Raises:
        BotFailed: it is none.
    """
    try:
        said = _decode(line)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict | list):
        raise BotFailed(f"it answered {line[:_SHOWN]!r}: a line is a JSON object")
    return said
