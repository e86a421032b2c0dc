"""`bessemer host`: versions of handed-in bots play, whoever is killed meanwhile."""

import asyncio
import os
import signal
from itertools import chain

import pytest

from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as ladders
from bessemer.v1 import submission_service_pb2 as pb
from tests.programs import command_lines
from tests.runner.hosting.hall import BOT, Hall, hall
from tests.running_processes import descendants, runs


def program(label: str, seconds: float = 0.0) -> str:
    """A bot that thinks for so long about each move."""
    return BOT.format(label=label, seconds=seconds)


def bots_of(found: Hall, digest: str = "") -> list[int]:
    """The processes of bots, or of one of them, that descend from the host."""
    end = f"{digest}/bot.py"
    assert found.host is not None
    return [one for one in descendants(found.host.pid) if runs(one, end)]


def blamed(played: list[ladders.RatedMatch]) -> list[str]:
    """The faults of bots, but for matches not begun: what a process that was killed had drawn is lost."""
    faults = chain.from_iterable(one.seat_faults for one in played if not one.withheld)
    return [one.message for one in faults]


@pytest.mark.asyncio
async def test_hosted_bots_play_whatever_is_killed_beside_them() -> None:
    """
    A bot, the host and the referee are killed in turn.

    No process is left over, no match is counted twice, and no bot is blamed.
    """
    async with hall("ann", "ben", "cas") as found:
        digests = {}
        for player in ("ann", "ben", "cas"):
            digests[player] = (await found.submit(player, program(player))).built_sha256
        everybody = ("ann:1", "ben:1", "cas:1")
        await found.have_played(*everybody)

        for process in bots_of(found, digests["ann"]):
            os.kill(process, signal.SIGKILL)
        await found.have_played(*everybody)

        found.kill_host()
        work = str(found.folder / "work")
        await found.until(lambda: not command_lines(work))
        found.start_host()
        await found.have_played(*everybody)

        await asyncio.to_thread(found.referee.kill)
        await asyncio.to_thread(found.referee.start)
        await found.have_played(*everybody, more=2)

        played = await found.matches()
    assert len({one.match_id for one in played}) == len(played)
    assert not blamed(played)


@pytest.mark.asyncio
async def test_a_new_version_takes_over_and_a_banned_player_ends() -> None:
    """The old version ends its matches first; what is banned or withdrawn ends at once, and can come back."""
    async with hall("ann", "ben", "cas") as found:
        for player in ("ann", "ben", "cas"):
            await found.submit(player, program(player, 0.02))
        await found.have_played("ann:1", "ben:1", "cas:1")

        second = await found.submit("ann", program("ann again", 0.02))
        assert second.version == "2"
        await found.have_played("ann:2")
        played = await found.matches()
        assert not blamed(played)
        newest = max(number for number, one in enumerate(played) if "ann:1" in one.players)
        assert newest < len(played) - 1
        log = await found.log(second.submission_id, "ann")
        assert "hello from ann again" in log
        assert "version 2 is hosted on the ladder main" in log

        ban = admin.BanPlayerRequest(name="ann", reason="cheats")
        await found.calls(ban)
        await found.until(lambda: not bots_of(found, second.built_sha256))
        # It has a bank of ten minutes, in which its matches wait for it.
        await found.calls(admin.UnbanPlayerRequest(name="ann", reason="did not"))
        await found.have_played("ann:2")

        withdraw = pb.WithdrawSubmissionRequest(submission_id=second.submission_id)
        await found.calls_of("ann")(withdraw)
        await found.until(lambda: not bots_of(found, second.built_sha256))


@pytest.mark.asyncio
async def test_a_bot_that_keeps_failing_is_set_aside_and_its_author_alone_reads_why() -> None:
    """The traceback is in its log; the others play on. Here the referee starts the host itself."""
    async with hall("ann", "ben", "bad", is_beside=True) as found:
        for player in ("ann", "ben"):
            await found.submit(player, program(player))
        bad = await found.submit("bad", "raise ValueError('no such card')\n")
        number = bad.submission_id

        async def is_set_aside() -> bool:
            return (await found.submission(number, "bad")).hosting.startswith("set aside: it keeps")

        await found.until(is_set_aside)
        await found.have_played("ann:1", "ben:1")
        log = await found.log(number, "bad")
        assert "Traceback (most recent call last):" in log
        assert "ValueError: no such card" in log
        with pytest.raises(CallFailed, match="no submission"):
            await found.log(number, "ann")
