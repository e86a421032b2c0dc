// What changed since the last turn moves or glows for a moment. Nothing else moves.

const MOMENT = 200;
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {Map<string, {value: string | null, x: number, y: number}>} Places */

/**
 * Where all things are that have a key.
 * @param {Element[]} roots
 * @returns {Places}
 */
export function places(roots) {
  /** @type {Places} */
  const found = new Map();
  for (const root of roots) {
    for (const element of root.querySelectorAll("[data-key]")) {
      const { x, y } = element.getBoundingClientRect();
      const key = /** @type {string} */ (element.getAttribute("data-key"));
      found.set(key, { value: element.getAttribute("data-value"), x, y });
    }
  }
  return found;
}

/** Whether motion is wanted at all. */
export function mayMove() {
  return !still.matches;
}

/**
 * Show what is different from `before`.
 * @param {Element[]} roots
 * @param {Places} before
 * @returns {Animation[]}
 */
export function showChanges(roots, before) {
  if (!before.size) return [];
  /** @type {[Element, Keyframe[]][]} */
  const moves = [];
  for (const root of roots) {
    for (const element of root.querySelectorAll("[data-key]")) {
      const old = before.get(/** @type {string} */ (element.getAttribute("data-key")));
      const steps = old ? difference(element, old) : glow();
      if (steps) moves.push([element, steps]);
    }
  }
  // All places are read before anything is written: one layout, not one for each thing.
  return moves.map(([element, steps]) => element.animate(steps, { duration: MOMENT, easing: "ease-out" }));
}

/**
 * @param {Element} element
 * @param {{value: string | null, x: number, y: number}} old
 * @returns {Keyframe[] | null}
 */
function difference(element, old) {
  const { x, y } = element.getBoundingClientRect();
  if (Math.abs(old.x - x) > 2 || Math.abs(old.y - y) > 2) {
    const parent = element.parentNode;
    const matrix = parent instanceof SVGGraphicsElement ? parent.getScreenCTM() : null;
    const scale = matrix?.a || 1;
    return [{ translate: `${(old.x - x) / scale}px ${(old.y - y) / scale}px` }, { translate: "0px 0px" }];
  }
  return element.getAttribute("data-value") === old.value ? null : glow();
}

/** @returns {Keyframe[]} */
function glow() {
  return [{ filter: "drop-shadow(0 0 6px var(--glow))" }, { filter: "drop-shadow(0 0 0 transparent)" }];
}
