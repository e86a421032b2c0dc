// Amounts that a game writes in few letters, "2C", with the symbols that its board draws: 2 and a piece of coal.

import { html } from "../drawing.js";

const AMOUNT = /(\d+)(\p{Lu}|\$)(?![\p{L}\d])/gu;

/** By the letter, what it stands for. @type {Record<string, import("../drawing.js").Drawing>} */
let known = {};

/** From now on these letters stand for these symbols. @param {Record<string, import("../drawing.js").Drawing>} signs */
export function useSigns(signs) {
  known = signs;
}

/** @typedef {import("../drawing.js").Drawing} Drawing */

/** A text with symbols in it. @param {string} text @returns {(Drawing | string)[]} */
export function withSigns(text) {
  if (!Object.keys(known).length) return text ? [text] : [];
  return signed(text.replaceAll("->", "→"));
}

/** @param {string} text @returns {(Drawing | string)[]} */
function signed(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(AMOUNT)) {
    const [whole, number, letter] = found;
    if (!Object.hasOwn(known, letter)) continue;
    parts.push(text.slice(end, found.index), html("span", { class: "amount-sign" }, number, known[letter]));
    end = found.index + whole.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== "");
}
