// The list of matches with filters. It is read file by file, the newest first, as far as it is needed.

import { element, fill, html } from "../drawing.js";

const MORE = 50;

/** @typedef {[string, number, [string, string][], number[], number[], number[]]} Row id, end, players, ranks, scores, faults */

export class MatchList {
  /** @param {HTMLElement} root @param {(number: number) => void} load asks for a file */
  constructor(root, load) {
    this.root = root;
    this.load = load;
    this.next = Number(root.dataset.files) - 1;
    this.total = Number(root.dataset.count);
    /** @type {Row[]} the newest first */
    this.rows = [];
    /** @type {Map<string, string>} */
    this.players = new Map();
    this.shown = MORE;
    this.asked = new URLSearchParams(location.search).get("player") ?? "";
  }

  start() {
    this.player = this.menu("Player", "anybody");
    this.winner = this.menu("Winner", "anybody");
    this.fault = element("input", { type: "checkbox", onchange: () => this.changed() });
    this.told = element("p", { class: "soft", role: "status" });
    this.body = element("tbody");
    this.more = element("button", { type: "button", onclick: () => this.draw((this.shown += MORE)) }, "Show more");
    const heads = ["ended", "who (score)", "faults"].map((name) => html("th", { scope: "col" }, name));
    this.root.replaceChildren(
      element(
        "form",
        { class: "filters", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        element("label", null, "Player ", this.player),
        element("label", null, "Winner ", this.winner),
        element("label", null, this.fault, " with a fault"),
      ),
      this.told,
      element(
        "div",
        { class: "scroll", role: "region", tabindex: 0, "aria-label": "Matches" },
        element("table", null, html("thead", null, html("tr", null, heads)), this.body),
      ),
      this.more,
    );
    this.load(this.next);
  }

  /** @param {number} number @param {Row[]} rows the oldest first */
  add(number, rows) {
    if (number !== this.next) return;
    this.next -= 1;
    this.rows.push(...rows.reverse());
    for (const [, , players] of rows) for (const [name, key] of players) this.players.set(key, name);
    this.offer();
    this.draw();
  }

  failed() {
    this.tell("Some of the list could not be read.");
  }

  /** @param {string} label @param {string} all */
  menu(label, all) {
    return element("select", { "aria-label": label, onchange: () => this.changed() }, html("option", { value: "" }, all));
  }

  /** New names go into the menus. */
  offer() {
    for (const menu of [this.player, this.winner]) {
      if (!menu) continue;
      const known = new Set([...menu.options].map((option) => option.value));
      const added = [...this.players].filter(([key]) => !known.has(key)).sort((one, other) => one[1].localeCompare(other[1]));
      menu.append(...added.map(([key, name]) => element("option", { value: key }, name)));
    }
    if (this.asked && this.player && this.players.has(this.asked)) {
      this.player.value = this.asked;
      this.asked = "";
    }
  }

  changed() {
    this.draw((this.shown = MORE));
  }

  /** @param {Row} row */
  fits([, , players, ranks, , faults]) {
    const [player, winner] = [this.player?.value, this.winner?.value];
    const sits = !player || players.some(([, key]) => key === player);
    const wins = !winner || players.some(([, key], seat) => key === winner && ranks[seat] === 1);
    return sits && wins && (!this.fault?.checked || faults.length > 0);
  }

  /** The first of those that are asked for. */
  draw(most = this.shown) {
    const found = this.rows.filter((row) => this.fits(row));
    if (found.length < most && this.next >= 0) this.load(this.next);
    if (this.body) fill(this.body, found.slice(0, most).map(line));
    const rest = this.next >= 0 ? ` of those read so far (${this.rows.length} of ${this.total})` : "";
    this.tell(found.length ? `${found.length} matches${rest}, the newest first.` : `No match like this${rest}.`);
    if (this.more) this.more.hidden = found.length <= most;
  }

  /** @param {string} words */
  tell(words) {
    if (this.told) this.told.textContent = words;
  }
}

/** @param {Row} row */
function line([id, ended, players, ranks, scores, faults]) {
  const when = ended ? new Date(ended * 1000).toISOString().slice(0, 16).replace("T", " ") : "–";
  const order = players.map((_, seat) => seat).sort((one, other) => ranks[one] - ranks[other] || one - other);
  const who = order.flatMap((seat, place) => [
    place ? ", " : "",
    `${ranks[seat]} `,
    html("a", { href: `players/${players[seat][1]}.html` }, players[seat][0]),
    scores.length ? ` (${scores[seat]})` : "",
  ]);
  const failed = faults.map((seat) => players[seat][0]).join(", ");
  return html(
    "tr",
    null,
    html("td", { class: "nowrap" }, html("a", { href: `match.html?m=${encodeURIComponent(id)}` }, when)),
    html("td", { class: "who" }, who),
    html("td", { class: "alert" }, failed),
  );
}
