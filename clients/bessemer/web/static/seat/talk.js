// What people at a table do besides moves: who is there, what they say, and the way out.

import { element, fill, html } from "../drawing.js";
import { keep, setting } from "../settings.js";
import { tr } from "../words.js";

/** @typedef {import("../types.js").DeskState} DeskState */

/** What can be said, by its word. @returns {Record<string, string>} */
function greetings() {
  return { hello: tr("Hello!"), good_game: tr("Good game!"), thanks: tr("Thanks!") };
}

export class Talk {
  /** @param {(what: string, more?: Record<string, any>) => void} act @param {string} leave where one leaves the table */
  constructor(act, leave) {
    this.people = element("ul", { class: "people", "aria-label": tr("At the table") });
    const say = Object.entries(greetings()).map(([word, text]) => element("button", { type: "button", onclick: () => act("greet", { word }) }, text));
    const onclick = () => {
      keep("greetings", this.isMuted ? "" : "muted");
      this.showMute();
      this.tell();
    };
    this.mute = element("button", { type: "button", class: "mute", onclick });
    this.said = element("p", { class: "said", role: "status" });
    this.element = element(
      "details",
      { class: "talk" },
      html("summary", null, tr("Table")),
      this.people,
      element("p", { class: "row" }, ...say, this.mute),
      this.said,
      html("p", null, html("a", { href: leave }, tr("Leave this table…"))),
    );
    /** @type {{state: DeskState, names: string[]} | null} */
    this.last = null;
    /** How much had been said; null before anything is known. @type {number | null} */
    this.heard = null;
    this.showMute();
  }

  get isMuted() {
    return setting("greetings") === "muted";
  }

  showMute() {
    this.mute.textContent = this.isMuted ? tr("Greetings are muted") : tr("Mute greetings");
    this.mute.setAttribute("aria-pressed", String(this.isMuted));
  }

  /** @param {DeskState} state @param {string[]} names by seat */
  show(state, names) {
    this.last = { state, names };
    fill(
      this.people,
      names.map((name, seat) => {
        const isThere = state.there[seat];
        return html("li", { class: isThere ? "there" : "away" }, name, " ", html("small", null, isThere ? tr("is here") : tr("is away")));
      }),
    );
    this.element.hidden = state.is_over;
    this.tell();
  }

  /** Say what was said last. */
  tell() {
    if (!this.last) return;
    const { state, names } = this.last;
    const words = greetings();
    const lines = this.isMuted ? [] : state.said.slice(-3).map(({ seat, word }) => `${names[seat]}: ${words[word] ?? ""}`);
    const text = lines.join("  ·  ");
    // What was said before the page was opened is no news.
    const heard = state.said.length;
    if (text && this.heard !== null && heard > this.heard) this.element.setAttribute("open", "");
    this.heard = heard;
    this.said.textContent = text;
  }
}
