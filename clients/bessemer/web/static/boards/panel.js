// What the panels of all games are made of: large numbers with their change, stores, small cards.

import { html } from "../drawing.js";
import { symbol } from "./symbols.js";

/**
 * "+7", "−3", or nothing.
 * @param {number} now
 * @param {number | null | undefined} before
 */
export function change(now, before) {
  if (before === null || before === undefined || now === before) return null;
  const more = now > before;
  return html("span", { class: more ? "change more" : "change less" }, `${more ? "+" : "−"}${Math.abs(now - before)}`);
}

/**
 * A large number with what it is.
 * @param {string} key
 * @param {string} label
 * @param {string} text
 * @param {number} now
 * @param {number | null | undefined} before
 * @param {string | null} [more] a word beside it
 */
export function figure(key, label, text, now, before, more = null) {
  return html(
    "div",
    { class: "figure" },
    html(
      "div",
      { class: "figure-value" },
      html("span", { "data-key": key, "data-value": now }, text),
      more === null ? null : html("span", { class: "figure-more" }, more),
      change(now, before),
    ),
    html("div", { class: "figure-label" }, label),
  );
}

/**
 * A symbol with how many there are.
 * @param {string} key
 * @param {string} name of the symbol
 * @param {number} now
 * @param {number | null | undefined} before
 * @param {{title?: string, about?: string | null, more?: string, place?: string, thing?: string}} [how]
 */
export function store(key, name, now, before, { title, about, more, place, thing } = {}) {
  return html(
    "span",
    { class: now === 0 ? "store none" : "store", "data-key": key, "data-value": now, "data-place": place, "data-thing": thing, "data-about": about, title },
    symbol(name, { size: 18, title }),
    html("span", { class: "store-count" }, now),
    more ? html("span", { class: "store-more" }, more) : null,
    change(now, before),
  );
}

/** @param {...import("../drawing.js").Part} children */
export function row(...children) {
  return html("div", { class: "panel-row" }, ...children);
}

/** Large numbers side by side. @param {...import("../drawing.js").Drawing} children */
export function figures(...children) {
  return html("div", { class: "panel-figures" }, ...children);
}
