"""Signatures: a file that follows the rules, and yet is not what a referee wrote, is told apart."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey as PrivateKey

from bessemer.engine.catalogue import GAMES
from bessemer.replays.format import Header, write_lines
from bessemer.replays.reader import Replay, read_replay
from bessemer.replays.resign import resigned
from bessemer.replays.signatures import (
    PRIVATE_FILE,
    PUBLIC_FILE,
    BadKey,
    SigningKey,
    is_signed,
    key_id,
    public_key,
    signing_key,
)
from bessemer.replays.verify import verify
from bessemer.runtime.whole_files import draft_name
from tests.replays.bodies import bodies, chained
from tests.replays.make import KEY, play
from tests.replays.script import Script

FORGERS = SigningKey(PrivateKey(b"f" * 32))
PLAYED = play(Script(2))
FILE = PLAYED.signed


def whole(file: bytes) -> tuple[Header, Replay]:
    """What is in a file that is sound."""
    replay = read_replay(file)
    assert replay.error is None
    assert replay.header is not None
    return replay.header, replay


def renamed(key: SigningKey | None) -> bytes:
    """The match with the names of others, written as a referee would and signed by `key`."""
    header, replay = whole(FILE)
    assert replay.result is not None
    return write_lines(replace(header, players=("eve", "bob")), replay.records, replay.result, key)


@pytest.mark.parametrize("game", GAMES)
def test_a_signed_replay_verifies_and_names_its_key(game: str) -> None:
    """Without a key to compare with, it says that none was; with the right one, that it is known."""
    replay = read_replay(play(Script(min(GAMES[game].seats), game=game)).signed)
    alone, known = verify(replay), verify(replay, {KEY.public})

    assert (True, True) == (alone.ok, known.ok)
    assert alone.details.endswith(f"signed by key {key_id(KEY.public)} (--key KEY checks it)")
    assert known.message.endswith(f"signed by the known key {key_id(KEY.public)}")
    assert KEY.public == alone.key == known.key


def test_other_names_with_a_mended_chain_are_found_out() -> None:
    """All hashes are right and every move is legal, but this is not what the referee signed."""
    lines = bodies(FILE)
    lines[0] = lines[0].replace(b'"Ada"', b'"Eve"')
    forged = verify(read_replay(chained(*lines)))

    assert not forged.ok
    assert "the signature is bad" in str(forged)


def test_a_forger_can_take_the_signature_away_but_not_unseen() -> None:
    """It verifies as what it is: not signed. Whoever gives the referee's key refuses it."""
    forged = read_replay(renamed(None))

    assert (True, "") == (verify(forged).ok, verify(forged).key)
    assert "not signed, so anybody may have written it" in verify(forged).details
    assert not verify(forged, {KEY.public}).ok
    assert "not signed" in str(verify(forged, {KEY.public}))


def test_a_forger_can_sign_but_not_as_the_referee() -> None:
    """With a key of one's own the file is sound; the referee's key does not know it."""
    forged = read_replay(renamed(FORGERS))

    assert key_id(FORGERS.public) in verify(forged).details
    assert not verify(forged, {KEY.public}).ok
    assert f"signed by key {key_id(FORGERS.public)} (none of those given)" == str(
        verify(forged, {KEY.public})
    )


def test_a_signature_belongs_to_one_key_and_one_match() -> None:
    """Neither the signature of another match nor another key in the header will do."""
    other = bodies(play(Script(2), b"another").signed)[-1]
    lines = bodies(FILE)
    swapped = lines[0].replace(KEY.public.encode(), FORGERS.public.encode())
    for forged in (chained(*lines[:-1], other), chained(swapped, *lines[1:])):
        assert "the signature is bad" in str(verify(read_replay(forged)))


@pytest.mark.parametrize(
    ("file", "said"),
    [
        pytest.param(chained(*bodies(FILE)[:-1]), "the signature is missing", id="cut-off"),
        pytest.param(FILE[:-1], "cut off within", id="cut-within"),
        pytest.param(
            chained(*bodies(FILE), bodies(FILE)[-1]), "has ended before this line", id="twice"
        ),
        pytest.param(
            chained(*bodies(PLAYED.replay), bodies(FILE)[-1]), "has ended before", id="no-key"
        ),
        pytest.param(
            chained(*bodies(FILE)[:-1], b'{"signature":"zz"}'), "signature is bad", id="no-hex"
        ),
        pytest.param(
            chained(*bodies(FILE)[:-1], b'{"signature":7}'), "signature must be", id="number"
        ),
        pytest.param(
            chained(*bodies(FILE)[:-1], b'{"signature":"", "a":1}'), "form", id="field-more"
        ),
        pytest.param(
            chained(bodies(FILE)[0].replace(b'"key":"', b'"key":"0')), "key must be", id="key"
        ),
    ],
)
def test_a_bad_signature_is_a_sentence(file: bytes, said: str) -> None:
    """Even if somebody made the hashes right again."""
    verdict = verify(read_replay(file))

    assert not verdict.ok
    assert said in str(verdict)


@given(st.integers(0, len(FILE) - 1), st.integers(1, 255))
def test_a_changed_byte_of_a_signed_file_is_found(place: int, flip: int) -> None:
    """Wherever it is."""
    damaged = bytearray(FILE)
    damaged[place] ^= flip

    assert not verify(read_replay(bytes(damaged))).ok


def test_a_replay_can_be_signed_again_by_whoever_vouches_for_it() -> None:
    """The same match under another key; what is damaged or badly signed stays as it is."""
    mine = resigned(FILE, FORGERS)
    damaged = FILE[:-50]

    assert verify(read_replay(mine), {FORGERS.public}).ok
    assert resigned(mine, KEY) == FILE == resigned(PLAYED.replay, KEY)
    assert damaged == resigned(damaged, FORGERS)


# --- Keys ----------------------------------------------------------------------------------------


def test_a_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    """The next start finds the same; the public half lies beside it for all to read."""
    (tmp_path / draft_name(PRIVATE_FILE)).write_bytes(b"a start that was cut short")
    first, second = signing_key(tmp_path), signing_key(tmp_path)

    assert first.public == second.public == public_key(str(tmp_path / PUBLIC_FILE))
    assert 0o600 == (tmp_path / PRIVATE_FILE).stat().st_mode & 0o777
    assert {PRIVATE_FILE, PUBLIC_FILE} == {path.name for path in tmp_path.iterdir()}
    assert signing_key(tmp_path).sign(b"x") == first.sign(b"x")


@pytest.mark.parametrize("content", [b"", b"no key", b"\xff" * 100])
def test_a_damaged_key_is_not_replaced(tmp_path: Path, content: bytes) -> None:
    """A referee that signed with another key without a word would be no help to anybody."""
    (tmp_path / PRIVATE_FILE).write_bytes(content)

    with pytest.raises(BadKey, match="restore the file from a backup"):
        signing_key(tmp_path)
    assert content == (tmp_path / PRIVATE_FILE).read_bytes()


def test_a_public_key_is_digits_or_a_file(tmp_path: Path) -> None:
    """Anything else is refused with a sentence."""
    (tmp_path / "bad.pub").write_text("not a key")

    assert KEY.public == public_key(f" {KEY.public.upper()}\n")
    for text in (KEY.public[:-1], str(tmp_path / "none.pub"), str(tmp_path / "bad.pub"), ""):
        with pytest.raises(BadKey, match="64 hexadecimal digits"):
            public_key(text)


B, ONE = "58" + 31 * "66", "01" + 31 * "00"


@pytest.mark.parametrize(
    "weak",
    [
        "01" + 31 * "00",
        "01" + 30 * "00" + "80",
        "ec" + 30 * "ff" + "7f",
        "ee" + 30 * "ff" + "7f",
        "ed" + 30 * "ff" + "7f",
        64 * "0",
        62 * "0" + "80",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ],
)
def test_a_weak_key_signs_nothing(weak: str) -> None:
    """With a key of small order the same signature would hold for one file in eight, or for all."""
    assert not any(is_signed(b"file %d" % number, B + ONE, weak) for number in range(64))
