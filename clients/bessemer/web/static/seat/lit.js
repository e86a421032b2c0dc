// What on the board is an answer now: it is outlined, has its key beside it, and can be clicked and focused.

import { el } from "../svg.js";
import { tr } from "../words.js";

/** @typedef {import("../types.js").DeskChoice} DeskChoice */

/** So much of an element's place has the part that has its form. */
const SHARE = 0.6;
const BADGE = 9;

/**
 * Light all things that are answers, and mark those that are chosen; what was lit before goes out.
 * @param {Element} root
 * @param {DeskChoice[]} choices
 * @param {string[]} [chosen] things
 * @param {string[]} [starts] things that one may begin with before the question comes to them
 */
export function light(root, choices, chosen = [], starts = []) {
  for (const old of root.querySelectorAll(".lit-layer")) old.remove();
  for (const old of root.querySelectorAll(".lit, .barred, .chosen, .start")) putOut(old);
  /** @type {Map<string, DeskChoice>} */
  const byThing = new Map();
  for (const choice of choices) {
    const known = byThing.get(choice.thing);
    if (choice.thing && (!known || known.why_not)) byThing.set(choice.thing, choice);
  }
  for (const svg of root.querySelectorAll("svg.board-svg")) svg.setAttribute("role", byThing.size ? "group" : "img");
  for (const element of root.querySelectorAll("[data-thing]")) {
    const thing = element.getAttribute("data-thing") ?? "";
    const choice = byThing.get(thing);
    if (choice) set(element, choice);
    else if (chosen.includes(thing)) mark(element);
    else if (starts.includes(thing)) begin(element, thing);
  }
}

/**
 * What a lesson speaks of glows: things, or kinds of things.
 * @param {Element} root
 * @param {string[]} points
 */
export function point(root, points) {
  for (const old of root.querySelectorAll(".pointed")) old.classList.remove("pointed");
  for (const name of points.map((text) => CSS.escape(text))) {
    for (const element of root.querySelectorAll(`[data-thing="${name}"], [data-thing^="${name}:"], [data-key^="${name}:"]`)) element.classList.add("pointed");
  }
}

/** What one may begin with. @param {Element} element @param {string} thing */
function begin(element, thing) {
  element.classList.add("start");
  for (const [name, value] of [["data-start", thing], ["role", "button"], ["tabindex", "0"], ["aria-label", tr("Begin with this: {what}", { what: titleOf(element) })]]) element.setAttribute(name, value);
}

/** What stands there, in words. @param {Element} element */
function titleOf(element) {
  return (element instanceof HTMLElement ? element.textContent : element.querySelector(":scope > desc")?.textContent) ?? "";
}

/** What an answer in the making is about. @param {Element} element */
function mark(element) {
  element.classList.add("chosen");
  if (element instanceof SVGGraphicsElement) ring(element, null);
}

/** @param {Element} element */
function putOut(element) {
  element.classList.remove("lit", "lit-line", "barred", "chosen", "start");
  for (const name of ["data-word", "data-start", "role", "tabindex", "aria-label", "aria-disabled"]) element.removeAttribute(name);
}

/** @param {Element} element @param {DeskChoice} choice */
function set(element, choice) {
  const said = choice.why_not ? `${choice.label}: ${tr("not possible: {why}", { why: choice.why_not })}` : choice.label;
  // Whoever speaks to the browser says what is to be read there.
  const title = titleOf(element);
  element.classList.add(choice.why_not ? "barred" : "lit");
  element.setAttribute("data-word", choice.word);
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", title ? `${said}. ${title}` : said);
  if (choice.why_not) element.setAttribute("aria-disabled", "true");
  else element.setAttribute("tabindex", "0");
  if (!choice.why_not && element instanceof SVGGraphicsElement) ring(element, choice);
}

/**
 * An outline above everything else, and the key that stands for it.
 * @param {SVGGraphicsElement} element
 * @param {DeskChoice | null} choice null for what is chosen already
 */
function ring(element, choice) {
  const svg = element.ownerSVGElement;
  const into = svg?.getScreenCTM()?.inverse();
  if (!svg || !into) return;
  let layer = svg.querySelector(":scope > .lit-layer");
  if (!layer) {
    layer = el("g", { class: "lit-layer", "aria-hidden": "true" });
    svg.append(layer);
  }
  const shape = shapeOf(element);
  const matrix = into.multiply((shape ?? element).getScreenCTM() ?? undefined);
  // A line, such as a canal, is marked where it lies, below the towns.
  const isLine = shape !== null && getComputedStyle(shape).fill === "none";
  const badge = badgePlace(element, shape, isLine).matrixTransform(matrix);
  element.classList.toggle("lit-line", isLine);
  const line = isLine ? [] : [outline(element, shape, matrix)];
  if (!choice) {
    line.forEach((one) => one.classList.add("chosen"));
    layer.append(...line);
    return;
  }
  layer.append(
    ...line,
    el("g", { class: "key-badge", "data-word": choice.word },
      el("circle", { cx: badge.x, cy: badge.y, r: BADGE }),
      el("text", { x: badge.x, y: badge.y + 4, "text-anchor": "middle", "font-size": 12 }, choice.key)),
  );
}

/** The part of an element that has its form: a card's paper, a sector. @param {SVGGraphicsElement} element */
function shapeOf(element) {
  const whole = element.getBBox();
  for (const part of element.querySelectorAll("rect, path, circle, polygon")) {
    if (!(part instanceof SVGGeometryElement)) continue;
    const box = part.getBBox();
    if (box.width * box.height >= SHARE * whole.width * whole.height) return part;
  }
  return null;
}

/** @param {SVGGraphicsElement} element @param {SVGGeometryElement | null} shape @param {DOMMatrix} matrix */
function outline(element, shape, matrix) {
  const box = element.getBBox();
  const drawn = shape
    ? /** @type {SVGElement} */ (shape.cloneNode(false))
    : el("rect", { x: box.x - 2, y: box.y - 2, width: box.width + 4, height: box.height + 4, rx: 6 });
  for (const name of [...drawn.getAttributeNames()].filter((name) => name.startsWith("data-"))) drawn.removeAttribute(name);
  drawn.setAttribute("class", "ring");
  const { a, b, c, d, e, f } = matrix;
  drawn.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  return drawn;
}

/**
 * Inside of the form, near a corner; in the middle of a line.
 * @param {SVGGraphicsElement} element
 * @param {SVGGeometryElement | null} shape
 * @param {boolean} isLine
 */
function badgePlace(element, shape, isLine) {
  const { x, y, width, height } = (shape ?? element).getBBox();
  if (shape && isLine) return shape.getPointAtLength(shape.getTotalLength() / 2);
  const corner = new DOMPoint(x + width - BADGE, y + BADGE);
  if (!shape || shape instanceof SVGRectElement) return corner;
  for (const [across, down] of [[0.8, 0.2], [0.2, 0.2], [0.8, 0.8], [0.2, 0.8], [0.5, 0.15]]) {
    const place = new DOMPoint(x + width * across, y + height * down);
    if (shape.isPointInFill(place)) return place;
  }
  return corner;
}
