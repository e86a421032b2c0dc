// A match as it is played: events from the server, numbered, so that after a break nothing is missing.

import { BOARDS } from "../boards/boards.js";
import { show } from "./boot.js";
import { LANGUAGE, tr } from "../words.js";

const AGAIN = 2000;

/** Follows one match until its end. */
export class LiveMatch {
  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.root = root;
    this.id = id;
    this.last = -1;
    /** @type {import("../viewer/viewer.js").Viewer | null} */
    this.viewer = null;
    /** @type {import("../types.js").Frame[]} */
    this.waiting = [];
    this.isOver = false;
  }

  connect() {
    const source = new EventSource(`/live/${encodeURIComponent(this.id)}/events?from=${this.last}&lang=${LANGUAGE}`);
    const on = (/** @type {string} */ name, /** @type {(value: any, number: number) => void} */ act) =>
      source.addEventListener(name, (event) => {
        if (event.lastEventId) this.last = Number(event.lastEventId);
        act(JSON.parse(event.data), this.last);
      });
    on("header", (header) => this.begin(header));
    on("frame", (frame) => this.add(frame));
    on("end", (end) => {
      this.isOver = true;
      source.close();
      this.flush();
      this.viewer?.add([], end);
      this.tellReplay();
    });
    on("gone", ({ message }) => {
      this.isOver = true;
      source.close();
      if (!this.viewer) this.root.textContent = tr("This match cannot be watched: {why}", { why: message });
    });
    source.addEventListener("open", () => this.root.removeAttribute("data-lost"));
    source.addEventListener("error", () => {
      if (this.isOver) return;
      this.root.setAttribute("data-lost", "");
      if (source.readyState === EventSource.CLOSED) {
        if (!this.viewer) this.root.textContent = tr("This match is not being played here now. It is asked for again…");
        setTimeout(() => this.connect(), AGAIN);
      }
    });
  }

  /** @param {any} header */
  begin(header) {
    if (this.viewer) return;
    this.viewer = show(this.root, BOARDS, { header, frames: [], end: null }, { isLive: true });
  }

  /** Many frames may come at once: they are drawn together. @param {import("../types.js").Frame} frame */
  add(frame) {
    this.waiting.push(frame);
    if (this.waiting.length === 1) requestAnimationFrame(() => this.flush());
  }

  flush() {
    if (this.waiting.length) this.viewer?.add(this.waiting.splice(0));
  }

  /** When a match is over it may be seen with all hands. */
  tellReplay() {
    const about = document.querySelector(".bar .about");
    const link = document.createElement("a");
    link.href = `/matches/${encodeURIComponent(this.id)}`;
    link.textContent = tr("See it again with all hands");
    about?.replaceChildren(link);
  }
}
