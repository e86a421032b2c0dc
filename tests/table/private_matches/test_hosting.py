"""A private match: failed processes are restarted, or the reason is shown; none stays behind."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from bessemer.games.furnace.legal import default_move
from bessemer.processes.process_tree import descendants
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.runner.bots.bot_specs import BotSpec, shipped_bot
from bessemer.table.client import MatchClient
from bessemer.table.events import (
    ConnectionLost,
    DecisionAsked,
    Event,
    MatchEnded,
    MovesSeen,
    SeenMove,
)
from bessemer.table.private_matches.hosting import (
    Host,
    HostedMatch,
    HostingFailed,
    ResumedMatch,
    hosting,
)
from bessemer.table.private_matches.kept_tables import KeptTableError, find_table, kept_tables

RANDOM = shipped_bot("random")
SHORT = {"rounds": "3"}


def is_alive(process: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def referee_of(host: Host) -> int:
    """The process of the match's referee that runs now."""
    (found,) = (
        process
        for process in descendants(os.getpid())
        if host.address.encode() in Path(f"/proc/{process}/cmdline").read_bytes()
    )
    return found


class Player:
    """Does as little as may be; at some turns something else happens first."""

    def __init__(self, host: Host, kill_at: int) -> None:
        self.events: list[Event] = []
        self.session: MatchClient
        self._host = host
        self.killed = 0
        self.processes: list[int] = []
        """The referee that was killed, and the bot that played."""
        self._kill_at = kill_at
        self._asked: asyncio.Queue[DecisionAsked] = asyncio.Queue()

    def hear(self, event: Event) -> None:
        """Remember it, and put what is asked aside."""
        self.events.append(event)
        if isinstance(event, DecisionAsked):
            self._asked.put_nowait(event)

    async def play(self) -> None:
        """Answer everything; kill the referee right after one of the answers went out."""
        playing, count = asyncio.create_task(self.session.run()), 0
        while not playing.done():
            asking = asyncio.create_task(self._asked.get())
            await asyncio.wait({asking, playing}, return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                asking.cancel()
                break
            asked, count = asking.result(), count + 1
            if count == self._kill_at:
                self.killed = referee_of(self._host)
                self.processes = descendants(os.getpid())
                os.kill(self.killed, signal.SIGKILL)
            move = default_move(asked.view.board, asked.view.seat)
            await self.session.answer(asked.turn, move)
        await playing


@pytest.mark.asyncio
async def test_a_match_survives_its_referee_and_leaves_nothing_behind() -> None:
    """It is killed while an answer is on its way; the match goes on and its replay verifies."""
    wanted = HostedMatch("furnace", SHORT, "Ada", [RANDOM], seat=1, seed=4)
    async with asyncio.timeout(100), hosting(wanted) as (host, table):
        folder = host.folder
        player = Player(host, kill_at=4)
        player.session = MatchClient(host.channel, table.address, player.hear)
        await player.play()
        replay = read_replay(await host.replay(table.address.match_id))
        processes = [*player.processes, referee_of(host)]

    assert verify(replay).ok
    assert replay.header is not None
    assert ("random", "Ada") == replay.header.players
    told = [move for event in player.events if isinstance(event, MovesSeen) for move in event.moves]
    assert [entry.turn for entry in replay.records] == [played.turn for played in told]
    assert any(isinstance(event, ConnectionLost) for event in player.events)
    assert isinstance(player.events[-1], MatchEnded)
    assert isinstance(told[0], SeenMove)
    assert 3 == len(set(processes))
    assert [False] * len(processes) == [is_alive(process) for process in processes]
    assert not folder.exists()


@pytest.mark.asyncio
async def test_a_bot_that_keeps_failing_ends_it_with_what_it_printed(tmp_path: Path) -> None:
    """The person need not wait for a clock to run out."""
    program = tmp_path / "bad.py"
    program.write_text("raise SystemExit('no brain today')")
    wanted = HostedMatch(
        "furnace", SHORT, "Ada", [BotSpec("bad", (sys.executable, str(program)), tmp_path)]
    )
    with pytest.raises(HostingFailed, match=r"bad \(seat 1\): it keeps failing .*no brain today"):
        async with asyncio.timeout(100), hosting(wanted):
            await asyncio.Event().wait()


@pytest.mark.asyncio
async def test_a_program_that_cannot_be_started_is_a_sentence(tmp_path: Path) -> None:
    """Not a traceback."""
    missing = BotSpec("ghost", (str(tmp_path / "nothing"),), tmp_path)
    with pytest.raises(HostingFailed, match=r"ghost \(seat 1\): it cannot be started: .*nothing"):
        async with asyncio.timeout(100), hosting(HostedMatch("furnace", SHORT, "Ada", [missing])):
            await asyncio.Event().wait()


@pytest.mark.asyncio
async def test_whoever_is_interrupted_leaves_no_process_behind() -> None:
    """As by a signal."""
    seen: list[int] = []

    async def sit() -> None:
        async with hosting(HostedMatch("furnace", SHORT, "Ada", [RANDOM])) as (host, _):
            seen.append(referee_of(host))
            await asyncio.Event().wait()

    model = asyncio.create_task(sit())
    async with asyncio.timeout(60):
        while not seen:  # noqa: ASYNC110 - there is nothing to wait for
            await asyncio.sleep(0.01)
    model.cancel()
    with pytest.raises(asyncio.CancelledError):
        await model

    assert not is_alive(seen[0])


@pytest.fixture
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder of matches that are put aside, empty."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "bessemer" / "tables"


def folders_in(folder: Path) -> list[Path]:
    """What is in a folder."""
    return sorted(folder.iterdir())


class Leaver(Player):
    """Answers so many decisions, then gets up."""

    async def play_some(self, count: int) -> None:
        """As said."""
        playing = asyncio.create_task(self.session.run())
        for _ in range(count):
            asked = await self._asked.get()
            await self.session.answer(asked.turn, default_move(asked.view.board, asked.view.seat))
        await self._asked.get()  # the next decision: what was answered is durable
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


@pytest.mark.asyncio
async def test_a_match_that_is_put_aside_is_gone_on_with(own_tables: Path) -> None:
    """By another process at another address, from the very decision; then its folder is gone."""
    wanted = HostedMatch("furnace", SHORT, "Ada", [RANDOM], seat=1, seed=4, is_kept=True)
    async with asyncio.timeout(100), hosting(wanted) as (host, table):
        leaver = Leaver(host, kill_at=0)
        leaver.session = MatchClient(host.channel, table.address, leaver.hear)
        await leaver.play_some(3)
        host.is_put_aside = True
        before = referee_of(host)

    assert not is_alive(before)
    (folder,) = folders_in(own_tables)
    assert 0o700 == folder.stat().st_mode & 0o777
    assert (folder, table) == find_table("")
    assert (folder, table) == find_table(table.address.match_id[:5])

    async with asyncio.timeout(100), hosting(ResumedMatch(*find_table(""))) as (host, again):
        assert table.address == again.address
        with pytest.raises(KeptTableError, match="in another window"):
            async with hosting(ResumedMatch(folder, table)):
                pass
        player = Player(host, kill_at=0)
        player.session = MatchClient(host.channel, again.address, player.hear)
        await player.play()
        replay = read_replay(await host.replay(again.address.match_id))

    assert verify(replay).ok
    played = [
        move.turn for event in player.events if isinstance(event, MovesSeen) for move in event.moves
    ]
    assert len(played) == len(replay.records)
    assert [] == folders_in(own_tables)


def test_what_cannot_be_resumed_is_a_sentence(own_tables: Path) -> None:
    """Nothing put aside, no such match, a damaged folder."""
    with pytest.raises(KeptTableError, match="bessemer play --versus"):
        find_table("")
    damaged = own_tables / "x"
    damaged.mkdir(parents=True)
    (damaged / "table.json").write_text("{")
    (damaged / "table.lock").touch()

    assert {} == kept_tables()
