"""A client in another language brings bytes to the chance of its match, and checks what became of them."""

import json
import subprocess

from bessemer.engine.seeds import commitment_to, mixed_seed, substitute
from tests.kits.built import ts_programs

_VECTORS = """
import { commitmentTo, mixedSeed, substitute } from "./kit/chance.js";
const secret = Buffer.from(process.argv[1], "hex");
const contents = process.argv.slice(2).map((one) => Buffer.from(one, "hex"));
const all = [...contents.map(commitmentTo), substitute(secret, 3), mixedSeed(secret, contents)];
console.log(JSON.stringify(all.map((one) => one.toString("hex"))));
"""
_CHEATED = """
import { createHash } from "node:crypto";
import { ChanceBytes, commitmentTo, mixedSeed } from "./kit/chance.js";
const other = Buffer.alloc(16, 7);
const third = Buffer.alloc(16, 8);
const secret = Buffer.from("the secret");
const seed_commitment = createHash("sha256").update(secret).digest("hex");
function checked(change) {
  const bytes = new ChanceBytes();
  const commitments = [bytes.commit(), commitmentTo(other)];
  const mine = bytes.reveal("match", 0, { seed_commitment, commitments }).content;
  const told = (secret, contents, seed = mixedSeed(secret, contents)) => ({
    seed,
    chance: {
      secret,
      contributions: contents.map((content, seat) => (
        { source: "CHANCE_SOURCE_PLAYER", content, commitment: commitments[seat] }
      )),
    },
  });
  return bytes.check("match", 0, change(mine, told));
}
console.log(JSON.stringify([
  checked((mine, told) => told(secret, [mine, other])),
  checked((mine, told) => told(Buffer.from("another"), [mine, other])),
  checked((mine, told) => told(secret, [third, other])),
  checked((mine, told) => told(secret, [mine, third])),
  checked((mine, told) => told(secret, [mine, other], third)),
]));
"""


def run(script: str, *words: str) -> list[str]:
    """What a script prints that stands beside the client's files."""
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", script, *words],  # noqa: S607 - the node of this machine
        capture_output=True,
        text=True,
        cwd=ts_programs(),
        timeout=60,
        check=False,
    )
    assert (0, "") == (done.returncode, done.stderr)
    found: list[str] = json.loads(done.stdout)
    return found


def test_it_mixes_as_we_do() -> None:
    """Commitments, substitutes and seeds are the same, to the bit."""
    secret, contents = bytes(range(32)), [bytes(16), b"sixteen bytes!!!"]
    expected = [
        *map(commitment_to, contents),
        substitute(secret, 3),
        mixed_seed(secret, contents),
    ]

    assert [one.hex() for one in expected] == run(
        _VECTORS, secret.hex(), *(one.hex() for one in contents)
    )


def test_it_notices_a_referee_that_cheats() -> None:
    """A changed secret, its own bytes left out, another's changed, another seed."""
    honest, *cheated = run(_CHEATED)

    assert honest == ""
    assert len(set(cheated)) == 4
    assert all(cheated)
