"""A private match: failed processes are restarted, or the reason is shown; none stays behind."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from bessemer.games.furnace.choices import default_move
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.runner.bot_specs import BotSpec, shipped_bot
from bessemer.runner.sandbox.process_tree import descendants
from bessemer.terminal.client import MatchClient
from bessemer.terminal.events import Asked, Ended, Event, Lost, Played, Seen
from bessemer.terminal.hosting import Host, HostedMatch, HostingFailed, hosting

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
        self._asked: asyncio.Queue[Asked] = asyncio.Queue()

    def hear(self, event: Event) -> None:
        """Remember it, and put what is asked aside."""
        self.events.append(event)
        if isinstance(event, Asked):
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
    async with asyncio.timeout(100), hosting(wanted) as (host, place):
        folder = host.folder
        player = Player(host, kill_at=4)
        player.session = MatchClient(host.channel, place, player.hear)
        await player.play()
        replay = read_replay(await host.replay(place.match_id))
        processes = [*player.processes, referee_of(host)]

    assert verify(replay).ok
    assert replay.header is not None
    assert ("random", "Ada") == replay.header.players
    told = [move for event in player.events if isinstance(event, Seen) for move in event.moves]
    assert [entry.turn for entry in replay.records] == [played.turn for played in told]
    assert any(isinstance(event, Lost) for event in player.events)
    assert isinstance(player.events[-1], Ended)
    assert isinstance(told[0], Played)
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
