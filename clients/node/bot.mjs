// Plays one seat of a match of Furnace over the Play stream; see README.md.

import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import { Furnace } from "./furnace.mjs";
import { milliseconds, Referee, statusName, UsageError } from "./referee.mjs";

const USAGE = `usage: BESSEMER_TOKEN=bsm_... node bot.mjs --connect ADDR --match ID --seat N
       [--proto DIR] [--tls-ca FILE] [--patience SECONDS]`;

// Statuses after which the same seat may be joined again; all others would come back the same.
const PASSING = new Set(["UNAVAILABLE", "RESOURCE_EXHAUSTED", "CANCELLED", "UNKNOWN", "INTERNAL"]);
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2000;

class Bot {
  constructor(referee, matchId, seat) {
    this.referee = referee;
    this.matchId = matchId;
    this.seat = seat;
    this.game = null;
    this.knownTurn = 0;
    this.lastAnswer = null;
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
    const join = { match_id: this.matchId, seat: this.seat, known_turn: this.knownTurn };
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
      case "joined":
        this.game ??= new Furnace(response.joined.setup.furnace, this.seat);
        break;
      case "decision":
        this.pause = FIRST_PAUSE;
        this.knownTurn = response.decision.moves_since.at(-1)?.turn ?? this.knownTurn;
        this.answer(stream, response.decision);
        break;
      case "refusal":
        await this.mend(stream, response.refusal);
        break;
      case "ended":
        return response.ended;
    }
    return null;
  }

  answer(stream, { turn, kind, view }) {
    // A decision that is asked again after a lost connection gets the same answer: if the first one
    // did arrive, the referee plays it once all the same.
    if (this.lastAnswer?.turn !== turn) {
      this.lastAnswer = { turn, move: this.game.decide(kind, view.furnace) };
      this.tally.moves += 1;
    }
    stream.write({ answer: this.lastAnswer });
  }

  /** Something of ours was refused: try what the referee would accept. */
  async mend(stream, refusal) {
    this.tally.refusals += 1;
    process.stderr.write(`bot: refused: ${refusal.message}\n`);
    const turn = this.lastAnswer?.turn ?? 0;
    switch (refusal.reason) {
      case "ERROR_REASON_JOURNAL_UNAVAILABLE":
        await sleep(milliseconds(refusal.retry_delay));
        stream.write({ answer: this.lastAnswer });
        break;
      case "ERROR_REASON_ILLEGAL_MOVE":
      case "ERROR_REASON_MALFORMED_MOVE":
        if (refusal.turn !== turn) break; // too late: the time of that decision was up
        this.lastAnswer = { turn, move: refusal.allowed_moves[0] ?? (await this.anyMove(turn)) };
        if (this.lastAnswer.move) stream.write({ answer: this.lastAnswer });
        break;
      default:
        break; // the turn is over; the next decision comes by itself
    }
  }

  /** A legal move from the referee, or null if the turn is over. */
  async anyMove(turn) {
    const request = { match_id: this.matchId, seat: this.seat, max_legal_moves: 1 };
    const { decision } = await this.referee.call("GetDecision", request);
    return decision?.turn === turn ? decision.legal_moves[0] : null;
  }
}

function readArguments() {
  const text = { type: "string" };
  const options = { connect: text, match: text, seat: text, proto: text, "tls-ca": text };
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
  const { connect, match, seat, patience, proto, "tls-ca": ca } = readArguments();
  const referee = new Referee(connect, process.env.BESSEMER_TOKEN, { proto, ca });
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
