"""Starting matches from the pages: every game with all options, bots, friends, limits, once more."""

import asyncio
import re
from pathlib import Path
from typing import Final

import pytest

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.server.app import WebApp
from bessemer.web.server.start.bot_keeper import BotLimits
from bessemer.web.server.start.opponents import opponents
from tests.referees.in_process import LONGEST_WAIT, PATIENCE, SHORT, Client, opened, why
from tests.web.asgi_browser import Answer, AsgiBrowser
from tests.web.served_pages import pages
from tests.web.starting import match_of, played_out, signed_in, start

HOSTILE: Final = '</textarea><img src=x onerror="alert(1)">'
UNUSUAL: Final = {
    "furnace": {"rounds": "3", "capitalists": "off", "chain": "on", "deck": "standard"},
    "brass": {},
    "alchemicus": {
        "bank": "on",
        "advanced_sale": "on",
        "noctis": "on",
        "race": "on",
        "start": "1",
        "round_cap": "50",
        "deck": "standard",
    },
}
"""By game: all of its options, as different from the defaults as they can be."""


async def bots_gone(app: WebApp) -> None:
    """Wait until all bots that play here have ended with their matches."""
    assert app.tables is not None
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*app.tables._keeper._tasks)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.asyncio
async def test_every_option_can_be_chosen(tmp_path: Path, game: str) -> None:
    """And a clock, a seat, friends, whether moves are suggested: the match is what the form says."""
    assert {one.name for one in GAMES[game].option_list} == set(UNUSUAL[game])
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        browser, ada = await signed_in(house, app, "ada")
        form = await browser.get(f"/play/{game}")
        assert all(f'name="option-{name}"' in form.text for name in UNUSUAL[game])
        fields = {f"option-{name}": value for name, value in UNUSUAL[game].items()}
        others = {"seat_1": "friend", "seat_2": "friend", "clock": "quick", "place": "1"}
        match_id = match_of(await start(browser, game, **others, **fields))
        match = (await ada.GetMatch(pb.GetMatchRequest(match_id=match_id))).match

        assert ["", "ada", ""] == [seat.player for seat in match.seats]
        assert UNUSUAL[game] == {name: match.options[name] for name in UNUSUAL[game]}
        assert (600, 10) == (match.clock.bank.seconds, match.clock.increment.seconds)
        assert match_pb2.DURABILITY_MOVE == match.durability
        assert not match.suggestions_allowed
        match_id = match_of(await start(browser, game, seat_1="friend", suggestions="on"))
        match = (await ada.GetMatch(pb.GetMatchRequest(match_id=match_id))).match
        assert (1800, True) == (match.clock.bank.seconds, match.suggestions_allowed)


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.asyncio
async def test_a_match_against_a_bot_is_played_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """One click; the bot comes, plays with the rules of this match, and ends with it."""
    # However old the list of matches is, one's own are told as they are.
    monkeypatch.setattr("bessemer.web.server.sources._LIST_SECONDS", 1e9)
    options = {f"option-{name}": value for name, value in SHORT.get(game, {}).items()}
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        browser, ada = await signed_in(house, app, "ada")
        match_id = match_of(await start(browser, game, place="1", **options))
        home = (await browser.get("/")).text
        result = await played_out(ada, match_id, 1)
        await bots_gone(app)

        assert "Your matches" in home
        assert f"/seat/{match_id}/1" in home
        assert 2 == len(result.ranks)
        assert not result.seat_faults
        assert app.tables is not None
        table = app.tables.book.find(match_id)
        assert table is not None
        assert (True, []) == (table.is_over, table.bots)
        assert "Your matches" not in (await browser.get("/")).text


@pytest.mark.asyncio
async def test_bots_go_home_and_come_back(tmp_path: Path) -> None:
    """While nobody is at a table it costs nothing; whoever comes back finds the bots there."""
    limits = BotLimits(pace=0.0, idle_seconds=0.0)
    async with opened(tmp_path) as house, pages(house, tmp_path / "web", bots=limits) as app:
        browser, ada = await signed_in(house, app, "ada")
        match_id = match_of(await start(browser, "furnace", **{"option-rounds": "3"}))
        assert app.tables is not None
        keeper = app.tables._keeper
        async with asyncio.timeout(PATIENCE):
            await keeper.changed.wait()  # the bots have come
            keeper.changed.clear()
            await keeper.changed.wait()  # and gone
        assert {} == keeper._awake
        keeper.changed.clear()
        keeper._limits = BotLimits(pace=0.0)  # now they stay until everybody sits
        await browser.get(f"/seat/{match_id}/0")
        async with asyncio.timeout(PATIENCE):
            await keeper.changed.wait()
        request = pb.GetDecisionRequest(match_id=match_id, seat=0)
        request.wait.CopyFrom(LONGEST_WAIT)

        assert {match_id: 1} == keeper._awake
        assert (await ada.GetDecision(request)).HasField("decision")
        await house.organiser.AbortMatch(admin.AbortMatchRequest(match_id=match_id))
        await bots_gone(app)


@pytest.mark.asyncio
async def test_what_cannot_be_played_is_refused_in_words(tmp_path: Path) -> None:
    """With the form as it was, and with nothing in it that could run."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        browser, _ = await signed_in(house, app, "ada")
        wrong = [
            (await start(browser, "furnace", seat_1=""), "choose opponents"),
            (await start(browser, "furnace", seat_1=HOSTILE), "No bot"),
            (await start(browser, "brass", seat_1="magnate"), "No bot magnate plays brass"),
            (await start(browser, "furnace", clock="never"), "no such clock"),
            (await start(browser, "furnace", **{"option-deck": HOSTILE}), "deck"),
            (await start(browser, "alchemicus", **{"option-race": "on"}), "noctis"),
        ]

        assert [400] * len(wrong) == [answer.status for answer, _ in wrong]
        for answer, words in wrong:
            alert = re.search(r'role="alert">([^<]*)<', answer.text)
            assert alert, answer.text
            assert words in alert[1]
            assert "<img" not in answer.text
        assert 404 == (await browser.get("/play/chess")).status
        assert 403 == (await browser.post("/play", {"game": "furnace", "seat-1": "greedy"})).status


@pytest.mark.asyncio
async def test_few_play_at_once(tmp_path: Path) -> None:
    """One sentence when all bots play, another when bots wait for one person at too many tables."""
    limits = BotLimits(bots=5, pace=0.0)
    async with opened(tmp_path) as house, pages(house, tmp_path / "web", bots=limits) as app:
        browser, _ = await signed_in(house, app, "ada")
        other, _ = await signed_in(house, app, "bob")
        answers = []
        for _ in range(5):
            answers.append(await start(browser, "furnace"))
            await asyncio.sleep(0)  # the bots are called
        crowd = await start(other, "furnace", seat_2="greedy")

        assert [303] * 4 + [429] == [answer.status for answer in answers]
        assert "Bots wait for you at 4 tables" in answers[-1].text
        assert (503, True) == (crowd.status, "All bots are playing" in crowd.text)
        assert 303 == (await start(other, "furnace")).status
        assert 303 == (await start(browser, "furnace", seat_1="friend")).status


@pytest.mark.asyncio
async def test_a_form_that_is_sent_twice_starts_one_match(tmp_path: Path) -> None:
    """And so does the same once more, which only who began the match may want."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        browser, _ = await signed_in(house, app, "ada")
        other, _ = await signed_in(house, app, "bob")
        once = {"seat_1": "friend", "once": "just-once", "clock": "days"}
        first, second = [match_of(await start(browser, "brass", **once)) for _ in range(2)]
        again = {"match": first, "csrf": await browser.csrf()}
        answers = [match_of(await browser.post("/play/again", again)) for _ in range(2)]

        assert first == second
        assert answers[0] == answers[1] != first
        assert app.tables is not None
        one, same = (app.tables.book.find(match_id) for match_id in (first, answers[0]))
        assert one is not None
        assert same is not None
        assert one.plan == same.plan
        foreign = {"match": first, "csrf": await other.csrf()}
        assert 404 == (await other.post("/play/again", foreign)).status
        assert 404 == (await other.get(f"/play/table/{first}")).status
        assert 401 == (await AsgiBrowser(app).post("/play/again", {"match": first})).status


@pytest.mark.asyncio
async def test_a_guest_sits_down_with_one_click(tmp_path: Path) -> None:
    """At the machine itself; elsewhere one is asked to sign in."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web", guests=True) as app:
        browser = AsgiBrowser(app)
        form = await browser.get("/play")
        fields = {name: form.field(name) for name in ("name", "once")}
        answer = await browser.post("/play", fields | {"game": "brass", "seat-1": "friend"})
        stranger = AsgiBrowser(app, address="192.0.2.1")
        refused = await stranger.post("/play", {"game": "brass", "name": "eve", "seat-1": "friend"})

        assert match_of(answer)
        assert fields["name"] == await browser.name()
        assert (303, "/sign-in?next=%2Fplay") == (
            (await stranger.get("/play")).status,
            (await stranger.get("/play")).place,
        )
        assert 401 == refused.status
        assert {} == stranger.cookies


@pytest.mark.asyncio
async def test_a_friends_link_opens_its_seat(tmp_path: Path) -> None:
    """To whoever has it, without an account; not once somebody has taken the seat under a name."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        browser, _ = await signed_in(house, app, "ada")
        answer = await start(browser, "furnace", seat_1="friend", seat_2="friend")
        match_id, links = match_of(answer), (await browser.get(answer.place)).text
        tokens = dict(re.findall(rf"/join/{match_id}/(\d)#(bsm_\w+)", links))
        friend, thief = AsgiBrowser(app), AsgiBrowser(app)
        bob, _ = await signed_in(house, app, "bob")
        place = f"/join/{match_id}/1"
        sat = await friend.post(place, {"token": tokens["1"]})
        wrong = [
            await thief.post(place, {"token": tokens["2"]}),
            await thief.post(place, {"token": ""}),
            await thief.post(
                place, {"token": tokens["1"]}, origin="https://evil.example", sec_fetch_site=""
            ),
            await bob.post(place, {"token": tokens["1"]}),  # without the session's word
        ]
        assert {"1", "2"} == set(tokens)
        assert (303, f"/seat/{match_id}/1") == (sat.status, sat.place)
        assert [403] * 4 == [one.status for one in wrong]
        assert f"/seat/{match_id}/1" in (await friend.get("/")).text
        assert f"/seat/{match_id}/1" not in (await bob.get("/")).text
        request = {"token": tokens["2"], "csrf": await bob.csrf()}
        assert 303 == (await bob.post(f"/join/{match_id}/2", request)).status
        late = await thief.post(f"/join/{match_id}/2", {"token": tokens["2"]})
        assert (409, True) == (late.status, "bob has taken this seat" in late.text)
        assert 303 == (await bob.post(f"/join/{match_id}/2", request)).status


@pytest.mark.asyncio
async def test_a_taken_seat_shows_its_hand_to_nobody_else(tmp_path: Path) -> None:
    """
    Whoever made the link may have opened it in a private window.

    Once a friend who is signed in takes the seat, that window is sent nothing more, opens the seat no
    longer, and cannot act; nor can the link's token, over gRPC. The friend plays on, by the link again
    or by signing in elsewhere.
    """
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        browser, _ = await signed_in(house, app, "ada")
        bob, client = await signed_in(house, app, "bob")
        match_id = match_of(await start(browser, "furnace", seat_1="friend"))
        links = (await browser.get(f"/play/table/{match_id}")).text
        (token,) = re.findall(rf"/join/{match_id}/1#(bsm_\w+)", links)
        private, place = AsgiBrowser(app), f"/seat/{match_id}/1"
        await private.post(f"/join/{match_id}/1", {"token": token})
        page = await private.get(place)
        link = house.client(token)
        async with private.events(f"{place}/events?tab=private") as sent:
            async with asyncio.timeout(PATIENCE):
                await sent.get()
            join = {"token": token, "csrf": await bob.csrf()}
            assert 303 == (await bob.post(f"/join/{match_id}/1", join)).status
            async with asyncio.timeout(PATIENCE):
                while (await sent.get())["event"] != "signed_out":
                    pass
        take_over = await private.post(
            f"{place}/act", {}, x_bessemer_csrf=_csrf_of(page), content_type="application/json"
        )

        assert 403 == (await private.get(place)).status
        assert 403 == (await private.get(f"{place}/events?tab=private")).status
        assert 403 == take_over.status
        request = pb.GetDecisionRequest(match_id=match_id, seat=1)
        assert "NOT_AUTHENTICATED" == await why(link.GetDecision(request))
        await client.GetDecision(request)
        assert 200 == (await bob.get(place)).status
        assert place in (await bob.get("/")).text
        assert 303 == (await bob.post(f"/join/{match_id}/1", join)).status
        elsewhere = AsgiBrowser(app)
        await elsewhere.sign_in(client.token)
        assert 200 == (await elsewhere.get(place)).status


def _csrf_of(page: Answer) -> str:
    """What the script of a seat's page sends along."""
    found = re.search(r'data-csrf="([^"]*)"', page.text)
    assert found, page.text
    return found[1]


@pytest.mark.asyncio
async def test_a_seat_by_a_link_is_played_with_its_token(tmp_path: Path) -> None:
    """It stays with the browser that then signs in; the session knows which token plays which seat."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        browser, _ = await signed_in(house, app, "ada")
        match_id = match_of(await start(browser, "furnace", seat_1="friend"))
        assert app.tables is not None
        table = app.tables.book.find(match_id)
        assert table is not None
        friend = AsgiBrowser(app)
        await friend.post(f"/join/{match_id}/1", {"token": table.links[1]})
        bob, _ = await house.player("bob")
        await friend.sign_in(bob.token)
        person = app.people.person_of(next(iter(friend.cookies.values())))

        assert "bob" == person.name
        assert table.links[1] == app.people.seat_token(person, match_id, 1)
        assert bob.token == app.people.seat_token(person, match_id, 0)


@pytest.mark.asyncio
async def test_without_play_there_are_only_pages_to_watch(tmp_path: Path) -> None:
    """Nothing that signs in or starts anything."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web", plays=False) as app:
        browser = AsgiBrowser(app)

        for path in ("/play", "/play/furnace", "/sign-in", "/join/x/0"):
            assert 404 == (await browser.get(path)).status
        assert 404 == (await browser.post("/play", {"game": "furnace"})).status
        assert "/play" not in (await browser.get("/")).text


@pytest.mark.parametrize("game", NAMES)
def test_opponents_have_words(game: str) -> None:
    """Every level, then every shipped bot that plays, tells how strong it is."""
    found = opponents(game)

    assert ["easy", "medium", "hard", "expert"] == [one.name for one in found][:4]
    assert ["greedy", "random"] == [one.name for one in found][-2:]
    assert all(one.word for one in found)


@pytest.mark.asyncio
async def test_the_last_begins_the_next_match_if_that_is_wanted(tmp_path: Path) -> None:
    """Where the rulebook has it: who had the least Fame; played again after that, the lot decides again."""
    game = GAMES["alchemicus"]
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        browser, client = await signed_in(house, app, "ada")
        wanted = {"seat_1": "friend", "clock": "days", "option-round_cap": "3"}
        first = match_of(await start(browser, "alchemicus", **wanted))
        assert app.tables is not None
        table = app.tables.book.find(first)
        assert table is not None
        assert 'data-again="last"' in (await browser.get(f"/seat/{first}/0")).text
        friend = Client(house.channel, table.links[1])
        seats = enumerate((client, friend))
        (ended, _) = await asyncio.gather(*(played_out(who, first, seat) for seat, who in seats))
        again = {"match": first, "csrf": await browser.csrf(), "begins": "last"}
        second = match_of(await browser.post("/play/again", again))
        shown = (await house.organiser.GetMatch(pb.GetMatchRequest(match_id=second))).match
        other = match_of(await start(browser, "brass", seat_1="friend", clock="days"))

        assert game.follow_up(game.options({}), list(ended.scores)) == {
            "start": shown.options["start"]
        }
        known = app.tables.book.find(second)
        assert known is not None
        assert {} == known.plan.again(None).follow_up
        assert 'data-again="yes"' in (await browser.get(f"/seat/{other}/0")).text
