// The buildings of Alchemicus with what lies on them, and the piles and the bank.

import { el } from "../../drawing.js";
import { KIND_SYMBOL, short, title } from "./circles.js";
import { symbol } from "../symbols.js";
import { tr, trIn, trn } from "../../words.js";

/** @typedef {import("../../types.js").Context} Context */

/** What a kind does: goods before and after an arrow. @type {Record<string, [string[], string[]]>} */
const WORK = {
  HORTEN: [[], ["herb"]],
  METALLE: [[], ["ore"]],
  ALEMBIC: [["herb"], ["tincture"]],
  FORNAX: [["ore"], ["metal"]],
  LABRIUM: [["tincture", "metal"], ["gold"]],
  DOMO: [[], ["card"]],
  PERGULA: [[], ["outlet"]],
  TABERNA: [[], ["outlet", "outlet", "outlet"]],
  DONARIUM: [["gold"], ["outlet"]],
};

/** What a kind does, in a few words. @type {Record<string, string>} */
const WORDS = {
  HORTEN: tr("gains herbs"),
  METALLE: tr("gains ore"),
  ALEMBIC: tr("herb to tincture"),
  FORNAX: tr("ore to metal"),
  LABRIUM: tr("tincture and metal to gold"),
  DOMO: tr("brings a card"),
  PERGULA: tr("sells one good"),
  TABERNA: tr("sells three goods"),
  DONARIUM: tr("sells gold"),
};
/** What each good is called. @type {Record<string, string>} */
const GOODS = {
  herb: trIn("symbol", "herb"),
  ore: trIn("symbol", "ore"),
  tincture: trIn("symbol", "tincture"),
  metal: trIn("symbol", "metal"),
  gold: trIn("symbol", "gold"),
};

/** @param {string} good */
export const goodName = (good) => GOODS[good] ?? good;

/**
 * One building.
 * @param {Context} context
 * @param {number} seat
 * @param {number} place in its owner's row
 * @param {{x: number, y: number, width: number, height: number}} box
 */
export function building(context, seat, place, { x, y, width, height }) {
  const { view, before } = context;
  const { kind: full, goods, golems, spiritus } = view.players[seat].buildings[place];
  const kind = short(full);
  const old = before?.players[seat].buildings[place];
  const isBlocked = view.spirit === full;
  const isNew = Boolean(before) && (!old || old.kind !== full);
  const lying = goods.map((/** @type {any} */ one) => short(one.good).toLowerCase());
  const value = `${kind} ${lying.join("+")} ${golems} ${spiritus}`;
  const said = [
    `${place}: ${title(full)}, ${WORDS[kind]}`,
    lying.length ? tr("holds {goods}", { goods: lying.map(goodName).join(` ${tr("and")} `) }) : "",
    isBlocked ? tr("blocked by the Spirit") : "",
    golems ? trn("guarded by {n} Golem", "guarded by {n} Golems", golems) : "",
    spiritus ? tr("spoiled by Spiritus") : "",
  ]
    .filter(Boolean)
    .join("; ");
  const scale = height >= 66 ? 1.4 : 1;
  const isCrowded = lying.length > 1 && golems + spiritus > 0;
  const low = isCrowded ? height - 36 : height - 19;
  const soldHere = view.active_seat === seat ? view.traded.filter((/** @type {number} */ outlet) => outlet === place).length : 0;
  return el(
    "g",
    {
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
      class: `building kind-${kind}${isBlocked ? " blocked" : ""}${isNew ? " fresh" : ""}`,
      "data-key": `building:${seat}:${place}`,
      "data-value": value,
      "data-place": place,
      "data-thing": `building:${seat}.${place}`,
      "data-about": `card:${title(full)}`,
    },
    el("desc", null, said),
    el("rect", { width: width.toFixed(1), height: height.toFixed(1), rx: 4, class: "paper" }),
    el("path", { d: `M1.5 1.5H${(width - 1.5).toFixed(1)}V5H1.5z`, class: "stripe" }),
    el(
      "text",
      {
        x: 4,
        y: 16,
        "font-size": 11,
        class: "name",
        ...(title(full).length * 7.3 > width - 6 ? { textLength: (width - 8).toFixed(1), lengthAdjust: "spacingAndGlyphs" } : {}),
      },
      title(full),
    ),
    isBlocked ? symbol("spirit", { x: width - 15, y: 7, size: 12, title: tr("blocked by the Spirit") }) : null,
    height >= 49 && !isCrowded ? work(kind, scale) : null,
    lying.map((/** @type {string} */ good, /** @type {number} */ number) =>
      el(
        "g",
        {
          "data-key": goods[number].cards.length ? `good:${goods[number].cards.join("-")}` : null,
          "data-value": good,
          "data-place": `${good}.${place}`,
          "data-thing": `good:${seat}.${place}.${good}`,
        },
        el("circle", {
          cx: 3 + (10 + number * 21) * scale,
          cy: height - 2 - 9.5 * scale,
          r: 9.5 * scale,
          class: `slot ${old?.goods[number]?.good === goods[number].good ? "" : "new"}`,
        }),
        symbol(good, { x: 3 + (3 + number * 21) * scale, y: height - 2 - 16.5 * scale, size: 14 * scale }),
      ),
    ),
    spiritus > 0 ? symbol("spiritus", { x: width - 18, y: low, size: 16, title: tr("Spiritus: spoils the next transmutation") }) : null,
    golems > 0
      ? [
          symbol("golem", { x: width - (spiritus ? 35 : 19), y: low, size: 16, title: `${golems} Golem` }),
          golems > 1 ? el("text", { x: width - (spiritus ? 36 : 20), y: low + 13, "text-anchor": "end", "font-size": 11, class: "name" }, golems) : null,
        ].filter((one) => one !== null)
      : null,
    soldHere > 0
      ? el("text", { x: width - 4, y: height - 6, "text-anchor": "end", "font-size": 11, class: "name" }, tr("sold {number}", { number: soldHere }))
      : null,
  );
}

/** What it does, small. @param {string} kind @param {number} scale */
function work(kind, scale) {
  const [from, to] = WORK[kind];
  let x = 4;
  /** @type {import("../../drawing.js").Drawing[]} */
  const drawn = [];
  for (const name of from) {
    drawn.push(symbol(name, { x, y: 19, size: 10 * scale }));
    x += 11.5 * scale;
  }
  if (from.length) {
    drawn.push(el("text", { x: x + 5, y: 24 + 4 * scale, "text-anchor": "middle", "font-size": 11, class: "soft" }, "→"));
    x += 11;
  }
  for (const name of to) {
    drawn.push(symbol(name, { x, y: 19, size: 10 * scale }));
    x += 11.5 * scale;
  }
  return el("g", { class: "work" }, drawn);
}

/**
 * All buildings of one player in a box.
 * @param {Context} context
 * @param {number} seat
 * @param {{width: number, height: number, columns: number, lines: number, room: number}} size `room`: so many places
 *   are drawn, built upon or not
 */
export function buildings(context, seat, { width, height, columns, lines, room }) {
  const { buildings: owned } = context.view.players[seat];
  const rows = Math.max(lines, Math.ceil(owned.length / columns));
  const wide = (width - (columns - 1) * 3) / columns;
  const high = Math.min(84, (height - (rows - 1) * 3) / rows);
  return Array.from({ length: Math.max(room, owned.length) }, (_, place) => {
    const box = { x: (place % columns) * (wide + 3), y: Math.floor(place / columns) * (high + 3), width: wide, height: high };
    return place < owned.length
      ? building(context, seat, place, box)
      : el("rect", { ...box, x: box.x.toFixed(1), y: box.y.toFixed(1), width: wide.toFixed(1), height: high.toFixed(1), rx: 4, class: "plot" });
  });
}

/**
 * Piles, discards and the bank.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 */
export function piles(context, x, y, width) {
  const { setup, view } = context;
  const stacks = [
    ["pile", tr("Pile"), view.pile, "hidden"],
    ["discard", tr("Discards"), view.discard.length, "card"],
    ...(setup.noctis
      ? [
          ["noctis", "Noctis", view.noctis_pile, "noctis"],
          ["noctis-discard", tr("played"), view.noctis_discard.length, "noctis"],
        ]
      : []),
  ];
  const step = Math.min(104, width / stacks.length);
  return el(
    "g",
    { transform: `translate(${x} ${y})`, class: "piles" },
    stacks.map(([key, name, count, sign], place) =>
      el(
        "g",
        {
          transform: `translate(${place * step} 0)`,
          "data-key": `pile:${key}`,
          "data-value": count,
          "data-place": key === "pile" ? "base" : key === "noctis" ? "noctis" : null,
          "data-thing": key === "pile" ? "deck:base" : key === "noctis" ? "deck:noctis" : null,
        },
        symbol(String(sign), { x: 0, y: 1, size: 22, title: String(name) }),
        el("text", { x: 28, y: 11, "font-size": 14, class: "name" }, count),
        el("text", { x: 28, y: 23, "font-size": 11, class: "soft" }, name),
      ),
    ),
  );
}

/** @param {string} good @param {number} price */
function offerText(good, price) {
  const name = goodName(good);
  return trn("{good} is offered for {n} cards", "{good} is offered for {n} cards", price, { good: name[0].toUpperCase() + name.slice(1) });
}

/** The open cards of the bank, and a good that is offered. @param {Context} context @param {number} x @param {number} y @param {number} width */
export function bank(context, x, y, width) {
  const { setup, view } = context;
  const offer = view.offer;
  const wide = Math.min(80, (width - (view.bank.length - 1) * 4) / Math.max(5, view.bank.length));
  return el(
    "g",
    { transform: `translate(${x} ${y})`, class: "bank" },
    offer
      ? el(
          "g",
          { "data-key": "offer", "data-value": offer.price },
          el("rect", { width, height: 34, rx: 5, class: "paper offer" }),
          symbol(short(offer.lying.good).toLowerCase(), { x: 8, y: 8, size: 18 }),
          el("text", { x: 34, y: 22, "font-size": 12.5 }, offerText(short(offer.lying.good).toLowerCase(), offer.price)),
        )
      : view.bank.map((/** @type {string} */ kind, /** @type {number} */ place) => {
          const cost = setup.cards.find((/** @type {any} */ card) => card.kind === kind).cost;
          return el(
            "g",
            {
              transform: `translate(${place * (wide + 4)} 0)`,
              class: `building kind-${short(kind)}`,
              "data-key": `bank:${place}`,
              "data-value": kind,
              "data-place": title(kind),
              "data-thing": `bank:${title(kind)}`,
            },
            el("desc", null, tr("in the bank: {card}, costs {cost}", { card: title(kind), cost })),
            el("rect", { width: wide, height: 34, rx: 4, class: "paper" }),
            el("path", { d: `M1.5 1.5H${wide - 1.5}V5H1.5z`, class: "stripe" }),
            el("text", { x: 5, y: 17, "font-size": 11.5, class: "name" }, title(kind)),
            el("text", { x: 5, y: 30, "font-size": 11, class: "soft" }, tr("cost {cost}", { cost })),
            symbol(KIND_SYMBOL[short(kind)], { x: wide - 17, y: 18, size: 13 }),
          );
        }),
  );
}
