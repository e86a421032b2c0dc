// What a learner reads: one remark after the other, with the parts of the board that it speaks of. It folds as
// soon as they play, and stays folded.

import { element, fill } from "../drawing.js";
import { withSigns } from "../viewer/signs.js";
import { tr } from "../words.js";

/** @typedef {import("../types.js").DeskState} DeskState */

export class Lesson {
  /** @param {import("./desk.js").Act} act @param {() => void} changed when other parts of the board are spoken of */
  constructor(act, changed) {
    this.act = act;
    this.changed = changed;
    /** By which the browser remembers what is folded: the match and the seat. */
    this.name = "";
    this.turn = 0;
    this.place = 0;
    this.isFolded = false;
    /** @type {{text: string, points: string[]}[]} */
    this.remarks = [];
    this.title = element("button", { type: "button", class: "lesson-title", onclick: () => this.fold(!this.isFolded) });
    this.text = element("p", { "aria-live": "polite" });
    this.back = element("button", { type: "button", onclick: () => this.go(this.place - 1) }, tr("Back"));
    this.next = element("button", { type: "button", class: "next", onclick: () => this.go(this.place + 1) }, tr("Next"));
    this.showMe = element("button", { type: "button", class: "next", onclick: () => act("suggest") }, tr("Show me"));
    this.count = element("small");
    this.element = element(
      "section",
      { class: "lesson", "aria-label": tr("Lesson"), hidden: true },
      this.title,
      this.text,
      element("div", { class: "lesson-buttons" }, this.back, this.next, this.showMe, this.count),
    );
  }

  /** The parts of the board that the remark speaks of. */
  get points() {
    return this.element.hidden || this.isFolded ? [] : (this.remarks[this.place]?.points ?? []);
  }

  /** @param {DeskState} state @param {boolean} isAsked */
  show(state, isAsked) {
    const told = isAsked ? state.lesson : null;
    this.element.hidden = !told;
    if (!told) return;
    if (state.turn !== this.turn) {
      this.turn = state.turn;
      this.remarks = told.remarks;
      this.title.textContent = told.title;
      this.place = told.is_new ? 0 : told.remarks.length - 1;
      this.isFolded = Number(localStorage.getItem(this.key)) >= state.turn;
    }
    const hasBegun = state.path.length || state.picked.length || state.wish || state.ready;
    if (hasBegun && !this.isFolded) this.fold(true);
    else this.write();
  }

  get key() {
    return `bessemer.lesson.${this.name}`;
  }

  /** @param {boolean} isFolded */
  fold(isFolded) {
    this.isFolded = isFolded;
    if (isFolded) {
      this.place = this.remarks.length - 1;
      localStorage.setItem(this.key, String(this.turn));
    }
    this.write();
    this.changed();
  }

  /** @param {number} place */
  go(place) {
    this.place = Math.max(0, Math.min(place, this.remarks.length - 1));
    this.write();
    this.changed();
    (this.next.hidden ? this.showMe : this.next).focus({ preventScroll: true });
  }

  write() {
    const isLast = this.place === this.remarks.length - 1;
    this.element.classList.toggle("folded", this.isFolded);
    this.title.setAttribute("aria-expanded", String(!this.isFolded));
    fill(this.text, withSigns(this.remarks[this.place].text));
    this.back.hidden = this.place === 0;
    this.next.hidden = isLast;
    this.showMe.hidden = !isLast;
    this.count.textContent = this.remarks.length > 1 ? tr("{n} of {all}", { n: this.place + 1, all: this.remarks.length }) : "";
  }
}
