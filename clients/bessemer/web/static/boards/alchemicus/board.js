// Alchemicus: the two circles, what everybody has built and what lies there, piles, bank and Fame.

import { el, html } from "../../drawing.js";
import { bank, buildings, goodName, piles } from "./buildings.js";
import { KIND_SYMBOL, circles, short, title } from "./circles.js";
import { figure, figures, row, store } from "../panel.js";
import { legendOf, symbol } from "../symbols.js";
import { tr, trIn, trn } from "../../words.js";

/** @typedef {import("../../drawing.js").Drawing} Drawing */
/** @typedef {import("../../types.js").Context} Context */

/** Who has so much begins the last round. */
const GOAL = 20;
/** So many buildings have room. */
const ROOM = 12;
/** Columns and lines of buildings, by the number of players. @type {Record<number, [number, number]>} */
const GRID = { 2: [4, 3], 3: [6, 2], 4: [6, 2] };

/** @param {Context} context @returns {Drawing} */
export function drawBoard(context) {
  return context.layout === "narrow" ? narrowBoard(context) : wideBoard(context);
}

/** @param {Context} context */
function wideBoard(context) {
  const { players } = context;
  const height = 552;
  const left = 400;
  const high = (height - 6 * (players.length - 1)) / players.length;
  const hasBank = context.setup.bank || context.setup.advanced_sale;
  return el(
    "svg",
    { viewBox: `-4 -2 858 ${height + 4}`, class: "board-svg board-alchemicus", role: "img", "aria-label": context.heading },
    circles(context, 194, 192, 190),
    piles(context, 4, hasBank ? 390 : 402, 384),
    bank(context, 4, 422, 386),
    goal(context, 4, hasBank ? 468 : 448, 388),
    players.map(({ seat }, place) => el("g", { transform: `translate(${left} ${place * (high + 6)})` }, tableau(context, seat, 850 - left, high))),
  );
}

/** @param {Context} context */
function narrowBoard(context) {
  const hasBank = context.setup.bank || context.setup.advanced_sale;
  const below = 424 + (hasBank ? 42 : 0);
  const height = below + 26 + context.players.length * 15;
  return el(
    "svg",
    { viewBox: `0 0 390 ${height}`, class: "board-svg board-alchemicus", role: "img", "aria-label": context.heading },
    circles(context, 195, 194, 192),
    piles(context, 6, 394, 380),
    hasBank ? bank(context, 4, 426, 382) : null,
    goal(context, 6, below + 2, 380),
  );
}

/**
 * How near everybody is to the end.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 */
function goal(context, x, y, width) {
  const { setup, view, before, players } = context;
  const most = Math.max(GOAL, ...view.players.map((/** @type {any} */ player) => player.fame));
  const at = (/** @type {number} */ fame) => 26 + (fame / most) * (width - 44);
  const heading = setup.race
    ? tr("Race: the first gold sold through a Donarium wins")
    : view.ending
      ? tr("Fame: the last round")
      : tr("Fame: who has {goal} begins the last round", { goal: GOAL });
  return el(
    "g",
    { transform: `translate(${x} ${y})`, class: "fame-track" },
    symbol(setup.race ? "gold" : "fame", { x: 0, y: 0, size: 16 }),
    el("text", { x: 22, y: 12.5, "font-size": 12, class: "heading" }, heading),
    players.map(({ seat, letter }) => {
      const { fame, infamia, turns } = view.players[seat];
      const y = 27 + seat * 15;
      if (setup.race) {
        return el(
          "g",
          { class: `seat-${seat}`, "data-key": `race:${seat}`, "data-value": `${turns} ${infamia}` },
          badge(letter, 10, y),
          el("text", { x: 26, y: y + 4, "font-size": 12 }, raceText(turns, infamia, view.winner_seat === seat)),
        );
      }
      const was = before?.players[seat].fame ?? fame;
      return el(
        "g",
        { class: `lane seat-${seat}`, "data-key": `track:${seat}`, "data-value": fame },
        el("line", { x1: at(0), x2: at(most), y1: y, y2: y, class: "rail" }),
        el("line", { x1: at(0), x2: at(fame), y1: y, y2: y, class: "bar" }),
        was === fame ? null : el("circle", { cx: at(was), cy: y, r: 4, class: "was" }),
        badge(letter, at(fame), y),
        el("text", { x: 2, y: y + 4, "font-size": 12, class: "name" }, fame),
      );
    }),
  );
}

/** @param {number} turns @param {number} infamia @param {boolean} isWinner */
function raceText(turns, infamia, isWinner) {
  return [
    trn("{n} turn", "{n} turns", turns),
    ...(infamia ? [trn("{n} Infamia: may sell no gold", "{n} Infamia: may sell no gold", infamia)] : []),
    ...(isWinner ? [tr("has sold gold")] : []),
  ].join(", ");
}

/** @param {string} letter @param {number} x @param {number} y */
function badge(letter, x, y) {
  return el("g", { class: "badge" }, el("circle", { cx: x, cy: y, r: 7.5 }), el("text", { x, y: y + 4, "text-anchor": "middle", "font-size": 11 }, letter));
}

/**
 * @param {Context} context
 * @param {number} seat
 * @param {number} width
 * @param {number} height
 */
function tableau(context, seat, width, height) {
  const { view, players, waiting } = context;
  const [columns, lines] = GRID[players.length];
  const player = view.players[seat];
  const isActive = view.active_seat === seat && view.phase !== "ALCHEMICUS_PHASE_OVER";
  const cards = trn("{n} card", "{n} cards", player.cards);
  const hand = player.noctis_cards ? `${cards}, ${player.noctis_cards} Noctis` : cards;
  return [
    el("rect", { x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 8, class: `furnace-plate seat-${seat}${waiting.includes(seat) ? " asked" : ""}` }),
    el("rect", { x: 0.5, y: 0.5, width: 5, height: height - 1, rx: 2.5, class: `seat-fill seat-${seat}` }),
    el("g", { class: `seat-${seat}` }, badge(players[seat].letter, 19, 14)),
    el("text", { x: 32, y: 18.5, "font-size": 12 }, isActive ? tr("{hand} · on turn", { hand }) : hand),
    el(
      "text",
      { x: width - 8, y: 18.5, "text-anchor": "end", "font-size": 12, class: "soft" },
      tr("{number} of {room} buildings", { number: player.buildings.length, room: ROOM }),
    ),
    el("g", { transform: "translate(10 25)" }, buildings(context, seat, { width: width - 16, height: height - 30, columns, lines, room: ROOM })),
  ];
}

/** @param {Context} context @param {number} seat @returns {Drawing} */
export function drawPanel(context, seat) {
  const { setup, view, before, layout, seen } = context;
  const player = view.players[seat];
  const old = before?.players[seat];
  const goods = ["HERB", "ORE", "TINCTURE", "METAL", "GOLD"];
  return html(
    "div",
    { class: "panel panel-alchemicus", "data-place": seat, "data-thing": `seat:${seat}` },
    figures(
      setup.race
        ? figure(`turns:${seat}`, trIn("figure", "turns"), String(player.turns), player.turns, null)
        : figure(`fame:${seat}`, trIn("figure", "Fame"), String(player.fame), player.fame, old?.fame),
      figure(
        `cards:${seat}`,
        setup.noctis ? tr("cards, {number} Noctis", { number: player.noctis_cards }) : trIn("figure", "cards"),
        String(player.cards),
        player.cards,
        old?.cards,
      ),
      figure(`buildings:${seat}`, trIn("figure", "buildings"), String(player.buildings.length), player.buildings.length, old?.buildings.length),
      player.infamia > 0 ? figure(`infamia:${seat}`, "Infamia", String(player.infamia), player.infamia, old?.infamia) : html("span"),
    ),
    row(
      ...goods.map((good) =>
        store(`goods:${seat}:${good.toLowerCase()}`, good.toLowerCase(), countGoods(player, good), old && countGoods(old, good), {
          title: goodName(good.toLowerCase()),
        }),
      ),
    ),
    layout === "narrow" ? narrowBuildings(context, seat) : null,
    context.seatSeen === seat ? null : hand(seen?.[seat]?.own_hand, false),
  );
}

/** @param {Context} context @returns {Drawing | null} */
export function drawHand({ seatSeen, seen }) {
  return typeof seatSeen === "number" ? hand(seen?.[seatSeen]?.own_hand, true) : null;
}

/** @param {any} player @param {string} good */
function countGoods(player, good) {
  return player.buildings.flatMap((/** @type {any} */ one) => one.goods).filter((/** @type {any} */ one) => short(one.good) === good).length;
}

/** On a phone the buildings stand in the panel. @param {Context} context @param {number} seat */
function narrowBuildings(context, seat) {
  const lines = Math.max(1, Math.ceil(context.view.players[seat].buildings.length / 5));
  const height = lines * 61;
  return el(
    "svg",
    {
      viewBox: `0 0 360 ${height}`,
      class: "board-svg own-cards",
      role: "img",
      "aria-label": tr("buildings of {player}", { player: context.players[seat].letter }),
    },
    buildings(context, seat, { width: 360, height, columns: 5, lines, room: 0 }),
  );
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
        { class: `hand-card kind-${short(card)}`, ...(isOwn ? { "data-place": title(card), "data-thing": `card:${title(card)}` } : {}) },
        symbol(KIND_SYMBOL[short(card)], { size: 13 }),
        title(card),
      ),
    ),
  );
}

export function legend() {
  return legendOf([
    "herb",
    "ore",
    "tincture",
    "metal",
    "gold",
    ["card", tr("Domo brings a card")],
    ["outlet", tr("outlet: goods are sold here")],
    ["spirit", tr("the Spirit: this kind of building does not work")],
    ["golem", tr("Golem: guards a building, or a field in the Race")],
    ["spiritus", tr("Spiritus: spoils the next transmutation")],
    ["noctis", tr("Noctis card")],
    "fame",
    ["hidden", tr("a pile")],
  ]);
}
