// A board for a game that has no drawing of its own: the view as a list of names and values.

import { el, html } from "../drawing.js";

/** @param {any} value @param {string} key @returns {import("../drawing.js").Part} */
function item(value, key) {
  if (value === null || typeof value !== "object") return html("span", { "data-key": key, "data-value": String(value) }, String(value));
  const entries = Object.entries(value);
  return entries.length
    ? html(
        "ul",
        null,
        entries.map(([name, inner]) => html("li", null, `${name}: `, item(inner, `${key}.${name}`))),
      )
    : "none";
}

/** @param {import("../types.js").Context} context */
export function drawBoard(context) {
  return el(
    "svg",
    { viewBox: "0 0 800 600", class: "plain-board" },
    el("foreignObject", { x: 0, y: 0, width: 800, height: 600 }, html("div", { class: "plain-view", tabindex: 0 }, item(context.view, "view"))),
  );
}

/** @param {import("../types.js").Context} context @param {number} seat */
export function drawPanel(context, seat) {
  const score = context.scores[seat];
  return html("div", { class: "plain-panel" }, html("strong", { "data-key": `score:${seat}`, "data-value": score }, score));
}

export function legend() {
  return [];
}
