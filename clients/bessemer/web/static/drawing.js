// What is to be drawn, as plain values, and the page brought from one drawing to the next: elements that stay
// the same are not touched, so that a browser lays out and paints only what has changed. All of the pages is made here.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {(event: any) => void} Listener */
/**
 * By name: null, undefined and false leave one out. What listens is `on` and the name of the event.
 * @typedef {Record<string, string | number | boolean | null | undefined | Listener>} Attributes
 */
/**
 * An element as it is to be. Drawings are never changed, so one may stand in many places.
 * @typedef {object} Drawing
 * @property {string} tag
 * @property {boolean} isSvg
 * @property {Attributes} attributes
 * @property {(Drawing | string)[]} children
 */
/** @typedef {Drawing | string | number | null | undefined | false} Part */

/** @type {Attributes} */
const NONE = {};

/** @param {(Part | Part[])[]} parts what is left out is not in it */
function childrenOf(parts) {
  /** @type {(Drawing | string)[]} */
  const children = [];
  const take = (/** @type {Part | Part[]} */ part) => {
    if (Array.isArray(part)) part.forEach(take);
    else if (part !== null && part !== undefined && part !== false) children.push(typeof part === "object" ? part : String(part));
  };
  parts.forEach(take);
  return children;
}

/**
 * An element of SVG.
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Part | Part[])} parts
 * @returns {Drawing}
 */
export function el(tag, attributes, ...parts) {
  return { tag, isSvg: true, attributes: attributes ?? NONE, children: childrenOf(parts) };
}

/**
 * An element of HTML.
 * @param {string} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Part | Part[])} parts
 * @returns {Drawing}
 */
export function html(tag, attributes, ...parts) {
  return { tag, isSvg: false, attributes: attributes ?? NONE, children: childrenOf(parts) };
}

/** A new element. @param {Drawing} drawn @returns {Element} */
export function made(drawn) {
  const element = drawn.isSvg ? document.createElementNS(SVG, drawn.tag) : document.createElement(drawn.tag);
  for (const name in drawn.attributes) set(element, name, drawn.attributes[name]);
  for (const child of drawn.children) element.appendChild(madeNode(child));
  return element;
}

/**
 * An element of HTML that its maker keeps and changes; others that are kept may be in it.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {...(Part | Part[] | Element)} parts
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes, ...parts) {
  const kept = made(html(tag, attributes));
  for (const part of parts) kept.append(...(part instanceof Element ? [part] : childrenOf([part]).map(madeNode)));
  return /** @type {HTMLElementTagNameMap[T]} */ (kept);
}

/** Text is set as text: whatever a player is called, it is never markup. @param {Drawing | string} child */
function madeNode(child) {
  return typeof child === "string" ? document.createTextNode(child) : made(child);
}

/** @param {Element} element @param {string} name @param {Attributes[string]} value */
function set(element, name, value) {
  if (name.startsWith("on")) Object.assign(element, { [name]: value || null });
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** What an element shows. @type {WeakMap<Element, (Drawing | string)[]>} */
const shown = new WeakMap();

/**
 * Let an element show this, in place of what it showed before; it is filled by nothing else.
 * @param {Element} kept
 * @param {...(Part | Part[])} parts
 */
export function fill(kept, ...parts) {
  const drawn = childrenOf(parts);
  const before = shown.get(kept);
  if (!before) kept.replaceChildren();
  bringChildren(kept, before ?? [], drawn);
  shown.set(kept, drawn);
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
    for (const name in old) if (!(name in now)) set(element, name, null);
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
