"""
A season of bots that are handed in, from the first upload to the champion, with all that goes wrong.

    python -m tools.trials.season [--matches 20] [--quick]

Twelve teams hand in: one bot is broken, one is hostile, one needs a package, one is in JavaScript, one in
C++, one raises now and then, one is improved twice, one is rolled back. A worker builds and checks them, a
host runs them on a ladder with two remote bots and a person beside them. An author reads a traceback; a
player is banned and unbanned; worker, host and referee are killed; a deadline passes; the best play a
knock-out to a champion. In the end every rating follows from the history again, bit for bit. Prints what
happened; exits with 1 if something is wrong.
"""

import argparse
import asyncio
import random
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from bessemer.bots.registry import new_bot
from bessemer.runner.queries import report_of
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.sdk.program.slowed_bot import paced
from bessemer.sdk.seats.ladder import enlist
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from bessemer.submissions.archives import pack
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as ladders
from bessemer.v1 import submission_service_pb2 as pb
from tests.runner.hosting.hall import Hall, hall

_PLAYS: Final = """\
from bessemer.furnace import Bot, run


class Mine(Bot):
    def decide(self, view):
        {before}
        return view.random_move()


run(Mine)
"""
_HOSTILE: Final = """\
import os, pathlib, socket

for path in ({data!r}, {keys!r}, "/etc/shadow"):
    try:
        print("READ", path, os.listdir(path) or pathlib.Path(path).read_bytes()[:10], flush=True)
    except OSError:
        pass
if os.path.isdir({work!r}) and len(os.listdir({work!r})) > 1:
    print("READ others", flush=True)
try:
    socket.create_connection(("127.0.0.1", {port}), 1).close()
    print("CONNECTED", flush=True)
except OSError:
    pass
print("TOKEN", os.environ.get("BESSEMER_TOKEN", "").startswith("bsm_"), flush=True)
""" + _PLAYS.format(before="pass")
_RAISES: Final = "import os\nimport random\n" + _PLAYS.format(
    before="assert 'BESSEMER_LADDER' not in os.environ or random.random() < 0.9, 'moody'"
)
_NEEDS: Final = "import luckless\n" + _PLAYS.format(before="luckless.nothing()")
_WHEEL: Final = "luckless-1.0"


class SeasonPlan(NamedTuple):
    """How large a season is."""

    teams: Sequence[str]
    """The names; what a name stands for is in `_program`."""
    matches: int
    """That each version plays before the next thing happens."""
    finalists: int


FULL: Final = SeasonPlan(
    (
        *("broken", "hostile", "packaged", "script", "compiled", "moody", "improved", "rolled"),
        *("plain1", "plain2", "plain3", "banned"),
    ),
    matches=20,
    finalists=4,
)
SMALL: Final = SeasonPlan(("broken", "hostile", "moody", "rolled", "banned"), 1, 2)


class Season:
    """A season that is played, and what was found wrong with it."""

    def __init__(self, found: Hall, plan: SeasonPlan) -> None:
        self.hall = found
        self.plan = plan
        self.faults: list[str] = []
        self.facts: dict[str, str] = {}
        self.worker: subprocess.Popen[bytes] | None = None
        self._submissions: dict[str, pb.Submission] = {}

    async def run(self) -> None:
        """Play it."""
        begun = time.monotonic()
        for step in (
            self.hand_in,
            self.play,
            self.read_a_traceback,
            self.improve_and_roll_back,
            self.ban,
            self.kill,
            self.lock,
            self.final,
            self.rate_again,
        ):
            at = time.monotonic()
            await step()
            self.facts[step.__name__] = f"{time.monotonic() - at:.0f} s"
        self.facts["in all"] = f"{time.monotonic() - begun:.0f} s"

    # ------------------------------------------------------------------------------------ steps

    async def hand_in(self) -> None:
        """All teams hand in; the worker is killed once, and another one goes on."""
        (self.hall.folder / "wheels").mkdir()
        _write_wheel(self.hall.folder / "wheels")
        for team in self.plan.teams:
            self._submissions[team] = await self.submit(team)
        self.start_worker()
        await self.hall.until(self._is_building)
        self.stop_worker()
        self.start_worker()
        for team in self.plan.teams:
            found = await self.judged(team)
            is_refused = found.status == pb.SUBMISSION_STATUS_REFUSED
            self.check(is_refused == (team == "broken"), f"{team}: {found.reason or 'accepted'}")

    async def play(self) -> None:
        """Everybody who was accepted plays."""
        await self.have_played(self.accepted)

    async def read_a_traceback(self) -> None:
        """An author reads it, and nobody else; the hostile bot has got nothing."""
        if "moody" in self.plan.teams:
            await self.hall.until(lambda: self._logged("moody", "AssertionError: moody"))
            number, other = self._submissions["moody"].submission_id, self.accepted[0]
            with suppress(CallFailed):
                await self.hall.log(number, other)
                self.faults.append(f"{other} reads the log of moody")
        if "hostile" in self.plan.teams:
            await self.hall.until(lambda: self._logged("hostile", "TOKEN False"))
            log = await self.hall.log(self._submissions["hostile"].submission_id, "hostile")
            self.check("READ" not in log, "the hostile bot reads what it should not")
            self.check("CONNECTED" not in log, "the hostile bot reaches the referee's port")

    async def improve_and_roll_back(self) -> None:
        """A new version takes over; an older one comes back, with its rating."""
        for team, times in (("improved", 2), ("rolled", 1)):
            for _ in range(times if team in self.plan.teams else 0):
                self._submissions[team] = await self.submit(team)
                await self.judged(team)
                await self.have_played([team])
        if "rolled" in self.plan.teams:
            calls = self.hall.calls_of("rolled")
            mine = (await calls(pb.ListSubmissionsRequest())).submissions
            first = next(one for one in mine if one.version == "1")
            await calls(pb.PlayVersionRequest(submission_id=first.submission_id))
            self._submissions["rolled"] = first
            await self.have_played(["rolled"])

    async def ban(self) -> None:
        """A banned player plays no more, until it is unbanned."""
        name, number = "banned:1", self._submissions["banned"].submission_id
        await self.hall.calls(admin.BanPlayerRequest(name="banned", reason="a trial"))

        async def is_ended() -> bool:
            return (await self.hall.submission(number)).hosting == "plays nowhere"

        await self.hall.until(is_ended)
        await self.hall.calls(admin.UnbanPlayerRequest(name="banned", reason="a trial"))
        await self.hall.have_played(name)

    async def kill(self) -> None:
        """The host and the referee are killed, and all goes on."""
        self.hall.kill_host()
        self.hall.start_host()
        await asyncio.to_thread(self.hall.referee.kill)
        await asyncio.to_thread(self.hall.referee.start)
        await self.have_played(self.accepted)

    async def lock(self) -> None:
        """After the deadline nothing is handed in."""
        lock = admin.LockLadderRequest(ladder="main", reason="the deadline")
        lock.lock_time.GetCurrentTime()
        await self.hall.calls(lock)
        try:
            await self.submit(self.accepted[0])
            self.faults.append("something is handed in after the deadline")
        except CallFailed as error:
            self.check("is locked since" in str(error), f"refused otherwise: {error}")

    async def final(self) -> None:
        """The best of the ladder play a knock-out, in which the locked versions play."""
        terms = ladders.LadderFormat(
            format=ladders.FORMAT_KNOCKOUT, seatings=ladders.SEATINGS_ROTATED
        )
        made = admin.CreateLadderRequest(
            name="final", game="furnace", seats=2, options={"rounds": "3"}, format=terms
        )
        await self.hall.calls(made)
        ranked = ladders.ListStandingsRequest(ladder="main")
        playing = set(map(self.named, self.accepted))
        best = [
            one.player
            for one in await self.hall.calls.rows(ranked, "standings")
            if one.player in playing
        ]
        start = admin.StartLadderRequest(
            ladder="final", players=best[: self.plan.finalists], reason="the final"
        )
        await self.hall.calls(start)
        request = ladders.GetTournamentRequest(ladder="final")

        async def is_over() -> bool:
            return bool((await self.hall.calls(request)).over)

        await self.hall.until(is_over)
        (champion,) = (await self.hall.calls(request)).winners
        self.facts["champion"] = champion

    async def rate_again(self) -> None:
        """Every rating is made from the history again, and is the same bit for bit."""
        freeze = admin.FreezeLadderRequest(ladder="main", frozen=True, reason="the end")
        await self.hall.calls(freeze)

        async def is_quiet() -> bool:
            return not (
                await self.hall.calls(ladders.GetLobbyRequest(ladder="main"))
            ).running_matches

        await self.hall.until(is_quiet)
        shown = await self.hall.calls.rows(ladders.ListStandingsRequest(ladder="main"), "standings")
        played = await self.hall.matches()
        self.facts["matches"] = str(len(played))
        self.check(len({one.match_id for one in played}) == len(played), "a match counts twice")
        await asyncio.to_thread(self.hall.referee.kill)
        with closing(open_store(self.hall.folder / "data" / "bessemer.sqlite3")) as store:
            self.check(SqlLadderStore(store).ladder("main") is not None, "the ladder is gone")
            report = await asyncio.to_thread(report_of, store, "main")
        again = {row.standing.player: row.standing.rating for row in report.rows}
        for one in shown:
            rating = again[one.player]
            same = (rating.value, rating.low, rating.high)
            told = (one.rating.value, one.rating.low, one.rating.high)
            self.check(same == told, f"the rating of {one.player} is {told}, and again {same}")

    # ------------------------------------------------------------------------------------ helpers

    @property
    def accepted(self) -> list[str]:
        """The teams whose bots play."""
        return [team for team in self.plan.teams if self._submissions[team].version]

    def named(self, team: str) -> str:
        """The version of a team that plays."""
        return f"{team}:{self._submissions[team].version}"

    async def have_played(self, teams: Sequence[str]) -> None:
        """Wait until the versions of these have played so many more matches."""
        await self.hall.have_played(*map(self.named, teams), more=self.plan.matches)

    def check(self, holds: bool, otherwise: str) -> None:  # noqa: FBT001 - that is what it is about
        """Note what is wrong."""
        if not holds:
            self.faults.append(otherwise)

    async def submit(self, team: str) -> pb.Submission:
        """Hand in the bot of a team."""
        folder = self.hall.folder / "bots" / team
        if not folder.exists():
            _write_bot(self.hall, folder, team)
        with (folder / "notes.txt").open("a", encoding="utf-8") as notes:
            notes.write("another version\n")
        return await self.hall.hand_in(team, await asyncio.to_thread(pack, folder))

    async def judged(self, team: str) -> pb.Submission:
        """A submission once it is accepted or refused."""
        number = self._submissions[team].submission_id
        over = (pb.SUBMISSION_STATUS_ACCEPTED, pb.SUBMISSION_STATUS_REFUSED)

        async def is_judged() -> bool:
            self._submissions[team] = await self.hall.submission(number)
            return self._submissions[team].status in over

        await self.hall.until(is_judged)
        return self._submissions[team]

    async def _is_building(self) -> bool:
        request = pb.ListSubmissionsRequest(statuses=[pb.SUBMISSION_STATUS_BUILDING])
        return bool((await self.hall.calls(request)).submissions)

    async def _logged(self, team: str, text: str) -> bool:
        return text in await self.hall.log(self._submissions[team].submission_id, team)

    def start_worker(self) -> None:
        """Start a worker, which goes on with what one of the same name had begun."""
        token = self.hall.folder / "box.token"
        with (self.hall.folder / "worker.log").open("ab") as log:
            self.worker = subprocess.Popen(
                (
                    *(sys.executable, "-P", "-m", "bessemer.cli.main", "build-worker"),
                    *("--connect", self.hall.referee.address, "--token-file", str(token)),
                    *("--name", "builder", "--wheels", str(self.hall.folder / "wheels")),
                ),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def stop_worker(self) -> None:
        """Kill the worker."""
        if self.worker is not None:
            self.worker.kill()
            self.worker.wait()


def _write_bot(found: Hall, folder: Path, team: str) -> None:
    """The folder of a team's bot."""
    languages = {"script": "js", "compiled": "cpp"}
    if team in languages:
        folder.parent.mkdir(exist_ok=True)
        command = (sys.executable, "-P", "-m", "bessemer.cli.main", "new", "--language")
        subprocess.run((*command, languages[team], str(folder)), check=True, capture_output=True)
        return
    folder.mkdir(parents=True)
    programs = {
        "broken": "import nowhere\n",
        "hostile": _HOSTILE.format(
            work=str(found.folder / "work" / "versions"),
            data=str(found.folder / "data"),
            keys=str(Path.home() / ".ssh"),
            port=found.referee.port,
        ),
        "moody": _RAISES,
        "packaged": _NEEDS,
    }
    manifest = f'name = "{team}"\ngame = "furnace"\nrun = "bot.py"\n'
    if team == "packaged":
        manifest += 'requirements = "requirements.txt"\n'
        (folder / "requirements.txt").write_text("luckless==1.0\n", encoding="utf-8")
    (folder / "bot.toml").write_text(manifest, encoding="utf-8")
    program = programs.get(team, _PLAYS.format(before="pass"))
    (folder / "bot.py").write_text(program, encoding="utf-8")


def _write_wheel(folder: Path) -> None:
    about = f"{_WHEEL}.dist-info"
    files = {
        "luckless.py": "def nothing():\n    pass\n",
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: luckless\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: trial\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/RECORD": "",
    }
    with zipfile.ZipFile(folder / f"{_WHEEL}-py3-none-any.whl", "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)


async def season(plan: SeasonPlan) -> Season:
    """Play a season; what was found."""
    async with hall(*plan.teams) as found:
        others = {}
        for name, person in (("remote1", False), ("remote2", False), ("person", True)):
            made = await found.calls(admin.CreatePlayerRequest(name=name, person=person))
            others[name] = made.token
        playing = [asyncio.create_task(_remote(found, token)) for token in others.values()]
        played = Season(found, plan)
        try:
            await played.run()
        finally:
            played.stop_worker()
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        return played


async def _remote(found: Hall, token: str) -> None:
    """A player who runs at home: a bot, or a person who is not quick."""

    def bot(game: str) -> Any:  # noqa: ANN401 - a Bot
        return paced(new_bot(game, "random", random.Random()), 0.05)  # noqa: S311 - as bots do

    await enlist(found.referee.address, token, "main", bot)


def main() -> int:
    """Play a season and print what happened."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a small one")
    parser.add_argument("--matches", type=int, help="of each version before the next thing happens")
    args = parser.parse_args()
    plan = SMALL if args.quick else FULL
    missing = {"script": "node", "compiled": "g++"}
    teams = [one for one in plan.teams if one not in missing or shutil.which(missing[one])]
    plan = plan._replace(teams=teams, matches=args.matches or plan.matches)
    found = asyncio.run(season(plan))
    for name, fact in found.facts.items():
        print(f"{name}: {fact}")
    for fault in found.faults:
        print(f"WRONG: {fault}")
    return bool(found.faults)


if __name__ == "__main__":
    sys.exit(main())
