// What is answered so far: one chip for each step. A click goes back to there; the steps of a plan can be
// dragged into another order, or moved with Shift and the arrows.

import { element, fill, html } from "../drawing.js";
import { withSigns } from "../viewer/signs.js";
import { tr } from "../words.js";

/** @typedef {import("../types.js").TrailEntry} TrailEntry */
/** @typedef {{head: TrailEntry, more: TrailEntry[]}} Step */

/** So far must a pointer go before it drags, in pixels. */
const DRAG = 8;
/** So near to the trail something is dropped on it, in pixels. */
const NEAR = 30;

export class Trail {
  /** @param {import("./desk.js").Act} act */
  constructor(act) {
    this.act = act;
    /** @type {Step[]} */
    this.steps = [];
    this.wasDragged = false;
    this.element = element("ol", { class: "trail", "aria-label": tr("Your answer so far") });
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.element.addEventListener("pointerdown", (event) => {
      const step = /** @type {Element} */ (event.target).closest("li.movable");
      if (step) this.drag(event, step, step.getAttribute("data-step") ?? "");
    });
    this.element.addEventListener("click", (event) => {
      const back = /** @type {Element} */ (event.target).closest("[data-back]");
      if (back && !this.wasDragged) this.act("back", { answers: Number(back.getAttribute("data-back")) });
    });
  }

  /** @param {TrailEntry[]} entries */
  show(entries) {
    const made = gathered(entries);
    const focused = document.activeElement?.closest?.(".trail li");
    const word = focused?.getAttribute("data-step");
    this.steps = made;
    this.element.hidden = !made.length;
    fill(
      this.element,
      made.map((step) => chip(step)),
    );
    if (word) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-step="${CSS.escape(word)}"] button`))?.focus();
    this.element.scrollTop = this.element.scrollHeight;
  }

  /** The steps that can be moved, in their order. */
  get order() {
    return this.steps.filter(({ head }) => head.is_movable).map(({ head }) => head.word);
  }

  /** Put a step, or an answer that is none yet, at a place among those that can be moved. @param {string} word @param {number} to */
  put(word, to) {
    const order = this.order.filter((other) => other !== word);
    const isNew = order.length === this.order.length;
    if (!isNew && this.order[to] === word) return;
    if (isNew && to >= order.length) return this.act("choose", { word });
    order.splice(Math.max(0, to), 0, word);
    this.act("reorder", { order });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = /** @type {Element} */ (event.target).closest("li.movable");
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !event.shiftKey || !by) return;
    event.preventDefault();
    event.stopPropagation();
    const word = step.getAttribute("data-step") ?? "";
    const to = this.order.indexOf(word) + by;
    if (to >= 0 && to < this.order.length) this.put(word, to);
  }

  /**
   * Drag something onto the trail: a step of it, an answer, a card of the board.
   * @param {PointerEvent} event with which it begins
   * @param {Element} element what is dragged
   * @param {string} word
   */
  drag(event, element, word) {
    if (event.button !== 0) return;
    const dragged = /** @type {HTMLElement | SVGElement} */ (element);
    let isDragged = false;
    const move = (/** @type {PointerEvent} */ now) => {
      isDragged ||= Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > DRAG;
      if (!isDragged) return;
      this.wasDragged = true;
      if (dragged instanceof HTMLElement) dragged.style.translate = `${now.clientX - event.clientX}px ${now.clientY - event.clientY}px`;
      this.element.classList.add("open");
      const to = this.placeAt(now, word);
      this.chips(word).forEach((chip, place) => chip.classList.toggle("before-here", place === to));
    };
    const end = (/** @type {PointerEvent} */ now) => {
      for (const [name, listener] of /** @type {const} */ ([
        ["pointermove", move],
        ["pointerup", end],
        ["pointercancel", end],
      ]))
        removeEventListener(name, listener);
      dragged.style.translate = "";
      this.element.classList.remove("open");
      for (const chip of this.chips("")) chip.classList.remove("before-here");
      // The click that follows is none: it comes before the next task.
      setTimeout(() => (this.wasDragged = false));
      const { top, bottom } = this.element.getBoundingClientRect();
      const isOver = now.clientY > top - NEAR && now.clientY < bottom + NEAR;
      if (isDragged && isOver && now.type === "pointerup") this.put(word, this.placeAt(now, word));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** The steps that can be moved, but for one. @param {string} without */
  chips(without) {
    return [...this.element.querySelectorAll("li.movable")].filter((chip) => chip.getAttribute("data-step") !== without);
  }

  /** Before how many steps a pointer is not, as one reads. @param {PointerEvent} pointer @param {string} word */
  placeAt(pointer, word) {
    return this.chips(word).filter((chip) => {
      const { left, width, top, bottom } = chip.getBoundingClientRect();
      return bottom < pointer.clientY || (top <= pointer.clientY && left + width / 2 < pointer.clientX);
    }).length;
  }
}

/** What is about the same thing is one step. @param {TrailEntry[]} entries */
function gathered(entries) {
  /** @type {Step[]} */
  const made = [];
  for (const entry of entries) {
    const last = made.at(-1);
    if (entry.is_more && last) last.more.push(entry);
    else made.push({ head: entry, more: [] });
  }
  return made;
}

/** The steps of an answer that stay where they are. @param {TrailEntry[]} entries */
export function steps(entries) {
  return gathered(entries.map((entry) => ({ ...entry, is_movable: false }))).map((step) => chip(step));
}

/** @param {Step} step */
function chip({ head, more }) {
  const after = [head, ...more].flatMap((entry) => entry.after);
  const last = new Map(after.map(({ name, value }) => [name, value]));
  const held = [...last].map(([name, value]) => `${name} ${value}`).join(", ");
  return html(
    "li",
    { class: head.is_movable ? "movable" : null, "data-step": head.word },
    html(
      "div",
      { class: "step" },
      html("div", { class: "parts" }, ...[head, ...more].map((entry) => part(entry))),
      held && html("small", { class: "step-after" }, held),
    ),
  );
}

/** One answer of a step. @param {TrailEntry} entry */
function part(entry) {
  if (!entry.is_own) return html("span", { class: "forced", title: entry.question }, withSigns(entry.answer));
  return html("button", { type: "button", title: `${entry.question} ${tr("Back to here")}`, "data-back": entry.answers_before }, withSigns(entry.answer));
}
