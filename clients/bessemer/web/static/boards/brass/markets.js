// What stands around the map of Brass: markets, turn order, the income track, and what an era has scored.

import { el } from "../../drawing.js";
import { badge, tableOf } from "./towns.js";
import { symbol } from "../symbols.js";
import { tr } from "../../words.js";

/** @typedef {import("../../types.js").Context} Context */

/**
 * One of the two cube markets: gaps on the cheap side, cubes on the dear side.
 * @param {Context} context
 * @param {"coal" | "iron"} good
 * @param {number} x
 * @param {number} y
 * @param {number} cell
 */
export function cubeMarket(context, good, x, y, cell) {
  const { track } = tableOf(context);
  const cubes = context.view[`${good}_cubes`];
  const gaps = track.length - cubes;
  const next = cubes > 0 ? track[gaps] : context.setup.cube_beyond_the_track_cost;
  return el(
    "g",
    {
      class: "brass-market",
      "data-key": `market:${good}`,
      "data-value": cubes,
      "data-place": "market",
      "data-thing": `market:${good}`,
    },
    el("desc", null, marketTitle(good, { cubes, track: track.length, next })),
    el("rect", { x: x - 3, y: y - 3, width: track.length * cell + cell + 50, height: cell + 19, rx: 5, class: "plate" }),
    symbol(good, { x: x + 2, y: y + 1, size: cell - 1 }),
    track
      .map((/** @type {number} */ price, /** @type {number} */ number) => {
        const left = x + cell + 8 + number * cell;
        return [
          el("rect", { x: left + 1, y: y + 1, width: cell - 2, height: cell - 2, rx: 2, class: number >= gaps ? `cube ${good}` : "gap" }),
          number % 2 === 0 ? el("text", { x: left + cell, y: y + cell + 11.5, "text-anchor": "middle", "font-size": 11.5 }, `£${price}`) : null,
        ];
      })
      .flat(),
    el("text", { x: x + cell + 16 + track.length * cell, y: y + cell - 3, "font-size": cell > 17 ? 16 : 14, class: "price" }, `£${next}`),
    el("text", { x: x + cell + 16 + track.length * cell, y: y + cell + 11.5, "font-size": 11.5 }, tr("next")),
  );
}

/** @param {"coal" | "iron"} good @param {Record<string, number>} values */
function marketTitle(good, values) {
  return good === "coal"
    ? tr("coal market: {cubes} of {track}, the next for £{next}", values)
    : tr("iron market: {cubes} of {track}, the next for £{next}", values);
}

/**
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} cell
 */
export function distantMarket(context, x, y, cell) {
  const { cotton_bonus: bonus } = context.setup;
  const { cotton_marker: marker, distant_drawn: drawn } = context.view;
  const closed = marker >= bonus.length;
  const told = closed ? tr("closed for this era") : tr("+{bonus} income", { bonus: bonus[marker] });
  const drawnText = drawn.length > 0 ? tr("drawn {tiles}", { tiles: drawn.join(" ") }) : tr("nothing drawn");
  return el(
    "g",
    {
      class: "brass-market",
      "data-key": "market:distant",
      "data-value": marker,
      "data-place": "distant",
      "data-thing": "market:distant",
    },
    el("desc", null, tr("distant market: {state}; {drawn}", { state: told, drawn: drawnText })),
    el("rect", { x: x - 3, y: y - 3, width: (bonus.length + 1) * cell + 12, height: cell + 19, rx: 5, class: "plate" }),
    [...bonus, "×"].map((worth, number) => {
      const at = Math.min(marker, bonus.length) === number;
      return el(
        "g",
        { class: at ? "stage now" : "stage" },
        el("circle", { cx: x + 4 + cell / 2 + number * cell, cy: y + cell / 2, r: cell / 2 - 1 }),
        el(
          "text",
          { x: x + 4 + cell / 2 + number * cell, y: y + cell / 2 + 4, "text-anchor": "middle", "font-size": 11.5 },
          worth === "×" || cell < 20 ? worth : `+${worth}`,
        ),
      );
    }),
    symbol("cotton", { x: x + 3, y: y + cell + 1, size: 13, look: "ink", title: tr("distant market for cotton") }),
    el("text", { x: x + 20, y: y + cell + 12, "font-size": 11.5 }, tr("distant · {drawn}", { drawn: drawnText })),
  );
}

/**
 * Who is on turn and after whom, with what each has spent: who spends least goes first.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {boolean} across
 */
export function turnOrder(context, x, y, across) {
  const { view, players } = context;
  const over = view.phase === "BRASS_PHASE_OVER";
  return el(
    "g",
    { class: "brass-order" },
    across ? null : el("text", { x, y: y - 8, "font-size": 12, class: "heading" }, tr("Turn order, spent")),
    view.turn_order.map((/** @type {number} */ seat, /** @type {number} */ place) => {
      const left = across ? x + place * 46 : x;
      const top = across ? y : y + place * 24;
      const now = !over && place === view.turn;
      return el(
        "g",
        { class: now ? "entry now" : "entry", "data-key": `order:${seat}`, "data-value": `${place} ${view.players[seat].spent}` },
        el(
          "desc",
          null,
          tr("{place}: {player}, has spent £{spent} in this round", { place: place + 1, player: players[seat].letter, spent: view.players[seat].spent }),
        ),
        el("rect", { x: left, y: top, width: across ? 44 : 92, height: 22, rx: 11, class: "plate" }),
        badge(players[seat], left + (across ? 9 : 11), top + 11, across ? 7.5 : 9),
        el("text", { x: left + (across ? 18 : 26), y: top + 15.5, "font-size": across ? 11.5 : 13, class: "spent" }, `£${view.players[seat].spent}`),
        now && !across
          ? el("text", { x: left + 84, y: top + 15.5, "text-anchor": "end", "font-size": 13, class: "now-mark" }, "●".repeat(Math.max(1, view.actions_left)))
          : null,
      );
    }),
  );
}

/**
 * The income track: a lane for each player, from nothing to the place of the marker.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} step from lane to lane
 */
export function incomeTrack(context, x, y, width, step) {
  const { setup, view, before, players } = context;
  const last = setup.income.length - 1;
  const at = (/** @type {number} */ space) => x + 72 + (space / last) * (width - 86);
  const marks = width < 500 ? [-10, 0, 10, 15, 20, 25, 30] : [-10, -5, 0, 5, 10, 15, 20, 25, 30];
  const bottom = y + 14 + view.players.length * step;
  return el(
    "g",
    { class: "brass-income" },
    el("text", { x, y: y + 10, "font-size": 12, class: "heading" }, tr("Income")),
    marks
      .map((income) => {
        const space = setup.income.indexOf(income);
        return [
          el("line", { x1: at(space), x2: at(space), y1: y + 14, y2: bottom, class: income === 0 ? "mark zero" : "mark" }),
          el("text", { x: at(space), y: y + 10, "text-anchor": "middle", "font-size": 11.5 }, income < 0 ? `−${-income}` : income),
        ];
      })
      .flat(),
    view.players.map((/** @type {any} */ player, /** @type {number} */ seat) => {
      const { income_space: space } = player;
      const middle = y + 14 + (seat + 0.5) * step;
      const was = before?.players[seat].income_space ?? space;
      const zero = at(setup.first_income_space);
      return el(
        "g",
        { class: `lane seat-${seat}`, "data-key": `income:${seat}`, "data-value": space },
        el("desc", null, tr("{player}: income {income}, space {space} of {last}", { player: players[seat].letter, income: setup.income[space], space, last })),
        el("line", { x1: x + 72, x2: x + width - 14, y1: middle, y2: middle, class: "rail" }),
        el("line", { x1: zero, x2: at(space), y1: middle, y2: middle, class: "bar" }),
        was === space ? null : el("circle", { cx: at(was), cy: middle, r: 4, class: "was" }),
        badge(players[seat], at(space), middle, 7),
        el(
          "text",
          { x: x + 50, y: middle + 4, "text-anchor": "end", "font-size": 12, class: "amount" },
          `${players[seat].letter} ${setup.income[space] < 0 ? "−" : "+"}${Math.abs(setup.income[space])}`,
        ),
      );
    }),
  );
}

/** Whether this turn has ended an era. @param {Context} context */
export function eraEnded({ view, before }) {
  return Boolean(before) && (before.era !== view.era || (view.phase === "BRASS_PHASE_OVER" && before.phase !== view.phase));
}

/**
 * What each player has scored at the end of an era, in place of the income track.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} columns
 */
export function scored(context, x, y, width, columns) {
  const { view, before, players } = context;
  const over = view.phase === "BRASS_PHASE_OVER";
  const wide = (width - 4) / columns;
  return el(
    "g",
    { class: "brass-scored" },
    el("text", { x, y: y + 11, "font-size": 13, class: "heading" }, eraScored(over, columns > 2 || width > 500)),
    view.players.map((/** @type {any} */ player, /** @type {number} */ seat) => {
      const left = x + (seat % columns) * wide;
      const top = y + 18 + Math.floor(seat / columns) * 46;
      const gained = player.points - before.players[seat].points;
      return el(
        "g",
        { "data-key": `scored:${seat}`, "data-value": gained },
        el("rect", { x: left, y: top, width: wide - 6, height: 42, rx: 6, class: "plate" }),
        badge(players[seat], left + 16, top + 21, 10),
        el("text", { x: left + 34, y: top + 19, "font-size": 16, class: "total" }, `+${gained} → ${player.points}`),
        el("text", { x: left + 34, y: top + 35, "font-size": 11.5 }, parts(over ? player.worth : before.players[seat].worth, gained, over)),
      );
    }),
  );
}

/** @param {boolean} over @param {boolean} hasRoom */
function eraScored(over, hasRoom) {
  if (over) return tr("The rail era has scored");
  return hasRoom ? tr("The canal era has scored: canals and tiles of level I leave the map") : tr("The canal era has scored");
}

/**
 * "links 12, tiles 20, money 1", if these are what was scored; the last move may have added to them.
 * @param {any} worth
 * @param {number} gained
 * @param {boolean} over
 */
function parts(worth, gained, over) {
  if (!worth) return tr("points");
  const rest = gained - worth.links - worth.tiles - worth.money;
  const said = [tr("links {points}", { points: worth.links }), tr("tiles {points}", { points: worth.tiles })];
  if (over) said.push(tr("money {points}", { points: worth.money }));
  if (rest !== 0) said.push(tr("last {points}", { points: `${rest > 0 ? "+" : "−"}${Math.abs(rest)}` }));
  return said.join(" · ");
}
