// What has happened since one's own last turn: marked on the board, and named above it.

/** @typedef {import("../drawing.js").Drawing} Drawing */
/** @typedef {import("./frames.js").Story} Story */

/** Where a thing is, beside what it is. */
const PLACES = ["transform", "x", "y", "cx", "cy"];

/**
 * The moment after the own last move, from which on one has not seen what happens; 0 if there was none.
 * @param {Story} story
 * @param {number} index the moment that is shown
 * @param {number} seat
 */
export function lastSeen(story, index, seat) {
  let found = index;
  while (found > 0 && story.frameAt(found)?.seat !== seat) found -= 1;
  return found;
}

/**
 * All things of a drawing by their keys, with what is to be told apart of them.
 * @param {Drawing[]} drawn
 * @param {Map<string, string>} [found]
 */
export function things(drawn, found = new Map()) {
  for (const { attributes, children } of drawn) {
    const key = attributes["data-key"];
    if (typeof key === "string") found.set(key, stateOf(attributes));
    things(/** @type {Drawing[]} */ (children.filter((child) => typeof child === "object")), found);
  }
  return found;
}

/** @param {import("../drawing.js").Attributes} attributes */
function stateOf(attributes) {
  return [attributes["data-value"] ?? "", ...PLACES.map((name) => attributes[name] ?? "")].join(" ");
}

/**
 * The drawing in which everything that is new or different from before is marked; what is not is the same.
 * @param {Drawing} drawn
 * @param {Map<string, string>} before
 * @returns {Drawing}
 */
export function marked(drawn, before) {
  const { attributes } = drawn;
  const children = drawn.children.map((child) => (typeof child === "string" ? child : marked(child, before)));
  const key = attributes["data-key"];
  const isNew = typeof key === "string" && before.get(key) !== stateOf(attributes);
  if (isNew) return { ...drawn, attributes: { ...attributes, class: attributes.class ? `${attributes.class} since` : "since" }, children };
  return children.every((child, place) => child === drawn.children[place]) ? drawn : { ...drawn, children };
}
