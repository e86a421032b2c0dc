// What is answered so far: one chip for each step. A click goes back to there; the steps of a plan can be
// dragged into another order, or moved with Shift and the arrows.

import { html } from "./svg.js";
import { tr } from "./words.js";

/** @typedef {import("./types.js").TrailEntry} TrailEntry */
/** @typedef {{head: TrailEntry, more: TrailEntry[]}} Step */

/** So far must a pointer go before it drags, in pixels. */
const DRAG = 8;

export class Trail {
  /** @param {import("./desk.js").Act} act */
  constructor(act) {
    this.act = act;
    /** @type {Step[]} */
    this.steps = [];
    this.wasDragged = false;
    this.element = html("ol", { class: "trail", "aria-label": tr("Your answer so far") });
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.element.addEventListener("pointerdown", (event) => this.onDown(event));
    this.element.addEventListener("click", (event) => {
      const back = /** @type {Element} */ (event.target).closest("[data-back]");
      if (back && !this.wasDragged) this.act("back", { answers: Number(back.getAttribute("data-back")) });
      this.wasDragged = false;
    });
  }

  /** @param {TrailEntry[]} entries */
  show(entries) {
    /** @type {Step[]} */
    const steps = [];
    for (const entry of entries) {
      const last = steps.at(-1);
      if (entry.is_more && last) last.more.push(entry);
      else steps.push({ head: entry, more: [] });
    }
    const focused = document.activeElement?.closest?.(".trail li");
    const word = focused?.getAttribute("data-step");
    this.steps = steps;
    this.element.hidden = !steps.length;
    this.element.replaceChildren(...steps.map((step) => chip(step)));
    if (word) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-step="${CSS.escape(word)}"] button`))?.focus();
    this.element.scrollLeft = this.element.scrollWidth;
  }

  /** @param {string} word @param {number} to among those that can be moved */
  move(word, to) {
    const order = this.steps.filter(({ head }) => head.is_movable).map(({ head }) => head.word);
    const from = order.indexOf(word);
    if (from < 0 || to < 0 || to >= order.length || from === to) return;
    order.splice(from, 1);
    order.splice(to, 0, word);
    this.act("reorder", { order });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = /** @type {Element} */ (event.target).closest("li.movable");
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !event.shiftKey || !by) return;
    event.preventDefault();
    event.stopPropagation();
    const chips = [...this.element.querySelectorAll("li.movable")];
    this.move(step.getAttribute("data-step") ?? "", chips.indexOf(step) + by);
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    const step = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("li.movable"));
    if (!step || event.button !== 0) return;
    const chips = /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll("li.movable")]);
    const middles = chips.map((chip) => {
      const box = chip.getBoundingClientRect();
      return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    });
    const nearest = (/** @type {PointerEvent} */ now) => {
      const far = middles.map(({ x, y }) => Math.hypot(x - now.clientX, 2 * (y - now.clientY)));
      return far.indexOf(Math.min(...far));
    };
    const from = chips.indexOf(step);
    let isDragged = false;
    const move = (/** @type {PointerEvent} */ now) => {
      isDragged ||= Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > DRAG;
      if (!isDragged) return;
      step.style.translate = `${now.clientX - event.clientX}px ${now.clientY - event.clientY}px`;
      const to = nearest(now);
      chips.forEach((chip, place) => chip.classList.toggle("target", place === to && place !== from));
    };
    const end = (/** @type {PointerEvent} */ now) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      step.style.translate = "";
      for (const chip of chips) chip.classList.remove("target");
      this.wasDragged = isDragged;
      if (isDragged && now.type === "pointerup") this.move(step.getAttribute("data-step") ?? "", nearest(now));
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }
}

/** @param {Step} step */
function chip({ head, more }) {
  const said = [head.answer, ...more.map(({ answer }) => answer)].join(" · ");
  const after = (more.at(-1) ?? head).after.map(({ name, value }) => `${name} ${value}`).join(", ");
  const title = head.is_own ? `${head.question} ${tr("Back to here")}` : head.question;
  const inside = [html("span", { class: "step-answer" }, said), after && html("small", { class: "step-after" }, after)];
  return html(
    "li",
    { class: head.is_movable ? "movable" : null, "data-step": head.word },
    head.is_own
      ? html("button", { type: "button", title, "data-back": head.answers_before }, ...inside)
      : html("span", { class: "forced", title }, ...inside),
  );
}
