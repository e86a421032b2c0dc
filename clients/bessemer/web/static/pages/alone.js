// What a page needs that stands alone: its look, and sorted tables.

import "./look.js";
import { sortable } from "./tables.js";

for (const table of document.querySelectorAll("table.sorted")) sortable(/** @type {HTMLTableElement} */ (table));
