// What on the board is an answer now: it has its word, its name and its place in the order of the keyboard as it is
// drawn, and then an outline and its key above everything else.

import { el, made } from "../drawing.js";
import { tr } from "../words.js";

/** @typedef {import("../drawing.js").Drawing} Drawing */
/** @typedef {import("../drawing.js").Attributes} Attributes */
/** @typedef {import("../types.js").DeskChoice} DeskChoice */

/** So much of an element's place has the part that has its form. */
const SHARE = 0.6;
const BADGE = 9;

/** What can be chosen, what is chosen, and what one may begin with, by things of the board. */
export class Lit {
  /**
   * @param {DeskChoice[]} choices
   * @param {string[]} [chosen] things
   * @param {string[]} [starts] things that one may begin with before the question comes to them
   * @param {string[]} [points] things, or kinds of things, that a lesson speaks of: they glow
   */
  constructor(choices, chosen = [], starts = [], points = []) {
    this.points = points;
    this.chosen = chosen;
    this.starts = starts;
    /** @type {Map<string, DeskChoice>} */
    this.choices = new Map();
    for (const choice of choices) {
      const known = this.choices.get(choice.thing);
      if (choice.thing && (!known || known.why_not)) this.choices.set(choice.thing, choice);
    }
  }

  /** A drawing in which all these are lit; what is not lit is the same as before. @param {Drawing} drawn @returns {Drawing} */
  on(drawn) {
    const children = drawn.children.map((child) => (typeof child === "string" ? child : this.on(child)));
    const more = this.attributes(drawn);
    if (!more && children.every((child, place) => child === drawn.children[place])) return drawn;
    return { ...drawn, attributes: more ? { ...drawn.attributes, ...more } : drawn.attributes, children };
  }

  /** @param {Drawing} drawn @returns {Attributes | null} what is different where it is lit */
  attributes(drawn) {
    const found = this.meaning(drawn);
    if (!this.isPointed(drawn.attributes)) return found;
    const looks = found?.class ?? drawn.attributes.class;
    return { ...found, class: looks ? `${looks} pointed` : "pointed" };
  }

  /** @param {Attributes} attributes */
  isPointed({ "data-thing": thing, "data-key": key }) {
    const begins = (/** @type {unknown} */ name, /** @type {string} */ kind) => typeof name === "string" && name.startsWith(`${kind}:`);
    return this.points.some((point) => thing === point || begins(thing, point) || begins(key, point));
  }

  /** @param {Drawing} drawn @returns {Attributes | null} */
  meaning(drawn) {
    const { class: looks, "data-thing": thing, role } = drawn.attributes;
    if (role === "img" && drawn.tag === "svg" && this.choices.size) return { role: "group" };
    if (typeof thing !== "string") return null;
    const choice = this.choices.get(thing);
    const wearing = (/** @type {string} */ more) => (looks ? `${looks} ${more}` : more);
    if (choice) return this.answer(choice, titleOf(drawn), wearing);
    if (this.chosen.includes(thing)) return { class: wearing("chosen") };
    if (!this.starts.includes(thing)) return null;
    return {
      class: wearing("start"),
      "data-start": thing,
      role: "button",
      tabindex: "0",
      "aria-label": tr("Begin with this: {what}", { what: titleOf(drawn) }),
    };
  }

  /** @param {DeskChoice} choice @param {string} title @param {(more: string) => string} wearing @returns {Attributes} */
  answer(choice, title, wearing) {
    const said = choice.why_not ? `${choice.label}: ${tr("not possible: {why}", { why: choice.why_not })}` : choice.label;
    // Whoever speaks to the browser says what is to be read there.
    const known = { "data-word": choice.word, "data-press": choice.key, role: "button", "aria-label": title ? `${said}. ${title}` : said };
    if (choice.why_not) return { ...known, class: wearing("barred"), "aria-disabled": "true" };
    // A line, such as a canal, is marked where it lies, below the towns.
    return { ...known, class: wearing(choice.thing.startsWith("link:") ? "lit lit-line" : "lit"), tabindex: "0" };
  }
}

/** What stands there, in words. @param {Drawing} drawn @returns {string} */
function titleOf(drawn) {
  if (!drawn.isSvg) return textOf(drawn);
  const told = drawn.children.find((child) => typeof child === "object" && child.tag === "desc");
  return told ? textOf(/** @type {Drawing} */ (told)) : "";
}

/** @param {Drawing | string} drawn @returns {string} */
function textOf(drawn) {
  return typeof drawn === "string" ? drawn : drawn.children.map(textOf).join("");
}

/** Outline what is lit and what is chosen on the boards of `root`: their places are known only when they are drawn. @param {Element} root */
export function outlineAll(root) {
  for (const old of root.querySelectorAll(".lit-layer")) old.remove();
  for (const element of root.querySelectorAll(".lit, .chosen")) {
    if (element instanceof SVGGraphicsElement) ring(element);
  }
}

/**
 * An outline above everything else, and the key that stands for it.
 * @param {SVGGraphicsElement} element
 */
function ring(element) {
  const svg = element.ownerSVGElement;
  const into = svg?.getScreenCTM()?.inverse();
  if (!svg || !into) return;
  const layer = svg.querySelector(":scope > .lit-layer") ?? svg.appendChild(made(el("g", { class: "lit-layer", "aria-hidden": "true" })));
  const shape = shapeOf(element);
  const matrix = into.multiply((shape ?? element).getScreenCTM() ?? undefined);
  const isLine = element.classList.contains("lit-line");
  const isChosen = element.classList.contains("chosen");
  if (!isLine) layer.append(outline(element, shape, matrix, isChosen));
  if (isChosen) return;
  const badge = badgePlace(element, shape, isLine).matrixTransform(matrix);
  layer.append(
    made(
      el(
        "g",
        { class: "key-badge", "data-word": element.getAttribute("data-word") },
        el("circle", { cx: badge.x, cy: badge.y, r: BADGE }),
        el("text", { x: badge.x, y: badge.y + 4, "text-anchor": "middle", "font-size": 12 }, element.getAttribute("data-press")),
      ),
    ),
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

/** @param {SVGGraphicsElement} element @param {SVGGeometryElement | null} shape @param {DOMMatrix} matrix @param {boolean} isChosen */
function outline(element, shape, matrix, isChosen) {
  const box = element.getBBox();
  const drawn = shape
    ? /** @type {Element} */ (shape.cloneNode(false))
    : made(el("rect", { x: box.x - 2, y: box.y - 2, width: box.width + 4, height: box.height + 4, rx: 6 }));
  for (const name of drawn.getAttributeNames().filter((name) => name.startsWith("data-"))) drawn.removeAttribute(name);
  drawn.setAttribute("class", isChosen ? "ring chosen" : "ring");
  const { a, b, c, d, e, f } = matrix;
  drawn.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  return drawn;
}

/**
 * At a corner of the form; in the middle of a line.
 * @param {SVGGraphicsElement} element
 * @param {SVGGeometryElement | null} shape
 * @param {boolean} isLine
 */
function badgePlace(element, shape, isLine) {
  const { x, y, width, height } = (shape ?? element).getBBox();
  if (shape && isLine) return shape.getPointAtLength(shape.getTotalLength() / 2);
  // On the corner of what is low and wide: inside it would cover the words.
  const into = height < 4 * BADGE && width > 1.5 * height ? 0 : BADGE;
  const corner = new DOMPoint(x + width - into, y + into);
  if (!shape || shape instanceof SVGRectElement) return corner;
  for (const [across, down] of [
    [0.8, 0.2],
    [0.2, 0.2],
    [0.8, 0.8],
    [0.2, 0.8],
    [0.5, 0.15],
  ]) {
    const place = new DOMPoint(x + width * across, y + height * down);
    if (shape.isPointInFill(place)) return place;
  }
  return corner;
}
