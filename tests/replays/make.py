"""
Matches made for tests of replays: `python -m tests.replays.make` writes the golden files anew.

That is right only after a change that raises a game's rules version or the format's.
"""

from pathlib import Path
from typing import Final, NamedTuple

from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance, Draws
from bessemer.engine.game import Seat
from bessemer.matches.fingerprint import fingerprint
from bessemer.matches.ranking import final_ranks
from bessemer.matches.records import (
    Cause,
    ClockSettings,
    Durability,
    Fault,
    MatchResult,
    MatchSpec,
    MoveRecord,
    SeatFault,
    Status,
)
from bessemer.replays.format import write_replay

FOLDER: Final = Path(__file__).parent
SUFFIX: Final = ".replay"
_NAMES: Final = ("Ada", "Žofie", "bot-17", 'a "quoted" one')
_STARTED: Final = 1_767_225_600.5


class Script(NamedTuple):
    """What happens in a match, but for the moves: those are drawn."""

    seats: int
    game: str = "furnace"
    options: tuple[tuple[str, str], ...] = ()
    late: frozenset[int] = frozenset()
    """The turns in which time runs out."""
    silent: frozenset[int] = frozenset()
    """The seats whose time runs out in every turn."""
    strike_limit: int = 3
    stop_after: int | None = None
    """After so many moves an organiser ends the match."""


class Played(NamedTuple):
    """A match that is over, as `write_replay` wants it."""

    spec: MatchSpec
    records: tuple[MoveRecord, ...]
    """In the order accepted."""
    result: MatchResult

    @property
    def replay(self) -> bytes:
        """Its file."""
        return write_replay(self.spec, self.spec.players, _STARTED, self.records, self.result)


_FURNACE: Final = {
    "two-players": Script(2),
    "three-players": Script(3),
    "four-players": Script(4),
    "short-game": Script(2, options=(("rounds", "3"),)),
    "chain": Script(3, options=(("chain", "on"),)),
    "capitalists-off": Script(4, options=(("capitalists", "off"),)),
    "timeouts": Script(3, late=frozenset({2, 9, 40})),
    "forfeited": Script(3, silent=frozenset({1})),
    "forfeited-while-leading": Script(3, late=frozenset({51}), strike_limit=1),
    "all-forfeited": Script(2, silent=frozenset({0, 1}), strike_limit=1),
    "aborted": Script(4, stop_after=30),
    # The last move is a sealed plan, and the turn before it was never answered.
    "aborted-while-sealed": Script(4, options=(("capitalists", "off"),), stop_after=18),
    "aborted-at-once": Script(2, stop_after=0),
}
_BRASS: Final = {
    "two-players": Script(2, "brass"),
    "three-players": Script(3, "brass"),
    "four-players": Script(4, "brass"),
    "timeouts": Script(3, "brass", late=frozenset({2, 9, 40})),
    "forfeited": Script(3, "brass", silent=frozenset({1})),
    "all-forfeited": Script(2, "brass", silent=frozenset({0, 1}), strike_limit=1),
    "aborted": Script(4, "brass", stop_after=30),
    "aborted-at-once": Script(2, "brass", stop_after=0),
}
_ALCHEMICUS: Final = {
    "two-players": Script(2, "alchemicus", (("round_cap", "12"),)),
    "three-players": Script(3, "alchemicus", (("round_cap", "12"), ("bank", "on"))),
    "four-players": Script(4, "alchemicus", (("round_cap", "12"), ("advanced_sale", "on"))),
    "noctis": Script(3, "alchemicus", (("round_cap", "12"), ("noctis", "on"))),
    "race": Script(4, "alchemicus", (("round_cap", "12"), ("noctis", "on"), ("race", "on"))),
    "timeouts": Script(3, "alchemicus", (("round_cap", "12"),), late=frozenset({2, 9, 40})),
    "forfeited": Script(3, "alchemicus", (("round_cap", "12"),), silent=frozenset({1})),
    "all-forfeited": Script(
        2, "alchemicus", (("round_cap", "12"),), silent=frozenset({0, 1}), strike_limit=1
    ),
    "aborted": Script(4, "alchemicus", stop_after=30),
    "aborted-at-once": Script(2, "alchemicus", stop_after=0),
}
SCRIPTS: Final = {
    f"{script.game}/{name}": script
    for scripts in (_FURNACE, _BRASS, _ALCHEMICUS)
    for name, script in scripts.items()
}
"""By game and name: the golden files."""

_INCREMENTS: Final = {
    "furnace": {"plan": 0.25},
    "brass": {"sale": 0.25},
    "alchemicus": {"move": 0.25},
}
"""By game: a kind of decision with seconds of its own."""


def play(script: Script, seed: bytes = b"golden") -> Played:
    """Play a match by the rules; the same script and seed always give the same match."""
    game, draws = GAMES[script.game], Draws(Chance(b"play " + seed))
    options = game.options(dict(script.options))
    state = game.setup(options, script.seats, Chance(seed))
    entries: list[MoveRecord] = []
    open_turns: dict[Seat, int] = {}
    strikes = [0] * script.seats
    while (asked := game.decisions(state)) and len(entries) != script.stop_after:
        for decision in asked:
            if decision.seat not in open_turns:
                open_turns[decision.seat] = len(entries) + len(open_turns) + 1
        seat = asked[draws.below(len(asked))].seat
        turn = open_turns.pop(seat)
        cause = Cause.PLAYED
        if strikes[seat] >= script.strike_limit:
            cause = Cause.FORFEITED
        elif turn in script.late or seat in script.silent:
            cause = Cause.TIMED_OUT
        strikes[seat] += cause is Cause.TIMED_OUT
        move = (
            game.sample_move(state, seat, draws.below)
            if cause is Cause.PLAYED
            else game.default_move(state, seat)
        )
        state = game.apply(state, seat, move)
        check = "" if game.sealed(state) else fingerprint(state)
        spent = draws.below(3_000_000)
        entries.append(MoveRecord(turn, seat, game.format(move), cause, spent, check))
    spec = MatchSpec(
        match_id=f"m-{seed.hex()}",
        game=game.name,
        rules_version=game.rules_version,
        options=game.option_texts(options),
        players=_NAMES[: script.seats],
        seed=seed,
        clock=ClockSettings(
            bank=2.5,
            increment_by_kind=_INCREMENTS.get(script.game, {}),
            strike_limit=script.strike_limit,
        ),
        durability=Durability.MOVE,
        created=_STARTED - 7.25,
    )
    forfeited = [Seat(seat) for seat in range(script.seats) if strikes[seat] == script.strike_limit]
    faults = tuple(SeatFault(seat, Fault.PLAYER, "out of time") for seat in forfeited)
    outcome = game.outcome(state)
    ended = _STARTED + 61.000001
    ending = MatchResult(
        Status.ABORTED, ended, fault=Fault.ORGANISER, message="stopped", seat_faults=faults
    )
    if outcome is not None:
        ranks = final_ranks(outcome.ranks, forfeited)
        ending = MatchResult(Status.FINISHED, ended, ranks, outcome.scores, faults)
    return Played(spec, tuple(entries), ending)


def _write_all() -> None:
    for name, script in SCRIPTS.items():
        (FOLDER / script.game).mkdir(exist_ok=True)
        (FOLDER / f"{name}{SUFFIX}").write_bytes(play(script).replay)


if __name__ == "__main__":
    _write_all()
