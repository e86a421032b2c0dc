// A match as it is read from frames: every moment, in any order.

import assert from "node:assert/strict";
import test from "node:test";
import { Story, applied } from "../../../clients/bessemer/web/static/viewer/frames.js";
import { lastSeen, marked, things } from "../../../clients/bessemer/web/static/viewer/since.js";
import { el } from "../../../clients/bessemer/web/static/drawing.js";

const header = { view: { stock: [1, 2], turn: 0 }, seen: { 1: [[["hand"], ["C1"]]] }, heading: "Round 1", round: 1 };

/** @param {number} number @param {number} seat @param {any} more */
const frame = (number, seat, more = {}) => ({ number, turn: number, seat, changes: [[["turn"], number]], heading: "Round 1", round: 1, told: [], ...more });

test("changes leave what they do not touch", () => {
  const before = { a: [1, 2, 3], b: { c: 1 }, d: 1 };
  assert.deepEqual(applied([[["a", 1], 9], [["b", "c"], 2], [["d"]]], before), { a: [1, 9, 3], b: { c: 2 } });
  assert.deepEqual(applied([[["a"], 1, 2, [7]]], before).a, [1, 7]);
  assert.equal(applied([[["d"], 2]], before).b, before.b);
  assert.deepEqual(before, { a: [1, 2, 3], b: { c: 1 }, d: 1 });
});

test("every moment is known, for spectators and for a seat", () => {
  const story = new Story({ header, frames: [frame(1, 0), frame(2, 1, { seen: { 1: [[["hand"], []]] } })], end: null });
  assert.equal(story.last, 2);
  assert.deepEqual(story.viewAt(1, 1), { stock: [1, 2], turn: 1, hand: ["C1"] });
  assert.deepEqual(story.viewAt(2, 1), { stock: [1, 2], turn: 2, hand: [] });
  assert.deepEqual(story.viewAt(2, null), { stock: [1, 2], turn: 2 });
});

test("what a seat saw may be unknown", () => {
  const story = new Story({ header, frames: [frame(1, 0, { seen: { 1: null } })], end: null });
  assert.equal(story.knows(0, 1), true);
  assert.equal(story.knows(1, 1), false);
  assert.deepEqual(story.viewAt(1, 1), { stock: [1, 2], turn: 1 });
});

test("a frame that comes again, or too early, is left out", () => {
  const story = new Story({ header, frames: [frame(1, 0)], end: null });
  assert.equal(story.add(frame(1, 0)), false);
  assert.equal(story.add(frame(3, 0)), false);
  assert.equal(story.add(frame(2, 0)), true);
});

test("one has seen everything up to one's own last move", () => {
  const story = new Story({ header, frames: [frame(1, 0), frame(2, 1), frame(3, 0), frame(4, 0)], end: null });
  assert.equal(lastSeen(story, 4, 1), 2);
  assert.equal(lastSeen(story, 1, 1), 0);
  assert.equal(lastSeen(story, 4, 0), 4);
});

test("what is new, moved or of another value is marked, and nothing else is made anew", () => {
  const still = el("g", { "data-key": "a", "data-value": 1 });
  const before = things([el("svg", null, still, el("g", { "data-key": "b", transform: "translate(1 1)" }))]);
  const now = el("svg", null, still, el("g", { "data-key": "b", transform: "translate(2 1)", class: "figure" }), el("g", { "data-key": "c" }));
  const [a, b, c] = marked(now, before).children;
  assert.equal(a, still);
  assert.equal(b.attributes.class, "figure since");
  assert.equal(c.attributes.class, "since");
  assert.equal(marked(now, things([now])), now);
});
