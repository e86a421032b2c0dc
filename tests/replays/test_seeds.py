"""A replay proves from what its seed was mixed; whatever of that was changed is found, and named."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

import pytest

from bessemer.engine.seeds import commitment_to, substitute
from bessemer.matches.chance.chance_mixing import ChanceMix, ChanceSource, Contribution
from bessemer.matches.records import Durability, MatchSpec
from bessemer.replays.difference import ReplayDiffers
from bessemer.replays.format import Header, write_replay
from bessemer.replays.reader import Replay, read_replay
from bessemer.replays.seeds import check_seed, seed_sentence
from tests.replays.golden import FILES

SECRET = b"the secret of the referee"


def brought(player: str, seat: int, source: ChanceSource = ChanceSource.PLAYER) -> Contribution:
    """What a seat has brought; "content of" its name, cut to sixteen bytes."""
    content = f"content of {player}".encode().ljust(16)[:16]
    commitment = b"" if source is ChanceSource.REFEREE else commitment_to(content)
    if source is not ChanceSource.PLAYER:
        content = substitute(SECRET, seat)
    return Contribution(player, source, commitment, content)


MIX = ChanceMix("m", (brought("ada", 0), brought("bob", 1, ChanceSource.REFEREE), brought("cy", 2)))


def header(mix: ChanceMix | None = MIX, **changes: object) -> Header:
    """The header of an honest match of three."""
    golden = read_replay(FILES["furnace/three-players"].read_bytes()).header
    assert golden is not None
    seed = SECRET if mix is None else mix.seed(SECRET)
    return replace(
        golden,
        match_id="m",
        players=("ada", "bob", "cy"),
        seed=seed,
        secret=SECRET,
        commitment=sha256(SECRET).hexdigest(),
        mix=mix,
        **changes,  # type: ignore[arg-type] # fields of a header
    )


def mended(honest: Header, seat: int, **changes: object) -> Header:
    """Something changed of what a seat brought, and a seed that follows from it."""
    assert honest.mix is not None
    changed = list(honest.mix.contributions)
    changed[seat] = changed[seat]._replace(**changes)  # type: ignore[arg-type] # its fields
    mix = ChanceMix(honest.mix.match_id, tuple(changed))
    return replace(honest, mix=mix, seed=mix.seed(honest.secret))


def test_an_honest_header_is_right() -> None:
    """Mixed, repeatable, and of another match of its block, whose seats are others."""
    check_seed(header())
    check_seed(header(None))
    moved = MIX._replace(match_id="the first", contributions=MIX.contributions[::-1])
    contributions = (brought("cy", 0), brought("ada", 1), brought("bob", 2, ChanceSource.REFEREE))
    check_seed(header(moved._replace(contributions=contributions)))


CHEATS: dict[str, tuple[Callable[[], Header], str]] = {
    "another secret": (
        lambda: replace(header(), secret=b"another", seed=MIX.seed(b"another")),
        "commitment",
    ),
    "another seed": (lambda: replace(header(), seed=bytes(32)), "does not follow"),
    "another seed of a repeatable match": (
        lambda: replace(header(None), seed=bytes(32)),
        "does not follow",
    ),
    "other bytes": (lambda: mended(header(), 0, content=bytes(16)), "not what it committed to"),
    "another commitment": (
        lambda: mended(header(), 0, commitment=commitment_to(bytes(16))),
        "not what it committed to",
    ),
    "too few bytes": (
        lambda: mended(header(), 0, content=b"few", commitment=commitment_to(b"few")),
        "16 bytes",
    ),
    "a chosen substitute": (lambda: mended(header(), 1, content=bytes(16)), "does not follow"),
    "one who did reveal said not to have": (
        lambda: mended(header(), 0, source=ChanceSource.WITHHELD),
        "was withheld: such a match is not played",
    ),
    "one who brought nothing said to have withheld": (
        lambda: mended(header(), 1, source=ChanceSource.WITHHELD),
        "was withheld: such a match is not played",
    ),
    "another player's": (lambda: mended(header(), 0, player="eve"), "others brought"),
    "one seat less": (lambda: header(MIX._replace(contributions=MIX.contributions[:2])), "others"),
}


@pytest.mark.parametrize("name", CHEATS)
def test_whatever_was_changed_is_found(name: str) -> None:
    """With a seed that follows from it, so that the set-up alone gives nothing away."""
    cheated, said = CHEATS[name]

    with pytest.raises(ReplayDiffers, match=said):
        check_seed(cheated())


def test_it_is_said_who_brought_what() -> None:
    """In one sentence."""
    assert (
        "its seed is mixed from the referee's secret and bytes of ada and cy; bob brought none"
        == seed_sentence(header())
    )
    assert seed_sentence(header(None)) == "played with a known seed"


def test_a_header_is_read_as_it_was_written() -> None:
    """With everything that was brought; a changed byte is found in its line."""
    golden = read_replay(FILES["furnace/three-players"].read_bytes())
    file = written(golden, MIX)
    read = read_replay(file)
    assert read.error is None
    assert read.header is not None
    assert (MIX, SECRET, MIX.seed(SECRET)) == (
        read.header.mix,
        read.header.secret,
        read.header.seed,
    )
    hidden = MIX.contributions[0].content.hex().encode()
    assert read_replay(file.replace(hidden, hidden[::-1])).error is not None


def written(golden: Replay, mix: ChanceMix) -> bytes:
    """The file of a match as the golden one, but for its seed."""
    assert golden.header is not None
    assert golden.result is not None
    about = header(mix)
    spec = MatchSpec(
        match_id="m",
        game=about.game,
        rules_version=about.rules_version,
        options=about.options,
        players=about.players,
        seed=SECRET,
        clock=about.clock,
        durability=Durability.MATCH,
        created=about.created,
        is_repeatable=False,
    )
    return write_replay(spec, about.players, about.started, golden.records, golden.result, mix)
