"""Matches made for tests of replays; those of the golden files are in `tests/games/<game>/replays.py`."""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from nacl.signing import SigningKey as PrivateKey

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.engine.chance import Chance, Draws
from bessemer.engine.game import Below, Seat
from bessemer.matches.fingerprint import fingerprint
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
    final_ranks,
)
from bessemer.replays.format import write_replay
from bessemer.replays.signatures import SigningKey
from tests.replays.script import Script

FOLDER: Final = Path(__file__).parent
SUFFIX: Final = ".replay"
_NAMES: Final = ("Ada", "Žofie", "bot-17", 'a "quoted" one', *(f"bot-{n}" for n in range(5, 27)))
KEY: Final = SigningKey(PrivateKey(b"the key of the golden replays..."))
_STARTED: Final = 1_767_225_600.5


class Played(NamedTuple):
    """A match that is over, as `write_replay` wants it."""

    spec: MatchSpec
    records: tuple[MoveRecord, ...]
    """In the order accepted."""
    result: MatchResult

    @property
    def replay(self) -> bytes:
        """Its file, not signed."""
        return write_replay(self.spec, self.spec.players, _STARTED, self.records, self.result)

    @property
    def signed(self) -> bytes:
        """Its file, signed."""
        return write_replay(
            self.spec, self.spec.players, _STARTED, self.records, self.result, key=KEY
        )


class Replays(Protocol):
    """The golden replays of one game: its module `tests.games.<game>.replays`."""

    SCRIPTS: Mapping[str, Script]
    """By name: every number of seats and every way in which a match can end."""
    INCREMENT: Mapping[str, float]
    """A kind of decision with seconds of its own."""


def replays_of(game: str) -> Replays:
    """The golden replays of a game."""
    replays: Replays = import_module(f"tests.games.{game}.replays")
    return replays


SCRIPTS: Final = {
    f"{game}/{name}": script._replace(game=game)
    for game in NAMES
    for name, script in replays_of(game).SCRIPTS.items()
}
"""By game and name: the golden files."""


def play(
    script: Script, seed: bytes = b"golden", choose: Callable[[Any, Seat, Below], Any] | None = None
) -> Played:
    """
    Play a match by the rules; the same script and seed always give the same match.

    Players `choose` their moves from a state; without that they are sampled.
    """
    game, draws = GAMES[script.game], Draws(Chance(b"play " + seed))
    choose = choose or game.sample_move
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
            choose(state, seat, draws.below)
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
            increment_by_kind=replays_of(script.game).INCREMENT,
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


def write_replays(game: str) -> None:
    """Write the golden files of a game anew."""
    (FOLDER / game).mkdir(exist_ok=True)
    for name, script in SCRIPTS.items():
        if script.game == game:
            (FOLDER / f"{name}{SUFFIX}").write_bytes(play(script).signed)
