"""Disqualified players, on both databases: drawn no more, and taken back whole."""

import pytest

from bessemer.accounts.roles import Role
from bessemer.errors import AlreadyExists, BadRequest, LadderNotFound, PlayerNotFound
from bessemer.storage.accounts import SqlAccounts
from bessemer.storage.ladders.disqualifications import Disqualifications
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore
from tests.storage.examples import audited
from tests.storage.rated_matches import MAIN, match

WHO = ("olga", 9.0)


@pytest.fixture
def ladders(store: SqlStore) -> SqlLadderStore:
    """One ladder with three matches, of three versions of anna."""
    made = SqlLadderStore(store)
    made.create(MAIN, "olga")
    for number in (1, 2, 3):
        store.write(match(f"m{number}", players=(f"anna:{number}", "bela")))
    return made


@pytest.fixture
def disqualifications(store: SqlStore) -> Disqualifications:
    """Nobody yet."""
    return Disqualifications(store)


def voided(ladders: SqlLadderStore) -> list[str]:
    """The matches that do not count."""
    return [one.result.match_id for one in ladders.history("main", 1) if one.voided is not None]


def test_past_matches_stay_for_the_others(
    ladders: SqlLadderStore, disqualifications: Disqualifications
) -> None:
    """Unless they are voided; and nobody is disqualified twice."""
    assert disqualifications.disqualify("main", "anna", *WHO, "two accounts", void=False) == 0

    assert ladders.disqualified("main") == {"anna"}
    assert voided(ladders) == []
    with pytest.raises(AlreadyExists, match="already"):
        disqualifications.disqualify("main", "anna", *WHO, "again", void=False)


@pytest.mark.parametrize(
    ("player", "gone"),
    [("anna", ["m1", "m2", "m3"]), ("anna:2", ["m2"]), ("bela", ["m1", "m2", "m3"])],
)
def test_voided_matches_count_again_when_it_is_taken_back(
    store: SqlStore,
    ladders: SqlLadderStore,
    disqualifications: Disqualifications,
    player: str,
    gone: list[str],
) -> None:
    """A name means all its versions. A match that was voided for another reason stays so."""
    ladders.void("m3", *WHO, "the power failed")
    count = disqualifications.disqualify("main", player, *WHO, "two accounts", void=True)

    assert count == len(set(gone) - {"m3"})
    assert voided(ladders) == sorted({*gone, "m3"})
    assert disqualifications.reinstate("main", player, *WHO, "it was his sister") == count
    assert voided(ladders) == ["m3"]
    assert ladders.disqualified("main") == frozenset()
    log = [(one.action, one.subject) for one in audited(store, "main")]
    assert log[-2:] == [("remove", player), ("reinstate", player)]


@pytest.mark.parametrize("player", ["nobody", "anna:9", "", "a\0"])
def test_whoever_is_not_known_is_not_disqualified(
    ladders: SqlLadderStore, disqualifications: Disqualifications, player: str
) -> None:
    """Nor taken back."""
    with pytest.raises(PlayerNotFound):
        disqualifications.disqualify("main", player, *WHO, "why not", void=True)
    with pytest.raises(PlayerNotFound):
        disqualifications.reinstate("main", player, *WHO, "why not")
    assert ladders.disqualified("main") == frozenset()


def test_a_registered_player_who_never_played_is_known(
    store: SqlStore, ladders: SqlLadderStore, disqualifications: Disqualifications
) -> None:
    """It may come any moment."""
    SqlAccounts(store).add_player("carl", Role.PLAYER, 1.0)
    disqualifications.disqualify("main", "carl", *WHO, "two accounts", void=False)

    assert ladders.disqualified("main") == {"carl"}
    assert ladders.disqualified("other") == frozenset()


def test_it_needs_a_ladder_and_a_reason(disqualifications: Disqualifications) -> None:
    """As all that organisers do."""
    with pytest.raises(LadderNotFound):
        disqualifications.disqualify("main", "anna", *WHO, "why not", void=False)
    with pytest.raises(BadRequest, match="say why"):
        disqualifications.disqualify("main", "anna", *WHO, " ", void=False)
