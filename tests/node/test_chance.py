"""A client in another language brings bytes to the chance of its match, and checks what became of them."""

import json
import subprocess
from pathlib import Path

from bessemer.engine.seeds import commitment_to, mixed_seed, substitute
from bessemer.matches.chance.chance_mixing import ChanceSource
from tests.games.walks import examples_of
from tests.node.checked import check_ends, check_replay
from tests.node.served import Served

_VECTORS = """
import { ChanceBytes, commitmentTo, mixedSeed, substitute } from "./chance.mjs";
const secret = Buffer.from(process.argv[1], "hex");
const contents = process.argv.slice(2).map((one) => Buffer.from(one, "hex"));
const all = [...contents.map(commitmentTo), substitute(secret, 3), mixedSeed(secret, contents)];
console.log(JSON.stringify(all.map((one) => one.toString("hex"))));
"""
_CHEATED = """
import { createHash } from "node:crypto";
import { ChanceBytes, commitmentTo, mixedSeed } from "./chance.mjs";
const bytes = new ChanceBytes(0);
const other = Buffer.alloc(16, 7);
const commit = (secret) => createHash("sha256").update(secret).digest("hex");
const secret = Buffer.from("the secret");
const commitments = [bytes.commitment, commitmentTo(other)];
bytes.reveal({ seed_commitment: commit(secret), commitments });
const player = (content, commitment) => ({ source: "CHANCE_SOURCE_PLAYER", content, commitment });
const told = (secret, contents, seed = mixedSeed(secret, contents)) => ({
  seed,
  chance: { secret, contributions: contents.map((content, seat) => player(content, commitments[seat])) },
});
const mine = bytes.content;
const third = Buffer.alloc(16, 8);
console.log(JSON.stringify([
  told(secret, [mine, other]),
  told(Buffer.from("another"), [mine, other]),
  told(secret, [third, other]),
  told(secret, [mine, third]),
  told(secret, [mine, other], third),
].map((result) => bytes.difference(result))));
"""


def run(node: Path, script: str, *words: str) -> list[str]:
    """What a script prints that stands beside the client's files."""
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", script, *words],  # noqa: S607 - the node of this machine
        capture_output=True,
        text=True,
        cwd=node,
        timeout=60,
        check=False,
    )
    assert (0, "") == (done.returncode, done.stderr)
    found: list[str] = json.loads(done.stdout)
    return found


def test_it_mixes_as_we_do(node: Path) -> None:
    """Commitments, substitutes and seeds are the same, to the bit."""
    secret, contents = bytes(range(32)), [bytes(16), b"sixteen bytes!!!"]
    expected = [
        *map(commitment_to, contents),
        substitute(secret, 3),
        mixed_seed(secret, contents),
    ]

    assert [one.hex() for one in expected] == run(
        node, _VECTORS, secret.hex(), *(one.hex() for one in contents)
    )


def test_it_notices_a_referee_that_cheats(node: Path) -> None:
    """A changed secret, its own bytes left out, another's changed, another seed."""
    honest, *cheated = run(node, _CHEATED)

    assert honest == ""
    assert len(set(cheated)) == 4
    assert all(cheated)


def test_node_bots_bring_their_bytes(node: Path, served: Served) -> None:
    """Beside a client that knows nothing of it; the replay says who did, and verifies."""
    created = served.create("furnace", 3, examples_of("furnace").SHORT)
    bots = {seat: served.bot(node, created, seat) for seat in (0, 2)}
    unary = served.unary(node, created, 1)
    ends = {seat: bot.ended() for seat, bot in bots.items()}
    unary.ended()

    check_ends(served, created, ends)
    check_replay(served, created.match.match_id)
    header = served.replay(created.match.match_id).header
    assert header is not None
    assert header.mix is not None
    assert [ChanceSource.PLAYER, ChanceSource.REFEREE, ChanceSource.PLAYER] == [
        one.source for one in header.mix.contributions
    ]
