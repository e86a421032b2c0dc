"""Players and tokens, on both databases."""

from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bessemer.accounts.records import NewAccount, PlayerRecord, TokenHash, TokenRecord
from bessemer.accounts.roles import Role
from bessemer.errors import AlreadyExists, PlayerNotFound
from bessemer.storage.accounts import SqlAccounts
from bessemer.storage.audit_log import SqlAuditLog
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore, open_store
from tests.storage.examples import empty
from tests.storage.rated_matches import MAIN, match


@pytest.fixture
def accounts(store: SqlStore) -> SqlAccounts:
    """Nobody yet."""
    return SqlAccounts(store)


def test_a_player_is_given_back(accounts: SqlAccounts) -> None:
    """With the role and the time, exactly."""
    accounts.add_player("ann", Role.ORGANISER, 1_700_000_000.123)

    assert PlayerRecord("ann", Role.ORGANISER, 1_700_000_000.123) == accounts.player("ann")
    assert isinstance(accounts.players(1)[0].role, Role)


def test_people_are_told_from_bots(accounts: SqlAccounts) -> None:
    """However they are registered; who is not said to be a person is a bot."""
    accounts.add_player("ann", Role.PLAYER, 1.0, is_person=True)
    accounts.add_player("bot", Role.PLAYER, 1.0)
    token = TokenHash("id", b"hash")
    accounts.add_accounts([NewAccount("carl", Role.PLAYER, "", token, is_person=True)], 1.0, "olga")

    assert {"ann": True, "bot": False, "carl": True} == {
        player.name: player.is_person for player in accounts.players(9)
    }


def test_a_name_is_given_once(accounts: SqlAccounts) -> None:
    """The first player of a name stays as it was, and nobody else is called almost so."""
    accounts.add_player("ann", Role.PLAYER, 1.0)

    with pytest.raises(AlreadyExists, match="ann"):
        accounts.add_player("ann", Role.ORGANISER, 2.0)

    assert PlayerRecord("ann", Role.PLAYER, 1.0) == accounts.player("ann")
    for alike in ("Ann", "ANN"):
        with pytest.raises(AlreadyExists, match="there is a player ann already, which differs"):
            accounts.add_player(alike, Role.PLAYER, 2.0)
    accounts.add_player("anne", Role.PLAYER, 2.0)


def test_a_role_that_is_none_is_refused(accounts: SqlAccounts) -> None:
    """No row is written with it."""
    with pytest.raises(ValueError, match="king"):
        accounts.add_player("ann", "king", 1.0)  # type: ignore[arg-type]

    assert accounts.player("ann") is None


NAMES = st.text("abCD01-_.", min_size=1, max_size=6)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names=st.sets(NAMES, max_size=8), size=st.integers(1, 4))
def test_players_are_listed_by_pages(store: SqlStore, names: set[str], size: int) -> None:
    """Pages of any size put together are all names in the order of their letters' codes."""
    empty(store)
    accounts = SqlAccounts(store)
    for name in names:
        accounts.add_player(name, Role.PLAYER, 1.0)

    listed: list[str] = []
    while page := accounts.players(size, listed[-1] if listed else ""):
        assert len(page) <= size
        listed += [player.name for player in page]

    assert sorted(names) == listed


def test_a_token_is_found_with_its_player(accounts: SqlAccounts) -> None:
    """Whoever has the token has the player's name and role."""
    accounts.add_player("ann", Role.SPECTATOR, 1.0)
    accounts.add_token("ann", "t1", b"\x00\xff", 2.5)

    expected = TokenRecord("t1", "ann", Role.SPECTATOR, b"\x00\xff", revoked=False, created=2.5)
    assert [expected] == accounts.tokens("ann")


def test_a_token_needs_a_player(accounts: SqlAccounts) -> None:
    """Nothing is written for a name that nobody has."""
    for name in ("ann", "a\0"):
        with pytest.raises(PlayerNotFound, match="there is no player"):
            accounts.add_token(name, "t1", b"hash", 1.0)

    assert [] == accounts.tokens("ann")


def test_a_token_id_is_given_once(accounts: SqlAccounts) -> None:
    """A second token of the same id would take the first one's place."""
    accounts.add_player("ann", Role.PLAYER, 1.0)
    accounts.add_player("bob", Role.PLAYER, 1.0)
    accounts.add_token("ann", "t1", b"hash", 1.0)

    with pytest.raises(AlreadyExists, match="t1"):
        accounts.add_token("bob", "t1", b"other", 2.0)

    [found] = accounts.tokens("ann")
    assert ("ann", b"hash") == (found.name, found.hash)
    assert [] == accounts.tokens("bob")


def test_a_revoked_token_stays_revoked_and_listed(accounts: SqlAccounts) -> None:
    """Revoking says whether there is such a token, the second time too; others stay good."""
    accounts.add_player("ann", Role.PLAYER, 1.0)
    accounts.add_token("ann", "t2", b"two", 2.0)
    accounts.add_token("ann", "t1", b"one", 3.0)

    assert accounts.revoke_token("t2")
    assert accounts.revoke_token("t2")
    assert not accounts.revoke_token("t3")
    assert [("t2", True), ("t1", False)] == [
        (token.token_id, token.revoked) for token in accounts.tokens("ann")
    ]


def test_nobody_is_found_where_nobody_is(accounts: SqlAccounts) -> None:
    """Not even by a text that no database could keep."""
    for unknown in ("ann", "", "a\0"):
        assert accounts.player(unknown) is None
        assert [] == accounts.tokens(unknown)
        assert not accounts.revoke_token(unknown)
        assert [] == accounts.players(10, unknown)


def test_accounts_outlive_the_process(url: str) -> None:
    """What was registered is there after closing and opening."""
    with closing(open_store(url)) as store:
        SqlAccounts(store).add_player("ann", Role.PLAYER, 1.0)
        SqlAccounts(store).add_token("ann", "t1", b"hash", 1.0)

    with closing(open_store(url)) as store:
        assert ["t1"] == [token.token_id for token in SqlAccounts(store).tokens("ann")]


def new(name: str, author: str = "") -> NewAccount:
    """A player with a token."""
    return NewAccount(name, Role.PLAYER, author, TokenHash(f"id of {name}", b"hash"))


def test_many_players_are_registered_or_nobody(store: SqlStore, accounts: SqlAccounts) -> None:
    """With their tokens, and in the audit log; the one at fault is named."""
    accounts.add_accounts([new("ann", "olga"), new("bob")], 1.0, "petr")
    with pytest.raises(AlreadyExists, match="bob") as error:
        accounts.add_accounts([new("cid"), new("bob")], 2.0, "petr")

    assert "players[1].name" == error.value.field
    assert ["ann", "bob"] == [player.name for player in accounts.players(9)]
    assert ["id of bob"] == [token.token_id for token in accounts.tokens("bob")]
    assert [] == accounts.tokens("cid")
    log = [(one.who, one.action, one.subject, one.reason) for _, one in SqlAuditLog(store).page(9)]
    assert [("petr", "create player", name, "role player") for name in ("bob", "ann")] == log


def test_a_ban_is_kept_until_it_is_taken_back(store: SqlStore, accounts: SqlAccounts) -> None:
    """With its reason."""
    accounts.add_player("ann", Role.PLAYER, 1.0)
    accounts.set_banned("ann", "two accounts", 2.0, "olga", "two accounts")
    banned = accounts.player("ann")
    assert banned is not None
    assert "two accounts" == banned.banned
    accounts.set_banned("ann", None, 3.0, "olga", "a mistake")

    assert PlayerRecord("ann", Role.PLAYER, 1.0) == accounts.player("ann")
    log = [(one.time, one.action, one.reason) for _, one in SqlAuditLog(store).page(9)]
    assert [(3.0, "unban player", "a mistake"), (2.0, "ban player", "two accounts")] == log
    for name in ("bob", "a\0"):
        with pytest.raises(PlayerNotFound):
            accounts.set_banned(name, "why not", 4.0, "olga", "why not")


@pytest.mark.parametrize("seated", ["ann", "ann:2"])
def test_a_deleted_player_who_has_played_leaves_the_name(
    store: SqlStore, accounts: SqlAccounts, seated: str
) -> None:
    """Nobody gets it again; no token is left, and a ladder draws the player no more. Others stay."""
    ladders = SqlLadderStore(store)
    ladders.create(MAIN, "olga")
    accounts.add_accounts([new("ann", "eve"), new("anna"), new("bob")], 1.0, "petr")
    store.write(match("m1", players=(seated, "bob")))
    before = ladders.revision("main")

    assert accounts.delete_player("ann", 2.0, "petr", "she asked")
    assert not accounts.delete_player("anna", 3.0, "petr", "a typing error")

    assert ["bob"] == [player.name for player in accounts.players(9)]
    assert ["ann"] == accounts.deleted()
    assert accounts.player("ann") is None
    assert [] == accounts.tokens("ann")
    assert not accounts.revoke_token("id of ann")
    assert 1 == len(accounts.tokens("bob"))
    assert {"ann"} == ladders.disqualified("main")
    assert ladders.revision("main").audit > before.audit
    assert [(seated, "bob")] == [one.result.players for one in ladders.history("main", 1)]
    for name in ("ann", "Ann"):
        with pytest.raises(AlreadyExists, match="was deleted"):
            accounts.add_player(name, Role.PLAYER, 4.0)
    with pytest.raises(PlayerNotFound):
        accounts.add_token("ann", "t", b"hash", 4.0)
    with pytest.raises(PlayerNotFound):
        accounts.set_banned("ann", "again", 4.0, "petr", "again")
    accounts.add_player("anna", Role.PLAYER, 4.0)
    for name in ("ann", "nobody", "a\0"):
        with pytest.raises(PlayerNotFound):
            accounts.delete_player(name, 5.0, "petr", "again")


def test_the_audit_log_is_read_by_pages(store: SqlStore, accounts: SqlAccounts) -> None:
    """The newest first; of one ladder, of none, or all."""
    accounts.add_accounts([new(name) for name in "abc"], 1.0, "petr")
    log = SqlAuditLog(store)
    (first, entry), *_ = log.page(1)

    assert "c" == entry.subject
    assert ["b", "a"] == [one.subject for _, one in log.page(9, before=first)]
    assert 3 == len(log.page(9, ladder=""))
    assert [] == log.page(9, ladder="main")
