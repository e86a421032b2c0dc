"""A private table: what dies comes back, what cannot be kept is said, and nothing stays behind."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from bessemer.games.furnace.choices import default_move
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.terminal.client import MatchClient
from bessemer.terminal.events import Asked, Ended, Event, Lost, Played, Seen
from bessemer.terminal.hosting import BotSpec, Host, HostedMatch, HostingFailed, Kept, hosting

RANDOM = BotSpec("random", (sys.executable, "-P", "-m", "bessemer.cli.main", "bot", "random"))
SHORT = {"rounds": "3"}


def is_alive(process: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def pid_of(kept: Kept) -> int:
    """The process that runs now."""
    assert kept.process is not None
    return kept.process.pid


class Player:
    """Does as little as may be; at some turns something else happens first."""

    def __init__(self, host: Host, kill_at: int) -> None:
        self.events: list[Event] = []
        self.session: MatchClient
        self._host = host
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
                os.kill(pid_of(self._host.referee), signal.SIGKILL)
            move = default_move(asked.view.board, asked.view.seat)
            await self.session.answer(asked.turn, move)
        await playing


@pytest.mark.asyncio
async def test_a_match_survives_its_referee_and_leaves_nothing_behind() -> None:
    """It is killed while an answer is on its way; the match goes on and its replay verifies."""
    wanted = HostedMatch("furnace", SHORT, "Ada", [RANDOM], seat=1, seed=4)
    async with asyncio.timeout(100), hosting(wanted) as (host, place):
        folder, first = host.folder, pid_of(host.referee)
        player = Player(host, kill_at=4)
        player.session = MatchClient(host.channel, place, player.hear)
        await player.play()
        replay = read_replay(await host.replay(place.match_id))
        processes = [first, pid_of(host.referee), *map(pid_of, host.bots)]

    assert verify(replay).ok
    assert replay.header is not None
    assert ("random", "Ada") == replay.header.players
    told = [move for event in player.events if isinstance(event, Seen) for move in event.moves]
    assert [entry.turn for entry in replay.records] == [played.turn for played in told]
    assert any(isinstance(event, Lost) for event in player.events)
    assert isinstance(player.events[-1], Ended)
    assert isinstance(told[0], Played)
    assert processes[0] != processes[1]
    assert [False] * len(processes) == [is_alive(process) for process in processes]
    assert not folder.exists()


@pytest.mark.asyncio
async def test_a_bot_that_dies_again_and_again_ends_it_with_its_own_words(tmp_path: Path) -> None:
    """The person need not wait for a clock to run out."""
    program = tmp_path / "bad.py"
    program.write_text("raise SystemExit('no brain today')")
    wanted = HostedMatch("furnace", SHORT, "Ada", [BotSpec("bad", (sys.executable, str(program)))])
    with pytest.raises(HostingFailed, match=r"bot-1 does not stay alive: .*no brain today"):
        async with asyncio.timeout(100), hosting(wanted):
            await asyncio.Event().wait()


@pytest.mark.asyncio
async def test_a_program_that_cannot_be_started_is_a_sentence(tmp_path: Path) -> None:
    """Not a traceback."""
    kept = Kept((str(tmp_path / "nothing"),), tmp_path / "log", {})
    with pytest.raises(HostingFailed, match="cannot be started"):
        await kept.keep()


@pytest.mark.asyncio
async def test_whoever_is_interrupted_leaves_no_process_behind() -> None:
    """As by a signal."""
    seen: list[int] = []

    async def sit() -> None:
        async with hosting(HostedMatch("furnace", SHORT, "Ada", [RANDOM])) as (host, _):
            seen.extend([pid_of(host.referee)])
            await asyncio.Event().wait()

    model = asyncio.create_task(sit())
    async with asyncio.timeout(60):
        while not seen:  # noqa: ASYNC110 - there is nothing to wait for
            await asyncio.sleep(0.01)
    model.cancel()
    with pytest.raises(asyncio.CancelledError):
        await model

    assert not is_alive(seen[0])
