// The look that somebody has chosen, light or dark; it runs before anything is drawn.

import { keep, recall, setting } from "../settings.js";

/** @returns {NodeListOf<HTMLElement>} */
const buttons = () => document.querySelectorAll("button[data-wear]");

/** Mark the button of the look that is worn. */
function mark() {
  for (const button of buttons()) button.setAttribute("aria-pressed", String(button.dataset.wear === setting("look")));
}

recall("look");
document.addEventListener("DOMContentLoaded", () => {
  mark();
  for (const button of buttons()) {
    button.addEventListener("click", () => {
      keep("look", button.dataset.wear ?? "");
      mark();
    });
  }
});
