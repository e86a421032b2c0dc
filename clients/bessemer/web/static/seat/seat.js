// A person's seat: the match as the seat sees it, with the desk. What is wished goes to the server; what
// becomes of it comes back as events.

import { BOARDS } from "../boards/boards.js";
import { show } from "../pages/boot.js";
import { patiently } from "../pages/patiently.js";
import { clockText } from "../viewer/clock.js";
import { wearColour } from "./colours.js";
import { Desk } from "./desk.js";
import { Lit } from "./lit.js";
import { Bell } from "./bell.js";
import { TakeBack } from "./takeback.js";
import { Talk } from "./talk.js";
import { html } from "../drawing.js";
import { LANGUAGE, tr } from "../words.js";

const AGAIN = 1000;
const TICK = 500;

/** @typedef {import("../types.js").DeskState} DeskState */

export class SeatPage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.id = root.dataset.match ?? "";
    this.seat = Number(root.dataset.seat);
    this.csrf = root.dataset.csrf ?? "";
    this.path = `/seat/${encodeURIComponent(this.id)}/${this.seat}`;
    // A new one at each loading: whoever opens the page once more holds the seat there.
    this.tab = crypto.randomUUID?.() ?? String(Math.random());
    this.last = -1;
    this.isFresh = true;
    this.isLost = false;
    /** How often there was a connection. */
    this.opened = 0;
    this.hasEnd = false;
    this.asksRating = false;
    this.bell = new Bell();
    this.desk = new Desk((what, more) => this.act(what, more), this.bell);
    this.desk.own = this.seat;
    this.desk.pointed = () => this.light();
    this.desk.offered = (state) => this.offered(state);
    this.desk.lesson.name = `${this.id}.${this.seat}`;
    this.talk = new Talk((what, more) => this.act(what, more), `/leave/${encodeURIComponent(this.id)}/${this.seat}`);
    this.takeBack = new TakeBack((what, more) => this.act(what, more));
    this.desk.notice.before(this.takeBack.element);
    this.talk.element.append(this.takeBack.button);
    this.desk.element.append(this.talk.element);
    /** @type {import("../viewer/viewer.js").Viewer | null} */
    this.viewer = null;
    /** @type {import("../types.js").Frame[]} */
    this.waiting = [];
    this.title = "";
    Object.assign(root, { seatPage: this });
    setInterval(() => this.tick(), TICK);
    root.addEventListener("click", (event) => this.onClick(event));
    root.addEventListener("pointerdown", (event) => {
      if (!this.desk.element.contains(/** @type {Node} */ (event.target))) this.desk.drag(event);
    });
  }

  connect() {
    const source = new EventSource(`${this.path}/events?tab=${this.tab}&from=${this.last}&lang=${LANGUAGE}`);
    const on = (/** @type {string} */ name, /** @type {(value: any) => void} */ act) =>
      source.addEventListener(name, (event) => {
        if (event.lastEventId) this.last = Number(event.lastEventId);
        act(JSON.parse(event.data));
        if (this.hasEnd && this.desk.state?.is_over) source.close();
      });
    on("header", (header) => this.begin(header));
    on("frame", (frame) => this.add(frame));
    on("desk", (state) => this.decide(state));
    on("end", (end) => {
      this.hasEnd = true;
      this.flush();
      this.viewer?.add([], end);
      this.root.classList.add("over");
    });
    on("gone", () => {
      this.hasEnd = true;
    });
    on("signed_out", () => {
      source.close();
      location.reload(); // whoever may not be here is asked to sign in
    });
    source.addEventListener("open", () => {
      this.isFresh = true;
      this.opened += 1;
      this.lost(false);
    });
    source.addEventListener("error", () => {
      if (this.hasEnd && this.desk.state?.is_over) return;
      this.lost(true);
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.connect(), AGAIN);
    });
  }

  /** @param {boolean} isLost */
  lost(isLost) {
    this.isLost = isLost;
    this.root.toggleAttribute("data-lost", isLost);
    if (isLost) this.desk.say({ text: tr("The connection is lost; it is tried again. Your answer is kept."), is_bad: true });
    else if (this.desk.state) this.desk.showNotice(this.desk.state);
  }

  // --- What comes -------------------------------------------------------------------------------

  /** @param {any} header */
  begin(header) {
    if (this.viewer) return;
    this.viewer = show(
      this.root,
      BOARDS,
      { header, frames: [], end: null },
      {
        isLive: true,
        own: this.seat,
        desk: this.desk.element,
        press: (event) => this.desk.press(event),
        clockOf: (seat) => this.clockText(seat),
      },
    );
    wearColour(this.seat);
    // Whoever was not there when the page was made is known now.
    const about = document.querySelector(".bar .about");
    const names = header.players.map((/** @type {{name: string}} */ { name }) => name);
    if (about) about.textContent = `${header.game[0].toUpperCase()}${header.game.slice(1)}: ${names.join(" – ")}`;
    this.title = document.title;
    if (this.desk.state) this.decide(this.desk.state);
  }

  /** Many frames may come at once: they are drawn together. @param {import("../types.js").Frame} frame */
  add(frame) {
    this.waiting.push(frame);
    if (this.waiting.length === 1) requestAnimationFrame(() => this.flush());
  }

  flush() {
    if (this.waiting.length) this.viewer?.add(this.waiting.splice(0));
  }

  /** @param {DeskState} state */
  decide(state) {
    // The table as it is comes before what is decided upon it.
    this.flush();
    const before = this.desk.state;
    const isHolder = state.holder === this.tab;
    this.desk.show(state, isHolder);
    // Before the match begins there is no table to show.
    if (!this.viewer && !this.desk.element.isConnected) this.root.replaceChildren(this.desk.element);
    this.light();
    this.tellTurn(before, state);
    const names = this.viewer?.story.header.players.map(({ name }) => name) ?? [];
    this.talk.show(state, names);
    this.takeBack.show(state, names);
    if (isHolder) this.remember(state);
    if (state.is_over && state.is_rated) this.showRating();
  }

  /** In the title always, by a sound if that is wanted. @param {DeskState | null} before @param {DeskState} state */
  tellTurn(before, state) {
    if (this.title) document.title = this.desk.isAsked ? `● ${tr("Your turn")} · ${this.title}` : this.title;
    if (this.desk.isAsked && state.turn !== before?.turn) this.bell.ring();
  }

  /** The answer outlives the server: it is kept here, and made again. @param {DeskState} state */
  remember(state) {
    const name = `bessemer.answer.${this.id}.${this.seat}`;
    const isEmpty = !state.path.length && !state.picked.length && !state.earlier.length;
    // A server that has just begun knows nothing yet.
    if (!state.turn && !state.is_over) return;
    // Of several answers only the first may have arrived.
    if (state.is_sent) return;
    const isFirst = this.isFresh;
    this.isFresh = false;
    if (isFirst && isEmpty && !state.is_over) {
      const kept = JSON.parse(localStorage.getItem(name) ?? "null");
      const { since, earlier = [], path, picked } = kept ?? {};
      // Those of a plan that are played meanwhile are left out by the server.
      if (kept && (since === state.turn || (since < state.turn && earlier.length))) {
        this.act("restore", { since, earlier, path, picked });
        return;
      }
    }
    if (isEmpty) localStorage.removeItem(name);
    else
      localStorage.setItem(name, JSON.stringify({ since: state.turn, earlier: state.earlier.map(({ path }) => path), path: state.path, picked: state.picked }));
  }

  /** What can be chosen is drawn anew. */
  light() {
    const { state } = this.desk;
    const asked = this.desk.isAsked ? state : null;
    const chosen = asked ? [asked.wish, ...asked.trail.map(({ thing }) => thing)].filter(Boolean) : [];
    this.viewer?.decide({
      lit: asked ? new Lit(asked.choices, chosen, asked.starts, this.desk.lesson.points) : null,
      draft: state?.holder === this.tab ? state.preview : null,
      ahead: state?.ahead ?? null,
    });
    this.desk.shorten(this.root);
  }

  /** @param {number} seat */
  clockText(seat) {
    const left = this.desk.clockOf(seat);
    return left === null ? null : clockText(left);
  }

  tick() {
    if (!this.desk.state?.clocks.length || document.hidden) return;
    this.desk.tick();
    this.viewer?.showClocks();
  }

  // --- What goes --------------------------------------------------------------------------------

  /** @param {Event} event */
  onClick(event) {
    const lit = /** @type {Element} */ (event.target).closest("[data-word], [data-start]");
    if (!lit || this.desk.trail.wasDragged || this.desk.element.contains(lit)) return;
    if (lit.hasAttribute("data-word")) this.act("choose", { word: lit.getAttribute("data-word") });
    else this.act("choose", { thing: lit.getAttribute("data-start") });
  }

  /** @param {string} what @param {Record<string, any>} [more] */
  async act(what, more = {}) {
    if (this.isLost) return this.lost(true);
    const turn = this.desk.state?.turn ?? 0;
    try {
      const answer = await fetch(`${this.path}/act?lang=${LANGUAGE}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Bessemer-Csrf": this.csrf },
        body: JSON.stringify({ do: what, tab: this.tab, turn, ...more }),
      });
      if (!answer.ok) this.desk.say({ text: await answer.text(), is_bad: true });
    } catch {
      this.desk.say({ text: tr("The server does not answer: this was not heard. Try again in a moment."), is_bad: true });
    }
  }

  // --- The end ----------------------------------------------------------------------------------

  /** The ratings of a ladder are made a moment after its match. */
  async showRating() {
    if (this.asksRating) return;
    this.asksRating = true;
    const answer = await patiently(`${this.path}/rating?lang=${LANGUAGE}`);
    if (answer.status !== 200) return;
    this.desk.rated = await answer.json();
    if (this.desk.state) this.decide(this.desk.state);
  }

  /** @param {DeskState} state */
  offered(state) {
    const id = encodeURIComponent(this.id);
    const again = this.root.dataset.again !== "no";
    return [
      html(
        "div",
        { class: "more" },
        again ? this.againForm() : html("a", { class: "button main", href: `/play/${state.game}` }, tr("New match")),
        state.has_analysis && html("a", { class: "button", href: `/matches/${id}?analysed` }, tr("Analyse")),
        html("a", { class: "button", href: `/matches/${id}` }, tr("Replay")),
        html("a", { class: "button", href: `/matches/${id}/replay`, download: "" }, tr("Download")),
        shareButton(`${location.origin}/matches/${id}`),
      ),
      !state.has_analysis && html("p", { class: "soft" }, tr("There is no analysis of this game yet: the replay shows all hands.")),
    ];
  }

  againForm() {
    return html(
      "form",
      { method: "post", action: "/play/again" },
      html("input", { type: "hidden", name: "csrf", value: this.csrf }),
      html("input", { type: "hidden", name: "match", value: this.id }),
      html("button", { class: "again main" }, tr("Play again")),
      this.root.dataset.again === "last" && html("button", { class: "again", name: "begins", value: "last" }, tr("Play again, the last begins")),
    );
  }
}

/** Copies the address of the match. @param {string} address */
function shareButton(address) {
  const onclick = async (/** @type {Event} */ event) => {
    const button = /** @type {Element} */ (event.currentTarget);
    await navigator.clipboard?.writeText(address).catch(() => {});
    button.classList.add("done");
  };
  return html("button", { type: "button", onclick }, tr("Copy the link"));
}
