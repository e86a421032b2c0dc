"""Teams register themselves by invitations, and look after their own members alone."""

import time
from pathlib import Path

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from bessemer.rpc.limits.registrations import Registrations
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_service_pb2 as pb
from bessemer.v1 import team_service_pb2 as team
from tests.referees.in_process import Client, House, opened, refused, why


async def invited(house: House, **wishes: object) -> Client:
    """Somebody with an invitation; the `wishes` are fields of the request."""
    request = team.CreateInvitationRequest(**wishes)  # type: ignore[arg-type] # as they are named
    return house.client((await house.organiser.CreateInvitation(request)).code)


async def registered(house: House, name: str, member: str = "ann") -> Client:
    """The first member of a new team."""
    guest = await invited(house)
    response = await guest.Register(team.RegisterRequest(team=name, member=member))
    return house.client(response.token)


async def members(client: Client, name: str = "") -> list[str]:
    """The members of a team."""
    return [one.name for one in (await client.GetTeam(team.GetTeamRequest(team=name))).members]


def written(data: Path) -> bytes:
    """All that the database has on the disk."""
    return b"".join(path.read_bytes() for path in data.glob("bessemer.sqlite3*"))


@pytest.mark.asyncio
async def test_a_team_registers_itself_and_invites_others(house: House) -> None:
    """Each member has a token of its own, and all are the same player."""
    ann = await registered(house, "owls")
    code = (await ann.CreateInvitation(team.CreateInvitationRequest())).code
    guest = house.client(code)
    shown = (await guest.GetInvitation(team.GetInvitationRequest())).invitation
    response = await guest.Register(team.RegisterRequest(member="ben"))
    ben = house.client(response.token)

    assert ("owls", 0, 1) == (shown.team, shown.uses, shown.max_uses)
    assert ["owls", "owls"] == [(await one.GetSelf(pb.GetSelfRequest())).name for one in (ann, ben)]
    assert ["ann", "ben"] == await members(ann) == await members(house.organiser, "owls")
    player = (await house.organiser.GetPlayer(admin.GetPlayerRequest(name="owls"))).player
    assert (admin.ROLE_PLAYER, ["ann", "ben"]) == (
        player.role,
        [one.member for one in player.tokens],
    )


@pytest.mark.asyncio
async def test_an_invitation_does_nothing_else(house: House) -> None:
    """It watches nothing, creates nothing and invites nobody; other tokens do not register."""
    guest = await invited(house)
    ann, _ = await house.player("ann")

    for call in (
        guest.ListMatches(pb.ListMatchesRequest()),
        guest.GetSelf(pb.GetSelfRequest()),
        guest.CreateMatch(pb.CreateMatchRequest(game="furnace")),
        guest.CreateInvitation(team.CreateInvitationRequest()),
        guest.GetTeam(team.GetTeamRequest(team="ann")),
        guest.ListPlayers(admin.ListPlayersRequest()),
        ann.Register(team.RegisterRequest(team="owls", member="ann")),
        house.organiser.GetInvitation(team.GetInvitationRequest()),
    ):
        assert "NOT_ALLOWED" == await why(call)
    assert "NOT_ALLOWED" == await why(guest.stream().join("x", 0))


@pytest.mark.asyncio
async def test_an_invitation_ends(house: House) -> None:
    """After its uses, at its time, and when it is revoked; the refusal says which."""
    used = await invited(house)
    await used.Register(team.RegisterRequest(team="owls", member="ann"))
    soon = Timestamp()
    soon.FromMicroseconds(round((time.time() + 3600) * 1e6))
    late = await invited(house, expire_time=soon)
    revoked = await invited(house)
    request = team.RevokeInvitationRequest(invitation_id=revoked.token.split("_")[1])
    await house.organiser.RevokeInvitation(request)
    wanted = team.RegisterRequest(team="bats", member="ben")

    assert "used up" in (await refused(used.Register(wanted))).message
    house.referee.accounts.invitations._wall = lambda: time.time() + 3601
    assert "has expired" in (await refused(late.Register(wanted))).message
    assert "NOT_AUTHENTICATED" == await why(revoked.Register(wanted))
    assert "PLAYER_NOT_FOUND" == await why(
        house.organiser.RevokeInvitation(team.RevokeInvitationRequest(invitation_id="aaaa"))
    )


@pytest.mark.asyncio
async def test_a_refused_registration_uses_nothing_up(house: House) -> None:
    """A name that is taken, or none: the invitation is as good as before."""
    await registered(house, "owls")
    guest = await invited(house)

    for wanted, reason in (
        (team.RegisterRequest(team="owls", member="ben"), "ALREADY_EXISTS"),
        (team.RegisterRequest(team="Owls", member="ben"), "ALREADY_EXISTS"),
        (team.RegisterRequest(team="", member="ben"), "BAD_REQUEST"),
        (team.RegisterRequest(team="bats", member="b n"), "BAD_REQUEST"),
    ):
        assert reason == await why(guest.Register(wanted))
    response = await guest.Register(team.RegisterRequest(team="bats", member="ben"))
    assert "bats" == response.team


@pytest.mark.asyncio
async def test_teams_look_after_themselves_alone(house: House) -> None:
    """Members, invitations and tokens of another team are neither seen nor changed."""
    ann, eve = await registered(house, "owls"), await registered(house, "bats", "eve")
    made = (await ann.CreateInvitation(team.CreateInvitationRequest())).invitation
    ann_id = ann.token.split("_")[1]

    for call, reason in (
        (eve.GetTeam(team.GetTeamRequest(team="owls")), "NOT_ALLOWED"),
        (eve.CreateInvitation(team.CreateInvitationRequest(team="owls")), "NOT_ALLOWED"),
        (
            eve.RevokeInvitation(team.RevokeInvitationRequest(invitation_id=made.invitation_id)),
            "PLAYER_NOT_FOUND",
        ),
        (eve.RemoveMember(team.RemoveMemberRequest(team="owls", token_id=ann_id)), "NOT_ALLOWED"),
        (eve.RemoveMember(team.RemoveMemberRequest(token_id=ann_id)), "PLAYER_NOT_FOUND"),
    ):
        assert reason == await why(call)
    listed = await eve.ListInvitations(team.ListInvitationsRequest())
    assert [] == list(listed.invitations)
    assert ["ann"] == await members(ann)
    everything = await house.organiser.ListInvitations(team.ListInvitationsRequest())
    assert {"owls", ""} == {one.team for one in everything.invitations}


@pytest.mark.asyncio
async def test_a_member_who_goes_is_out_at_once(house: House) -> None:
    """The last one stays: nobody could come back."""
    ann = await registered(house, "owls")
    code = (await ann.CreateInvitation(team.CreateInvitationRequest())).code
    response = await house.client(code).Register(team.RegisterRequest(member="ben"))
    ben = house.client(response.token)
    ids = [one.token.split("_")[1] for one in (ann, ben)]

    await ben.RemoveMember(team.RemoveMemberRequest(token_id=ids[0]))

    assert "NOT_AUTHENTICATED" == await why(ann.GetSelf(pb.GetSelfRequest()))
    assert "BAD_REQUEST" == await why(ben.RemoveMember(team.RemoveMemberRequest(token_id=ids[1])))
    assert ["ben"] == await members(ben)


@pytest.mark.asyncio
async def test_the_audit_log_says_who_came_in_how(house: House) -> None:
    """By which invitation, and who made that."""
    await registered(house, "owls")

    entries = (await house.organiser.ListAudit(admin.ListAuditRequest())).entries
    found = {entry.action: entry for entry in entries}
    invitation = found["create invitation"].subject
    assert f"ann (invitation {invitation})" == found["create player"].who
    assert "owls" == found["create token"].subject
    assert "for new teams" in found["create invitation"].reason


@pytest.mark.asyncio
async def test_invitations_survive_a_restart(tmp_path: Path) -> None:
    """With their uses; the code itself is nowhere in the database."""
    async with opened(tmp_path) as house:
        guest = await invited(house, max_uses=2)
        await guest.Register(team.RegisterRequest(team="owls", member="ann"))
    async with opened(tmp_path) as house:
        guest = house.client(guest.token)
        await guest.Register(team.RegisterRequest(team="bats", member="eve"))
        wanted = team.RegisterRequest(team="cats", member="kim")

        assert "used up" in (await refused(guest.Register(wanted))).message
    secret = guest.token.split("_")[2].encode()
    assert secret not in written(tmp_path)


@pytest.mark.parametrize(
    ("wishes", "field"),
    [
        ({"max_uses": 10_001}, "max_uses"),
        ({"max_uses": -1}, "max_uses"),
        ({"per_address": -1}, "per_address"),
        ({"expire_time": Timestamp(seconds=1)}, "expire_time"),
        ({"expire_time": Timestamp(seconds=10**10)}, "expire_time"),
        ({"expire_time": Timestamp(seconds=2**62, nanos=-1)}, "expire_time"),
    ],
)
@pytest.mark.asyncio
async def test_an_invitation_has_bounds(
    house: House, wishes: dict[str, object], field: str
) -> None:
    """Of its uses and its time; the refusal names the field."""
    request = team.CreateInvitationRequest(**wishes)  # type: ignore[arg-type] # as they are named
    refusal = await refused(house.organiser.CreateInvitation(request))

    assert field == refusal.field


def test_an_address_registers_so_many_a_day() -> None:
    """Each address by itself, and each invitation; our own pages count for themselves."""
    now = [1_000.0]
    counted = Registrations(lambda: now[0])
    for _ in range(2):
        counted.note("10.0.0.1", "one")
        counted.note("127.0.0.1", "one")

    assert 86_400 == counted.wait("10.0.0.1", "one", 2)
    assert [0, 0, 0, 0] == [
        counted.wait("10.0.0.1", "one", 3),
        counted.wait("10.0.0.1", "two", 2),
        counted.wait("10.0.0.2", "one", 2),
        counted.wait("127.0.0.1", "one", 2),
    ]
    now[0] += 86_400
    assert 0 == counted.wait("10.0.0.1", "one", 2)
