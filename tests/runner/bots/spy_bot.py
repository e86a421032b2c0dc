"""
A bot that cheats.

After every match it writes down what it saw, wherever it can, looks for what others wrote, signals by
locks on files that all may read, and asks the referee for all that it might tell of its siblings. What
came of it is printed.
"""

import asyncio
import contextlib
import ctypes
import fcntl
import json
import os
import random
import signal
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
from grpc_status import rpc_status

from bessemer.bots.registry import new_bot
from bessemer.sdk.bot import MatchEnd
from bessemer.sdk.seats.ladder import enlist
from bessemer.v1 import error_reason_pb2, ladder_service_pb2_grpc, match_service_pb2_grpc
from bessemer.v1 import ladder_service_pb2 as ladder_pb
from bessemer.v1 import match_service_pb2 as pb

ME = uuid.uuid4().hex
STARTED = time.monotonic()
NOTE = "bessemer-note-"
TOKEN = (("authorization", f"Bearer {os.environ['BESSEMER_TOKEN']}"),)
LADDER = os.environ["BESSEMER_LADDER"]


def folders() -> Iterator[Path]:
    """Where a program might leave something for another one."""
    socket = Path(os.environ["BESSEMER_ADDRESS"].removeprefix("unix:"))
    given = (tempfile.gettempdir(), os.environ["HOME"], "/tmp", "/var/tmp", "/dev/shm", "/run")  # noqa: S108 - to spy
    yield from map(Path, given)
    yield from (Path.cwd(), Path(__file__).parent, socket.parent, Path(sys.prefix), Path("/"))


def write_notes(text: str) -> list[str]:
    """Leave it wherever that can be done."""
    left = []
    for folder in dict.fromkeys(folders()):
        try:
            (folder / f"{NOTE}{ME}").write_text(text, encoding="utf-8")
            left.append(str(folder))
        except OSError:
            continue
    return left


def read_notes() -> list[str]:
    """What others have left."""
    found = []
    for folder in dict.fromkeys(folders()):
        try:
            notes = [path for path in folder.glob(f"{NOTE}*") if not path.name.endswith(ME)]
            found += [path.read_text(encoding="utf-8") for path in notes]
        except OSError:
            continue
    return found


def signals() -> list[str]:
    """The ways in which it could signal to whoever reads its own program: what a lock on it did."""
    libc, file = ctypes.CDLL(None), os.open(__file__, os.O_RDONLY)
    ways: dict[str, Callable[[], object]] = {
        "flock": lambda: fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB),
        "lock": lambda: fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB),
        "lease": lambda: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK),
        "who leases": lambda: fcntl.fcntl(file, fcntl.F_GETLEASE),
        "notify": lambda: fcntl.fcntl(file, fcntl.F_NOTIFY, fcntl.DN_ACCESS),
    }
    found = ["inotify"] if libc.inotify_init() >= 0 else []
    for name, way in ways.items():
        with contextlib.suppress(OSError):
            way()
            found.append(name)
    os.close(file)
    return found


async def reason(call: Callable[[], Awaitable[Any]]) -> str:
    """Why the referee does not answer; "" if it does."""
    try:
        await call()
    except grpc.aio.AioRpcError as error:
        status = rpc_status.from_call(error)  # type: ignore[arg-type]
        for detail in status.details if status else ():
            refusal = error_reason_pb2.Refusal()
            if detail.Unpack(refusal):
                return error_reason_pb2.ErrorReason.Name(refusal.reason)
        return str(error.code())
    return ""


async def asked(end: MatchEnd) -> dict[str, str]:
    """What the referee says to each question that it might answer."""
    match_id = end.match_id
    async with grpc.aio.insecure_channel(os.environ["BESSEMER_ADDRESS"]) as channel:
        matches: Any = match_service_pb2_grpc.MatchServiceStub(channel)
        ladders: Any = ladder_service_pb2_grpc.LadderServiceStub(channel)

        async def watch() -> None:
            request = pb.WatchMatchRequest(match_id=match_id)
            async for _ in matches.WatchMatch(request, metadata=TOKEN):
                pass

        def calling(stub: Any, method: str, request: Any) -> Callable[[], Awaitable[Any]]:  # noqa: ANN401 - gRPC's
            return lambda: getattr(stub, method)(request, metadata=TOKEN)

        player = os.environ.get("BESSEMER_PLAYER", "spy")
        seats = [pb.SeatRequest(player=player), pb.SeatRequest()]
        create = pb.CreateMatchRequest(game=os.environ["BESSEMER_GAME"], seats=seats)
        other = pb.GetDecisionRequest(match_id=match_id, seat=1 - end.seat)
        questions: dict[str, Callable[[], Awaitable[Any]]] = {
            "GetMatch": calling(matches, "GetMatch", pb.GetMatchRequest(match_id=match_id)),
            "GetReplay": calling(matches, "GetReplay", pb.GetReplayRequest(match_id=match_id)),
            "ListMatches": calling(matches, "ListMatches", pb.ListMatchesRequest()),
            "CreateMatch": calling(matches, "CreateMatch", create),
            "WatchMatch": watch,
            "another seat": calling(matches, "GetDecision", other),
            "GetStanding": calling(
                ladders, "GetStanding", ladder_pb.GetStandingRequest(ladder=LADDER, player=player)
            ),
            "ListPlayerMatches": calling(
                ladders,
                "ListPlayerMatches",
                ladder_pb.ListPlayerMatchesRequest(ladder=LADDER, player=player),
            ),
        }
        return {name: await reason(call) for name, call in questions.items()}


async def spy(end: MatchEnd) -> None:
    """Do all of it, and say what came of it."""
    found = read_notes()
    left = write_notes(f"{ME} saw match {end.match_id}")
    report = {
        "me": ME,
        "match": end.match_id,
        "seat": end.seat,
        "found": found,
        "left": left,
        "signals": signals(),
        "lived": [STARTED, time.monotonic()],
        "answers": await asked(end),
    }
    print(f"spy {json.dumps(report)}", flush=True)  # noqa: T201 - for its log


async def main() -> None:
    """Play like anybody else, and end only when all is told."""
    begun = 0
    tasks: list[asyncio.Task[None]] = []
    changed = asyncio.Event()

    def begin(game: str) -> Any:  # noqa: ANN401 - a bot of any game
        nonlocal begun
        begun += 1
        return new_bot(game, "random", random.Random(1))

    def end(ended: MatchEnd) -> None:
        tasks.append(asyncio.ensure_future(spy(ended)))
        changed.set()

    async def finish() -> None:
        while len(tasks) < begun:
            changed.clear()
            await changed.wait()
        await asyncio.gather(*tasks)
        os._exit(0)

    finishing: list[asyncio.Task[None]] = []
    asyncio.get_running_loop().add_signal_handler(
        signal.SIGTERM, lambda: finishing.append(asyncio.ensure_future(finish()))
    )
    await enlist(
        os.environ["BESSEMER_ADDRESS"],
        os.environ["BESSEMER_TOKEN"],
        LADDER,
        begin,
        concurrency=int(os.environ["BESSEMER_CONCURRENCY"]),
        ended=end,
    )


if __name__ == "__main__":
    asyncio.run(main())
