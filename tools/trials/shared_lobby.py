"""
Two referees, one lobby: players at both of them, and the one that has the ladder is killed.

    python -m tools.trials.shared_lobby [--players 60] [--matches 300] [--game furnace] [--seed N]

Two `bessemer serve` share a PostgreSQL. Half of the players name the first referee first, the others the
second. In the middle the one that has the ladder dies by `kill -9` and stays away. Prints who met
whom, how long the dead one's players needed, and whether a match was lost, counted twice or played by
somebody who was busy; exits with 1 if one was.
"""

import argparse
import asyncio
import math
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Final, NamedTuple

from bessemer.bots.registry import new_bot
from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.ladder.ladder import Ladder
from bessemer.matches.records import ClockSettings, SavedMatch, Status
from bessemer.sdk.bot import Bot
from bessemer.sdk.seats.ladder import enlist
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore, open_store
from bessemer.v1 import admin_service_pb2 as admin
from tests.referees.in_process import SHORT, Client, channel_to
from tests.referees.process import RefereeProcess
from tests.storage.postgres import own_postgres

_SEATS: Final = 4
_LOOK_SECONDS: Final = 0.2
_CLOCK: Final = ClockSettings(bank=600.0, increment=10.0)


class Found(NamedTuple):
    """What a run came to."""

    figures: dict[str, str]
    faults: list[str]


async def run(url: str, folder: Path, args: argparse.Namespace) -> Found:
    """Play, kill, play on; then look into the database."""
    with closing(open_store(url)) as store:
        rules = GAMES[args.game]
        texts = rules.option_texts(rules.options(SHORT[args.game]))
        SqlLadderStore(store).create(
            Ladder("main", args.game, texts, _SEATS, _CLOCK, created=1.0), "tools"
        )
    (folder / "east").mkdir(mode=0o700)
    (folder / "west").mkdir(mode=0o700)
    referees = [
        RefereeProcess(folder / name, "--database", url, "--name", name, "--ladder", "main")
        for name in ("east", "west")
    ]
    async with AsyncExitStack() as stack:
        east, west = referees
        await stack.enter_async_context(east)
        shutil.copy(folder / "east" / "organiser.token", folder / "west")
        await stack.enter_async_context(west)
        tokens = await registered(east, args.players)
        bots = [
            asyncio.create_task(
                enlist(_addresses(referees, at), token, "main", lambda game: _bot(game, args.seed))
            )
            for at, token in enumerate(tokens)
        ]
        store = stack.enter_context(closing(open_store(url)))
        await ended(store, args.matches // 2, "before the kill")
        before = len(rated(store))
        killed = time.time()
        east.kill()
        print("the referee that has the ladder is killed", flush=True)
        await ended(store, before + args.matches // 2, "after it")
        for bot in bots:
            bot.cancel()
        failures = [
            repr(one)
            for one in await asyncio.gather(*bots, return_exceptions=True)
            if not isinstance(one, asyncio.CancelledError)
        ]
        return found(store, tokens, killed, failures)


def _addresses(referees: Sequence[RefereeProcess], at: int) -> str:
    addresses = [one.address for one in referees]
    return ",".join(addresses if at % 2 == 0 else reversed(addresses))


def _bot(game: str, seed: int) -> Bot:
    return new_bot(game, "random", random.Random(seed))  # noqa: S311 - no secret


async def registered(referee: RefereeProcess, count: int) -> list[str]:
    """The tokens of so many new players."""
    async with channel_to(referee.address) as channel:
        organiser = Client(channel, referee.token)
        tokens = []
        for number in range(count):
            request = admin.CreatePlayerRequest(name=f"player{number}", role=admin.ROLE_PLAYER)
            tokens.append((await organiser.CreatePlayer(request)).token)
        return tokens


async def ended(store: SqlStore, count: int, when: str) -> None:
    """Wait until so many matches are rated."""
    last = -1
    while (now := len(await asyncio.to_thread(rated, store))) < count:
        if now // 50 != last:
            last = now // 50
            print(f"{now} matches {when}", flush=True)
        await asyncio.sleep(_LOOK_SECONDS)


def rated(store: SqlStore) -> list[str]:
    """The ids of the matches that count."""
    return [one.result.match_id for one in SqlLadderStore(store).history("main", 1)]


def found(store: SqlStore, tokens: Sequence[str], killed: float, failures: list[str]) -> Found:
    """Look into the database."""
    matches = store.matches(limit=1_000_000, before=None, status=None, game="")
    over = [one for one in matches if one.result is not None]
    ids, faults = rated(store), list(failures)
    finished = {
        one.spec.match_id for one in over if one.result and one.result.status is Status.FINISHED
    }
    if set(ids) != finished or len(ids) != len(finished):
        faults.append(f"{len(finished)} matches were finished, and {len(ids)} count")
    if aborted := [one for one in over if one.result and one.result.status is Status.ABORTED]:
        faults.append(f"{len(aborted)} matches were aborted")
    faults += busy(over)
    groups = [frozenset(one.spec.players) for one in reversed(over)]
    names = [f"player{number}" for number in range(len(tokens))]
    even = {name for at, name in enumerate(names) if at % 2 == 0}
    mixed = sum(0 < len(even & group) < _SEATS for group in groups)
    back = dict.fromkeys(names, math.inf)
    for one in over:
        if one.started is not None and one.started > killed:
            for name in one.spec.players:
                back[name] = min(back[name], one.started - killed)
    known = {pair for group in groups for pair in _pairs(group)}
    slowest = max(back[name] for name in even)
    if slowest > 60:
        faults.append(f"a player of the dead referee was back after {slowest:.1f} s")
    figures = {
        "matches": str(len(over)),
        "groups that met again": f"{_repeated(groups):.1%} (by lot {_by_lot(len(groups), names):.1%})",
        "matches with players of both referees": f"{mixed / len(groups):.1%} "
        f"(by lot {1 - 2 * math.comb(len(even), _SEATS) / math.comb(len(names), _SEATS):.1%})",
        "pairs that have met": f"{len(known)} of {math.comb(len(names), 2)}",
        "first match after the kill": f"{min(back.values()):.1f} s",
        "last player back in a match": f"{max(back.values()):.1f} s, of the dead referee {slowest:.1f} s",
    }
    return Found(figures, faults)


def busy(over: Sequence[SavedMatch]) -> list[str]:
    """Players who were in two matches at once, though they take one."""
    spans: dict[str, list[tuple[float, float]]] = {}
    for one in over:
        if one.result is not None and one.started is not None:
            for name in one.spec.players:
                spans.setdefault(name, []).append((one.spec.created, one.result.ended))
    return [
        f"{name} was in two matches at once"
        for name, times in spans.items()
        if any(
            before[1] > after[0]
            for before, after in zip(sorted(times), sorted(times)[1:], strict=False)
        )
    ]


def _pairs(group: frozenset[str]) -> list[tuple[str, str]]:
    return [(one, two) for one in group for two in group if one < two]


def _repeated(groups: Sequence[frozenset[str]]) -> float:
    return 1 - len(Counter(groups)) / max(1, len(groups))


def _by_lot(matches: int, names: Sequence[str]) -> float:
    """The share of repeated groups if every match were drawn by lot from all."""
    groups = math.comb(len(names), _SEATS)
    return 1 - groups * (1 - (1 - 1 / groups) ** matches) / max(1, matches)


def main() -> int:
    """Run it, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--players", type=int, default=60, metavar="N")
    parser.add_argument("--matches", type=int, default=300, metavar="N")
    parser.add_argument("--game", choices=NAMES, default="furnace")
    parser.add_argument("--seed", type=int, default=27, metavar="N")
    args = parser.parse_args()
    with own_postgres() as server, tempfile.TemporaryDirectory() as folder:
        figures, faults = asyncio.run(run(server.get_uri(), Path(folder), args))
    for what, value in figures.items():
        print(f"{what:40} {value}")
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
