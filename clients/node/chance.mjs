// What a seat brings to the chance of its match, so that nobody can choose the cards: docs/chance.md.

import { createHash, randomBytes } from "node:crypto";

const CONTENT_BYTES = 16;
const SOURCE_PLAYER = "CHANCE_SOURCE_PLAYER";
const SOURCE_WITHHELD = "CHANCE_SOURCE_WITHHELD";

const sha256 = (bytes) => createHash("sha256").update(bytes).digest();

/** SHA-256 over all parts, each after its length. */
function hash(...parts) {
  const lengthAnd = (part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    return Buffer.concat([length, part]);
  };
  return sha256(Buffer.concat(parts.map((part) => lengthAnd(Buffer.from(part)))));
}

/** What a seat tells of its bytes before it reveals them. */
export const commitmentTo = (content) => hash("bessemer chance commitment", content);

/** The bytes of a seat that brings none. */
export function substitute(secret, seat) {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(seat);
  return hash("bessemer chance substitute", secret, number).subarray(0, CONTENT_BYTES);
}

/** The seed of a match. */
export const mixedSeed = (secret, contents) => hash("bessemer chance seed", secret, ...contents);

const same = (one, other) => Buffer.compare(one, other) === 0;

/** The random bytes of one seat, and what it was shown before it revealed them. */
export class ChanceBytes {
  constructor(seat) {
    this.seat = seat;
    this.content = randomBytes(CONTENT_BYTES);
    this.commitment = commitmentTo(this.content);
    this.shown = null;
  }

  /** The bytes; empty, which loses the match, if the referee did not take down our commitment. */
  reveal(shown) {
    if (!same(shown.commitments[this.seat] ?? Buffer.alloc(0), this.commitment)) return {};
    this.shown ??= shown;
    return { content: this.content };
  }

  /** What the referee changed after it knew our bytes; "" if nothing, or if it does not tell. */
  difference({ seed, chance }) {
    if (!chance || !this.shown) return "";
    const { secret, contributions } = chance;
    const { seed_commitment, commitments } = this.shown;
    if (sha256(secret).toString("hex") !== seed_commitment) return "the referee has changed its secret";
    const isShown = ({ commitment }, seat) => same(commitment, commitments[seat]);
    if (contributions.length !== commitments.length || !contributions.every(isShown)) {
      return "the commitments are not those that the seat was shown";
    }
    const contents = contributions.map(({ content }) => content);
    if (!same(contents[this.seat], this.content)) return "what the seat brought was left out";
    const isRight = ({ source, commitment, content }, seat) => {
      if (source === SOURCE_PLAYER) return same(commitmentTo(content), commitment);
      if (source === SOURCE_WITHHELD) return commitment.length > 0 && content.length === 0;
      return same(content, substitute(secret, seat));
    };
    if (!contributions.every(isRight)) return "what a seat brought was changed";
    const isWithheld = contributions.some(({ source }) => source === SOURCE_WITHHELD);
    const mixed = isWithheld ? Buffer.alloc(0) : mixedSeed(secret, contents);
    return same(mixed, seed) ? "" : "the seed does not follow from what was brought";
  }
}
