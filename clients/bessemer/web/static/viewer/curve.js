// The scores over the turns. The curve is the scrubber: pressing or dragging on it goes there.

import { el, element, fill, html, made } from "../drawing.js";
import { tr } from "../words.js";

const WIDTH = 1000;
const HEIGHT = 100;

/** @typedef {import("./frames.js").Story} Story */

export class Curve {
  /** @param {(index: number) => void} go */
  constructor(go) {
    this.last = 1;
    this.lines = made(el("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" }));
    this.cursor = made(el("line", { class: "cursor", y1: 0, y2: HEIGHT }));
    this.labels = element("div", { class: "curve-labels", "aria-hidden": "true" });
    this.slider = element("input", { type: "range", min: 0, max: 0, step: 1, value: 0, "aria-label": tr("Turn") });
    this.element = element("div", { class: "curve" }, this.lines, this.labels, this.slider);
    this.slider.addEventListener("input", () => go(Number(this.slider.value)));
  }

  /** Draw all of it. @param {Story} story */
  draw(story) {
    this.last = Math.max(1, story.last);
    this.slider.max = String(story.last);
    const most = Math.max(1, ...story.moments.flatMap((moment) => [...moment.scores, ...moment.in_sight]));
    const least = Math.min(0, ...story.moments.flatMap((moment) => moment.scores));
    const y = (/** @type {number} */ score) => HEIGHT - 4 - ((score - least) / (most - least)) * (HEIGHT - 26);
    const rounds = story.rounds();
    const bands = rounds
      .filter((_, order) => order % 2 === 1)
      .map(({ index }) => {
        const next = rounds.find((round) => round.index > index);
        const right = this.x(next ? next.index : this.last);
        return el("rect", { class: "band", x: this.x(index), y: 0, width: right - this.x(index), height: HEIGHT });
      });
    const seats = story.header.players.map(({ seat }) => seat);
    const line = (/** @type {number} */ seat, /** @type {"scores" | "in_sight"} */ what, /** @type {string} */ look) =>
      el("polyline", {
        class: `${look} stroke-${seat}`,
        points: story.moments.map((moment, index) => `${this.x(index).toFixed(1)},${y(moment[what][seat]).toFixed(1)}`).join(" "),
      });
    const sights = story.moments.some((moment) => moment.in_sight.some((score, seat) => score !== moment.scores[seat]));
    const mistakes = story.moments.flatMap((moment, index) =>
      "analysis" in moment && moment.analysis ? [el("circle", { class: "mistake", cx: this.x(index), cy: y(moment.in_sight[moment.seat]), r: 4 })] : [],
    );
    fill(
      this.lines,
      bands,
      sights && seats.map((seat) => line(seat, "in_sight", "line")),
      seats.map((seat) => line(seat, "scores", sights ? "line below" : "line")),
      mistakes,
    );
    this.lines.append(this.cursor);
    this.label(story, rounds, sights);
  }

  /** @param {Story} story @param {{round: number, index: number, heading: string}[]} rounds @param {boolean} sights */
  label(story, rounds, sights) {
    const few = rounds.length <= 6;
    const step = Math.ceil(rounds.length / 20);
    const marks = rounds.map(({ round, index, heading }, order) => {
      if (order % step) return null;
      const mark = element("span", { class: "mark", title: heading }, few ? tr("Round {n}", { n: round }) : round);
      // A position is no inline style of the markup: the policy allows what a script sets.
      mark.style.left = `${(index / this.last) * 100}%`;
      return mark;
    });
    const what = story.header.score_name;
    this.labels.replaceChildren(
      ...marks.filter((mark) => mark !== null),
      element("span", { class: "curve-title" }, sights ? tr("{what}: thin as scored, thick in sight", { what }) : what),
    );
  }

  /** @param {number} index */
  x(index) {
    return (index / this.last) * WIDTH;
  }

  /** @param {number} index @param {string} text what a screen reader says of it */
  show(index, text) {
    this.slider.value = String(index);
    this.slider.setAttribute("aria-valuetext", text);
    this.cursor.setAttribute("x1", String(this.x(index)));
    this.cursor.setAttribute("x2", String(this.x(index)));
  }
}
