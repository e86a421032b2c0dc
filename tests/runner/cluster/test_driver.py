"""A ladder on a real cluster of two nodes on this machine, one of which dies."""

import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

import pytest

from bessemer.cli.main import main
from bessemer.ladder.ladder import RatedMatch
from bessemer.matches.chance.chance_mixing import ChanceMix, ChanceSource
from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result
from bessemer.replays.reader import read_replay
from bessemer.replays.signatures import PUBLIC_FILE, public_key
from bessemer.replays.verify import verify
from bessemer.runner.queries import opened
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from tests.ports import free_ports

BOTS = ("greedy", "idle", "random")
STOPPED = 130
"""The exit code of a run that was interrupted."""
RAISER = """
from bessemer.furnace import Bot, run
class Raiser(Bot):
    def bid(self, view): raise ValueError("no such card")
run(Raiser)
"""
NOTER = """
import random, secrets
from bessemer.furnace import Bot, run
PROCESS = secrets.token_hex(8)
class Noter(Bot):
    def begin(self, match): print("process", PROCESS, "plays", match.match_id, flush=True)
    def bid(self, view): return random.choice(view.legal_bids())
    def plan(self, view): return view.random_plan()
run(Noter)
"""
needs_ray = pytest.mark.skipif(
    find_spec("ray") is None, reason="Ray is not installed: make cluster"
)


class Cluster:
    """Nodes of a Ray cluster, each with one processor and an address of its own on loopback."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.environment = {
            **os.environ,
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": secrets.token_hex(32),
            "RAY_USAGE_STATS_ENABLED": "0",
            "TMPDIR": str(folder),
        }
        port, self._client_port = free_ports(2)
        self.address = f"127.0.0.2:{port}"

    @contextmanager
    def node(self, ip: str) -> Iterator[subprocess.Popen[str]]:
        """A node, from when it is asked for; it is killed at the end if not before."""
        head = (
            *("--head", "--port", self.address.rpartition(":")[2]),
            *("--include-dashboard", "false", "--ray-client-server-port", str(self._client_port)),
        )
        command = (
            *(sys.executable, "-m", "ray.scripts.scripts", "start", "--block"),
            *("--node-ip-address", ip, "--num-cpus", "1", "--object-store-memory", "80000000"),
            *("--include-log-monitor", "false", "--temp-dir", str(self._folder / ip)),
            *(head if self.address.startswith(ip) else ("--address", self.address)),
        )
        process = subprocess.Popen(
            command,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            kill(process)

    @contextmanager
    def ladder(
        self, data: Path, matches: int | None, *more: str
    ) -> Iterator[subprocess.Popen[str]]:
        """`bessemer ladder run` on this cluster."""
        command = (
            *(sys.executable, "-P", "-m", "bessemer.cli.main", "ladder", "run", "--json"),
            *("--bots", ",".join(BOTS), "--seats", "3", "--concurrency", "4"),
            *("--data", str(data), "--cluster", self.address, *more),
            *(() if matches is None else ("--matches", str(matches))),
        )
        process = subprocess.Popen(
            command,
            cwd=data,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            kill(process)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster of its head alone; its folder has a short name, since there are sockets in it."""
    folder = Path(tempfile.mkdtemp(prefix="ray-"))
    cluster = Cluster(folder)
    with cluster.node("127.0.0.2") as head:
        wait_for(head.stdout, "Ray runtime started")
        yield cluster
    shutil.rmtree(folder, ignore_errors=True)


def kill(process: subprocess.Popen[str]) -> None:
    """End a process and all that it has started, as a power cut would."""
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def wait_for(stream: IO[str] | None, pattern: str) -> re.Match[str]:
    """Read lines until one fits."""
    assert stream is not None
    read = []
    for line in stream:
        read.append(line)
        if found := re.search(pattern, line):
            return found
    pytest.fail(f"{pattern!r} was never said:\n{''.join(read)}")


def outcome(process: subprocess.Popen[str], code: int = 0) -> dict[str, Any]:
    """What the command prints when it ends with this exit code."""
    printed, said = process.communicate()
    assert code == process.returncode, said
    (line,) = printed.splitlines()
    facts: dict[str, Any] = json.loads(line)
    return facts


@pytest.mark.timeout(600)
@needs_ray
def test_a_run_survives_its_nodes_and_can_be_taken_up_again(
    cluster: Cluster, tmp_path: Path
) -> None:
    """
    Every match is there exactly once, whatever happens.

    A node joins while the run goes on and gets work; it is killed in the midst of it; the run is
    interrupted, and a second one goes on to the end.
    """
    with ExitStack() as stack:
        first = stack.enter_context(cluster.ladder(tmp_path, 100_000))
        wait_for(first.stderr, "worker on 127.0.0.2 is ready")
        joining = stack.enter_context(cluster.node("127.0.0.3"))
        wait_for(first.stderr, "worker on 127.0.0.3 is ready")

        kill(joining)
        lost = wait_for(first.stderr, r"lost the worker on 127.0.0.3; its (\d+) matches")
        first.send_signal(signal.SIGINT)
        interrupted = outcome(first, STOPPED)

        assert int(lost[1]) > 0
        assert not interrupted["is_done"]
        wanted = interrupted["ladder"]["matches"] + 20
        done = outcome(stack.enter_context(cluster.ladder(tmp_path, wanted)))

    assert done["is_done"]
    assert 20 == done["played"]
    check_ladder(tmp_path, wanted, done)


@needs_ray
def test_a_bot_that_cannot_play_on_a_machine_ends_the_run_with_its_name(
    cluster: Cluster, tmp_path: Path
) -> None:
    """The error has the machine, the bot and the reason; exit code 1."""
    ghost = "ghost=/no/such/interpreter bot.js"

    with cluster.ladder(tmp_path, 10, "--bot", ghost) as process:
        _, said = process.communicate()

    assert 1 == process.returncode
    last = said.splitlines()[-1]
    assert re.search(r"worker on 127.0.0.2 failed: ghost is disabled: .*3 times", last), said


@needs_ray
def test_the_bots_logs_come_home(cluster: Cluster, tmp_path: Path) -> None:
    """What a bot printed on another machine is in the folder, and its exceptions are counted."""
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "raiser.py").write_text(RAISER, encoding="utf-8")

    data = tmp_path / "data"
    data.mkdir()
    with cluster.ladder(data, 3, "--bot", f"raiser={bot}/raiser.py") as process:
        out, said = process.communicate()

    assert 0 == process.returncode, said
    (failed,) = json.loads(out.splitlines()[-1])["failures"]
    assert "raiser" == failed["player"]
    assert failed["exceptions"] > 3
    (log,) = (data / "logs").glob("raiser*")
    assert "no such card" in log.read_text(encoding="utf-8")


@needs_ray
def test_on_a_cluster_players_bring_their_bytes_to_blocks_too(
    cluster: Cluster, tmp_path: Path
) -> None:
    """The matches of a block share what the first has gathered, wherever they are played."""
    more = ("--format", "round-robin", "--bots", "random,greedy", "--seats", "2", "--rounds", "2")
    with cluster.ladder(tmp_path, None, *more) as process:
        facts = outcome(process)
    mixes: dict[str, set[ChanceMix | None]] = defaultdict(set)
    with opened(tmp_path) as store:
        for rated in SqlLadderStore(store).history("furnace", 1):
            saved = store.match(rated.result.match_id)
            assert saved is not None
            replayed(tmp_path, rated)
            mixes[rated.result.block].add(saved.mix)

    assert facts["is_done"]
    assert len(mixes) == 2
    for (mix,) in mixes.values():
        assert mix is not None
        assert {ChanceSource.PLAYER} == {one.source for one in mix.contributions}


@needs_ray
def test_no_process_plays_a_set_up_twice_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    """Bots are restarted there between two matches of a block, as on one machine."""
    bot, data = tmp_path / "bot", tmp_path / "data"
    bot.mkdir()
    data.mkdir()
    (bot / "noter.py").write_text(NOTER, encoding="utf-8")
    more = ("--format", "round-robin", "--bots", "random", "--bot", f"noter={bot}/noter.py")
    with cluster.ladder(data, None, *more, "--seats", "2", "--rounds", "2") as process:
        assert outcome(process)["is_done"]
    logs = "".join(log.read_text(encoding="utf-8") for log in (data / "logs").glob("noter*"))
    noted = re.findall(r"process (\w+) plays (\w+)", logs)
    with opened(data) as store:
        history = SqlLadderStore(store).history("furnace", 1)
    block_of = {rated.result.match_id: rated.result.block for rated in history}
    played = [(process, block_of[match_id]) for process, match_id in noted]

    assert 4 == len(played) == len(history)
    assert 2 == len(set(block_of.values()))
    assert len(played) == len(set(played))


def check_ladder(data: Path, wanted: int, facts: dict[str, Any]) -> None:
    """What is kept is whole: so many matches, a replay of each, and ratings that follow from them."""
    with opened(data) as store:
        history = SqlLadderStore(store).history("furnace", 1)
        stored = store.matches(limit=wanted + 1, before=None, status=None, game="")
    assert wanted == len(history) == len(stored)
    assert wanted == len({match.result.match_id for match in history})
    rebuilt = Ratings.rebuilt([replayed(data, match) for match in history])
    shown = {row["player"]: row["rating"]["value"] for row in facts["standings"]}
    assert {name: rebuilt.rating(name).mean for name in BOTS} == shown


def replayed(data: Path, rated: RatedMatch) -> Result:
    """What came out of a match by its replay, which verifies."""
    (path,) = (data / "replays").glob(f"*{rated.result.match_id}*")
    replay = read_replay(path.read_bytes())
    verdict = verify(replay, {public_key(str(data / PUBLIC_FILE))})
    assert verdict.ok, verdict
    assert replay.header is not None
    assert replay.result is not None
    return Result(
        replay.header.match_id,
        replay.header.players,
        replay.result.ranks,
        replay.result.scores,
        rated.result.ended,
    )


def test_without_ray_the_command_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, and the command to type."""
    monkeypatch.setattr("bessemer.cli.console.extras.find_spec", lambda name: name != "ray")

    code = main(["ladder", "run", "--cluster", "10.0.0.1:6379", "--data", str(tmp_path / "new")])

    assert 2 == code
    assert "pip install 'bessemer[cluster]'" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
