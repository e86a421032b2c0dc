// What a thing of the board is, costs, needs and brings, in words: beside whatever the pointer rests on, a finger is
// held on, or the keyboard is at. The words come from the game's face, and from the drawing.

import { element, fill, html } from "../drawing.js";
import { withSigns } from "./signs.js";

/** So long must the pointer rest, in milliseconds; a finger longer, so that it does not choose. */
const REST = 250;
const HOLD = 450;
const GAP = 8;
const THINGS = "[data-thing], [data-about], .desk .choice, .player [title]";

export class Help {
  /**
   * @param {HTMLElement} root
   * @param {Record<string, string>} about by thing, or kind of thing: what it is
   */
  constructor(root, about) {
    this.root = root;
    this.about = about;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.wasHeld = false;
    this.element = element("div", { class: "help", role: "tooltip", hidden: true });
    document.body.append(this.element);
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.wait(event, REST));
    root.addEventListener("pointerout", (event) => event.pointerType === "mouse" && this.hide());
    root.addEventListener("pointerdown", (event) => (event.pointerType === "mouse" ? this.hide() : this.wait(event, HOLD)));
    root.addEventListener("pointerup", () => clearTimeout(this.timer));
    root.addEventListener("pointercancel", () => this.hide());
    // What the desk focuses by itself nobody has asked about, and its words would cover other answers.
    root.addEventListener("keyup", (event) => event.key === "Tab" && this.wait(event, REST));
    root.addEventListener("focusout", () => this.hide());
    addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
    addEventListener("keydown", (event) => event.key === "Escape" && this.hide(), { capture: true });
    // A finger that was held has asked, and chooses nothing.
    root.addEventListener(
      "click",
      (event) => {
        if (!this.wasHeld) return void this.hide();
        this.wasHeld = false;
        event.stopPropagation();
        event.preventDefault();
      },
      { capture: true },
    );
    root.addEventListener("contextmenu", (event) => !this.element.hidden && event.preventDefault());
  }

  /** @param {Event} event @param {number} time */
  wait(event, time) {
    this.hide();
    this.wasHeld = false;
    const thing = /** @type {Element} */ (event.target).closest(THINGS);
    if (!thing) return;
    this.timer = setTimeout(() => {
      this.wasHeld = time === HOLD;
      this.show(thing);
    }, time);
  }

  hide() {
    clearTimeout(this.timer);
    this.element.hidden = true;
  }

  /** What is to be said of a thing, line by line. @param {Element} thing */
  lines(thing) {
    const name = thing.getAttribute("data-thing") ?? "";
    const asked = thing.getAttribute("data-choice") ?? name;
    const about = [thing.getAttribute("data-about"), asked, asked.split(":")[0]].map((key) => (key ? this.about[key] : undefined)).find(Boolean);
    const desk = name ? this.root.querySelector(`.desk [data-choice="${CSS.escape(name)}"]`) : thing;
    const drawn = thing.querySelector(":scope > desc")?.textContent ?? thing.getAttribute("title");
    const lines = [drawn, about, desk?.getAttribute("data-hint")];
    return lines.filter((line, place) => line && !lines.slice(0, place).some((other) => other?.includes(line)));
  }

  /** @param {Element} thing */
  show(thing) {
    const lines = this.lines(thing);
    if (!lines.length || !thing.isConnected) return;
    fill(
      this.element,
      lines.map((line) => html("p", null, withSigns(line ?? ""))),
    );
    this.element.hidden = false;
    const at = thing.getBoundingClientRect();
    const { width, height } = this.element.getBoundingClientRect();
    const below = at.bottom + GAP + height < innerHeight;
    const left = Math.max(GAP, Math.min(at.left, innerWidth - width - GAP));
    const top = below ? at.bottom + GAP : Math.max(GAP, at.top - GAP - height);
    this.element.style.translate = `${left}px ${top}px`;
  }
}
