"""Players a person: a client, and a screen or plain lines to show it."""

import asyncio
import sys

import grpc

from bessemer.faces.lessons import Course
from bessemer.table.client import MatchClient, SeatAddress
from bessemer.table.events import Event
from bessemer.table.model import TableModel
from bessemer.terminal.after_match import AfterMatch, Analyse, no_analysis
from bessemer.terminal.app import TableApp
from bessemer.terminal.plain import PlainTable, read_lines


async def play_on_screen(
    channel: grpc.aio.Channel,
    address: SeatAddress,
    offers: frozenset[AfterMatch] = frozenset(),
    course: Course | None = None,
    analyse: Analyse = no_analysis,
) -> tuple[TableModel, AfterMatch]:
    """Play or look on in the full screen, until the person closes it; and what they want next."""
    model = TableModel(address.seat, course=course)
    app = TableApp(model, lambda listen: MatchClient(channel, address, listen), offers, analyse)
    wish = await app.run_async()
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError  # Textual takes it for the person's wish to leave
    # A window that was closed answers nothing; that is no reason to lose a match.
    return model, wish or (AfterMatch.KEEP if AfterMatch.KEEP in offers else AfterMatch.LEAVE)


async def play_in_lines(
    channel: grpc.aio.Channel,
    address: SeatAddress,
    offers: frozenset[AfterMatch] = frozenset(),
    course: Course | None = None,
) -> tuple[TableModel, AfterMatch]:
    """Play or look on in plain lines, until the match is over or the input is."""
    model = TableModel(address.seat, course=course)

    async def answer(turn: int, move: object) -> None:
        await client.answer(turn, move)

    async def resign() -> None:
        await client.resign()

    async def take_back(wish: int, decline: bool) -> None:  # noqa: FBT001 - as the table calls it
        await client.take_back(wish, decline=decline)

    def say(text: str) -> None:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    table = PlainTable(model, say, answer, resign, prompts=sys.stdin.isatty(), take_back=take_back)

    def hear(event: Event) -> None:
        table.hear(event)
        if (due := model.due()) is not None:
            client.answer_soon(*due)

    client = MatchClient(channel, address, hear)
    playing = asyncio.create_task(client.run())
    tasks = {playing}
    if address.seat is not None:
        lines = read_lines(sys.stdin, asyncio.get_running_loop())
        tasks.add(asyncio.create_task(table.obey(lines)))
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()  # raises what it raised: nobody would answer
        if not table.has_left:
            await playing
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return (
        model,
        AfterMatch.KEEP if table.has_left and AfterMatch.KEEP in offers else AfterMatch.LEAVE,
    )
