"""Tokens: what they look like, who gets in with one, and that all others hear the same."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.accounts import tokens
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import (
    Authenticator,
    Caller,
    NewToken,
    StoredToken,
    bearer,
    derived_token,
    matches,
    new_token,
    require,
    split,
)
from bessemer.engine.game import Seat
from bessemer.errors import NotAllowed, NotAuthenticated

ALICE = new_token()
REVOKED = new_token()
SEAT = new_token()
REVOKED_SEAT = new_token()
UNKNOWN = new_token()


def authenticator() -> Authenticator:
    """One who knows a good and a revoked token of a player and of a seat."""
    alice = Caller("alice", Role.PLAYER, ALICE.token_id)
    seat = Caller("", Role.SPECTATOR, SEAT.token_id, "m1", Seat(2))
    players = {
        ALICE.token_id: StoredToken(ALICE.hash, alice),
        REVOKED.token_id: StoredToken(REVOKED.hash, alice, revoked=True),
    }
    seats = {
        SEAT.token_id: StoredToken(SEAT.hash, seat),
        REVOKED_SEAT.token_id: StoredToken(b"", seat, revoked=True),
    }
    return Authenticator(player_token=players.get, seat_token=seats.get)


def metadata(token: str) -> tuple[tuple[str, str], ...]:
    """What a client sends with every call."""
    return (("user-agent", "test"), ("authorization", f"Bearer {token}"))


def test_a_new_token_splits_into_its_id_and_the_secret_that_was_hashed() -> None:
    """The text holds the id and a secret; what is kept is the id and the secret's SHA-256."""
    token = new_token()
    parts = split(token.text)

    assert parts is not None
    assert token.token_id == parts[0]
    assert token.hash == sha256(parts[1].encode()).digest()
    assert matches(parts[1], token.hash)
    assert (12, 52) == (len(parts[0]), len(parts[1]))


def test_no_two_tokens_share_an_id_or_a_secret() -> None:
    """Ids and secrets are drawn anew each time."""
    made = [new_token() for _ in range(200)]

    assert 200 == len({token.token_id for token in made})
    assert 200 == len({token.hash for token in made})


def test_a_derived_token_is_the_same_for_the_same_owner_and_purpose_only() -> None:
    """Who asks again is told the same token; nobody else's, and for nothing else, is like it."""
    derived = derived_token(ALICE.text, "m1/0")
    others = [derived_token(ALICE.text, "m1/1"), derived_token(UNKNOWN.text, "m1/0")]
    parts = split(derived.text)

    assert derived == derived_token(ALICE.text, "m1/0")
    assert parts is not None
    assert derived.token_id == parts[0]
    assert matches(parts[1], derived.hash)
    assert not {derived.token_id, derived.hash} & {
        part for token in others for part in (token.token_id, token.hash)
    }


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("bsm_", id="prefix-only"),
        pytest.param(ALICE.text[:-1], id="one-short"),
        pytest.param(ALICE.text + "a", id="one-long"),
        pytest.param(ALICE.text + "\n", id="newline"),
        pytest.param(ALICE.text.upper(), id="upper-case"),
        pytest.param("BSM" + ALICE.text[3:], id="other-prefix"),
        pytest.param(ALICE.text[:-1] + "1", id="digit-outside-base32"),
        pytest.param(ALICE.text[:-1] + "é", id="not-ascii"),
        pytest.param(ALICE.text[:-1] + "\u0663", id="arabic-digit"),
        pytest.param(ALICE.text[:-1] + "\ud800", id="half-a-character"),
        pytest.param(ALICE.text[:-1] + "\0", id="nul"),
        pytest.param(ALICE.text.replace("_", "-"), id="other-separator"),
        pytest.param("bsm_" + "a" * 10_240, id="ten-kilobytes"),
    ],
)
def test_what_is_no_token_is_none(text: str) -> None:
    """Nothing but the exact form splits, and nothing raises."""
    assert split(text) is None


@given(st.text(max_size=200))
def test_splitting_any_text_never_raises(text: str) -> None:
    """Garbage is answered with `None`."""
    assert split(text) is None


def test_a_secret_matches_its_own_hash_only() -> None:
    """Another secret, another hash, an empty hash: no match."""
    parts = split(ALICE.text)
    assert parts is not None
    secret = parts[1]

    assert not matches(secret[:-1] + ("a" if secret[-1] != "a" else "q"), ALICE.hash)
    assert not matches(secret, UNKNOWN.hash)
    assert not matches(secret, b"")


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        pytest.param((("authorization", "Bearer abc"),), "abc", id="plain"),
        pytest.param((("authorization", "bearer abc"),), "abc", id="scheme-in-any-case"),
        pytest.param((("authorization", "Basic abc"),), None, id="other-scheme"),
        pytest.param((("authorization", "abc"),), None, id="no-scheme"),
        pytest.param((("authorization", b"Bearer abc"),), None, id="bytes"),
        pytest.param((("x-authorization", "Bearer abc"),), None, id="other-key"),
        pytest.param(
            (("authorization", "Bearer a"), ("authorization", "Bearer b")), None, id="twice"
        ),
        pytest.param((), None, id="nothing"),
        pytest.param(None, None, id="no-metadata"),
    ],
)
def test_bearer_reads_exactly_one_authorization(
    sent: tuple[tuple[str, str | bytes], ...] | None, expected: str | None
) -> None:
    """The token is what follows `Bearer`; anything ambiguous is no token."""
    assert expected == bearer(sent)


def test_a_players_token_lets_the_player_in() -> None:
    """The caller has the player's name and role, and no seat."""
    expected = Caller("alice", Role.PLAYER, ALICE.token_id)

    assert expected == authenticator().authenticate(metadata(ALICE.text))


def test_a_seats_token_lets_in_a_spectator_with_that_seat() -> None:
    """The caller is nobody's player, and knows the match and the seat."""
    expected = Caller("", Role.SPECTATOR, SEAT.token_id, "m1", Seat(2))

    assert expected == authenticator().authenticate(metadata(SEAT.text))


def secret_of(token: NewToken) -> str:
    """The part after the id."""
    return token.text[-52:]


def test_a_token_that_becomes_worthless_during_a_call_is_refused() -> None:
    """Revoked, banned or forgotten: it was good when the call began, and its request came later."""
    caller = Caller("alice", Role.PLAYER, ALICE.token_id)
    stored = {ALICE.token_id: StoredToken(ALICE.hash, caller)}
    doorkeeper = Authenticator(player_token=stored.get, seat_token=lambda _token_id: None)

    doorkeeper.check_again(caller)
    for worthless in (
        StoredToken(ALICE.hash, caller, revoked=True),
        StoredToken(ALICE.hash, caller, banned="banned: rude"),
    ):
        stored[ALICE.token_id] = worthless
        with pytest.raises(NotAuthenticated):
            doorkeeper.check_again(caller)
    stored.clear()
    with pytest.raises(NotAuthenticated):
        doorkeeper.check_again(caller)


FAILURES = [
    pytest.param((), id="missing"),
    pytest.param(metadata(""), id="empty"),
    pytest.param(metadata("bsm_garbage"), id="malformed"),
    pytest.param(metadata("x" * 10_240), id="ten-kilobytes"),
    pytest.param(metadata(UNKNOWN.text), id="unknown"),
    pytest.param(metadata(f"bsm_{ALICE.token_id}_{secret_of(UNKNOWN)}"), id="wrong-secret"),
    pytest.param(metadata(f"bsm_{SEAT.token_id}_{secret_of(ALICE)}"), id="wrong-seat-secret"),
    pytest.param(metadata(REVOKED.text), id="revoked"),
    pytest.param(metadata(REVOKED_SEAT.text), id="revoked-seat"),
    pytest.param(metadata("bsm_" + "a" * 12 + "_" + "a" * 52), id="the-stand-in"),
]


@pytest.mark.parametrize("sent", FAILURES)
def test_every_failure_sounds_the_same_and_repeats_nothing(
    sent: tuple[tuple[str, str], ...],
) -> None:
    """One sentence for all, so that nobody learns which tokens exist."""
    with pytest.raises(NotAuthenticated) as missing:
        authenticator().authenticate(())
    with pytest.raises(NotAuthenticated) as failure:
        authenticator().authenticate(sent)

    assert str(missing.value) == str(failure.value)
    assert "bsm_" not in str(failure.value)


@pytest.mark.parametrize("sent", FAILURES)
def test_every_failure_does_the_same_work(
    sent: tuple[tuple[str, str], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each asks both lookups once and compares one hash of full length: time tells nothing."""
    asked: list[str] = []
    compared: list[int] = []
    real = matches
    alice = Caller("alice", Role.PLAYER, ALICE.token_id)
    stored = {
        ALICE.token_id: StoredToken(ALICE.hash, alice),
        REVOKED.token_id: StoredToken(REVOKED.hash, alice, revoked=True),
        REVOKED_SEAT.token_id: StoredToken(b"", alice, revoked=True),
    }

    def find_player(token_id: str) -> StoredToken | None:
        asked.append("player")
        return stored.get(token_id)

    def find_seat(_token_id: str) -> None:
        asked.append("seat")

    def compare(secret: str, hash_: bytes) -> bool:
        compared.append(len(hash_))
        return real(secret, hash_)

    monkeypatch.setattr(tokens, "matches", compare)
    with pytest.raises(NotAuthenticated):
        Authenticator(player_token=find_player, seat_token=find_seat).authenticate(sent)

    assert ["player", "seat"] == asked
    assert [32] == compared


@pytest.mark.parametrize("has", Role)
@pytest.mark.parametrize("needs", Role)
def test_a_role_may_what_lesser_roles_may(has: Role, needs: Role) -> None:
    """Spectator, player, organiser: each may what those before it may, and no more; a worker beyond its calls watches."""
    order = {"spectator": 0, "worker": 0, "player": 1, "organiser": 2}
    caller = Caller("alice", has, "id")

    if order[has] >= order[needs]:
        require(caller, needs)
    else:
        with pytest.raises(NotAllowed, match=f"token of a {needs}, and yours is that of a {has}"):
            require(caller, needs)


def test_limits_are_counted_by_player() -> None:
    """All tokens of a player, and all seats that it created, share an account."""
    player = Caller("alice", Role.PLAYER, "t1")
    same = Caller("alice", Role.PLAYER, "t2")
    seat = Caller("", Role.SPECTATOR, "t3", "m1", Seat(0), creator="alice")
    organisers = Caller("", Role.SPECTATOR, "alice", "m2", Seat(0))

    assert player.account == same.account == seat.account
    assert player.account != organisers.account
