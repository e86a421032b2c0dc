"""Learning a game on the pages: the prepared match, its lessons, and a match that nobody prepared."""

import asyncio
from pathlib import Path

import pytest

from bessemer.accounts.roles import Role
from bessemer.faces.lessons import Course, courses_of, taught_games
from bessemer.table.desk import desk_of
from bessemer.web.server.app import WebApp
from bessemer.web.server.seat.seats import Seat
from bessemer.web.server.seat.wishes import Wish
from tests.referees.in_process import PATIENCE, House, opened
from tests.web.asgi_browser import AsgiBrowser
from tests.web.served_pages import pages

_FOLLOWED = 6


async def watching(house: House) -> dict[str, str]:
    """What pages need for seeing the matches of a referee."""
    directory = house.referee.accounts.directory
    return {"token": (await directory.create_player("pages", Role.SPECTATOR)).text}


COURSES = [
    pytest.param(game, course, id=f"{game} {course.name}".strip())
    for game in taught_games()
    for course in courses_of(game)
]


async def at_a_lesson(house: House, app: WebApp, game: str, variant: str = "") -> Seat:
    """Somebody who has clicked on "learn", and sits there."""
    client, _ = await house.player("ada")
    browser = AsgiBrowser(app)
    await browser.sign_in(client.token)
    form = await browser.get("/play")
    fields = {"game": game, "csrf": form.field("csrf"), "once": form.field("once")}
    assert (await browser.post("/learn?variant=none", fields)).status == 404
    place = (await browser.post(f"/learn?variant={variant}", fields)).place
    assert (await browser.get(place)).status == 200
    [seat] = app._seats.seats._seats.values()
    return seat


async def asked(seat: Seat, after: int) -> None:
    """Wait until the learner is asked for something new."""
    async with asyncio.timeout(PATIENCE):
        while seat.model.turn <= after:
            await seat._news.wait()


@pytest.mark.parametrize(("game", "course"), COURSES)
@pytest.mark.asyncio
async def test_the_prepared_match_is_shown_step_by_step(
    tmp_path: Path, game: str, course: Course
) -> None:
    """The bots play it as it was prepared, so what is shown is possible."""
    async with opened(tmp_path) as house:
        directory = house.referee.accounts.directory
        for bot in set(course.opponents):
            await directory.create_player(bot, Role.PLAYER)

        async def bot_token(name: str) -> str:
            return (await directory.create_token(name)).text

        teacher = (await directory.create_player("teacher", Role.ORGANISER)).text
        wishes = {"bot_token": bot_token, "organiser_token": teacher} | await watching(house)
        async with pages(house, tmp_path / "web", source=wishes) as app:
            seat, told, turn = await at_a_lesson(house, app, game, course.name), [], 0
            seat._holder = "tab"
            for step in course.steps[:_FOLLOWED]:
                await asked(seat, turn)
                turn, desk = seat.model.turn, desk_of(seat.model)
                told += [remark["text"] for remark in desk["lesson"]["remarks"]]
                assert told[-1].startswith("An answer to try: ada ")
                await seat.act(Wish("suggest", "tab", turn))
                assert seat.model.ready_text == step.move or "paying" in step.move
                await seat.act(Wish("send", "tab", turn))
            await asked(seat, turn)

            assert told[0] == course.welcome[0].text
            assert desk_of(seat.model)["lesson"] is not None


@pytest.mark.asyncio
async def test_where_nobody_can_prepare_it_lessons_come_as_they_do(tmp_path: Path) -> None:
    """On somebody else's referee: all is told, and no answer is shown that may be impossible."""
    async with (
        opened(tmp_path) as house,
        pages(house, tmp_path / "web", source=await watching(house)) as app,
    ):
        seat = await at_a_lesson(house, app, "furnace")
        await asked(seat, 0)
        lesson = desk_of(seat.model)["lesson"]

        assert lesson["is_new"]
        assert lesson["remarks"][-1]["text"] == "Decide as you like, or ask for a suggestion."
