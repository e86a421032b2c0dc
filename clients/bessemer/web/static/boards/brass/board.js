// Brass: the map of Lancashire with what is built on it, the markets, and what each player has.

import { el, html } from "../../drawing.js";
import { NARROW, WIDE } from "./map.js";
import { cubeMarket, distantMarket, eraEnded, incomeTrack, scored, turnOrder } from "./markets.js";
import { INDUSTRY, drawLinks, drawPlaces, industryName, roman, tableOf } from "./towns.js";
import { figure, figures, row, store } from "../panel.js";
import { legendOf, symbol } from "../symbols.js";
import { tr, trIn, trn } from "../../words.js";

/** @typedef {import("../../drawing.js").Drawing} Drawing */
/** @typedef {import("../../types.js").Context} Context */

/** @param {Context} context @returns {Drawing} */
export function drawBoard(context) {
  return context.layout === "narrow" ? narrowBoard(context) : wideBoard(context);
}

/** @param {Context} context */
function wideBoard(context) {
  const { width, height } = WIDE;
  const below = height + 4;
  return el(
    "svg",
    { viewBox: `0 0 ${width} ${below + 64}`, class: "board-svg board-brass", role: "img", "aria-label": context.heading },
    ground(WIDE, width, height),
    drawLinks(context, WIDE),
    drawPlaces(context, WIDE),
    cubeMarket(context, "coal", 414, 8, 19),
    cubeMarket(context, "iron", 414, 51, 19),
    distantMarket(context, 656, 8, 21.5),
    deck(context, 656, 53),
    turnOrder(context, 12, 148, false),
    eraEnded(context) ? scored(context, 4, below, width - 8, context.players.length) : incomeTrack(context, 8, below, width - 16, 12),
  );
}

/** @param {Context} context */
function narrowBoard(context) {
  const { width } = NARROW;
  const used = tableOf(context).places.map((/** @type {string} */ place) => NARROW.places[place].y);
  const height = Math.min(NARROW.height, Math.max(...used) + 44); // two players use a part of the map
  const top = 88;
  const below = top + height + 4;
  const lines = eraEnded(context) ? 18 + Math.ceil(context.players.length / 2) * 46 : 16 + context.players.length * 14;
  return el(
    "svg",
    { viewBox: `0 0 ${width} ${below + lines + 4}`, class: "board-svg board-brass", role: "img", "aria-label": context.heading },
    cubeMarket(context, "coal", 5, 5, 15),
    cubeMarket(context, "iron", 203, 5, 15),
    distantMarket(context, 5, 46, 18),
    turnOrder(context, 202, 53, true),
    el("g", { transform: `translate(0 ${top})` }, ground(NARROW, width, height), drawLinks(context, NARROW), drawPlaces(context, NARROW)),
    eraEnded(context) ? scored(context, 3, below, width - 4, 2) : incomeTrack(context, 4, below, width - 8, 14),
  );
}

/**
 * @param {import("./map.js").Plan} plan
 * @param {number} width
 * @param {number} height
 */
function ground(plan, width, height) {
  return el("g", { class: "brass-ground" }, el("rect", { width, height, rx: 10, class: "land" }), el("path", { d: plan.sea, class: "sea" }));
}

/** @param {Context} context @param {number} x @param {number} y */
function deck({ view }, x, y) {
  return el(
    "g",
    { class: "brass-deck", "data-key": "deck", "data-value": view.deck_size },
    symbol("card", { x, y, size: 18, look: "ink" }),
    el(
      "text",
      { x: x + 26, y: y + 14, "font-size": 12 },
      trn("deck {n} card · {played} played", "deck {n} cards · {played} played", view.deck_size, { played: view.discards.length }),
    ),
  );
}

/** @param {Context} context @param {number} seat @returns {Drawing} */
export function drawPanel(context, seat) {
  const { setup, view, before, seen, inSight } = context;
  const player = view.players[seat];
  const old = before?.players[seat];
  const income = setup.income[player.income_space];
  const ahead = inSight?.[seat];
  const more = ahead === undefined || ahead === player.points ? null : `→ ${ahead}`;
  return html(
    "div",
    { class: "panel panel-brass" },
    figures(
      figure(`points:${seat}`, more === null ? tr("points") : tr("points, in sight"), String(player.points), player.points, old?.points, more),
      figure(`money:${seat}`, trIn("figure", "money"), pounds(player.money), player.money, old?.money),
      figure(`incomes:${seat}`, trIn("figure", "income"), income < 0 ? `−${-income}` : `+${income}`, income, old && setup.income[old.income_space]),
      figure(`spent:${seat}`, trIn("figure", "spent"), pounds(player.spent), player.spent, null),
      figure(`cards:${seat}`, trIn("figure", "cards"), String(player.hand_size), player.hand_size, old?.hand_size),
    ),
    row(...stacks(context, seat)),
    context.seatSeen === seat ? null : hand(seen?.[seat]?.hand, false),
  );
}

/** @param {Context} context @returns {Drawing | null} */
export function drawHand({ seatSeen, seen }) {
  return typeof seatSeen === "number" ? hand(seen?.[seatSeen]?.hand, true) : null;
}

/** @param {number} amount */
const pounds = (amount) => (amount < 0 ? `−£${-amount}` : `£${amount}`);

/** What is left of each stack, with the level on top. @param {Context} context @param {number} seat */
function stacks({ setup, view, before, seatSeen }, seat) {
  return setup.industries.map((/** @type {string} */ industry, /** @type {number} */ number) => {
    const left = view.players[seat].stacks[number];
    const level = topLevel(setup, industry, left);
    const named = { industry: industryName(industry), level };
    const title =
      level === null
        ? tr("{industry}: no tile left", named)
        : trn("{industry}: {n} tiles left, level {level} on top", "{industry}: {n} tiles left, level {level} on top", left, named);
    return store(`stack:${seat}:${industry}`, INDUSTRY[industry], left, before?.players[seat].stacks[number], {
      title,
      about: level === null ? null : `tile:${industry}:${level}`,
      more: level === null ? "" : roman(level),
      ...(seatSeen === seat ? { place: industry, thing: `stack:${industry}` } : {}),
    });
  });
}

/** Stacks lie with their lowest level on top. @param {any} setup @param {string} industry @param {number} left */
function topLevel(setup, industry, left) {
  const kinds = setup.tile_kinds.filter((/** @type {any} */ kind) => kind.industry === industry);
  let below = 0;
  for (const kind of kinds.reverse()) {
    below += kind.count;
    if (left > 0 && left <= below) return kind.level;
  }
  return null;
}

/** @param {string[] | undefined} cards @param {boolean} isOwn */
function hand(cards, isOwn) {
  if (!cards || (cards.length === 0 && !isOwn)) return null;
  return html(
    "div",
    { class: "hand" },
    cards.length === 0 && html("span", { class: "soft" }, tr("no cards in hand")),
    cards.map((card) =>
      html(
        "span",
        { class: INDUSTRY[card] ? "hand-card industry" : "hand-card", ...(isOwn ? { "data-place": card, "data-thing": `card:${card}` } : {}) },
        INDUSTRY[card] ? symbol(INDUSTRY[card], { size: 14 }) : null,
        cardName(card),
      ),
    ),
  );
}

/** @param {string} card */
function cardName(card) {
  const name = INDUSTRY[card] ? industryName(card) : card.replaceAll("_", " ");
  return name === "warrington runcorn" ? "Warrington" : name[0].toUpperCase() + name.slice(1);
}

export function legend() {
  return legendOf([
    "cotton",
    "mine",
    "works",
    "port",
    "shipyard",
    ["coal", tr("coal, on a mine or in its market")],
    ["iron", tr("iron, on a works or in its market")],
    ["canal", tr("canal: a double line in its owner's colour")],
    ["rail", tr("rail: a line with sleepers in its owner's colour")],
    ["point", tr("a tile that is turned to its dark side scores the number on it")],
    "card",
  ]);
}
