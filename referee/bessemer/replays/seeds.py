"""How the seed of a replay came about: checked against what was committed to, and told in words."""

from collections.abc import Sequence
from hashlib import sha256

from bessemer.engine.seeds import CONTENT_BYTES, commitment_to, substitute
from bessemer.matches.chance.chance_mixing import ChanceMix, ChanceSource, Contribution
from bessemer.replays.difference import ReplayDiffers, require_same
from bessemer.replays.format import Header


def check_seed(header: Header) -> None:
    """
    Check that the seed follows from what was committed to.

    Raises:
        ReplayDiffers: it does not.
    """
    require_same(
        "the commitment is not that of the referee's secret",
        header.commitment,
        sha256(header.secret).hexdigest(),
    )
    mix = header.mix
    if mix is not None:
        _check_mix(header, mix)
    parts = "secret" if mix is None else "secret and what the seats brought"
    seed = header.secret if mix is None else mix.seed(header.secret)
    require_same(f"the seed does not follow from the {parts}", header.seed.hex(), seed.hex())


def _check_mix(header: Header, mix: ChanceMix) -> None:
    who = [one.player for one in mix.contributions]
    # The other matches of a block have the same players in other seats, if two share three even in
    # other numbers.
    is_own = mix.match_id == header.match_id
    if who != list(header.players) if is_own else set(who) != set(header.players):
        message = "the seed is mixed from what others brought"
        raise ReplayDiffers(message, None, ", ".join(who), ", ".join(header.players))
    for seat, one in enumerate(mix.contributions):
        if wrong := _wrong(one, header.secret, seat):
            raise ReplayDiffers(f"what {one.player or 'nobody'} brought from seat {seat} {wrong}")


def _wrong(one: Contribution, secret: bytes, seat: int) -> str:
    """What is wrong with a contribution, or ""."""
    if one.source is ChanceSource.PLAYER:
        if len(one.content) != CONTENT_BYTES:
            return f"is not {CONTENT_BYTES} bytes"
        return "" if commitment_to(one.content) == one.commitment else "is not what it committed to"
    if one.source is ChanceSource.WITHHELD:
        return "was withheld: such a match is not played"
    if one.content != substitute(secret, seat):
        return "is said to be the referee's, and does not follow from its secret"
    return "was committed to, though it is said to be the referee's" if one.commitment else ""


def seed_sentence(header: Header) -> str:
    """Who brought what to the seed, in words."""
    mix = header.mix
    if mix is None:
        return "played with a known seed"
    brought, without = (
        [
            one.player or f"seat {seat}"
            for seat, one in enumerate(mix.contributions)
            if one.source is source
        ]
        for source in (ChanceSource.PLAYER, ChanceSource.REFEREE)
    )
    if not brought:
        return "its seed is the referee's alone: no player brought bytes"
    said = f"its seed is mixed from the referee's secret and bytes of {_names(brought)}"
    return f"{said}; {_names(without)} brought none" if without else said


def _names(names: Sequence[str]) -> str:
    """A list as one says it: each name once."""
    *others, last = dict.fromkeys(names)
    return f"{', '.join(others)} and {last}" if others else last
