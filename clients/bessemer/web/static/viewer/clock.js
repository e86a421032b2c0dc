// Time in text.

import { tr } from "../words.js";

/** A match without a clock has that many seconds. */
const NO_CLOCK = 30 * 86400;

/** `4:05` for minutes and seconds, `1:02:03` with hours; tenths below ten seconds. @param {number} seconds */
export function clockText(seconds) {
  if (seconds < 10) return `${Math.max(0, seconds).toFixed(1)} s`;
  const whole = Math.floor(seconds);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${two(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}

/**
 * How much time a seat has, in words; a match may give people another clock than bots.
 * @param {{bank: number, increment: number} | undefined} clock
 */
export function clockTitle(clock) {
  if (!clock || clock.bank >= NO_CLOCK) return tr("Time used");
  return tr("Time used, of {bank} and {increment} for each decision", { bank: clockText(clock.bank), increment: clockText(clock.increment) });
}

/** How long one move took. @param {number} seconds */
export function spentText(seconds) {
  if (seconds < 0.0005) return "0 ms";
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  return clockText(seconds);
}

/** @param {import("./frames.js").Story} story @param {number} index @returns {number[]} by seat, in seconds, up to a moment */
export function timeUsed(story, index) {
  const used = story.header.players.map(() => 0);
  for (let at = 1; at <= index; at++) {
    const frame = story.frameAt(at);
    if (frame) used[frame.seat] += frame.spent;
  }
  return used;
}
