"""One message to send: a valid request, mutated, under somebody's name."""

import random
from typing import Final, NamedTuple

from google.protobuf.message import DecodeError

from bessemer.sdk.connection.channels import metadata_of
from tests.fuzz.bytes_mutations import mutate_bytes
from tests.fuzz.drafts import draft
from tests.fuzz.message_mutations import mutate_message
from tests.fuzz.methods import Method
from tests.fuzz.world import World

Metadata = tuple[tuple[str, str | bytes], ...]

_KINDS: Final = ("granted",) * 12 + (
    *("organiser", "player", "spectator", "other seat"),
    *("revoked", "none", "garbage", "garbage"),
)


class Crafted(NamedTuple):
    """What is sent."""

    data: bytes
    credentials: str
    """As whom: "organiser", "player", "spectator", "seat", "revoked", "none" or "garbage"."""
    metadata: Metadata
    is_mutated: bool


def craft(method: Method, world: World, luck: random.Random) -> Crafted:
    """A message for `method`; one in ten stays valid, so that there is always something to break."""
    message, token = draft(method, world, luck)
    how = luck.random()
    is_mutated = how >= 0.1
    if 0.1 <= how < 0.65:
        mutate_message(message, world.texts(), luck)
    data = message.SerializeToString()
    if how >= 0.55:
        data = mutate_bytes(data, draft(method, world, luck).message.SerializeToString(), luck)
    kind, metadata = credentials(world, token, luck)
    if method.name == "Drain" and kind == "organiser" and _can_be_read(method, data):
        # It would be done, and nothing could be fuzzed after it; see `Campaign.drain`.
        kind, metadata = "player", metadata_of(world.player)
    return Crafted(data, kind, metadata, is_mutated)


def credentials(world: World, token: str, luck: random.Random) -> tuple[str, Metadata]:
    """Who calls, mostly with the `token` that is right; the name of the kind, and the metadata."""
    kind = luck.choice(_KINDS)
    match kind:
        case "granted":
            return _kind_of(world, token), metadata_of(token) if token else ()
        case "organiser":
            return kind, metadata_of(world.organiser)
        case "player":
            return kind, metadata_of(world.player)
        case "spectator":
            return kind, metadata_of(world.watcher)
        case "other seat":
            return "seat", metadata_of(luck.choice(luck.choice(world.tables).tokens))
        case "revoked":
            return kind, metadata_of(world.revoked)
        case "none":
            return kind, ()
        case _:
            return kind, _garbage(world, luck)


def _kind_of(world: World, token: str) -> str:
    known = {world.organiser: "organiser", world.player: "player", world.watcher: "spectator"}
    return known.get(token, "seat") if token else "none"


def _garbage(world: World, luck: random.Random) -> Metadata:
    """Metadata that gRPC lets through and that opens nothing."""
    good = world.organiser
    wrong = good[:-1] + ("a" if good[-1] != "a" else "b")
    choices: tuple[Metadata, ...] = (
        (("authorization", "Bearer"),),
        (("authorization", ""),),
        (("authorization", good),),
        (("authorization", f"Bearer  {good}"),),
        (("authorization", f"Bearer {wrong}"),),
        (("authorization", f"Bearer {good} "),) * 2,
        (("authorization", f"Bearer {good.upper()}"),),
        (("authorization", f"Basic {good}"),),
        (("authorization", "Bearer bsm_" + "a" * 3000),),
        (("authorization", "".join(chr(luck.randrange(0x21, 0x7F)) for _ in range(60))),),
        (("authorization-bin", luck.randbytes(50)),),
        tuple((f"x-{number}", "%00") for number in range(60)),
        (("x-bin", luck.randbytes(2000)), ("authorization", "Bearer %s%n\\x00")),
    )
    return luck.choice(choices)


def _can_be_read(method: Method, data: bytes) -> bool:
    try:
        method.request.FromString(data)
    except DecodeError:
        return False
    return True
