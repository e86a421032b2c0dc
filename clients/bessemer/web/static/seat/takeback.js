// Taking a move back, where everybody at the table agrees: wishing it, and answering the wish of somebody else.

import { element, fill, html } from "../drawing.js";
import { tr } from "../words.js";

/** @typedef {import("../types.js").DeskState} DeskState */

export class TakeBack {
  /** @param {(what: string, more?: Record<string, any>) => void} act */
  constructor(act) {
    this.act = act;
    this.button = element(
      "button",
      { type: "button", title: tr("Everybody at the table must agree, and nothing hidden may have come to light since"), onclick: () => act("take_back") },
      tr("Take my last move back"),
    );
    this.element = element("div", { class: "take-back", role: "status", hidden: true });
  }

  /** @param {DeskState} state @param {string[]} names by seat */
  show(state, names) {
    const wish = state.take_back;
    this.button.hidden = !state.may_take_back || Boolean(wish);
    this.element.hidden = !wish;
    if (!wish) return fill(this.element, []);
    const answer = (/** @type {string} */ what) => () => this.act(what, { wish: wish.number });
    fill(this.element, [
      html(
        "p",
        null,
        wish.agreed
          ? tr("You wish to go back to turn {turn}. The others must agree.", { turn: wish.turn })
          : tr("{name} wishes to take a move back, and to go on from turn {turn} again.", { name: names[wish.seat] ?? "", turn: wish.turn }),
      ),
      html(
        "p",
        { class: "row" },
        !wish.agreed && html("button", { type: "button", class: "main", onclick: answer("agree") }, tr("Agree")),
        html("button", { type: "button", onclick: answer("decline") }, wish.agreed ? tr("Never mind") : tr("Decline")),
      ),
    ]);
  }
}
