// A board for a game that has no drawing of its own: the view as a list of names and values.

import { el, html } from "./svg.js";

/** @param {any} value @param {string} key @returns {Node} */
function item(value, key) {
  if (value !== null && typeof value === "object") {
    const list = html("ul", null);
    for (const [name, inner] of Object.entries(value)) {
      list.append(html("li", null, `${name}: `, item(inner, `${key}.${name}`)));
    }
    return list.childElementCount ? list : document.createTextNode("none");
  }
  return html("span", { "data-key": key, "data-value": String(value) }, String(value));
}

/** @param {import("./types.js").Context} context */
export function drawBoard(context) {
  const svg = el("svg", { viewBox: "0 0 800 600", class: "plain-board" });
  const inside = el("foreignObject", { x: 0, y: 0, width: 800, height: 600 });
  inside.append(html("div", { class: "plain-view", tabindex: 0 }, item(context.view, "view")));
  svg.append(inside);
  return /** @type {SVGSVGElement} */ (svg);
}

/** @param {import("./types.js").Context} context @param {number} seat */
export function drawPanel(context, seat) {
  const score = context.scores[seat];
  return html(
    "div",
    { class: "plain-panel" },
    html("strong", { "data-key": `score:${seat}`, "data-value": score }, score),
  );
}

export function legend() {
  return [];
}

/** @param {import("./types.js").Context} context */
export function summary(context) {
  return context.game;
}
