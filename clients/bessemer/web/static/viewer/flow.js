// What goes from one place of the board to another in a turn, step by step: goods fly, totals run. Only for
// the eye: what the page says is what the view says, before, after, and to whoever wants no motion.

import { element } from "../drawing.js";

/** @typedef {import("../types.js").Flow} Flow */
/** @typedef {import("../types.js").FlowStep} FlowStep */

/** From step to step, in milliseconds. */
const STEP = 340;
const FLIGHT = 480;
/** Goods of one kind that fly one after the other; there may be many. */
const MOST = 4;
const APART = 60;
const DIM = 0.3;
const HIDDEN = 0;

export class FlowPlayer {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.layer = element("div", { class: "flights", "aria-hidden": "true" });
    /** @type {ReturnType<typeof setTimeout>[]} */
    this.timers = [];
    /** @type {Animation[]} */
    this.motions = [];
    /** What texts say when nothing runs. @type {Map<Text, string>} */
    this.said = new Map();
  }

  /**
   * Play it once. Each step is made when it comes, so that none of them delays the turn.
   * @param {Flow | null} flow
   * @param {number} speed
   * @returns {number} how long it takes, in milliseconds
   */
  play(flow, speed) {
    this.stop();
    if (!flow || !flow.steps.length) return 0;
    this.root.append(this.layer);
    this.tell(flow.totals);
    for (const [place, step] of flow.steps.entries()) {
      const at = place * STEP;
      this.light(step.from, DIM, at, speed);
      this.light(step.to, HIDDEN, at + FLIGHT * 0.7, speed);
      this.later(() => this.send(step, speed), at / speed);
      this.later(() => this.tell(step.totals), (at + FLIGHT) / speed);
    }
    const lasts = ((flow.steps.length - 1) * STEP + FLIGHT + MOST * APART) / speed;
    this.later(() => this.stop(), lasts);
    return lasts;
  }

  /** The page is as the view says. */
  stop() {
    this.timers.forEach(clearTimeout);
    for (const motion of this.motions) motion.cancel();
    for (const [text, said] of this.said) text.nodeValue = said;
    this.timers = [];
    this.motions = [];
    this.said.clear();
    this.layer.replaceChildren();
    this.layer.remove();
  }

  /** @param {() => void} act @param {number} wait */
  later(act, wait) {
    this.timers.push(setTimeout(act, wait));
  }

  /** It is dim, or hidden, until its time comes. @param {string} selector @param {number} opacity @param {number} at @param {number} speed */
  light(selector, opacity, at, speed) {
    const element = selector && this.root.querySelector(selector);
    if (element) this.motions.push(element.animate([{ opacity }, { opacity: 1 }], { duration: 160 / speed, delay: at / speed, fill: "backwards" }));
  }

  /** @param {FlowStep} step @param {number} speed */
  send(step, speed) {
    for (const { symbol, many, from, to } of step.goods) {
      const start = middle(this.root.querySelector(from));
      const end = middle(this.root.querySelector(to));
      if (!start || !end) continue;
      for (let number = 0; number < Math.min(many, MOST); number += 1) this.fly(symbol, start, end, number * APART, speed);
    }
  }

  /**
   * By transform and opacity alone, which need no layout.
   * @param {import("../drawing.js").Drawing} symbol
   * @param {DOMPoint} start
   * @param {DOMPoint} end
   * @param {number} delay
   * @param {number} speed
   */
  fly(symbol, start, end, delay, speed) {
    const flight = element("div", { class: "flight" }, symbol);
    this.layer.append(flight);
    const at = (/** @type {DOMPoint} */ point, /** @type {number} */ scale) => `translate(${point.x}px, ${point.y}px) translate(-50%, -50%) scale(${scale})`;
    const between = new DOMPoint((start.x + end.x) / 2, (start.y + end.y) / 2 - 18);
    this.motions.push(
      flight.animate(
        [
          { transform: at(start, 0.6), opacity: 0 },
          { transform: at(start, 1), opacity: 1, offset: 0.15 },
          { transform: at(between, 1.25), opacity: 1, offset: 0.6 },
          { transform: at(end, 0.8), opacity: 0.9, offset: 0.97 },
          { transform: at(end, 0.8), opacity: 0 },
        ],
        { duration: FLIGHT / speed, delay: delay / speed, easing: "ease-in-out", fill: "both" },
      ),
    );
  }

  /** @param {Record<string, string>} totals by selector */
  tell(totals) {
    for (const [selector, total] of Object.entries(totals)) {
      const text = this.root.querySelector(selector)?.firstChild;
      if (!(text instanceof Text)) continue;
      if (!this.said.has(text)) this.said.set(text, text.data);
      text.nodeValue = total;
    }
  }
}

/** @param {Element | null} element null too if it is not to be seen */
function middle(element) {
  const box = element?.getBoundingClientRect();
  return box?.width ? new DOMPoint(box.x + box.width / 2, box.y + box.height / 2) : null;
}
