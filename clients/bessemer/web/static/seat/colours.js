// The own colour at a table: the seat that has it by right gets the colour of one's own seat instead.

import { setting } from "../settings.js";

const KINDS = ["seat", "seat-badge", "seat-ink", "on-seat"];

/** Have the page draw an own seat in the colour that is set. @param {number} seat */
export function wearColour(seat) {
  const wanted = setting("colour");
  if (!wanted || Number(wanted) === seat) return;
  const usual = getComputedStyle(document.documentElement);
  for (const kind of KINDS) {
    for (const [one, other] of [
      [seat, wanted],
      [wanted, seat],
    ]) {
      document.body.style.setProperty(`--${kind}-${one}`, usual.getPropertyValue(`--${kind}-${other}`));
    }
  }
}
