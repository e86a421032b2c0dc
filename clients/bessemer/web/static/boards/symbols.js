// The symbols of all boards: our own, each in a square of 24 and in the colour of the text around it.

import { el } from "../drawing.js";
import { trIn } from "../words.js";

/** @typedef {[string, import("../drawing.js").Attributes]} Part */

const FILL = { fill: "currentColor" };
const LINE = {
  fill: "none",
  stroke: "currentColor",
  "stroke-width": 2.2,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
};
const CUT = { fill: "none", stroke: "var(--cut)", "stroke-width": 1.6, "stroke-linejoin": "round" };

const PUFF = { fill: "currentColor", stroke: "var(--cut)", "stroke-width": 1.2 };

/** @type {(d: string, look?: import("../drawing.js").Attributes) => Part} */
const path = (d, look = FILL) => ["path", { d, ...look }];
/** @type {(cx: number, cy: number, r: number, look?: import("../drawing.js").Attributes) => Part} */
const circle = (cx, cy, r, look = FILL) => ["circle", { cx, cy, r, ...look }];

/** @type {Record<string, {title: string, parts: Part[]}>} */
const SYMBOLS = {
  // --- goods of the industrial games
  coal: {
    title: trIn("symbol", "coal"),
    parts: [path("M5 9 11 3l8 3 3 8-5 7H7l-5-6z"), path("M5 9l6 4 8-7M11 13l-4 8M11 13l11 1", CUT)],
  },
  iron: {
    title: trIn("symbol", "iron"),
    parts: [path("M7 6h10l5 13H2z"), path("M7 6l2 6h6l2-6M9 12l-4 7M15 12l4 7", CUT)],
  },
  oil: {
    title: trIn("symbol", "oil"),
    parts: [path("M12 2c4 6 7 9 7 13a7 7 0 0 1-14 0c0-4 3-7 7-13z"), path("M8.5 15a3.5 3.5 0 0 0 3.5 3.5", CUT)],
  },
  upgrade: {
    title: trIn("symbol", "upgrade"),
    parts: [circle(12, 12, 10), path("M12 18V7M7.5 11.5 12 7l4.5 4.5", { ...CUT, "stroke-width": 2.6 })],
  },
  money: {
    title: trIn("symbol", "money"),
    parts: [
      circle(12, 12, 10),
      path("M15.8 8.6c-.8-1.4-2.1-2-3.8-2-2.1 0-3.6 1-3.6 2.7 0 3.7 7.4 1.7 7.4 5.4 0 1.7-1.6 2.7-3.8 2.7-1.9 0-3.3-.7-4-2.1M12 4.4v15.2", {
        ...CUT,
        "stroke-width": 1.9,
      }),
    ],
  },
  pounds: {
    title: trIn("symbol", "pounds"),
    parts: [
      circle(12, 12, 10),
      path("M15.5 8.6c-.6-1.5-1.7-2.2-3.2-2.2-2 0-3.2 1.4-3.2 3.4v4.7c0 1.6-.6 2.5-1.5 3h8.6M7.6 12.8h6", { ...CUT, "stroke-width": 1.9 }),
    ],
  },
  disc: { title: trIn("symbol", "disc"), parts: [circle(12, 12, 9), circle(12, 12, 5.5, CUT)] },
  card: {
    title: trIn("symbol", "cards"),
    parts: [path("M9 3h10a2 2 0 0 1 2 2v13h-2V5H9z"), path("M5 6h9a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2z")],
  },

  // --- Brass: industries and links
  cotton: {
    title: trIn("symbol", "cotton mill"),
    parts: [
      path("M12 14v8M12 20c-4 0-6-1-7-4M12 20c4 0 6-1 7-4", LINE),
      circle(7.5, 10.5, 5, PUFF),
      circle(16.5, 10.5, 5, PUFF),
      circle(12, 6, 5, PUFF),
      circle(12, 12.5, 4, PUFF),
    ],
  },
  mine: {
    title: trIn("symbol", "coal mine"),
    parts: [circle(12, 7, 4, { ...LINE, "stroke-width": 2.4 }), path("M10.5 10 5 21M13.5 10 19 21M8 16h8M3 21h18", LINE)],
  },
  works: {
    title: trIn("symbol", "iron works"),
    parts: [path("M2 21V11l6 4v-4l6 4V3h5v18z"), path("M5 18h2M10 18h2M15.5 18h1.5", CUT)],
  },
  port: {
    title: trIn("symbol", "port"),
    parts: [circle(12, 5, 2.5, LINE), path("M12 8v13M7.5 11.5h9M3.5 14c.8 4.5 4 7 8.5 7s7.7-2.5 8.5-7", LINE)],
  },
  shipyard: {
    title: trIn("symbol", "shipyard"),
    parts: [path("M2 15h20l-3 6H5z"), path("M11 2v11H4z"), path("M13 5l6 8h-6z")],
  },
  canal: { title: trIn("symbol", "canal"), parts: [path("M2 9h20M2 15h20", { ...LINE, "stroke-width": 3 })] },
  rail: {
    title: trIn("symbol", "rail"),
    parts: [
      path("M2 12h20", { ...LINE, "stroke-width": 9, "stroke-linecap": "butt" }),
      path("M2 12h20", { ...CUT, "stroke-width": 4, "stroke-dasharray": "3 3" }),
    ],
  },
  point: {
    title: trIn("symbol", "victory points"),
    parts: [path("M12 2l3 6.5 7 .8-5.2 4.8 1.4 7L12 17.6 5.8 21.1l1.4-7L2 9.3l7-.8z")],
  },
  income: { title: trIn("symbol", "income"), parts: [path("M3 20l6-7 4 4 8-11M15 6h6v6", { ...LINE, "stroke-width": 2.8 })] },

  // --- Alchemicus
  herb: {
    title: trIn("symbol", "herb"),
    parts: [path("M20 3C9 3 4 8 4 14c0 2 .7 3.5 1.5 4.5C8 12 12 9 16 8c-4 2.5-7.5 6-9 11.5 1 .6 2 .8 3 .8C17 20.3 20 13 20 3z"), path("M7 19l-3 3", LINE)],
  },
  ore: {
    title: trIn("symbol", "ore"),
    parts: [path("M4 20 2 13l5-8 7-2 7 6 1 8-4 4z"), path("M8 9l2 2M14 7l1 3M7 15l3 1M15 14l3-1M13 18l1-2", { ...CUT, "stroke-linecap": "round" })],
  },
  tincture: {
    title: trIn("symbol", "tincture"),
    parts: [path("M9 2h6M10 2v6L4.5 18A2.5 2.5 0 0 0 6.7 22h10.6a2.5 2.5 0 0 0 2.2-4L14 8V2", LINE), path("M8 14h8l3 6H5z")],
  },
  metal: { title: trIn("symbol", "metal"), parts: [path("M12 2l9 5v10l-9 5-9-5V7z"), circle(12, 12, 4, { ...CUT, "stroke-width": 2 })] },
  gold: {
    title: trIn("symbol", "gold"),
    parts: [path("M8 4h8l2.5 7h-13zM1.5 20 4 12.5h7.5V20zM12.5 20v-7.5H20l2.5 7.5z")],
  },
  golem: {
    title: trIn("symbol", "Golem"),
    parts: [path("M8 2h8v6h5v8h-4v6h-4v-5h-2v5H7v-6H3V8h5z"), path("M10 5h.5M13.5 5h.5", { ...CUT, "stroke-width": 2, "stroke-linecap": "round" })],
  },
  spirit: {
    title: trIn("symbol", "Spirit"),
    parts: [
      path("M5 22V11a7 7 0 0 1 14 0v11l-3.5-3-3.5 3-3.5-3z"),
      circle(9.5, 11, 1.5, { fill: "var(--cut)" }),
      circle(14.5, 11, 1.5, { fill: "var(--cut)" }),
    ],
  },
  spiritus: {
    title: trIn("symbol", "Spiritus card"),
    parts: [
      path("M6 2h12a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z"),
      path("M8 18v-7a4 4 0 0 1 8 0v7l-2-1.5-2 1.5-2-1.5z", { fill: "var(--cut)" }),
    ],
  },
  noctis: { title: trIn("symbol", "Noctis card"), parts: [path("M15 2a10 10 0 1 0 7 14A9 9 0 0 1 15 2z")] },
  fame: {
    title: trIn("symbol", "Fame"),
    parts: [path("M12 3l2 4.2 4.5.5-3.3 3.2.9 4.6L12 13.3 7.9 15.5l.9-4.6L5.5 7.7 10 7.2z"), path("M3 9c0 6 4 11 9 12 5-1 9-6 9-12", LINE)],
  },
  pawn: { title: trIn("symbol", "pawn"), parts: [circle(12, 6, 4.5), path("M9 11h6l3 10H6z")] },
  blocked: { title: trIn("symbol", "blocked"), parts: [circle(12, 12, 9, LINE), path("M5.8 5.8l12.4 12.4", LINE)] },
  outlet: { title: trIn("symbol", "outlet"), parts: [path("M3 4h18l1 6a3 3 0 0 1-5 1 3 3 0 0 1-5 0 3 3 0 0 1-5 0 3 3 0 0 1-5-1zM4 13h16v8h-6v-5h-4v5H4z")] },
  house: { title: trIn("symbol", "build"), parts: [path("M12 2 1.5 11H5v11h5v-7h4v7h5V11h3.5z")] },
  cart: { title: trIn("symbol", "transport"), parts: [path("M2 5h3l3 10h11l3-8H7", LINE), circle(10, 19.5, 2.2), circle(17, 19.5, 2.2)] },
  hand: { title: trIn("symbol", "Mutabilus: takes a good"), parts: [path("M3 12h14M12 6l6 6-6 6M21 4v16", LINE)] },
  undo: { title: trIn("symbol", "Homunculus: turns back"), parts: [path("M8 4 3 9l5 5M3 9h11a6 6 0 0 1 0 12h-4", LINE)] },
  infamia: {
    title: trIn("symbol", "Infamia"),
    parts: [path("M12 2 1.5 21h21z"), path("M12 9v6M12 17.5v1", { ...CUT, "stroke-width": 2.2, "stroke-linecap": "round" })],
  },
  hidden: {
    title: trIn("symbol", "face down"),
    parts: [path("M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z"), path("M8.5 6l7 12M15.5 6l-7 12", CUT)],
  },
};

/** What was drawn once stands wherever it is needed. @type {Map<string, import("../drawing.js").Drawing>} */
const drawn = new Map();

/**
 * A symbol at a place of a board, or, where no place is given, as an element for a line of text.
 * @param {string} name
 * @param {{x?: number, y?: number, size?: number, title?: string, look?: "own" | "ink"}} [how] `look` "ink": in the
 *   colour of the text around it, in place of its own
 * @returns {import("../drawing.js").Drawing}
 */
export function symbol(name, { x, y, size = 16, title, look = "own" } = {}) {
  const inside = x !== undefined && y !== undefined;
  const key = `${name} ${look} ${inside} ${size} ${title}`;
  let model = drawn.get(key);
  if (!model) {
    const { title: called, parts } = SYMBOLS[name];
    const attributes = { class: `symbol symbol-${name} look-${look}`, role: "img" };
    const children = [el("title", null, title ?? called), ...parts.map(([tag, look]) => el(tag, look))];
    model = inside ? el("g", attributes, children) : el("svg", { ...attributes, width: size, height: size, viewBox: "0 0 24 24" }, children);
    drawn.set(key, model);
  }
  if (!inside) return model;
  return { ...model, attributes: { ...model.attributes, transform: `translate(${x} ${y}) scale(${size / 24})` } };
}

/**
 * Lines for a legend.
 * @param {(string | [string, string])[]} names symbols, or symbols with what they stand for
 */
export function legendOf(names) {
  return names.map((entry) => {
    const [name, title] = typeof entry === "string" ? [entry, SYMBOLS[entry].title] : entry;
    return { symbol: symbol(name, { size: 20 }), title };
  });
}

/** The names of all symbols. */
export const NAMES = Object.keys(SYMBOLS);
