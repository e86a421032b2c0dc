// What is to be drawn, as plain values, and the page brought from one drawing to the next: elements that stay
// the same are not touched, so that a browser lays out and paints only what has changed.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */
/**
 * An element as it is to be. Drawings are never changed, so one may stand in many places.
 * @typedef {object} Drawing
 * @property {string} tag
 * @property {boolean} isSvg
 * @property {Attributes} attributes null, undefined and false leave one out
 * @property {(Drawing | string)[]} children
 */
/** @typedef {Drawing | string | number | null | undefined | false} Part */

/** @type {Attributes} */
const NONE = {};

/**
 * @param {string} tag
 * @param {boolean} isSvg
 * @param {Attributes | null | undefined} attributes
 * @param {(Part | Part[])[]} parts
 * @returns {Drawing}
 */
function drawing(tag, isSvg, attributes, parts) {
  /** @type {(Drawing | string)[]} */
  const children = [];
  const take = (/** @type {Part | Part[]} */ part) => {
    if (Array.isArray(part)) part.forEach(take);
    else if (part !== null && part !== undefined && part !== false) children.push(typeof part === "object" ? part : String(part));
  };
  parts.forEach(take);
  return { tag, isSvg, attributes: attributes ?? NONE, children };
}

/**
 * An element of SVG.
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Part | Part[])} parts
 */
export function el(tag, attributes, ...parts) {
  return drawing(tag, true, attributes, parts);
}

/**
 * An element of HTML.
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Part | Part[])} parts
 */
export function html(tag, attributes, ...parts) {
  return drawing(tag, false, attributes, parts);
}

/** A new element. @param {Drawing} drawn @returns {Element} */
export function made(drawn) {
  const element = drawn.isSvg ? document.createElementNS(SVG, drawn.tag) : document.createElement(drawn.tag);
  for (const name in drawn.attributes) set(element, name, drawn.attributes[name]);
  for (const child of drawn.children) element.appendChild(madeNode(child));
  return element;
}

/** Text is set as text: whatever a player is called, it is never markup. @param {Drawing | string} child */
function madeNode(child) {
  return typeof child === "string" ? document.createTextNode(child) : made(child);
}

/** @param {Element} element @param {string} name @param {Attributes[string]} value */
function set(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** An element of the page that shows one drawing after the other. */
export class Canvas {
  /** @param {Element} element */
  constructor(element) {
    this.element = element;
    /** @type {Drawing[]} */
    this.shown = [];
  }

  /** @param {...Drawing} drawn */
  show(...drawn) {
    bringChildren(this.element, this.shown, drawn);
    this.shown = drawn;
  }
}

/** Whether an element can go over into another. @param {Drawing | string} one @param {Drawing | string} other */
function isSame(one, other) {
  if (typeof one === "string" || typeof other === "string") return typeof one === typeof other;
  return one.tag === other.tag && one.isSvg === other.isSvg && one.attributes["data-key"] === other.attributes["data-key"];
}

/** @param {Element} element @param {Drawing} before @param {Drawing} after */
function bring(element, before, after) {
  if (before === after) return;
  const old = before.attributes;
  const now = after.attributes;
  if (old !== now) {
    for (const name in now) if (now[name] !== old[name]) set(element, name, now[name]);
    for (const name in old) if (!(name in now)) element.removeAttribute(name);
  }
  bringChildren(element, before.children, after.children);
}

/** @param {Node} node @param {Drawing | string} before @param {Drawing | string} after */
function bringNode(node, before, after) {
  if (typeof before === "object" && typeof after === "object") bring(/** @type {Element} */ (node), before, after);
  else if (before !== after) node.nodeValue = /** @type {string} */ (after);
}

/**
 * What others have put behind the children stays where it is.
 * @param {Element} parent
 * @param {(Drawing | string)[]} before as many of its first nodes stand for these
 * @param {(Drawing | string)[]} after
 */
function bringChildren(parent, before, after) {
  if (before === after) return;
  let first = 0;
  let node = parent.firstChild;
  while (first < before.length && first < after.length && isSame(before[first], after[first])) {
    const next = /** @type {Node} */ (node).nextSibling;
    bringNode(/** @type {Node} */ (node), before[first], after[first]);
    node = next;
    first += 1;
  }
  if (first < before.length || first < after.length) replaceRest(parent, node, before.slice(first), after.slice(first));
}

/**
 * From the first child on that is another one: things are known by their keys, the others by their order.
 * @param {Element} parent
 * @param {Node | null} from the node of the first of `before`
 * @param {(Drawing | string)[]} before
 * @param {(Drawing | string)[]} after
 */
function replaceRest(parent, from, before, after) {
  /** @type {Map<string, {node: Node, drawn: Drawing | string}[]>} */
  const kept = new Map();
  let node = from;
  for (const drawn of before) {
    const name = nameOf(drawn);
    const entry = { node: /** @type {Node} */ (node), drawn };
    const same = kept.get(name);
    if (same) same.push(entry);
    else kept.set(name, [entry]);
    node = /** @type {Node} */ (node).nextSibling;
  }
  const used = after.map((drawn) => kept.get(nameOf(drawn))?.shift());
  let place = from;
  for (const { node: old } of [...kept.values()].flat()) {
    if (old === place) place = old.nextSibling;
    parent.removeChild(old);
  }
  for (const [number, drawn] of after.entries()) {
    const found = used[number];
    if (found) bringNode(found.node, found.drawn, drawn);
    const next = found?.node ?? madeNode(drawn);
    if (next === place) place = next.nextSibling;
    else parent.insertBefore(next, place);
  }
}

/** @param {Drawing | string} drawn */
function nameOf(drawn) {
  return typeof drawn === "string" ? "" : `${drawn.tag} ${drawn.isSvg} ${drawn.attributes["data-key"] ?? ""}`;
}
