"""The pages of a competition: signing up, handing in, reading logs; and nothing of other teams'."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pytest
import pytest_asyncio

from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as ladder_pb
from bessemer.v1 import submission_service_pb2 as pb
from bessemer.v1 import team_service_pb2 as team_pb
from bessemer.web.server.app import WebApp
from tests.referees.in_process import House, opened
from tests.rpc.submissions.handing_in import bot_archive, claim, submit, worker_of
from tests.web.asgi_browser import Answer, AsgiBrowser
from tests.web.served_pages import pages

HOSTILE = "<img src=x onerror=alert(1)>"


class Place(NamedTuple):
    """A referee with a ladder, and its pages."""

    house: House
    app: WebApp

    async def code(self, **wishes: object) -> str:
        """An invitation of the organiser."""
        request = team_pb.CreateInvitationRequest(**wishes)  # type: ignore[arg-type] # as named
        return str((await self.house.organiser.CreateInvitation(request)).code)

    async def team(self, name: str, member: str = "ann") -> AsgiBrowser:
        """Somebody who has signed up."""
        browser = AsgiBrowser(self.app)
        answer = await joined(browser, await self.code(), name, member)
        assert 200 == answer.status, answer.text
        return browser


async def joined(browser: AsgiBrowser, code: str, team: str, member: str) -> Answer:
    """Send the form of the sign-up page."""
    return await browser.post("/compete/join", {"token": code, "team": team, "member": member})


async def handed_in(browser: AsgiBrowser, content: bytes, note: str = "") -> Answer:
    """Send an archive, as the page's script does."""
    csrf = await browser.csrf()
    return await browser.upload(f"/compete/submissions?note={note}", content, x_bessemer_csrf=csrf)


@pytest_asyncio.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    """A referee with a ladder of Furnace, and its pages."""
    async with opened(tmp_path) as house, pages(house, tmp_path / "web") as app:
        entry = ladder_pb.LadderEntry(submissions_per_day=5, quiet_hours="01:00-02:00")
        entry.lock_time.FromSeconds(4_000_000_000)
        request = admin.CreateLadderRequest(name="main", game="furnace", seats=2, entry=entry)
        await house.organiser.CreateLadder(request)
        yield Place(house, app)


@pytest.mark.asyncio
async def test_a_team_from_its_code_to_a_version(place: Place) -> None:
    """Signed up, handed in, built, read, rolled back and withdrawn, all on pages."""
    stranger = AsgiBrowser(place.app)
    about = (await stranger.get("/compete")).text
    for said in ("main", "deadline: 2096-10-02 07:06 UTC", "submissions a day: 5", "01:00-02:00"):
        assert said in about
    team = AsgiBrowser(place.app)
    welcome = (await joined(team, await place.code(), "owls", "ann")).text
    assert "Welcome, owls" in welcome
    assert "bsm_" in welcome
    assert "The team owls" in (await team.get("/compete")).text

    answer = await handed_in(team, bot_archive(), note="first")
    address = json.loads(answer.text)["address"]
    assert "waits to be built" in (await team.get(address)).text
    worker = await worker_of(place.house)
    claimed = await claim(worker)
    progress = pb.ReportProgressRequest(
        claim=claimed.claim, kind=pb.LOG_KIND_BUILD, text=f"{HOSTILE}\nTraceback: line 7\n"
    )
    await worker.ReportProgress(progress)
    shown = (await team.get(address)).text
    assert "Traceback: line 7" in shown
    assert HOSTILE not in shown
    await worker.FinishBuild(pb.FinishBuildRequest(claim=claimed.claim, accepted=True))
    second = json.loads((await handed_in(team, bot_archive("x = 1\n"))).text)["address"]
    claimed = await claim(worker)
    await worker.FinishBuild(pb.FinishBuildRequest(claim=claimed.claim, accepted=True))

    csrf = {"csrf": await team.csrf()}
    assert 303 == (await team.post(address, csrf | {"do": "play"})).status
    playing = (await worker.ListPlayingVersions(pb.ListPlayingVersionsRequest())).submissions
    assert [("owls", "1")] == [(one.player, one.version) for one in playing]
    assert 303 == (await team.post(second, csrf | {"do": "withdraw"})).status
    assert "withdrawn" in (await team.get(second)).text


@pytest.mark.asyncio
async def test_a_hostile_team_sees_and_changes_nothing_of_another(place: Place) -> None:
    """Neither submissions nor logs nor members; the organiser sees all, and that is in the audit log."""
    owls, bats = await place.team("owls"), await place.team("bats", "eve")
    answer = await handed_in(owls, bot_archive("SECRET = 1\n"))
    address = json.loads(answer.text)["address"]
    worker = await worker_of(place.house)
    claimed = await claim(worker)
    log = pb.ReportProgressRequest(claim=claimed.claim, kind=pb.LOG_KIND_BUILD, text="owls only\n")
    await worker.ReportProgress(log)
    members = await place.house.organiser.GetTeam(team_pb.GetTeamRequest(team="owls"))
    csrf = {"csrf": await bats.csrf()}

    for attempt in (
        await bats.get(address),
        await bats.post(address, csrf | {"do": "withdraw"}),
        await bats.post(address, csrf | {"do": "play"}),
    ):
        assert attempt.status in (404, 409)
        assert "owls only" not in attempt.text
    taken = csrf | {"do": "remove", "id": members.members[0].token_id}
    assert 409 == (await bats.post("/compete/members", taken)).status
    assert "owls" not in (await bats.get("/compete")).text
    assert "/sign-in" in (await bats.get("/compete/organise")).place
    assert "/sign-in" in (await AsgiBrowser(place.app).get(address)).place
    assert 403 == (await bats.post("/compete/organise", csrf | {"do": "invite"})).status

    organiser = AsgiBrowser(place.app)
    await organiser.sign_in(place.house.organiser.token)
    queue = (await organiser.get("/compete/organise")).text
    assert "owls" in queue
    assert "owls only" in (await organiser.get(address)).text
    entries = (await place.house.organiser.ListAudit(admin.ListAuditRequest())).entries
    assert any(one.action == "read log" and "of owls" in one.subject for one in entries)


@pytest.mark.asyncio
async def test_forms_and_archives_come_from_our_own_pages(place: Place) -> None:
    """Not from another site, not without the session's word, not without signing in."""
    team = await place.team("owls")
    csrf, content = await team.csrf(), bot_archive()
    foreign = {"origin": "https://evil.example", "sec_fetch_site": ""}
    path = "/compete/submissions"

    for attempt in (
        await team.upload(path, content),
        await team.upload(path, content, x_bessemer_csrf="guess"),
        await team.upload(path, content, x_bessemer_csrf=csrf, **foreign),
        await AsgiBrowser(place.app).upload(path, content, x_bessemer_csrf=csrf),
        await team.post("/compete/members", {"do": "invite"}),
        await AsgiBrowser(place.app).post("/compete/join", {}, **foreign),
    ):
        assert 403 == attempt.status
    listed = await place.house.organiser.ListSubmissions(pb.ListSubmissionsRequest())
    assert not listed.submissions


@pytest.mark.asyncio
async def test_what_is_no_bot_is_refused_with_the_reason(place: Place) -> None:
    """Too large, empty, no archive, over the quota: a sentence each, for the page's script."""
    team = await place.team("owls")

    for content, status, said in (
        (b"", 400, "empty"),
        (b"garbage", 409, "tar"),
        (bytes(33 * 1024 * 1024), 413, "at most 32 MB"),
    ):
        answer = await handed_in(team, content)
        assert (status, True) == (answer.status, said in answer.text), answer.text
    for _ in range(5):
        assert 200 == (await handed_in(team, bot_archive())).status
    answer = await handed_in(team, bot_archive())
    assert "5 bots for furnace in 24 hours" in answer.text


@pytest.mark.asyncio
async def test_codes_are_no_guesswork(place: Place) -> None:
    """Wrong ones are counted by address, and so are those who sign up by one code."""
    guesser = AsgiBrowser(place.app, address="192.0.2.1")
    wrong = "bsm_" + "a" * 12 + "_" + "b" * 52
    statuses = [(await joined(guesser, wrong, "x", "y")).status for _ in range(11)]
    assert [403] * 10 + [429] == statuses

    code = await place.code(max_uses=9, per_address=2)
    others = [AsgiBrowser(place.app, address="192.0.2.2") for _ in range(3)]
    found = [(await joined(one, code, f"t{n}", "ann")).status for n, one in enumerate(others)]
    assert [200, 200, 429] == found
    taken = await joined(AsgiBrowser(place.app), code, "t0", "ann")
    assert (409, True) == (taken.status, "There is a player t0 already" in taken.text)
    told = await AsgiBrowser(place.app).sign_in(code)
    assert "This is an invitation: sign up with it." in told.text


@pytest.mark.asyncio
async def test_members_come_and_go_on_the_page(place: Place) -> None:
    """By a link that the team makes itself."""
    ann = await place.team("owls")
    csrf = {"csrf": await ann.csrf()}
    shown = await ann.post("/compete/members", csrf | {"do": "invite"})
    code = shown.text.partition("/compete/join#")[2].partition('"')[0]
    ben = AsgiBrowser(place.app)
    assert "Welcome, owls" in (await joined(ben, code, "", "ben")).text
    team = await place.house.organiser.GetTeam(team_pb.GetTeamRequest(team="owls"))
    assert ["ann", "ben"] == [one.name for one in team.members]

    out = {"csrf": await ben.csrf(), "do": "remove", "id": team.members[0].token_id}
    assert 303 == (await ben.post("/compete/members", out)).status
    assert "How to take part" in (await ann.get("/compete")).text


@pytest.mark.asyncio
async def test_the_organiser_invites_on_the_page(place: Place) -> None:
    """And revokes; what is no number is said."""
    organiser = AsgiBrowser(place.app)
    await organiser.sign_in(place.house.organiser.token)
    csrf = {"csrf": await organiser.csrf()}
    form = csrf | {"do": "invite", "uses": "3", "each": "2"}
    shown = (await organiser.post("/compete/organise", form)).text
    code = shown.partition("/compete/join#")[2].partition('"')[0]

    assert "used 0 of 3" in shown
    assert 200 == (await joined(AsgiBrowser(place.app), code, "owls", "ann")).status
    revoke = csrf | {"do": "revoke", "id": code.split("_")[1]}
    assert 303 == (await organiser.post("/compete/organise", revoke)).status
    assert 403 == (await joined(AsgiBrowser(place.app), code, "bats", "eve")).status
    wrong = await organiser.post("/compete/organise", form | {"uses": "many"})
    assert (400, True) == (wrong.status, "from 1 to 10000" in wrong.text)


@pytest.mark.asyncio
async def test_a_refused_bot_says_why(place: Place) -> None:
    """On the team's page and on the organiser's."""
    team = await place.team("owls")
    address = json.loads((await handed_in(team, bot_archive())).text)["address"]
    worker = await worker_of(place.house)
    claimed = await claim(worker)
    refusal = pb.FinishBuildRequest(claim=claimed.claim, reason=f"it lost {HOSTILE}")
    await worker.FinishBuild(refusal)
    organiser = AsgiBrowser(place.app)
    await organiser.sign_in(place.house.organiser.token)

    for shown in (
        await team.get(address),
        await team.get("/compete"),
        await organiser.get("/compete/organise"),
    ):
        assert "it lost &lt;img" in shown.text
        assert HOSTILE not in shown.text
    await submit(place.house.organiser, player="owls")
