"""
A match as frames, for pages that draw it: docs/frames.md.

The one maker of frames for replays and for matches that are being played: it is told one move after
the other with what can be seen afterwards, and remembers the view before.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from bessemer.engine.catalogue import GAMES
from bessemer.engine.taken_back import TakenBack
from bessemer.faces.face import face_of
from bessemer.faces.hints import hints_of
from bessemer.faces.players import Players
from bessemer.faces.taken_back import told_move
from bessemer.matches.records import Cause, ClockSettings, MatchResult
from bessemer.printable import printable
from bessemer.web.differences import Change, differences
from bessemer.wire.plain_json import PlainJson

FORMAT: Final = 1

Frame = dict[str, Any]
"""One moment of a match, as JSON has it."""


class Played(NamedTuple):
    """A move that was made."""

    turn: int
    seat: int
    move: Any
    cause: Cause
    spent: float
    """In seconds."""


class FrameMaker:
    """The frames of one match."""

    def __init__(
        self,
        game: str,
        match_id: str,
        options: Mapping[str, str],
        names: Sequence[str],
        clock: ClockSettings,
        seat_clocks: Sequence[ClockSettings] = (),
    ) -> None:
        """`seat_clocks` are given if not all seats have `clock`."""
        self._rules = GAMES[game]
        self._face = face_of(game)
        self._plain = PlainJson(game)
        self._players = Players(tuple(names))
        self._match_id = match_id
        self._options = dict(options)
        self._clock, self._clocks = clock, seat_clocks or [clock] * len(names)
        self._view: Any = None
        self._shown: object = None
        """The view before, as JSON."""
        self._own: object = None
        """What the spectator alone saw in the view before; mostly nothing."""
        self._seen: dict[str, list[Change]] = {}
        self._seen_of: dict[str, tuple[object, object]] = {}
        """By seat: of what `_seen` was made. What everybody sees makes no difference."""
        self._number = 0

    @property
    def options(self) -> Any:  # noqa: ANN401 - any game's
        """What is played by, as the rules have it."""
        return self._rules.options(self._options)

    def header(self, view: Any, seat_views: Sequence[Any] = ()) -> Frame:  # noqa: ANN401 - any game's
        """
        What does not change, and what can be seen before the first move.

        Args:
            view: a spectator's.
            seat_views: those of the seats, if they may be told.
        """
        self._look_at(view)
        header = {
            "format": FORMAT,
            "game": self._rules.name,
            "match_id": self._match_id,
            "options": self._options,
            "players": [
                {**player, "clock": _clock(clock)}
                for player, clock in zip(self._who(), self._clocks, strict=True)
            ],
            "clock": _clock(self._clock),
            "setup": self._plain.setup(self.options),
            "about": dict(hints_of(self._rules.name).things(view)),
            "view": self._shown,
            "score_name": self._face.score_name(view),
        }
        return header | self._seen_by(seat_views) | self._standing(view)

    def frame(self, played: Played, view: Any, seat_views: Sequence[Any] = ()) -> Frame:  # noqa: ANN401
        """The frame of one move; `view` is what a spectator sees after it."""
        before, shown = self._view, self._shown
        self._look_at(view)
        changes = differences(shown, self._shown)
        self._number += 1
        is_back = isinstance(played.move, TakenBack)
        frame = {
            "number": self._number,
            "turn": played.turn,
            "seat": played.seat,
            "text": str(played.move) if is_back else self._rules.format(played.move),
            "move": None if is_back else self._plain.played(played.move, played.seat, before),
            "cause": played.cause.value,
            "spent": round(played.spent, 3),
            "sentence": told_move(self._face, played.move, played.seat, before, self._players),
            "told": self._face.describe_changes(before, view, self._players),
            "changes": changes,
        }
        return frame | self._seen_by(seat_views) | self._standing(view)

    def moment(self) -> Frame:
        """The last view alone, with all that a board is drawn from."""
        return {
            "game": self._rules.name,
            "setup": self._plain.setup(self.options),
            "players": self._who(),
            "view": self._shown,
        } | self._standing(self._view)

    def _who(self) -> list[Frame]:
        name, letter = self._players.name, self._players.letter
        seats = range(len(self._players.names))
        return [{"seat": seat, "name": name(seat), "letter": letter(seat)} for seat in seats]

    def _standing(self, view: Any) -> Frame:  # noqa: ANN401 - any game's
        face = self._face
        return {
            "heading": face.heading(view),
            "round": face.round_of(view),
            "waiting": list(map(int, face.waiting(view))),
            "scores": list(face.scores(view)),
            "in_sight": list(face.in_sight(view)),
        }

    def _seen_by(self, views: Sequence[Any]) -> Frame:
        """What leads from the spectator's view to those of the seats, where that is new."""
        found = {}
        for seat, view in zip(map(str, range(len(views))), views, strict=True):
            own = self._plain.own(view)
            known = self._seen_of.get(seat)
            if known is not None and known[0] is self._own and known[1] is own:
                continue
            self._seen_of[seat] = self._own, own
            changes = differences(self._shown, self._plain.view(view))
            if changes != self._seen.get(seat, []):
                found[seat] = self._seen[seat] = changes
        return {"seen": found} if found else {}

    def _look_at(self, view: Any) -> None:  # noqa: ANN401 - any game's
        """A spectator sees this from now on."""
        self._view, self._shown, self._own = view, self._plain.view(view), self._plain.own(view)


def _clock(clock: ClockSettings) -> Frame:
    return {"bank": clock.bank, "increment": clock.increment}


def end_of(result: MatchResult) -> Frame:
    """How a match ended."""
    return {
        "status": result.status.value,
        "ranks": list(result.ranks),
        "scores": list(result.scores),
        "faults": [
            {"seat": int(fault.seat), "message": printable(fault.message)}
            for fault in result.seat_faults
        ],
        "message": printable(result.message),
    }
