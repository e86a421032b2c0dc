// Tables that are sorted by a click on a heading.

import { element } from "../drawing.js";

/** @param {HTMLTableElement} table */
export function sortable(table) {
  const heads = [...(table.tHead?.rows[0].cells ?? [])];
  for (const [column, head] of heads.entries()) {
    head.replaceChildren(element("button", { type: "button", onclick: () => sort(table, heads, column) }, head.textContent));
  }
}

/** @param {HTMLTableElement} table @param {HTMLTableCellElement[]} heads @param {number} column */
function sort(table, heads, column) {
  const head = heads[column];
  const sign = head.ariaSort === "descending" ? 1 : -1;
  for (const other of heads) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
  const body = table.tBodies[0];
  const key = (/** @type {HTMLTableRowElement} */ row) => row.cells[column].dataset.sort ?? row.cells[column].textContent ?? "";
  const order = (/** @type {HTMLTableRowElement} */ one, /** @type {HTMLTableRowElement} */ other) => {
    const [a, b] = [key(one), key(other)];
    const both = [Number(a), Number(b)];
    return sign * (both.some(Number.isNaN) ? a.localeCompare(b) : both[0] - both[1]);
  };
  body.append(...[...body.rows].sort(order));
}
