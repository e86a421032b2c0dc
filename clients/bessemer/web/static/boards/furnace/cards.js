// The cards of Furnace: effects as symbols, a card of the row with its discs, a card that somebody owns.

import { el } from "../../drawing.js";
import { symbol } from "../symbols.js";
import { tr, trn } from "../../words.js";

/** @typedef {import("../../types.js").Context} Context */
/** @typedef {import("../../types.js").Player} Player */

/** The goods in their order, and the symbol of each. @type {[string, string][]} */
export const GOODS = [
  ["coal", "coal"],
  ["iron", "iron"],
  ["oil", "oil"],
  ["upgrades", "upgrade"],
  ["money", "money"],
];
/** What companies are called, without their numbers. @type {Record<string, string>} */
const NAMES = {
  "Coal distillery": tr("Coal distillery"),
  "Coal merchant": tr("Coal merchant"),
  Colliery: tr("Colliery"),
  "Drilling company": tr("Drilling company"),
  "Iron mine": tr("Iron mine"),
  Ironmonger: tr("Ironmonger"),
  "Machine works": tr("Machine works"),
  "Oil merchant": tr("Oil merchant"),
  "Shaft sinkers": tr("Shaft sinkers"),
  "Tool exchange": tr("Tool exchange"),
};

/** @param {{name: string} | undefined} company none for a start-up */
export function companyName(company) {
  if (!company) return tr("Start-up");
  const [, kind, number] = company.name.match(/^(.*) ([IVX]+)$/) ?? ["", company.name, ""];
  return `${NAMES[kind] ?? kind} ${number}`.trim();
}

/** What is held, in words. @type {Record<string, string>} */
const HELD = { coal: tr("coal"), iron: tr("iron"), oil: tr("oil"), upgrades: tr("upgrades"), money: tr("money") };

const AGENT = { seat: -1, name: tr("Agent"), letter: "◆", colour: "" };

/** Of two players, a third bids whom nobody plays. @param {Context} context @param {number} seat @returns {Player} */
export const bidder = (context, seat) => context.players[seat] ?? AGENT;

/** @param {Context} context @param {string} card */
export function companyOf(context, card) {
  return context.setup.companies.find((/** @type {any} */ company) => company.card === card);
}

/** @typedef {{width: number, draw: (x: number, y: number) => import("../../drawing.js").Drawing[]}} Piece */

/**
 * Amounts, an arrow, a limit: laid side by side around a middle line.
 * @param {any} effect
 * @param {number} size of the symbols
 * @returns {Piece[]}
 */
function pieces(effect, size) {
  const text = size * 0.88;
  const amounts = (/** @type {any} */ held) =>
    GOODS.filter(([good]) => held[good] > 0).flatMap(([good, name]) => [
      ...(held[good] > 1 ? [word(String(held[good]), text, true)] : []),
      { width: size + 2, draw: (/** @type {number} */ x, /** @type {number} */ y) => [symbol(name, { x: x + 1, y: y - size / 2, size })] },
    ]);
  if (!effect.takes) return amounts(effect.gives);
  const limit = effect.limit > 0 ? [word(`×${effect.limit}`, text * 0.95, false)] : [];
  return [...amounts(effect.takes), word("→", text, false), ...amounts(effect.gives), ...limit];
}

/** @param {string} said @param {number} size @param {boolean} bold @returns {Piece} */
function word(said, size, bold) {
  const width = said === "→" ? size * 1.05 : said.length * size * 0.66 + 1;
  return {
    width,
    draw: (x, y) => [
      el("text", { x: x + width / 2, y: y + size * 0.36, "text-anchor": "middle", "font-size": Math.max(11, size), class: bold ? "amount" : "soft" }, said),
    ],
  };
}

/** "2 coal → 1 oil, up to 2 times". @param {any} effect */
export function effectText(effect) {
  const amounts = (/** @type {any} */ held) =>
    GOODS.filter(([good]) => held[good] > 0)
      .map(([good]) => `${held[good]} ${HELD[good]}`)
      .join(" + ");
  if (!effect.takes) return amounts(effect.gives);
  return `${amounts(effect.takes)} → ${amounts(effect.gives)}${effect.limit > 0 ? `, ${trn("up to {n} time", "up to {n} times", effect.limit)}` : ""}`;
}

/**
 * An effect in a line, as large as fits.
 * @param {any} effect
 * @param {{x: number, y: number, width: number, size: number, anchor: "start" | "middle" | "end", class?: string}} how `y` is the middle
 */
export function effectLine(effect, { x, y, width, size, anchor, class: look }) {
  let laid = pieces(effect, size);
  let wide = laid.reduce((sum, piece) => sum + piece.width, 0);
  if (wide > width) {
    laid = pieces(effect, Math.max(11.5, (size * width) / wide));
    wide = laid.reduce((sum, piece) => sum + piece.width, 0);
  }
  let left = anchor === "middle" ? x - wide / 2 : anchor === "end" ? x - wide : x;
  const drawn = [];
  for (const piece of laid) {
    drawn.push(...piece.draw(left, y));
    left += piece.width;
  }
  return el("g", { class: look }, drawn);
}

/**
 * A disc with its value and its owner's letter.
 * @param {Player} player
 * @param {number} value
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {import("../../drawing.js").Attributes} [more]
 */
export function disc(player, value, x, y, r, more = {}) {
  const seat = player.seat < 0 ? "seat-agent" : `seat-${player.seat}`;
  return el(
    "g",
    { ...more, class: `disc ${seat} ${more.class ?? ""}`, transform: `translate(${x} ${y})` },
    el("desc", null, tr("disc {value} of {player}", { value, player: player.seat < 0 ? tr("Agent") : player.letter })),
    el("circle", { r }),
    el("text", { x: -r * 0.34, y: r * 0.32, "text-anchor": "middle", "font-size": r, class: "value" }, value),
    el("text", { x: r * 0.5, y: r * 0.62, "text-anchor": "middle", "font-size": 11, class: "letter" }, player.letter),
  );
}

export const ROW_CARD = 164;

/**
 * A card of the row.
 * @param {Context} context
 * @param {any} slot
 * @param {number} number from the left
 * @param {number} x
 * @param {number} y
 * @param {number} width
 */
export function rowCard(context, slot, number, x, y, width) {
  const company = companyOf(context, slot.card);
  const middle = width / 2;
  const [first, second] = twoLines(slot.card, companyName(company), (width - 12) / 7.2);
  const old = context.before?.row.find((/** @type {any} */ one) => one.card === slot.card);
  return el(
    "g",
    {
      transform: `translate(${x} ${y})`,
      class: slot.discs.length ? "furnace-card" : "furnace-card bare",
      "data-key": `card:${slot.card}`,
      "data-value": slot.discs.length,
      "data-place": slot.card,
      "data-thing": `card:${slot.card}`,
    },
    el(
      "desc",
      null,
      tr("{card}. Compensation: {compensation}. Basic: {basic}. Additional: {additional}", {
        card: `${slot.card} ${companyName(company)}`,
        compensation: effectText(company.compensation),
        basic: effectText(company.basic),
        additional: effectText(company.additional),
      }),
    ),
    el("rect", { width, height: ROW_CARD, rx: 7, class: "paper" }),
    el("text", { x: 7, y: 15, "font-size": 12, class: "name" }, el("tspan", { class: "soft" }, slot.card), first.slice(slot.card.length)),
    el("text", { x: 7, y: 29, "font-size": 12, class: "name", ...squeezed(second, width - 11, 12) }, second),
    el("path", { d: `M1 34H${width - 1}V56H1z`, class: "band" }),
    el("text", { x: 7, y: 49, "font-size": 11, class: "soft" }, tr("outbid")),
    effectLine(company.compensation, { x: width - 5, y: 45, width: width - 50, size: company.compensation.takes ? 13 : 15, anchor: "end" }),
    effectLine(company.basic, { x: middle, y: 73, width: width - 8, size: 19, anchor: "middle" }),
    el("line", { x1: 6, x2: width - 6, y1: 89, y2: 89, class: "fold" }),
    effectLine(company.additional, { x: middle, y: 102, width: width - 8, size: 14, anchor: "middle", class: "later" }),
    el("path", { d: `M1 115H${width - 1}V${ROW_CARD - 8}a6 6 0 0 1 -6 6H7a6 6 0 0 1 -6 -6z`, class: "tray" }),
    slot.discs.length === 0 ? el("text", { x: middle, y: 143, "text-anchor": "middle", "font-size": 11, class: "soft" }, tr("no bid")) : null,
    discsOn(context, slot, old, width),
  );
}

/**
 * The discs on a card: who leads, and how often each of the others would be compensated.
 * @param {Context} context
 * @param {any} slot
 * @param {any} old the same card a turn ago
 * @param {number} width
 */
function discsOn(context, slot, old, width) {
  const count = slot.discs.length;
  const step = Math.min(29, (width - 26) / Math.max(1, count - 1));
  const from = width / 2 - ((count - 1) * step) / 2;
  const best = Math.max(...slot.discs.map((/** @type {any} */ one) => one.value));
  let led = false;
  const told = new Set();
  return slot.discs.flatMap((/** @type {any} */ { seat, value }, /** @type {number} */ place) => {
    const leads = !led && slot.leads === seat && value === best;
    led ||= leads;
    const owed = slot.owed?.find((/** @type {any} */ one) => one.seat === seat);
    const said = leads ? (count > 3 ? "★" : tr("leads")) : owed && !told.has(seat) ? `×${owed.times}` : "";
    if (!leads) told.add(seat);
    const x = from + place * step;
    const fresh = context.before && !old?.discs.some((/** @type {any} */ one) => one.seat === seat && one.value === value);
    return [
      disc(bidder(context, seat), value, x, 132, 12.5, {
        class: `${leads ? "leads" : ""}${fresh && old ? " fresh" : ""}`,
        "data-key": `disc:${slot.card}:${seat}:${value}`,
        "data-value": leads ? "leads" : said,
      }),
      said ? el("text", { x, y: 158, "text-anchor": "middle", "font-size": 11, class: leads ? "mark leads" : "mark" }, said) : null,
    ];
  });
}

/** A card's number and name in two lines. @param {string} card @param {string} name @param {number} most letters in a line */
function twoLines(card, name, most) {
  const cut = name.indexOf(" ");
  if (name.length <= most || card.length + 1 + cut > most) return [card, name];
  return [`${card} ${name.slice(0, cut)}`, name.slice(cut + 1)];
}

/** What makes a bold line of text as narrow as it must be. @param {string} said @param {number} width @param {number} size */
export function squeezed(said, width, size) {
  const wide = [...said].reduce((sum, letter) => sum + ("Iilt fjr".includes(letter) ? 0.42 : "mwMW".includes(letter) ? 0.98 : 0.7), 0) * size;
  return wide > width ? { textLength: width.toFixed(1), lengthAdjust: "spacingAndGlyphs" } : {};
}

/**
 * A card that somebody owns, small; `flow` is what it has just brought and cost.
 * @param {Context} context
 * @param {string} card
 * @param {{x: number, y: number, width: number, height: number, owner: number, isUpgraded: boolean, isNew: boolean, flow?: any}} how
 */
export function ownCard(context, card, { x, y, width, height, owner, isUpgraded, isNew, flow }) {
  const company = companyOf(context, card);
  const startup = company ? null : context.setup.startups.find((/** @type {any} */ one) => one.card === card);
  const lines = company ? [company.basic, company.additional] : [startup.trade];
  const title = company
    ? `${card} ${companyName(company)}: ${effectText(company.basic)}; ${isUpgraded ? tr("upgraded:") : tr("once upgraded:")} ${effectText(company.additional)}`
    : tr("{card} Start-up: 1 upgrade, {trade}, then upgrades", { card, trade: effectText(startup.trade) });
  const look = `own-card${isUpgraded ? " upgraded" : ""}${company ? "" : " startup"}${isNew ? " fresh" : ""}`;
  return el(
    "g",
    {
      transform: `translate(${x} ${y})`,
      class: look,
      "data-key": `own:${owner}:${card}`,
      "data-value": isUpgraded ? "upgraded" : "basic",
      "data-place": card,
      "data-thing": `card:${card}`,
    },
    el("desc", null, title),
    el("rect", { width, height, rx: 5, class: "paper" }),
    height >= 67 ? tall(card, company, lines, width, isUpgraded, flow ? 0 : height) : low(card, lines, width, isUpgraded, Boolean(flow) && height < 54),
    flow ? flowLine(flow, width, height) : null,
  );
}

/** With room for its name. @param {string} card @param {any} company @param {any[]} lines @param {number} width @param {boolean} isUpgraded @param {number} foot where its number stands, 0 for nowhere */
function tall(card, company, lines, width, isUpgraded, foot) {
  const name = companyName(company);
  return [
    el("text", { x: 5, y: 13, "font-size": 11, class: "name", ...squeezed(name, width - 10, 11) }, name),
    effectLine(lines[0], { x: width / 2, y: 26, width: width - 8, size: 15, anchor: "middle" }),
    lines[1]
      ? effectLine(lines[1], {
          x: width / 2 + (isUpgraded ? 8 : 0),
          y: 42,
          width: width - (isUpgraded ? 24 : 8),
          size: 14,
          anchor: "middle",
          class: isUpgraded ? "now" : "later",
        })
      : el("text", { x: width / 2, y: 46, "text-anchor": "middle", "font-size": 11, class: "soft" }, tr("upgrades others")),
    isUpgraded ? symbol("upgrade", { x: 4, y: 35, size: 14, title: tr("upgraded") }) : null,
    foot ? el("text", { x: width - 5, y: foot - 5, "text-anchor": "end", "font-size": 11, class: "soft" }, card) : null,
  ].filter((child) => child !== null);
}

/** With its two lines alone. @param {string} card @param {any[]} lines @param {number} width @param {boolean} isUpgraded @param {boolean} isShort */
function low(card, lines, width, isUpgraded, isShort) {
  return [
    el("text", { x: 4, y: 15, "font-size": 11, class: "soft" }, card),
    effectLine(lines[0], { x: width - 4, y: 11.5, width: width - 32, size: 14, anchor: "end" }),
    isShort
      ? null
      : lines[1]
        ? effectLine(lines[1], { x: width - 4, y: 29, width: width - 22, size: 13, anchor: "end", class: isUpgraded ? "now" : "later" })
        : el("text", { x: width - 4, y: 33, "text-anchor": "end", "font-size": 11, class: "soft" }, tr("start-up")),
    isUpgraded && !isShort ? symbol("upgrade", { x: 5, y: 22, size: 14, title: tr("upgraded") }) : null,
  ].filter((child) => child !== null);
}

/** @param {any} flow @param {number} width @param {number} height */
function flowLine(flow, width, height) {
  const changed = GOODS.filter(([good]) => flow[good] !== 0);
  const band = el("path", { d: `M1 ${height - 19}H${width - 1}V${height - 6}a5 5 0 0 1 -5 5H6a5 5 0 0 1 -5 -5z`, class: "band" });
  if (changed.length === 0) return [band, el("text", { x: width / 2, y: height - 5.5, "text-anchor": "middle", "font-size": 11, class: "soft" }, tr("idle"))];
  const step = (width - 4) / Math.max(2, changed.length);
  return [
    band,
    ...changed.flatMap(([good, name], place) => {
      const more = flow[good] > 0;
      const middle = 4 + step * (place + 0.5) + (changed.length === 1 ? step / 2 : 0);
      return [
        el(
          "text",
          { x: middle - 1, y: height - 5.5, "text-anchor": "end", "font-size": changed.length > 3 ? 11 : 12, class: more ? "gain" : "loss" },
          `${more ? (changed.length > 3 ? "" : "+") : "−"}${Math.abs(flow[good])}`,
        ),
        symbol(name, { x: middle - 0.5, y: height - 15, size: changed.length > 3 ? 10 : 12 }),
      ];
    }),
  ];
}
