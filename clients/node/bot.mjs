#!/usr/bin/env node
// Plays one seat of a match of any game over the Play stream, or for a ladder; see README.md.

import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { ChanceBytes } from "./chance.mjs";
import { decide, luck } from "./choices.mjs";
import { playLadder } from "./ladder.mjs";
import { milliseconds, Referee, statusName, UsageError } from "./referee.mjs";

const USAGE = `usage: BESSEMER_TOKEN=bsm_... node bot.mjs --connect ADDR --match ID --seat N
   or: BESSEMER_TOKEN=bsm_... node bot.mjs --connect ADDR --ladder NAME [--concurrency N]
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

/** What to play: by the command line, or by the environment of a program that Bessemer starts. */
function readArguments() {
  const text = { type: "string" };
  const place = { connect: text, match: text, seat: text, ladder: text, concurrency: text };
  const tls = { tls: { type: "boolean" }, "tls-ca": text, "tls-cert": text, "tls-key": text };
  const env = process.env;
  let given;
  try {
    ({ values: given } = parseArgs({ options: { ...place, ...tls, proto: text, patience: text } }));
  } catch (error) {
    throw new UsageError(`${error.message}\n${USAGE}`);
  }
  const connect = given.connect ?? env.BESSEMER_ADDRESS;
  const patience = Number(given.patience ?? env.BESSEMER_PATIENCE ?? 60);
  const match = given.ladder ? undefined : (given.match ?? env.BESSEMER_MATCH);
  const seat = given.seat ?? env.BESSEMER_SEAT ?? "";
  const ladder = match ? undefined : (given.ladder ?? env.BESSEMER_LADDER);
  const concurrency = Number(given.concurrency ?? env.BESSEMER_CONCURRENCY ?? 1);
  const isPlaced = ladder !== undefined ? concurrency >= 1 : match && /^\d+$/.test(seat);
  if (!connect || !isPlaced || !(patience >= 0)) throw new UsageError(USAGE);
  if (!env.BESSEMER_TOKEN) {
    throw new UsageError("put the seat's token into the environment as BESSEMER_TOKEN");
  }
  const ca = given["tls-ca"] ?? env.BESSEMER_TLS_CA;
  const cert = given["tls-cert"] ?? env.BESSEMER_TLS_CERT;
  const key = given["tls-key"] ?? env.BESSEMER_TLS_KEY;
  const usesTls = given.tls || env.BESSEMER_TLS === "1" || ca || cert || key;
  return {
    ...{ connect, match, seat: Number(seat), ladder, concurrency, patience: patience * 1000 },
    ...{ version: env.BESSEMER_VERSION ?? "", proto: given.proto },
    tls: usesTls ? { ca, cert, key } : null,
  };
}

/** Plays one seat; prints how it ended, and returns whether it was played to its end. */
async function playSeat(referee, match, seat, patience) {
  const bot = new Bot(referee, match, seat);
  const { result } = await bot.play(patience);
  const { ranks, scores, fault, message } = result;
  const outcome = { match, seat, rank: ranks[seat] ?? null, ranks, scores, fault, message };
  console.log(JSON.stringify({ ...outcome, ...bot.tally }));
  return ranks.length > 0;
}

async function main() {
  const wanted = readArguments();
  const { connect, match, seat, ladder, patience, proto, tls } = wanted;
  const referee = new Referee(connect, process.env.BESSEMER_TOKEN, { proto, tls });
  try {
    if (ladder === undefined) return (await playSeat(referee, match, seat, patience)) ? 0 : 1;
    await playLadder(referee, wanted, (...place) => playSeat(referee, ...place, patience));
    return 0;
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
