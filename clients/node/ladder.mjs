// A player on a ladder: enlists, and plays each seat that it is given on a Play stream of its own.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { statusName } from "./referee.mjs";

const PASSING = new Set(["UNAVAILABLE", "RESOURCE_EXHAUSTED", "CANCELLED", "UNKNOWN", "INTERNAL"]);
const PAUSE = 500;

/**
 * Plays for a ladder until it is told to stop, or for `patience` milliseconds without a referee.
 * `playSeat(match, seat)` plays one seat to its end.
 */
export async function playLadder(referee, { ladder, concurrency, version, patience }, playSeat) {
  const enlistment = { ladder, concurrency, version, assignments_only: true, client_id: randomUUID() };
  const playing = new Map(); // by match and seat, so that one that comes again is played once
  let lostAt = 0;
  for (;;) {
    const stream = referee.enlist();
    stream.on("error", () => {}); // the loop below is told of it, too
    stream.write({ enlistment });
    try {
      for await (const { enlisted, assignments } of stream) {
        lostAt = 0;
        if (enlisted) process.stderr.write(`bot: joined ladder ${enlisted.ladder.name}\n`);
        for (const { match_id, seat } of assignments) {
          const place = `${match_id}/${seat}`;
          if (playing.has(place)) continue;
          const over = playSeat(match_id, seat)
            .catch((error) => process.stderr.write(`bot: match ${match_id}: ${error.message}\n`))
            .finally(() => playing.delete(place));
          playing.set(place, over);
        }
      }
      lostAt ||= Date.now();
    } catch (error) {
      if (!PASSING.has(statusName(error.code))) throw error;
      lostAt ||= Date.now();
      if (Date.now() - lostAt >= patience) throw error;
    } finally {
      stream.cancel();
    }
    await sleep(PAUSE * (0.5 + Math.random()));
  }
}
