// What pages say, and the time as they say it.

import assert from "node:assert/strict";
import test from "node:test";
import { clockText, clockTitle } from "../../../clients/bessemer/web/static/viewer/clock.js";
import { causeText, tr, trIn, trn } from "../../../clients/bessemer/web/static/words.js";

test("values are put into their places, and what has no value stays", () => {
  assert.equal(tr("turn {n} of {last}", { n: 3 }), "turn 3 of {last}");
  assert.equal(trIn("industry", "coal"), "coal");
  assert.equal(trn("{n} card", "{n} cards", 1), "1 card");
  assert.equal(trn("{n} card", "{n} cards", 0), "0 cards");
});

test("a move that somebody made is not excused", () => {
  assert.equal(causeText("played"), "");
  assert.equal(causeText("timed out"), " (timed out)");
  assert.equal(causeText("something new"), " (something new)");
});

test("clocks are short, and say all when asked", () => {
  assert.equal(typeof clockText(0), "string");
  assert.match(clockText(65), /1:05/);
  assert.match(clockTitle({ bank: 600, increment: 10 }), /10:00/);
  assert.equal(clockTitle({ bank: 30 * 86400, increment: 0 }), clockTitle(undefined));
});
