// The whole answers that come before the one that is being made: nothing of them is sent yet. Each can be
// changed, left out, or put before the one before it.

import { element, fill, html } from "../drawing.js";
import { steps } from "./trail.js";
import { tr } from "../words.js";

/** @typedef {import("../types.js").DeskState} DeskState */

export class Stages {
  /** @param {import("./desk.js").Act} act */
  constructor(act) {
    this.act = act;
    this.element = element("ol", {
      class: "stages",
      "aria-label": tr("What you do first"),
      hidden: true,
      onclick: (/** @type {Event} */ event) => this.onClick(event),
    });
    this.later = element("p", { class: "later", hidden: true });
  }

  /** @param {DeskState | null} state null where nothing is asked */
  show(state) {
    const earlier = state?.earlier ?? [];
    this.element.hidden = !earlier.length;
    fill(
      this.element,
      earlier.map(({ sentence, trail }, stage) =>
        html(
          "li",
          { "data-stage": stage },
          html("details", null, html("summary", { title: tr("Change it") }, sentence), html("ol", { class: "trail" }, steps(trail))),
          stage > 0 && tool("put_first", stage, "↑", tr("Do this first")),
          tool("leave_out", stage, "✕", tr("Leave this out")),
        ),
      ),
    );
    const later = state?.later ?? [];
    this.later.hidden = !later.length;
    this.later.textContent = later.length ? tr("Kept for afterwards: {answers}", { answers: later.join(" ") }) : "";
  }

  /** @param {Event} event */
  onClick(event) {
    const target = /** @type {Element} */ (event.target);
    const stage = Number(target.closest("[data-stage]")?.getAttribute("data-stage"));
    const back = target.closest("[data-back]");
    const what = target.closest("[data-plan]");
    if (back) this.act("back", { answers: Number(back.getAttribute("data-back")), stage });
    else if (what) this.act(what.getAttribute("data-plan") ?? "", { stage });
  }
}

/** @param {string} what @param {number} stage @param {string} sign @param {string} title */
export function tool(what, stage, sign, title) {
  return html("button", { type: "button", "data-plan": what, "data-stage": stage, title, "aria-label": title }, sign);
}
