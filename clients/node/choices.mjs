// How the bot decides: by small choices, which the referee lists. No rule of any game is needed.

import { setTimeout as sleep } from "node:timers/promises";
import { milliseconds } from "./referee.mjs";

/** Numbers from 0 to n - 1; the same ones for the same seed, so that a match can be repeated. */
export function luck(seed) {
  let state = seed + 1;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** The strategy: the words that answer a choice, here any of them. Write your own. */
export function choose({ words, least, most }, below) {
  const left = words.flatMap(({ text, copies }) => Array(copies).fill(text));
  const size = least + below(most - least + 1);
  return Array.from({ length: size }, () => left.splice(below(left.length), 1)[0]);
}

/** Answers choice after choice of a decision until they are a move; null if the turn is over. */
export async function decide(referee, place, { turn, first_step }, below) {
  const answers = [];
  let step = first_step;
  while (step.next === "choice") {
    answers.push({ words: choose(step.choice, below) });
    step = await listChoices(referee, { ...place, turn, paths: [{ answers }] });
    if (step === null) return null;
  }
  if (step.next === "refusal") throw new Error(step.refusal.message);
  return { turn, move: step.move };
}

async function listChoices(referee, request) {
  for (;;) {
    try {
      return (await referee.call("ListChoices", request)).steps[0];
    } catch (error) {
      const refusal = referee.refusalOf(error);
      switch (refusal?.reason) {
        case "ERROR_REASON_TOO_MANY_REQUESTS":
          await sleep(milliseconds(refusal.retry_delay));
          break;
        case "ERROR_REASON_STALE_TURN":
        case "ERROR_REASON_TURN_NOT_OPEN":
        case "ERROR_REASON_MATCH_OVER":
          return null; // too late: the time of that decision was up
        default:
          throw error;
      }
    }
  }
}
