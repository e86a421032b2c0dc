"""
A competition from its first match to its champion, as a course of 24 would hold it, with all that goes wrong.

    python -m tools.trials.course [--minutes 30] [--quick] [--seed N]

16 bots of different speed, 6 that are always quick, as an organiser's own would be, and 2 players with a
person's clock play a season on three ladders, one of each game, at one referee. A second referee joins and is killed by `kill -9`; the first is
upgraded: drained, and started again. The best 16 play a Swiss, the best 8 of that a knock-out, and all of it is
exported as pages. Prints pairings, waits, coverage and losses; exits with 1 if something was lost.
"""

import argparse
import asyncio
import math
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final, NamedTuple

from bessemer.bots.registry import new_bot
from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.ladder.ladder import Ladder
from bessemer.ladder.tournament.record import TournamentRecord
from bessemer.matches.records import ClockSettings, Status
from bessemer.runner.queries import report_of
from bessemer.sdk.bot import Bot
from bessemer.sdk.program.slowed_bot import paced
from bessemer.sdk.seats.ladder import enlist
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore, open_store
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as ladder_pb
from tests.ports import free_ports
from tests.referees.in_process import SHORT, Client, channel_to
from tests.referees.process import RefereeProcess
from tests.storage.postgres import own_postgres

_CLOCK: Final = ClockSettings(bank=600.0, increment=10.0)
_LOOK_SECONDS: Final = 0.5


class CoursePlan(NamedTuple):
    """How large a course is."""

    bots: int = 16
    hosted: int = 6
    people: int = 2
    swiss: int = 16
    """The best so many play a Swiss."""
    knockout: int = 8
    """And the best so many of that a knock-out."""
    minutes: float = 30.0
    """Of the season; whole games are played."""
    matches: int = 0
    """Of the season on each ladder, in place of the minutes; then games are short."""
    seed: int = 27


class Course:
    """The players, the referees and the database."""

    def __init__(self, url: str, folder: Path, plan: CoursePlan) -> None:
        self.url, self.folder, self.plan = url, folder, plan
        self.store: SqlStore = open_store(url)
        self.ladders = SqlLadderStore(self.store)
        self.tokens: dict[str, str] = {}
        ports = dict(zip(("east", "west"), free_ports(2), strict=True))
        self.addresses = ",".join(f"127.0.0.1:{port}" for port in ports.values())
        self.referees = {name: self._referee(name, port) for name, port in ports.items()}
        self.faults: list[str] = []

    def _referee(self, name: str, port: int) -> RefereeProcess:
        (self.folder / name).mkdir(mode=0o700)
        given = ("--database", self.url, "--name", name, "--drain-timeout", "5")
        return RefereeProcess(self.folder / name, *given, listen=f"127.0.0.1:{port}")

    def create_ladders(self) -> None:
        """One of each game."""
        for game in NAMES:
            rules = GAMES[game]
            options = rules.option_texts(rules.options(SHORT[game] if self.plan.matches else {}))
            self.ladders.create(
                Ladder(game, game, options, max(rules.seats), _CLOCK, created=1.0), "tools"
            )

    async def register(self, organiser: Client) -> None:
        """Everybody gets a token."""
        names = [f"bot{n}" for n in range(self.plan.bots)] + [
            f"hosted{n}" for n in range(self.plan.hosted)
        ]
        names += [f"person{n}" for n in range(self.plan.people)]
        for name in names:
            request = admin.CreatePlayerRequest(
                name=name, role=admin.ROLE_PLAYER, person=name.startswith("person")
            )
            self.tokens[name] = (await organiser.CreatePlayer(request)).token

    def pace(self, name: str) -> float:
        """How many seconds a player takes for a move: from none to a few."""
        longest = 0.05 if self.plan.matches else 2.0
        number = int(name.strip("bothsedprn"))
        if name.startswith("person"):
            return longest
        return 0.0 if name.startswith("hosted") else longest * (number / self.plan.bots) ** 3

    @asynccontextmanager
    async def playing(self, ladders: Sequence[str], names: Sequence[str]) -> Any:  # noqa: ANN401 - a context
        """These players are there while the body runs; whoever is sent away is a fault."""
        tasks = [
            asyncio.create_task(
                enlist(self.addresses, self.tokens[name], ladder, self._bot_of(name))
            )
            for ladder in ladders
            for name in names
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            known = (asyncio.CancelledError, type(None))
            self.faults += [
                repr(end)
                for end in ends
                if not isinstance(end, known) and "is over" not in str(end)
            ]

    def _bot_of(self, name: str) -> Callable[[str], Bot]:
        def made(game: str) -> Bot:
            luck = random.Random(f"{self.plan.seed} {name}")  # noqa: S311 - no secret
            return paced(new_bot(game, "random", luck), self.pace(name))

        return made

    def rated(self, ladder: str) -> int:
        """How many matches count."""
        return len(self.ladders.history(ladder, 1))

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something in the database."""
        while not await asyncio.to_thread(holds):  # noqa: ASYNC110 - others write there
            await asyncio.sleep(_LOOK_SECONDS)

    def share_of_season(self, began: float, share: float) -> bool:
        """Whether so much of the season is over: of its minutes, or of its matches."""
        if self.plan.matches:
            return all(self.rated(game) >= share * self.plan.matches for game in NAMES)
        return time.time() - began >= share * self.plan.minutes * 60


async def run(course: Course) -> dict[str, str]:
    """Hold the course; its figures."""
    course.create_ladders()
    async with AsyncExitStack() as stack:
        east, west = course.referees.values()
        await stack.enter_async_context(east)
        channel = await stack.enter_async_context(channel_to(east.address))
        organiser = Client(channel, east.token)
        await course.register(organiser)
        stack.callback(lambda: west.kill() if hasattr(west, "process") else None)
        async with course.playing(NAMES, list(course.tokens)):
            await season(course, east, west)
        for game in NAMES:
            freeze = admin.FreezeLadderRequest(
                ladder=game, frozen=True, reason="the season is over"
            )
            await organiser.FreezeLadder(freeze)
        await stage(course, organiser, "swiss", "furnace", course.plan.swiss)
        champion = await stage(course, organiser, "knockout", "swiss", course.plan.knockout)
        pages = await export(course)
    return figures(course) | {"champion": champion, "pages": pages}


async def season(course: Course, east: RefereeProcess, west: RefereeProcess) -> None:
    """A season, in which a referee joins, dies, and the other one is upgraded."""
    began = time.time()
    await course.until(lambda: course.share_of_season(began, 0.25))
    shutil.copy(east.data / "organiser.token", west.data)
    await asyncio.to_thread(west.start)
    say(course, "a second referee has joined")
    await course.until(lambda: course.share_of_season(began, 0.5))
    west.kill()
    say(course, "it is killed")
    await course.until(lambda: course.share_of_season(began, 0.7))
    east.process.terminate()
    await east.ends()
    say(course, "the first is drained, and starts again")
    await asyncio.to_thread(east.start)
    await course.until(lambda: course.share_of_season(began, 1.0))
    say(course, "the season is over")


def say(course: Course, words: str) -> None:
    """Say how far it is."""
    counts = ", ".join(f"{game} {course.rated(game)}" for game in NAMES)
    print(f"{words} ({counts} matches)", flush=True)


async def stage(course: Course, organiser: Client, format_: str, seeds: str, top: int) -> str:
    """Play a format among the best of another ladder; who has won."""
    terms = ladder_pb.LadderFormat(
        format=ladder_pb.Format.Value(f"FORMAT_{format_.upper()}"),
        seatings=ladder_pb.SEATINGS_ONE if course.plan.matches else ladder_pb.SEATINGS_ROTATED,
        seed_from=seeds,
        top=top,
    )
    terms.absence.FromSeconds(120)
    options = SHORT["furnace"] if course.plan.matches else {}
    request = admin.CreateLadderRequest(
        name=format_, game="furnace", seats=2, options=options, format=terms
    )
    await organiser.CreateLadder(request)
    start = admin.StartLadderRequest(ladder=format_, reason="the season is over")
    players = list((await organiser.StartLadder(start)).players)

    def result() -> Any:  # noqa: ANN401 - a FormatResult
        ladder = course.ladders.ladder(format_)
        assert ladder is not None
        return TournamentRecord.read(course.ladders, ladder).result

    async with course.playing([format_], players):
        await course.until(lambda: bool(result().is_over))
    winners = " and ".join(result().winners)
    print(f"{format_} of {len(players)}: {winners} won", flush=True)
    return winners


async def export(course: Course) -> str:
    """Write all as pages; how many files there are."""
    folder = course.folder / "pages"
    command = (sys.executable, "-m", "bessemer.cli.main", "web", "export", str(folder))
    done = await asyncio.create_subprocess_exec(*command, "--database", course.url)
    if await done.wait():
        course.faults.append("the pages could not be written")
    matches = len(list(folder.rglob("data/match/*.js")))
    return f"{len(list(folder.rglob('*.html')))} pages, {matches} matches"


def figures(course: Course) -> dict[str, str]:
    """Look into the database; faults are noted."""
    found: dict[str, str] = {}
    over = course.store.matches(limit=1_000_000, before=None, status=None, game="")
    for ladder in (*NAMES, "swiss", "knockout"):
        ours = [one for one in reversed(over) if one.spec.ladder == ladder and one.result]
        finished = [one for one in ours if one.result and one.result.status is Status.FINISHED]
        ids = {one.result.match_id for one in course.ladders.history(ladder, 1)}
        if ids != {one.spec.match_id for one in finished}:
            course.faults.append(
                f"{ladder}: {len(finished)} matches were finished, {len(ids)} count"
            )
        aborted = sum(
            one.result is not None and one.result.status is Status.ABORTED for one in ours
        )
        forfeits = sum(len(one.result.seat_faults) for one in finished if one.result)
        if aborted or forfeits:
            course.faults.append(f"{ladder}: {aborted} matches aborted, {forfeits} seats forfeited")
        found[f"{ladder}: matches"] = str(len(finished))
        if ladder in NAMES:
            groups = [frozenset(one.players) for one in finished]
            again = 1 - len(Counter(groups)) / max(1, len(groups))
            waits = sorted(
                _waits(
                    [
                        (one.players, one.spec.created, one.result.ended)
                        for one in ours
                        if one.result
                    ]
                )
            )
            found[f"{ladder}: groups that met again"] = (
                f"{again:.1%} (by lot {_by_lot(len(groups), len(course.tokens), max(GAMES[ladder].seats)):.1%})"
            )
            found[f"{ladder}: wait, median, 95 %, longest"] = (
                ", ".join(
                    f"{waits[min(len(waits) - 1, int(part * len(waits)))]:.1f} s"
                    for part in (0.5, 0.95, 1.0)
                )
                if waits
                else "-"
            )
            rows = [row.standing for row in report_of(course.store, ladder).rows]
            # All play at random, so all are equally strong, and their mean is what each is.
            mean = statistics.fmean(one.rating.value for one in rows)
            inside = sum(one.rating.low <= mean <= one.rating.high for one in rows)
            found[f"{ladder}: intervals that cover the truth"] = f"{inside} of {len(rows)}"
    if left := [one.spec.match_id for one in course.store.unfinished()]:
        course.faults.append(f"{len(left)} matches are not over")
    return found


def _waits(spans: Sequence[tuple[tuple[str, ...], float, float]]) -> Iterator[float]:
    """From the end of each match of a player to the beginning of the next."""
    last: dict[str, float] = {}
    for players, created, ended in sorted(spans, key=lambda span: span[1]):
        for player in players:
            if player in last:
                yield max(0.0, created - last[player])
            last[player] = ended


def _by_lot(matches: int, players: int, seats: int) -> float:
    groups = math.comb(players, seats)
    return 1 - groups * (1 - (1 - 1 / groups) ** matches) / max(1, matches)


def main() -> int:
    """Hold it, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30.0, metavar="N", help="of the season")
    parser.add_argument(
        "--quick", action="store_true", help="short games, a dozen matches a ladder"
    )
    parser.add_argument("--seed", type=int, default=27, metavar="N")
    args = parser.parse_args()
    with own_postgres() as server, tempfile.TemporaryDirectory() as folder:
        plan = CoursePlan(minutes=args.minutes, matches=12 * args.quick, seed=args.seed)
        course = Course(server.get_uri(), Path(folder), plan)
        with closing(course.store):
            found = asyncio.run(run(course))
    for what, value in found.items():
        print(f"{what:44} {value}")
    for fault in course.faults:
        print(f"FAULT: {fault}")
    return 1 if course.faults else 0


if __name__ == "__main__":
    sys.exit(main())
