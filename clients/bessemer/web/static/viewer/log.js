// The log: one line for each turn, each a link to it.

import { spentText } from "./clock.js";
import { withSigns } from "./signs.js";
import { element, html } from "../drawing.js";
import { causeText, tr } from "../words.js";

/** @typedef {import("./frames.js").Story} Story */

export class Log {
  /** @param {(index: number) => void} go */
  constructor(go) {
    this.element = element("ol", { class: "log", "aria-label": tr("Log"), tabindex: 0 });
    this.element.addEventListener("click", (event) => {
      const line = /** @type {Element} */ (event.target).closest("[data-index]");
      if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(Number(line.getAttribute("data-index")));
    });
    /** @type {HTMLElement[]} */
    this.lines = [];
    this.current = -1;
  }

  /** Write what is new. @param {Story} story */
  write(story) {
    if (!this.lines.length) this.append(this.setUp(story));
    for (let index = this.lines.length; index <= story.last; index++) this.append(this.line(story, index));
  }

  /** @param {HTMLElement} line */
  append(line) {
    this.lines.push(line);
    this.element.append(line);
  }

  /** @param {Story} story */
  setUp(story) {
    const heading = story.header.heading;
    return element(
      "li",
      null,
      html("a", { href: "#turn=0", "data-index": 0 }, html("b", null, "0"), html("span", { class: "what" }, tr("Set-up: {heading}", { heading }))),
    );
  }

  /** @param {Story} story @param {number} index */
  line(story, index) {
    const frame = /** @type {import("../types.js").Frame} */ (story.frameAt(index));
    const player = story.header.players[frame.seat];
    const cause = causeText(frame.cause);
    const line = html(
      "a",
      { href: `#turn=${frame.turn}`, "data-index": index, title: `${player.name} ${frame.sentence}${cause}` },
      html("b", null, frame.turn),
      html("span", { class: `letter seat-${frame.seat}` }, player.letter),
      html("span", { class: cause ? "what bad" : "what" }, withSigns(`${frame.sentence}${cause}`)),
      html("span", { class: "spent" }, spentText(frame.spent)),
    );
    const told = frame.told.map((sentence) => html("p", null, withSigns(sentence)));
    if (frame.note) told.push(html("p", { class: "bot-note" }, frame.note));
    return element("li", { class: frame.analysis ? "judged" : null }, line, told);
  }

  /** Show where we are, without moving anything but the log itself. @param {number} index */
  show(index) {
    this.lines[this.current]?.firstElementChild?.removeAttribute("aria-current");
    const line = this.lines[index];
    this.current = index;
    if (!line) return;
    line.firstElementChild?.setAttribute("aria-current", "true");
    const top = line.offsetTop;
    const list = this.element;
    if (top < list.scrollTop || top + line.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }
}
