// Plays one seat of a match of any game over the Play stream; see README.md.

import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { ChanceBytes } from "./chance.mjs";
import { decide, luck } from "./choices.mjs";
import { milliseconds, Referee, statusName, UsageError } from "./referee.mjs";

const USAGE = `usage: BESSEMER_TOKEN=bsm_... node bot.mjs --connect ADDR --match ID --seat N
       [--proto DIR] [--tls] [--tls-ca FILE] [--tls-cert FILE --tls-key FILE] [--patience SECONDS]`;

// Statuses after which the same seat may be joined again; all others would come back the same.
const PASSING = new Set(["UNAVAILABLE", "RESOURCE_EXHAUSTED", "CANCELLED", "UNKNOWN", "INTERNAL"]);
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2000;

class Bot {
  constructor(referee, matchId, seat) {
    this.referee = referee;
    this.place = { match_id: matchId, seat };
    this.below = luck(seat);
    this.knownTurn = 0;
    this.lastAnswer = null;
    this.chance = new ChanceBytes(seat);
    this.lostAt = 0;
    this.pause = FIRST_PAUSE;
    this.tally = { moves: 0, refusals: 0, reconnects: 0 };
  }

  /** Plays until the match is over, joining again whenever the stream is lost. */
  async play(patience) {
    for (;;) {
      let wait = this.pause * (0.5 + Math.random()); // not all seats in the same instant
      try {
        const ended = await this.playStream();
        if (ended) return ended;
      } catch (error) {
        if (!PASSING.has(statusName(error.code))) throw error;
        this.lostAt ||= Date.now();
        if (Date.now() - this.lostAt >= patience) throw error;
        wait = Math.max(wait, milliseconds(this.referee.refusalOf(error)?.retry_delay));
      }
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
      this.tally.reconnects += 1;
      await sleep(wait);
    }
  }

  /** One stream; what it was told of the end, or null if it ended without that. */
  async playStream() {
    const stream = this.referee.play();
    stream.on("error", () => {}); // the loop below is told of it, too; nobody else needs to be
    const chance_commitment = this.chance.commitment;
    const join = { ...this.place, known_turn: this.knownTurn, with_choices: true, chance_commitment };
    stream.write({ join });
    try {
      let ended = null;
      for await (const response of stream) {
        this.lostAt = 0;
        ended = await this.read(stream, response);
        if (ended) break;
      }
      return ended;
    } finally {
      stream.cancel();
    }
  }

  /** Does what one message asks for; returns the end of the match when that is told. */
  async read(stream, response) {
    switch (response.message) {
      case "decision":
        this.pause = FIRST_PAUSE;
        this.knownTurn = response.decision.moves_since.at(-1)?.turn ?? this.knownTurn;
        await this.answer(stream, response.decision);
        break;
      case "reveal_request":
        stream.write({ reveal: this.chance.reveal(response.reveal_request) });
        break;
      case "refusal":
        await this.mend(stream, response.refusal);
        break;
      case "ended": {
        const wrong = this.chance.difference(response.ended.result);
        if (wrong) process.stderr.write(`bot: the cards were not dealt by chance: ${wrong}\n`);
        return response.ended;
      }
    }
    return null;
  }

  async answer(stream, decision) {
    // A decision that is asked again after a lost connection gets the same answer: if the first one
    // did arrive, the referee plays it once all the same.
    if (this.lastAnswer?.turn !== decision.turn) {
      this.lastAnswer = await decide(this.referee, this.place, decision, this.below);
      if (this.lastAnswer === null) return; // the turn is over; the next decision comes by itself
      this.tally.moves += 1;
    }
    stream.write({ answer: this.lastAnswer });
  }

  /** An answer was refused: it came too late, or could not be written down. */
  async mend(stream, refusal) {
    this.tally.refusals += 1;
    process.stderr.write(`bot: refused: ${refusal.message}\n`);
    if (refusal.reason === "ERROR_REASON_JOURNAL_UNAVAILABLE") {
      await sleep(milliseconds(refusal.retry_delay));
      stream.write({ answer: this.lastAnswer });
    }
  }
}

function readArguments() {
  const text = { type: "string" };
  const place = { connect: text, match: text, seat: text, proto: text };
  const tls = { tls: { type: "boolean" }, "tls-ca": text, "tls-cert": text, "tls-key": text };
  const options = { ...place, ...tls };
  let values;
  try {
    ({ values } = parseArgs({ options: { ...options, patience: { ...text, default: "60" } } }));
  } catch (error) {
    throw new UsageError(`${error.message}\n${USAGE}`);
  }
  const { connect, match, seat, patience } = values;
  if (!connect || !match || !/^\d+$/.test(seat ?? "") || !(Number(patience) >= 0)) {
    throw new UsageError(USAGE);
  }
  if (!process.env.BESSEMER_TOKEN) {
    throw new UsageError("put the seat's token into the environment as BESSEMER_TOKEN");
  }
  return { ...values, seat: Number(seat), patience: Number(patience) * 1000 };
}

async function main() {
  const { connect, match, seat, patience, proto, ...files } = readArguments();
  const { "tls-ca": ca, "tls-cert": cert, "tls-key": key } = files;
  const tls = files.tls || ca || cert || key ? { ca, cert, key } : null;
  const referee = new Referee(connect, process.env.BESSEMER_TOKEN, { proto, tls });
  try {
    const bot = new Bot(referee, match, seat);
    const { result } = await bot.play(patience);
    const { ranks, scores, fault, message } = result;
    const outcome = { match, seat, rank: ranks[seat] ?? null, ranks, scores, fault, message };
    console.log(JSON.stringify({ ...outcome, ...bot.tally }));
    return ranks.length > 0 ? 0 : 1;
  } finally {
    referee.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  const status = error.metadata ? `${statusName(error.code)}: ` : "";
  process.stderr.write(`bot: ${status}${error.details ?? error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
