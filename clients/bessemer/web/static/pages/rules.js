// The symbols in a page of rules, as boards draw them.

import { symbol } from "../boards/symbols.js";
import { made } from "../drawing.js";

const SIZE = 18;

/** @param {ParentNode} root */
export function drawSymbols(root) {
  for (const place of root.querySelectorAll("[data-symbol]")) place.replaceChildren(made(symbol(place.getAttribute("data-symbol") ?? "", { size: SIZE })));
}
