"""Invitations, on both databases: what is counted is counted once, also by several at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from bessemer.accounts.invitations import MOST_MEMBERS, Invitation, NewMember
from bessemer.accounts.records import TokenHash
from bessemer.errors import AlreadyExists, BadRequest, NotAllowed, PlayerNotFound
from bessemer.storage.accounts import SqlAccounts
from bessemer.storage.invitations import SqlInvitations
from bessemer.storage.matches.match_store import SqlStore

NEW = Invitation("code", b"hash", "", 0, 3, 5, 10.0, 100.0, revoked=False, creator="olga")


def another(code: str, team: str, most: int = 3) -> Invitation:
    """One for members of a team."""
    return Invitation(code, b"hash", team, 0, most, 5, 10.0, 100.0, revoked=False, creator="olga")


def member(team: str, name: str, token: str) -> NewMember:
    """Somebody who registers."""
    return NewMember(team, name, TokenHash(token, b"hash"))


def test_an_invitation_is_used_so_often_also_at_once(store: SqlStore) -> None:
    """Of ten who come together three are let in, and the others leave nothing behind."""
    invitations, accounts = SqlInvitations(store), SqlAccounts(store)
    invitations.add(NEW)

    def come(number: int) -> bool:
        try:
            invitations.use("code", member(f"team{number}", "ann", f"id{number}"), 20.0)
        except NotAllowed:
            return False
        return True

    with ThreadPoolExecutor(10) as pool:
        let_in = sum(pool.map(come, range(10)))

    assert 3 == let_in == len(accounts.players(99))
    assert NEW._replace(uses=3) == invitations.invitation("code")


def test_members_have_names_of_their_own(store: SqlStore) -> None:
    """In a team, until they go; capital letters make no difference."""
    invitations, accounts = SqlInvitations(store), SqlAccounts(store)
    invitations.add(NEW)
    invitations.use("code", member("owls", "ann", "id1"), 20.0)
    invitations.add(another("more", "owls", 99))

    with pytest.raises(AlreadyExists, match="a member Ann in owls"):
        invitations.use("more", member("owls", "Ann", "id2"), 20.0)
    accounts.revoke_token("id1", 21.0, "ann")
    invitations.use("more", member("owls", "Ann", "id2"), 22.0)

    found = [(one.member, one.revoked) for one in accounts.tokens("owls")]
    assert [("ann", True), ("Ann", False)] == found


def test_a_team_has_so_many_members(store: SqlStore) -> None:
    """The next one is refused."""
    invitations = SqlInvitations(store)
    invitations.add(NEW)
    invitations.use("code", member("owls", "m0", "id0"), 20.0)
    invitations.add(another("more", "owls", 99))
    for number in range(1, MOST_MEMBERS):
        invitations.use("more", member("owls", f"m{number}", f"id{number}"), 20.0)

    with pytest.raises(BadRequest, match=f"has {MOST_MEMBERS} members"):
        invitations.use("more", member("owls", "late", "late"), 20.0)


def test_a_team_that_is_gone_takes_nobody(store: SqlStore) -> None:
    """It was deleted after the invitation was made; and there is none to a team that never was."""
    invitations, accounts = SqlInvitations(store), SqlAccounts(store)
    invitations.add(NEW)
    invitations.use("code", member("owls", "ann", "id1"), 20.0)
    invitations.add(another("more", "owls"))
    accounts.delete_player("owls", 30.0, "olga", "asked for it")

    with pytest.raises(PlayerNotFound, match="deleted"):
        invitations.use("more", member("owls", "ben", "id2"), 40.0)
    with pytest.raises(PlayerNotFound, match="no team"):
        invitations.add(another("third", "bats"))


def test_pages_are_the_newest_first(store: SqlStore) -> None:
    """Without a gap, also among those of one moment."""
    invitations = SqlInvitations(store)
    for number in range(5):
        invitations.add(NEW._replace(token_id=f"c{number}", created=10.0 + number // 2))

    first = invitations.page(2)
    rest = invitations.page(9, first[-1].token_id)
    assert ["c4", "c3", "c2", "c1", "c0"] == [one.token_id for one in (*first, *rest)]
    assert [] == invitations.page(9, "unknown")
