// What is told of a moment in words: what happened, what the others have done, whether it is live.

import { lastSeen } from "./since.js";
import { withSigns } from "./signs.js";
import { html } from "../drawing.js";
import { causeText, tr } from "../words.js";

/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("./frames.js").Story} Story */

/** So many of the others' moves are named above the board; the log has all. */
const MOST_NAMED = 12;

/**
 * What happened, for the eye and for a screen reader.
 * @param {Story} story
 * @param {number} index the moment that is shown
 */
export function sentence(story, index) {
  const frame = story.frameAt(index);
  if (!frame)
    return {
      words: tr("Set-up: {heading}", { heading: story.header.heading }),
      parts: [html("span", null, `${tr("Set-up: {heading}", { heading: story.header.heading })}.`)],
    };
  const player = story.header.players[frame.seat];
  const cause = causeText(frame.cause);
  const told = frame.told.join(" ");
  const better = frame.analysis ? ` ${tr("Better: {move} ({cost} lost).", { move: frame.analysis.best, cost: frame.analysis.cost })}` : "";
  const parts = [
    html("span", { class: `letter seat-${frame.seat}` }, player.letter),
    html("b", { class: `ink-${frame.seat}` }, player.name),
    html("span", null, " ", ...withSigns(`${frame.sentence}${cause}. `)),
    html("span", { class: "told" }, withSigns(told)),
    better && html("span", { class: "better" }, better),
    frame.note && html("span", { class: "told" }, frame.note),
  ];
  return { words: `${tr("Turn {n}", { n: frame.turn })}: ${player.name} ${frame.sentence}${cause}. ${told}${better}`, parts };
}

/**
 * What the others have done since one's own last move, one after the other.
 * @param {Story} story
 * @param {number} index the moment that is shown
 * @param {number} own
 */
export function movesSince(story, index, own) {
  const from = index === story.last ? lastSeen(story, index, own) : index;
  const frames = /** @type {Frame[]} */ (story.moments.slice(from + 1, index + 1));
  const first = Math.max(0, frames.length - MOST_NAMED);
  return [
    html("b", null, frames.length ? tr("Since your last turn:") : tr("Nothing new since your last turn.")),
    ...frames.slice(first).map((frame) =>
      html(
        "a",
        { href: `#turn=${frame.turn}`, class: "since-move" },
        " ",
        html("span", { class: `letter seat-${frame.seat}` }, story.header.players[frame.seat].letter),
        ` ${frame.sentence}${causeText(frame.cause)}. `,
        frame.told.map((told) => html("span", { class: "told" }, `${told} `)),
      ),
    ),
  ];
}

/**
 * Whether it is live, finished or damaged.
 * @param {Story} story
 * @param {number} index the moment that is shown
 * @param {boolean} isLive
 */
export function statusOf(story, index, isLive) {
  const behind = story.last - index;
  let text = "";
  if (story.error) text = tr("Damaged: {why}", { why: story.error });
  else if (story.end) text = story.end.status === "finished" ? tr("finished") : tr("aborted: {why}", { why: story.end.message });
  else if (isLive) text = behind ? tr("live, {n} behind", { n: behind }) : tr("live");
  return text;
}
