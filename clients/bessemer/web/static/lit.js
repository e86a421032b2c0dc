// What on the board is an answer now: it is outlined, has its key beside it, and can be clicked and focused.

import { el } from "./svg.js";

/** @typedef {import("./types.js").DeskChoice} DeskChoice */

const RING = 3;
const BADGE = 9;

/**
 * Light all things that are answers; what was lit before goes out.
 * @param {Element} root
 * @param {DeskChoice[]} choices
 */
export function light(root, choices) {
  for (const old of root.querySelectorAll(".lit-layer")) old.remove();
  for (const old of root.querySelectorAll(".lit, .barred")) putOut(old);
  /** @type {Map<string, DeskChoice>} */
  const byThing = new Map();
  for (const choice of choices) {
    const known = byThing.get(choice.thing);
    if (choice.thing && (!known || known.why_not)) byThing.set(choice.thing, choice);
  }
  for (const svg of root.querySelectorAll("svg.board-svg")) svg.setAttribute("role", byThing.size ? "group" : "img");
  for (const element of root.querySelectorAll("[data-thing]")) {
    const choice = byThing.get(element.getAttribute("data-thing") ?? "");
    if (choice) set(element, choice);
  }
}

/** @param {Element} element */
function putOut(element) {
  element.classList.remove("lit", "barred");
  for (const name of ["data-word", "role", "tabindex", "aria-label", "aria-disabled"]) element.removeAttribute(name);
}

/** @param {Element} element @param {DeskChoice} choice */
function set(element, choice) {
  const said = choice.why_not ? `${choice.label}: not possible, ${choice.why_not}` : choice.label;
  const title = element.querySelector(":scope > title")?.textContent;
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
 * @param {DeskChoice} choice
 */
function ring(element, choice) {
  const svg = element.ownerSVGElement;
  const into = svg?.getScreenCTM()?.inverse();
  const from = element.getScreenCTM();
  if (!svg || !into || !from) return;
  let layer = svg.querySelector(":scope > .lit-layer");
  if (!layer) {
    layer = el("g", { class: "lit-layer", "aria-hidden": "true" });
    svg.append(layer);
  }
  const box = element.getBBox();
  const corner = new DOMPoint(box.x, box.y).matrixTransform(from).matrixTransform(into);
  const end = new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(from).matrixTransform(into);
  const [width, height] = [end.x - corner.x, end.y - corner.y];
  const isLink = (choice.thing ?? "").startsWith("link:");
  const badge = { x: isLink ? corner.x + width / 2 : end.x - BADGE, y: isLink ? corner.y + height / 2 : corner.y + BADGE };
  layer.append(
    ...(isLink ? [] : [el("rect", { class: "ring", x: corner.x - RING / 2, y: corner.y - RING / 2, width: width + RING, height: height + RING, rx: 6 })]),
    el("g", { class: "key-badge", "data-word": choice.word },
      el("circle", { cx: badge.x, cy: badge.y, r: BADGE }),
      el("text", { x: badge.x, y: badge.y + 4, "text-anchor": "middle", "font-size": 12 }, choice.key)),
  );
}
