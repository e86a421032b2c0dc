// What an analysis has found: what everybody lost, the worst decisions, and the way from one to the next.

import { element, html } from "../drawing.js";
import { tr } from "../words.js";

/** @typedef {import("./frames.js").Story} Story */

const MOST = 12;

/** @param {number} cost */
const lost = (cost) => String(Math.round(cost * 10) / 10);

export class Mistakes {
  /** @param {Story} story @param {(index: number) => void} go @param {(isShown: boolean) => void} showBest */
  constructor(story, go, showBest) {
    this.story = story;
    this.at = 0;
    /** Whether the best move is drawn instead of the one that was made. */
    this.isBest = false;
    /** @type {{index: number, seat: number, cost: number, turn: number, sentence: string}[]} in the order of the turns */
    this.found = [];
    for (let index = 1; index <= story.last; index++) {
      const frame = story.frameAt(index);
      if (frame?.analysis) this.found.push({ index, seat: frame.seat, cost: frame.analysis.cost, turn: frame.turn, sentence: frame.sentence });
    }
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) => element("button", { type: "button", onclick }, text);
    this.before = button(`◀ ${tr("Previous mistake")}`, () => go(this.beside(-1)));
    this.after = button(`${tr("Next mistake")} ▶`, () => go(this.beside(1)));
    this.best = button(tr("Show the best move on the board"), () => {
      this.isBest = !this.isBest;
      showBest(this.isBest);
      this.show(this.at);
    });
    const seats = story.header.players;
    const totals = seats.map(({ seat }) => this.found.filter((one) => one.seat === seat).reduce((sum, { cost }) => sum + cost, 0));
    const worst = [...this.found].sort((one, other) => other.cost - one.cost).slice(0, MOST);
    const line = (/** @type {{index: number, seat: number, cost: number, turn: number, sentence: string}} */ one) => {
      const onclick = (/** @type {Event} */ event) => {
        event.preventDefault();
        go(one.index);
      };
      const link = html(
        "a",
        { href: `#turn=${one.turn}`, title: one.sentence, onclick },
        html("b", null, `−${lost(one.cost)}`),
        html("span", { class: `letter seat-${one.seat}` }, seats[one.seat].letter),
        html("span", { class: "what" }, `${tr("turn {n}", { n: one.turn })}: ${one.sentence}`),
      );
      return html("li", null, link);
    };
    this.element = element(
      "section",
      { class: "mistakes", "aria-label": tr("Analysis") },
      html("h2", null, tr("What each player lost")),
      html(
        "dl",
        null,
        ...seats.flatMap(({ seat, letter, name }) => [
          html("dt", null, html("span", { class: `letter seat-${seat}` }, letter), " ", name),
          html("dd", null, totals[seat] ? `−${lost(totals[seat])}` : tr("nothing")),
        ]),
      ),
      element("p", { class: "row" }, this.before, this.after, this.best),
      html("h2", null, tr("The worst decisions")),
      this.found.length ? html("ol", null, ...worst.map(line)) : html("p", null, tr("Nobody lost anything that the analysis can see.")),
    );
    this.show(0);
  }

  /** The next mistake in a direction; where we are if there is none. @param {1 | -1} by */
  beside(by) {
    const beyond = this.found.filter(({ index }) => by * (index - this.at) > 0);
    return (by > 0 ? beyond[0] : beyond[beyond.length - 1])?.index ?? this.at;
  }

  /** @param {number} index where the match is looked at */
  show(index) {
    this.at = index;
    this.before.disabled = this.beside(-1) === index;
    this.after.disabled = this.beside(1) === index;
    const here = this.story.frameAt(index)?.analysis;
    this.best.disabled = !here?.move;
    this.best.textContent = this.isBest ? tr("Show what was played") : tr("Show the best move on the board");
    this.best.setAttribute("aria-pressed", String(this.isBest));
  }
}
