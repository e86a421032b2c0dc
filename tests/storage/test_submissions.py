"""Submissions on both databases: archives once each, claims, versions, logs that are bounded."""

import hashlib

import pytest

from bessemer.accounts.roles import Role
from bessemer.errors import BadRequest, ClaimLost
from bessemer.storage.accounts import SqlAccounts
from bessemer.storage.database.submission_tables import archive_parts, archives
from bessemer.storage.matches.match_store import SqlStore
from bessemer.storage.submissions.archive_store import KEPT_SECONDS, MOST_UPLOADS, ArchiveStore
from bessemer.storage.submissions.submission_logs import MOST_CHARACTERS, SubmissionLogs
from bessemer.storage.submissions.submission_store import SubmissionStore
from bessemer.submissions.records import (
    CLAIM_SECONDS,
    LogKind,
    NewSubmission,
    Runtime,
    Submission,
    Upload,
)

NOW = 1e9
ALL = tuple(Runtime)


def uploaded(store: SqlStore, content: bytes, now: float = NOW, account: str = "ada") -> Upload:
    """A complete upload."""
    made = ArchiveStore(store)
    digest = hashlib.sha256(content).hexdigest()
    upload_id = made.start(account, digest, len(content), now)
    made.add(account, upload_id, 0, content, now)
    return made.check(account, upload_id)


def handed_in(store: SqlStore, content: bytes = b"bot", player: str = "ada") -> Submission:
    """A new submission."""
    wanted = NewSubmission(player, "mine", "furnace", Runtime.PYTHON, "", player, "")
    return SubmissionStore(store).add(wanted, uploaded(store, content), NOW, None)


def kept(store: SqlStore) -> tuple[int, int]:
    """The numbers of archives and of their parts."""
    with store.database.reading() as connection:
        rows = (connection.execute(table.select()).all() for table in (archives, archive_parts))
        one, other = map(len, rows)
        return one, other


@pytest.fixture(autouse=True)
def _players(store: SqlStore) -> None:
    for name in ("ada", "ben"):
        SqlAccounts(store).add_player(name, Role.PLAYER, NOW)


def test_the_same_content_is_kept_once(store: SqlStore) -> None:
    """Of whomever it is; and an archive without a submission goes after a while."""
    first, second = handed_in(store), handed_in(store, player="ben")
    assert first.archive == second.archive
    assert kept(store) == (1, 1)
    uploaded(store, b"never used", NOW)
    assert kept(store) == (2, 2)
    ArchiveStore(store).start("ben", "0" * 64, 5, NOW + KEPT_SECONDS + 1)
    assert kept(store) == (2, 1)
    assert b"".join(ArchiveStore(store).parts(first.archive)) == b"bot"


def test_nobody_uploads_much_at_once(store: SqlStore) -> None:
    """The oldest of too many uploads is dropped."""
    made = ArchiveStore(store)
    ids = [made.start("ada", "0" * 64, 3, NOW + number) for number in range(MOST_UPLOADS + 1)]
    with pytest.raises(BadRequest, match="no such upload"):
        made.add("ada", ids[0], 0, b"bot", NOW)
    assert made.add("ada", ids[1], 0, b"bot", NOW) == 3


def test_a_submission_is_claimed_by_one(store: SqlStore) -> None:
    """Until its worker is silent for too long; then by the next, and the first has lost it."""
    made = SubmissionStore(store)
    one = handed_in(store)
    first = made.claim("a", ALL, NOW)
    assert first is not None
    assert made.claim("b", ALL, NOW + CLAIM_SECONDS) is None
    made.renew(first.claim, "building", NOW + CLAIM_SECONDS)
    assert made.claim("b", ALL, NOW + 1.5 * CLAIM_SECONDS) is None
    second = made.claim("b", ALL, NOW + 2 * CLAIM_SECONDS + 1)
    assert second is not None
    assert (second.number, second.attempts) == (one.number, 2)
    with pytest.raises(ClaimLost):
        made.accept(first.claim, None, NOW)
    done = made.accept(second.claim, uploaded(store, b"built"), NOW)
    assert (done.version, done.is_playing) == (1, True)
    assert done.built_sha256 == hashlib.sha256(b"built").hexdigest()
    assert made.claim("c", ALL, NOW) is None


def test_an_older_submission_does_not_replace_a_newer_one(store: SqlStore) -> None:
    """Two workers may finish in another order than that in which bots were handed in."""
    made = SubmissionStore(store)
    for content in (b"old", b"new"):
        handed_in(store, content)
    old, new = made.claim("a", ALL, NOW), made.claim("b", ALL, NOW)
    assert old is not None
    assert new is not None
    assert made.accept(new.claim, None, NOW).is_playing
    late = made.accept(old.claim, None, NOW)
    assert (late.version, late.is_playing) == (2, False)
    assert [one.number for one in made.playing("furnace")] == [new.number]
    assert made.playing("brass") == []
    made.play(old.number, None)
    assert [one.number for one in made.playing()] == [old.number]
    with pytest.raises(BadRequest, match="plays already"):
        made.play(old.number, None)


def test_a_deleted_player_leaves_no_submission(store: SqlStore) -> None:
    """Whoever gets the name next finds nothing of it."""
    made = SubmissionStore(store)
    one = handed_in(store)
    claimed = made.claim("a", ALL, NOW)
    assert claimed is not None
    made.accept(claimed.claim, None, NOW)
    SubmissionLogs(store).append(one.number, LogKind.RUN, "secret", NOW)
    SqlAccounts(store).delete_player("ada", NOW, "olga", "asked for it")
    assert made.page(10) == []
    assert made.playing() == []
    assert SubmissionLogs(store).page(one.number, None, 0) == ([], False)


def test_of_a_long_log_the_end_is_kept(store: SqlStore) -> None:
    """Each kind has its own bound."""
    logs, number = SubmissionLogs(store), handed_in(store).number
    logs.append(number, LogKind.BUILD, "built", NOW)
    piece = "x" * 60_000
    for count in range(MOST_CHARACTERS // len(piece) + 3):
        logs.append(number, LogKind.RUN, f"{count}:{piece}", NOW)
    text, after, more = "", 0, True
    while more:
        entries, more = logs.page(number, LogKind.RUN, after)
        text += "".join(one.text for one in entries)
        after = entries[-1].number
    assert len(text) <= MOST_CHARACTERS
    assert not text.startswith("0:")
    assert text.endswith(piece)
    assert [one.text for one in logs.page(number, LogKind.BUILD, 0)[0]] == ["built"]
