"""Leaving a match from the pages, one's own list, tables without a limit, and the card of a friend's table."""

import re
from pathlib import Path

import pytest

from bessemer.engine.game import Seat
from bessemer.faces.players import Players
from bessemer.replays.reader import read_replay
from bessemer.table.notices import headline, result_lines
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.server.home_page import lively
from bessemer.web.server.start.bot_keeper import BotLimits
from tests.referees.in_process import opened
from tests.web.asgi_browser import AsgiBrowser
from tests.web.served_pages import pages
from tests.web.starting import match_of, played_out, signed_in, start

SHORT = {"option-rounds": "3"}


async def leave(browser: AsgiBrowser, match_id: str, seat: int) -> int:
    """Ask to leave, and confirm it; the status of the answer."""
    place = f"/leave/{match_id}/{seat}"
    assert 200 == (await browser.get(place)).status
    return (await browser.post(place, {"csrf": await browser.csrf()})).status


@pytest.mark.asyncio
async def test_an_invitation_is_called_off_by_whoever_made_it(tmp_path: Path) -> None:
    """It leaves the list, and its links lead nowhere; nobody else can do it."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        ada, client = await signed_in(house, app, "ada")
        bob, _ = await signed_in(house, app, "bob")
        match_id = match_of(await start(ada, "furnace", seat_1="friend"))
        assert "Call off" in (await ada.get("/")).text
        assert 403 == (await bob.get(f"/leave/{match_id}/1")).status
        assert 403 == (await ada.post(f"/leave/{match_id}/0", {})).status
        assert 303 == await leave(ada, match_id, 0)
        match = (await client.GetMatch(pb.GetMatchRequest(match_id=match_id))).match

        assert match_pb2.MATCH_STATUS_ABORTED == match.status
        assert match_id not in (await ada.get("/")).text


@pytest.mark.asyncio
async def test_a_match_is_given_up_and_taken_off_the_list(tmp_path: Path) -> None:
    """The bots play it to its end; it is among the past matches until one takes it off for good."""
    state = tmp_path / "web"
    async with opened(tmp_path) as house, pages(house, state) as app:
        ada, client = await signed_in(house, app, "ada")
        match_id = match_of(await start(ada, "furnace", **SHORT))
        await client.GetDecision(pb.GetDecisionRequest(match_id=match_id, seat=0))
        await house.wait(match_id, lambda match: match.started is not None)
        assert "Give up" in (await ada.get("/")).text
        assert 303 == await leave(ada, match_id, 0)
        result = await played_out(client, match_id, 0)
        own = (await ada.get("/sign-in")).text

        assert [2, 1] == list(result.ranks)
        assert f"/matches/{match_id}" in own
        assert "place 2" in own
        assert 303 == await leave(ada, match_id, 0)
        assert match_id not in (await ada.get("/sign-in")).text
    async with opened(tmp_path) as house, pages(house, state) as app:
        ada = AsgiBrowser(app)
        await ada.sign_in(client.token)
        assert match_id not in (await ada.get("/sign-in")).text


@pytest.mark.asyncio
async def test_own_machine_has_no_limit_of_tables(tmp_path: Path) -> None:
    """Elsewhere the refusal lists the tables, with a way out of each."""
    limits = BotLimits(bots=3, pace=0.0)
    async with opened(tmp_path) as house:
        async with pages(house, tmp_path / "own", bots=limits, guests=True) as app:
            ada, client = await signed_in(house, app, "ada")
            begun = [match_of(await start(ada, "furnace", **SHORT)) for _ in range(6)]
            # At the last of them a bot sits down, although all bots were elsewhere.
            await played_out(client, begun[-1], 0)
        async with pages(house, tmp_path / "shared", bots=BotLimits(bots=9, pace=0.0)) as app:
            bob, _ = await signed_in(house, app, "bob")
            tables = [match_of(await start(bob, "furnace")) for _ in range(4)]
            refused = await start(bob, "furnace")
            assert 429 == refused.status
            for match_id in tables:
                assert f'href="/leave/{match_id}/0"' in refused.text


@pytest.mark.asyncio
async def test_a_friend_sees_the_table_before_sitting_down(tmp_path: Path) -> None:
    """Who invites, the game, its options and clock, who is there; and says a name at this machine."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web", guests=True) as app:
        ada, _ = await signed_in(house, app, "ada")
        asked = {"seat_1": "friend", "clock": "quick", **SHORT}
        answer = await start(ada, "furnace", **asked)
        match_id, links = match_of(answer), (await ada.get(answer.place)).text
        (token,) = re.findall(rf"/join/{match_id}/1#(bsm_\w+)", links)
        friend = AsgiBrowser(app)
        card = (await friend.get(f"/join/{match_id}/1")).text
        fields = {"token": token, "name": "ben"}
        sat = await friend.post(f"/join/{match_id}/1", fields)
        stranger = AsgiBrowser(app, host="pages.example")

        assert "work on this machine only" in links
        for words in ("ada invites you to Furnace", "10:00", "rounds 3", "your seat"):
            assert words in card
        assert (303, f"/seat/{match_id}/1") == (sat.status, sat.place)
        assert "ben" == house.match(match_id).spec.players[1]
        assert 'name="name"' not in (await stranger.get(f"/join/{match_id}/1")).text
        assert "Private link" in (await friend.get("/sign-in")).text
        assert 404 == (await friend.get("/join/none/1")).status


@pytest.mark.parametrize(
    ("ranks", "said"),
    [
        ((1, 2, 3), "You won!"),
        ((1, 1, 3), "You share the first place."),
        ((2, 1, 3), "You came in at place 2."),
        ((), ""),
    ],
)
def test_the_end_says_how_it_was_for_you(ranks: tuple[int, ...], said: str) -> None:
    """Then who won, in the order of the ranks, and why in the same order."""
    result = match_pb2.MatchResult(ranks=ranks, scores=[7] * len(ranks))
    assert said == headline(result, 0)
    if ranks == (2, 1, 3):
        lines = result_lines(Players(("Ada", "Ben", "Cy"), 0), result, ["a", "b", "c"])
        assert ["b", "a", "c"] == lines[3:]
        assert lines[0].startswith("1.  B Ben")


@pytest.mark.asyncio
async def test_a_match_is_played_on_from_a_turn(tmp_path: Path) -> None:
    """The same cards and moves up to there; then the person at that seat, and bots at the others."""
    async with opened(tmp_path) as house:
        source = {"organiser_token": house.organiser.token}
        async with pages(house, tmp_path / "web", source=source) as app:
            ada, client = await signed_in(house, app, "ada")
            first = match_of(await start(ada, "furnace", **SHORT))
            await played_out(client, first, 0)
            asked = pb.GetReplayRequest(match_id=first)
            old = read_replay((await client.GetReplay(asked)).replay)
            turn = next(one.turn for one in old.records if one.turn > 9 and one.seat == 0)
            form = await ada.get(f"/play/on/{first}?turn={turn}")
            fields = {name: form.field(name) for name in ("csrf", "once", "turn")}
            again = match_of(await ada.post(f"/play/on/{first}", fields))
            new = house.match(again)

            assert [one.move for one in old.records[: turn - 1]] == [
                played.record.move for played in new.played[: turn - 1]
            ]
            decision = new.open_decision(Seat(0))
            assert decision is not None
            assert turn == decision.turn
            assert 404 == (await ada.get(f"/play/on/{first}?turn=99999")).status
            await played_out(client, again, 0)


def test_live_matches_are_those_where_somebody_moves() -> None:
    """Tables without a move for long are left out; the newest move comes first."""
    running = match_pb2.MATCH_STATUS_RUNNING
    times = {"old": 1000, "new": 9990, "newest": 9999}
    matches = [match_pb2.Match(match_id=name, status=running) for name in times]
    for match in matches:
        match.start_time.FromSeconds(900)
        match.last_move_time.FromSeconds(times[match.match_id])
    over = match_pb2.Match(match_id="over", status=match_pb2.MATCH_STATUS_FINISHED)
    over.end_time.FromSeconds(1)

    found = [match.match_id for match in lively([*matches, over], 10_000.0)]
    assert ["newest", "new", "over"] == found
