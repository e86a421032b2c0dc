// What a seat brings to the chance of its match, so that nobody can choose the cards: docs/chance.md.

import { createHash, randomBytes } from "node:crypto";
import type { ChanceRevealRequest__Output } from "../gen/bessemer/v1/ChanceRevealRequest.js";
import type { MatchResult__Output } from "../gen/bessemer/v1/MatchResult.js";

const CONTENT_BYTES = 16;
const MOST_KEPT = 65_536;
const SOURCE_PLAYER = "CHANCE_SOURCE_PLAYER";
const SOURCE_WITHHELD = "CHANCE_SOURCE_WITHHELD";

const sha256 = (bytes: Buffer): Buffer =>
    createHash("sha256").update(bytes).digest();

/** SHA-256 over all parts, each after its length. */
function hash(...parts: (string | Buffer)[]): Buffer {
    const lengthAnd = (part: Buffer) => {
        const length = Buffer.alloc(4);
        length.writeUInt32BE(part.length);
        return Buffer.concat([length, part]);
    };
    return sha256(
        Buffer.concat(parts.map((part) => lengthAnd(Buffer.from(part)))),
    );
}

/** What a seat tells of its bytes before it reveals them. */
export const commitmentTo = (content: Buffer): Buffer =>
    hash("bessemer chance commitment", content);

/** The bytes of a seat that brings none. */
export function substitute(secret: Buffer, seat: number): Buffer {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(seat);
    return hash("bessemer chance substitute", secret, number).subarray(
        0,
        CONTENT_BYTES,
    );
}

/** The seed of a match. */
export const mixedSeed = (secret: Buffer, contents: Buffer[]): Buffer =>
    hash("bessemer chance seed", secret, ...contents);

const same = (one: Buffer, other: Buffer): boolean =>
    Buffer.compare(one, other) === 0;

/** The bytes that a seat has revealed, and what it was shown before. */
interface Revealed {
    content: Buffer;
    shown: ChanceRevealRequest__Output;
}

/** The bytes of all matches of a program: after any new connection it still knows what it committed to. */
export class ChanceBytes {
    readonly #kept = new Map<string, Buffer>(); // by commitment: bytes that nobody knows yet
    readonly #revealed = new Map<string, Revealed>(); // by match and seat

    /** A commitment to new bytes. */
    commit(): Buffer {
        const content = randomBytes(CONTENT_BYTES);
        const commitment = commitmentTo(content);
        this.#kept.set(commitment.toString("hex"), content);
        for (const kept of [this.#kept, this.#revealed]) {
            if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
        }
        return commitment;
    }

    /** The bytes for a match; without any, which loses it, if the seat has not committed to them. */
    reveal(
        matchId: string,
        seat: number,
        shown: ChanceRevealRequest__Output,
    ): { content?: Buffer } {
        const place = `${matchId}/${seat}`;
        const known = this.#revealed.get(place);
        if (known) return { content: known.content };
        const commitment = (
            shown.commitments[seat] ?? Buffer.alloc(0)
        ).toString("hex");
        const content = this.#kept.get(commitment);
        if (!content) return {};
        this.#kept.delete(commitment);
        this.#revealed.set(place, { content, shown });
        return { content };
    }

    /** What the referee changed after it knew our bytes; "" if nothing, or if it does not tell. */
    check(
        matchId: string,
        seat: number,
        { seed, chance }: MatchResult__Output,
    ): string {
        const place = `${matchId}/${seat}`;
        const revealed = this.#revealed.get(place);
        this.#revealed.delete(place);
        if (!chance || !revealed) return "";
        const { secret, contributions } = chance;
        const { seed_commitment, commitments } = revealed.shown;
        if (sha256(secret).toString("hex") !== seed_commitment)
            return "the referee has changed its secret";
        const isShown = contributions.every(({ commitment }, number) =>
            same(commitment, commitments[number]!),
        );
        if (contributions.length !== commitments.length || !isShown) {
            return "the commitments are not those that the seat was shown";
        }
        const contents = contributions.map(({ content }) => content);
        if (!same(contents[seat]!, revealed.content))
            return "what the seat brought was left out";
        const isRight = contributions.every(
            ({ source, commitment, content }, number) => {
                if (source === SOURCE_PLAYER)
                    return same(commitmentTo(content), commitment);
                if (source === SOURCE_WITHHELD)
                    return commitment.length > 0 && content.length === 0;
                return same(content, substitute(secret, number));
            },
        );
        if (!isRight) return "what a seat brought was changed";
        const isWithheld = contributions.some(
            ({ source }) => source === SOURCE_WITHHELD,
        );
        const mixed = isWithheld
            ? Buffer.alloc(0)
            : mixedSeed(secret, contents);
        return same(mixed, seed)
            ? ""
            : "the seed does not follow from what was brought";
    }
}
