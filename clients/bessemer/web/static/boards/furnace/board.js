// Furnace: the row of companies with the discs on them, what each player owns, and production card by card.

import { el, html } from "../../drawing.js";
import { GOODS, ROW_CARD, companyName, companyOf, disc, ownCard, rowCard, squeezed } from "./cards.js";
import { change, figure, figures, row, store } from "../panel.js";
import { legendOf, symbol } from "../symbols.js";
import { tr, trIn } from "../../words.js";

/** @typedef {import("../../drawing.js").Drawing} Drawing */
/** @typedef {import("../../types.js").Context} Context */

/** What a player holds, in words. @type {Record<string, string>} */
const STORES = { coal: trIn("symbol", "coal"), iron: trIn("symbol", "iron"), oil: trIn("symbol", "oil"), upgrades: trIn("symbol", "upgrades") };

/** What the capitalists may do, in a few words. @type {Record<string, [string, string]>} */
const CAPITALISTS = {
  K1: [tr("Financier"), tr("owns a second disc of 2")],
  K2: [tr("Speculator"), tr("may match a disc's value")],
  K3: [tr("Underwriter"), tr("is compensated once more")],
  K4: [tr("Monopolist"), tr("may stack own discs")],
  K5: [tr("Bargain hunter"), tr("also paid where a 1 wins")],
};

/** @param {Context} context @returns {Drawing} */
export function drawBoard(context) {
  const narrow = context.layout === "narrow";
  const width = narrow ? 390 : 850;
  const top = upper(context, width, narrow);
  // In a group of its own, so that what the players own is known again when a row goes or comes.
  const drawn = el("g", null, top.drawn);
  if (narrow) return board(context, width, top.height + 4, [drawn]);
  const columns = context.players.length === 4 ? 2 : 1;
  const lines = context.players.length / columns;
  const wide = (width - (columns - 1) * 10) / columns;
  const high = lines === 3 ? 120 : 176;
  return board(context, width, top.height + 8 + lines * (high + 6), [
    drawn,
    ...context.players.map(({ seat }) =>
      el(
        "g",
        { transform: `translate(${(seat % columns) * (wide + 10)} ${top.height + 8 + Math.floor(seat / columns) * (high + 6)})` },
        tableau(context, seat, wide, high, true),
      ),
    ),
  ]);
}

/**
 * @param {Context} context
 * @param {number} width
 * @param {number} height
 * @param {(Drawing | null)[]} children
 */
function board(context, width, height, children) {
  return el(
    "svg",
    {
      viewBox: width < 500 ? `-1 0 ${width + 2} ${height}` : `-5 0 ${width + 10} ${height}`,
      class: "board-svg board-furnace",
      role: "img",
      "aria-label": context.heading,
    },
    children,
  );
}

/** The row; while there is none, what production brings. @param {Context} context @param {number} width @param {boolean} narrow */
function upper(context, width, narrow) {
  const { row: cards } = context.view;
  if (cards.length === 0) return production(context, width, narrow);
  const columns = narrow ? Math.min(4, cards.length > 6 ? 4 : 3) : cards.length;
  const gap = narrow ? 4 : 7;
  const wide = Math.min(150, (width - (columns - 1) * gap) / columns);
  const left = (width - columns * wide - (columns - 1) * gap) / 2;
  const lines = Math.ceil(cards.length / columns);
  const drawn = cards.map((/** @type {any} */ slot, /** @type {number} */ number) =>
    rowCard(context, slot, number, left + (number % columns) * (wide + gap), 1 + Math.floor(number / columns) * (ROW_CARD + gap), wide),
  );
  return { height: lines * (ROW_CARD + gap) - gap + 2, drawn };
}

/**
 * What the player who has just told a plan holds after each of its steps.
 * @param {Context} context
 * @param {number} width
 * @param {boolean} narrow
 */
function production(context, width, narrow) {
  const { view, before, move, players } = context;
  const own = typeof context.seatSeen === "number" ? context.seatSeen : null;
  // An own plan in the making goes before what somebody else has just told.
  const draft = own !== null && context.draft?.move.flow ? context.draft : null;
  const flow = draft ? draft.move.flow : move?.flow;
  const mover = draft ? own : context.mover;
  const height = ROW_CARD;
  const plate = el("rect", { x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 8, class: "furnace-plate" });
  if (!flow || mover === null || !(draft || before)) {
    const words =
      view.phase === "FURNACE_PHASE_OVER"
        ? tr("The match is over")
        : view.phase === "FURNACE_PHASE_PLACEMENT"
          ? tr("New cards: {players} still to place them", { players: letters(context) })
          : tr("Production: {players} still to plan", { players: letters(context) });
    return { height, drawn: [plate, el("text", { x: width / 2, y: height / 2, "text-anchor": "middle", "font-size": 16, class: "heading" }, words)] };
  }
  const steps = draft ? draft.move.production_plan.steps.slice(0, draft.steps) : move.production_plan.steps;
  const start = (draft ? view : before).players[mover].stock;
  const left = narrow ? 26 : 40;
  const step = Math.min(92, (width - left - 4) / (steps.length + 1));
  const y = (/** @type {number} */ place) => 58 + place * 22.5;
  const called = (/** @type {string} */ card) => (card === "start" ? tr("start") : step < 84 ? card : companyName(companyOf(context, card)));
  const columns = [
    { card: "start", stock: start, old: start },
    ...steps.map((/** @type {any} */ { card }, /** @type {number} */ place) => ({
      card,
      stock: flow[place],
      old: place ? flow[place - 1] : start,
    })),
  ];
  return {
    height,
    drawn: [
      plate,
      el("text", { x: 10, y: 18, "font-size": 13, class: "heading" }, planTitle(draft ? null : players[mover].letter, narrow)),
      ...GOODS.map(([, name], place) => symbol(name, { x: narrow ? 6 : 12, y: y(place) - 13, size: 17 })),
      ...columns.map(({ card, stock, old }, place) => {
        const middle = left + step * (place + 0.5);
        return el(
          "g",
          { class: `flow-column flow-${card}` },
          place > 0 ? el("text", { x: middle - step / 2, y: 38, "text-anchor": "middle", "font-size": 11, class: "soft" }, narrow ? "" : "→") : null,
          el(
            "text",
            { x: middle, y: 38, "text-anchor": "middle", "font-size": 11, class: "name", ...squeezed(called(card), step - (narrow ? 3 : 20), 11) },
            called(card),
          ),
          GOODS.map(([good], line) => {
            const more = stock[good] - old[good];
            return el(
              "text",
              {
                x: middle,
                y: y(line),
                "text-anchor": "middle",
                "font-size": more ? 15 : 13,
                class: `${more > 0 ? "gain" : more < 0 ? "loss" : "soft"} flow-${good}`,
              },
              stock[good],
            );
          }),
        );
      }),
    ],
  };
}

/**
 * @param {string | null} letter whose plan it is, null for one's own
 * @param {boolean} narrow
 */
function planTitle(letter, narrow) {
  if (letter === null) return narrow ? tr("Your plan, card by card") : tr("Your plan, card by card: what is in store after each");
  return narrow
    ? tr("Production of {player}, card by card", { player: letter })
    : tr("Production of {player}, card by card: what is in store after each", { player: letter });
}

/** Those who must still answer. @param {Context} context */
const letters = ({ waiting, players }) => waiting.map((seat) => players[seat].letter).join(" ");

/**
 * What one player owns.
 * @param {Context} context
 * @param {number} seat
 * @param {number} width
 * @param {number} height
 * @param {boolean} isWide
 */
function tableau(context, seat, width, height, isWide) {
  const { view, before, players, move, mover, waiting } = context;
  const player = view.players[seat];
  const old = before?.players[seat];
  const flow = mover === seat && before ? move?.flow : null;
  const cards = flow
    ? move.production_plan.steps.map((/** @type {any} */ step) => step.card)
    : player.line.length
      ? player.line
      : [player.startup, ...player.companies];
  const loose = flow ? [] : player.companies.filter((/** @type {string} */ card) => !cards.includes(card));
  const shown = [...cards, ...loose];
  const room = height - 36;
  let columns = isWide ? Math.round(width / (players.length === 2 ? 140 : 105)) : 3;
  if (isWide && Math.ceil(shown.length / columns) * 41 > room + 4) columns += 1;
  const wide = (width - 15 - (columns - 1) * 4) / columns;
  const lines = Math.ceil(shown.length / columns);
  const high = isWide ? Math.min(80, (room - (lines - 1) * 4) / lines) : flow ? 56 : 38;
  const capitalist = CAPITALISTS[player.capitalist];
  const top = isWide ? 32 : 4;
  return [
    isWide
      ? el("rect", {
          x: 0.5,
          y: 0.5,
          width: width - 1,
          height: height - 1,
          rx: 8,
          class: `furnace-plate seat-${seat}${waiting.includes(seat) ? " asked" : ""}`,
        })
      : null,
    isWide ? el("rect", { x: 0.5, y: 0.5, width: 5, height: height - 1, rx: 2.5, class: `seat-fill seat-${seat}` }) : null,
    isWide ? badgeLine(context, seat, width, capitalist) : null,
    ...shown.map((card, place) =>
      ownCard(context, card, {
        x: 9 + (place % columns) * (wide + 4),
        y: top + Math.floor(place / columns) * (high + 4),
        width: wide,
        height: high,
        owner: seat,
        isUpgraded: player.upgraded.includes(card),
        isNew: Boolean(old) && card !== player.startup && (!old.companies.includes(card) || (player.upgraded.includes(card) && !old.upgraded.includes(card))),
        flow: flow ? differenceOf(flow[place], place ? flow[place - 1] : before.players[seat].stock) : undefined,
      }),
    ),
    isWide && player.companies.length === 0
      ? el("text", { x: 9 + wide + 16, y: top + 24, "font-size": 12, class: "soft" }, tr("No company yet: they are won in the auction"))
      : null,
    ...(player.line.length > 1 && !flow ? arrows(player.line.length, columns, wide, high, top) : []),
  ].map((child) => child ?? el("g"));

  /** The top line: who, with which right, and the discs in hand. */
  function badgeLine(/** @type {Context} */ _, /** @type {number} */ who, /** @type {number} */ across, /** @type {[string, string] | undefined} */ right) {
    return el(
      "g",
      null,
      el(
        "g",
        { class: `badge seat-${who}` },
        el("circle", { cx: 19, cy: 16, r: 10 }),
        el("text", { x: 19, y: 20.5, "text-anchor": "middle", "font-size": 13 }, players[who].letter),
      ),
      el("text", { x: 35, y: 20.5, "font-size": 12 }, right ? `${right[0]}: ${right[1]}` : tr("owns")),
      player.discs.map((/** @type {number} */ value, /** @type {number} */ place) =>
        disc(players[who], value, across - 16 - (player.discs.length - 1 - place) * 25, 16, 11, {
          "data-key": `hand:${who}:${value}:${place}`,
          "data-value": value,
        }),
      ),
    );
  }
}

/** In the chain variant cards run in the order of their line. @param {number} many @param {number} columns @param {number} wide @param {number} high @param {number} top */
function arrows(many, columns, wide, high, top) {
  return Array.from({ length: many - 1 }, (_, place) => {
    if (place % columns === columns - 1) return el("g");
    const x = 9 + (place % columns) * (wide + 4) + wide;
    const y = top + Math.floor(place / columns) * (high + 4) + high / 2;
    return el("path", { d: `M${x - 2} ${y - 5}l7 5l-7 5z`, class: "chain-arrow" });
  });
}

/**
 * Goods go from the stores to a card, and from the card into the stores. They lie in the columns of the plan, and after the last
 * plan of a round, when new cards lie there, in the panel.
 * @param {Context} context
 * @returns {import("../../types.js").Flow | null}
 */
export function flow({ view, before, move, mover }) {
  if (!move?.flow || mover === null || !before) return null;
  const hasColumns = view.row.length === 0;
  const { steps } = move.production_plan;
  const stocks = [before.players[mover].stock, ...move.flow];
  const cards = ["start", ...steps.map((/** @type {any} */ { card }) => card)];
  const panel = (/** @type {string} */ good) => (good === "money" ? `[data-key="money:${mover}"]` : `[data-key="stock:${mover}:${good}"] .store-count`);
  const store = (/** @type {string} */ good, /** @type {number} */ place) => (hasColumns ? `.flow-${cards[place]} .flow-${good}` : panel(good));
  const totals = (/** @type {any} */ stock) =>
    hasColumns ? {} : Object.fromEntries(GOODS.map(([good]) => [panel(good), good === "money" ? `$${stock.money}` : `${stock[good]}`]));
  return {
    totals: totals(stocks[0]),
    steps: steps.map((/** @type {any} */ { card }, /** @type {number} */ place) => {
      const own = `[data-key="own:${mover}:${card}"]`;
      const changes = differenceOf(stocks[place + 1], stocks[place]);
      return {
        from: own,
        to: hasColumns ? `.flow-${card}` : "",
        goods: GOODS.filter(([good]) => changes[good] !== 0).map(([good, name]) => ({
          symbol: symbol(name, { size: 18 }),
          many: Math.abs(changes[good]),
          from: changes[good] > 0 ? own : store(good, place),
          to: changes[good] > 0 ? store(good, place + 1) : own,
        })),
        totals: totals(stocks[place + 1]),
      };
    }),
  };
}

/** @param {any} now @param {any} old @returns {Record<string, number>} */
function differenceOf(now, old) {
  return Object.fromEntries(GOODS.map(([good]) => [good, now[good] - old[good]]));
}

/** @param {Context} context @param {number} seat @returns {Drawing} */
export function drawPanel(context, seat) {
  const { view, before, layout } = context;
  const player = view.players[seat];
  const old = before?.players[seat];
  const capitalist = CAPITALISTS[player.capitalist];
  const ahead = context.inSight?.[seat];
  const more = ahead === undefined || ahead === player.stock.money ? null : `→ ${ahead}`;
  return html(
    "div",
    { class: "panel panel-furnace" },
    figures(
      figure(`money:${seat}`, tr("money"), `$${player.stock.money}`, player.stock.money, old?.stock.money, more),
      html(
        "div",
        { class: "stores" },
        ...GOODS.slice(0, 4).map(([good, name]) => store(`stock:${seat}:${good}`, name, player.stock[good], old?.stock[good], { title: STORES[good] })),
      ),
    ),
    row(
      html(
        "span",
        { class: "panel-note" },
        tr("{n} companies, {upgraded} upgraded", { n: player.companies.length, upgraded: player.upgraded.length }),
        change(player.companies.length, old?.companies.length),
      ),
      html("span", { class: "panel-note" }, player.discs.length ? tr("discs {discs}", { discs: player.discs.join(" ") }) : tr("no discs left")),
      view.first_seat === seat && html("span", { class: "panel-note strong" }, tr("first player")),
    ),
    layout === "narrow" ? html("div", { class: "panel-note" }, capitalist ? `${capitalist[0]}: ${capitalist[1]}` : "") : null,
    layout === "narrow" ? narrowTableau(context, seat) : null,
  );
}

/** The discs in hand. @param {Context} context @returns {Drawing | null} */
export function drawHand({ view, seatSeen: seat }) {
  if (typeof seat !== "number") return null;
  const { discs } = view.players[seat];
  return html(
    "div",
    { class: "hand discs" },
    discs.length === 0 && html("span", { class: "soft" }, tr("no discs left")),
    discs.map((/** @type {number} */ value, /** @type {number} */ place) =>
      html(
        "span",
        { class: `hand-disc seat-${seat}`, "data-key": `handed:${seat}:${value}:${place}`, "data-place": value, "data-thing": `disc:${value}` },
        value,
      ),
    ),
  );
}

/** On a phone the cards stand in the panel. @param {Context} context @param {number} seat */
function narrowTableau(context, seat) {
  const player = context.view.players[seat];
  const flow = context.mover === seat && context.before && context.move?.flow;
  const lines = Math.ceil((player.companies.length + 1) / 3);
  const height = 8 + lines * (flow ? 60 : 42);
  return el(
    "svg",
    {
      viewBox: `0 0 360 ${height}`,
      class: "board-svg own-cards",
      role: "img",
      "aria-label": tr("cards of {player}", { player: context.players[seat].letter }),
    },
    tableau(context, seat, 360, height, false),
  );
}

/** The letters of written amounts. @returns {Record<string, Drawing>} */
export function signs() {
  const named = (/** @type {string} */ name, /** @type {string} */ title) => symbol(name, { size: 15, title });
  return {
    C: named("coal", STORES.coal),
    I: named("iron", STORES.iron),
    O: named("oil", STORES.oil),
    U: named("upgrade", STORES.upgrades),
    $: named("money", tr("money")),
  };
}

export function legend() {
  return legendOf([
    "coal",
    "iron",
    "oil",
    ["upgrade", tr("upgrade; a card that carries it runs both lines")],
    ["money", tr("money, which wins")],
    ["disc", tr("a disc: its value and whose; ×2 says how often it would be compensated")],
  ]);
}
