"""What a client brings to the chance of its matches, and how it notices a referee that cheats."""

from collections.abc import Callable
from hashlib import sha256

import pytest

from bessemer.engine.seeds import commitment_to, mixed_seed, substitute
from bessemer.sdk.seats.chance import ChanceBytes
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb

SECRET = b"the secret of the referee"
OTHER = b"sixteen bytes!!!"
Result = match_pb2.MatchResult


def shown(*commitments: bytes) -> pb.ChanceRevealRequest:
    """What an honest referee shows."""
    return pb.ChanceRevealRequest(
        seed_commitment=sha256(SECRET).hexdigest(), commitments=commitments
    )


def told(secret: bytes, *contents: bytes) -> Result:
    """What an honest referee tells at the end: the third seat brings nothing."""
    result = Result()
    result.chance.secret = secret
    for content in contents:
        result.chance.contributions.add(
            source=match_pb2.CHANCE_SOURCE_PLAYER,
            commitment=commitment_to(content),
            content=content,
        )
    result.chance.contributions.add(
        source=match_pb2.CHANCE_SOURCE_REFEREE, content=substitute(secret, len(contents))
    )
    return mixed(result)


def mixed(result: Result) -> Result:
    """With the seed that follows."""
    chance = result.chance
    result.seed = mixed_seed(chance.secret, [one.content for one in chance.contributions])
    return result


def test_bytes_are_random_and_fit_their_commitment() -> None:
    """Sixteen of them, others each time."""
    chance = ChanceBytes()
    contents = []
    for match in "abc":
        commitment = chance.commit()
        content = chance.reveal(match, 0, shown(commitment)).content
        assert (commitment, 16) == (commitment_to(content), len(content))
        contents.append(content)

    assert len(set(contents)) == 3


def test_bytes_are_for_one_match_alone() -> None:
    """A referee that has seen them cannot use them again; for the same match they are the same."""
    chance = ChanceBytes()
    commitment = chance.commit()
    first = chance.reveal("m", 0, shown(commitment)).content

    assert first == chance.reveal("m", 0, shown(commitment)).content
    assert b"" == chance.reveal("another", 0, shown(commitment)).content


def test_nothing_is_revealed_to_whoever_did_not_take_down_the_commitment() -> None:
    """Neither for another commitment, nor for none, nor for a list that is too short."""
    chance = ChanceBytes()
    chance.commit()

    for commitments in ((commitment_to(OTHER),), (b"",), ()):
        assert b"" == chance.reveal("m", 0, shown(*commitments)).content


def swap_secret(result: Result) -> None:
    """Another secret, with all that follows from it."""
    result.chance.secret = b"another secret"
    result.chance.contributions[2].content = substitute(b"another secret", 2)
    mixed(result)


def swap_other(result: Result) -> None:
    """Other bytes of an accomplice, with a commitment that fits."""
    result.chance.contributions[1].content = bytes(16)
    result.chance.contributions[1].commitment = commitment_to(bytes(16))
    mixed(result)


def change_other(result: Result) -> None:
    """Other bytes of an accomplice."""
    result.chance.contributions[1].content = bytes(16)
    mixed(result)


def choose_substitute(result: Result) -> None:
    """Other bytes for the seat that brought none."""
    result.chance.contributions[2].content = bytes(16)
    mixed(result)


def leave_out(result: Result) -> None:
    """Not ours."""
    result.chance.contributions[0].content = bytes(16)
    mixed(result)


def choose_seed(result: Result) -> None:
    """Any seed."""
    result.seed = bytes(32)


def shorten(result: Result) -> None:
    """One seat less."""
    del result.chance.contributions[2]
    mixed(result)


@pytest.mark.parametrize(
    "cheat",
    [swap_secret, swap_other, change_other, choose_substitute, leave_out, choose_seed, shorten],
)
def test_a_referee_that_changes_anything_is_noticed(
    cheat: Callable[[Result], None],
) -> None:
    """Whatever it mends to fit: the seat has kept what it was shown before it revealed."""
    chance = ChanceBytes()
    for is_honest in (True, False):
        commitment = chance.commit()
        list_ = shown(commitment, commitment_to(OTHER), b"")
        own = chance.reveal("m", 0, list_).content
        result = told(SECRET, own, OTHER)
        if not is_honest:
            cheat(result)

        assert is_honest == (not chance.check("m", 0, result))


def test_a_seed_that_is_not_told_is_not_complained_about() -> None:
    """As of a block that is not over."""
    chance = ChanceBytes()
    commitment = chance.commit()
    chance.reveal("m", 0, shown(commitment))

    assert "" == chance.check("m", 0, Result())
