// What a page needs that stands alone: its look, and sorted tables.

import { chosen, wear } from "./look.js";
import { sortable } from "./tables.js";

wear(chosen());
for (const table of document.querySelectorAll("table.sorted")) sortable(/** @type {HTMLTableElement} */ (table));
