// Looking for a match on a ladder: the server tells how it goes, and leads to the seat that is found.

/** @typedef {{state: "looking" | "found" | "over" | "none", said?: string, seconds?: number, address?: string}} News */

const AGAIN = 2000;

/** Follows one search until it is over. */
export class WaitingRoom {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.said = /** @type {HTMLElement} */ (root.querySelector("#search-said"));
    this.time = /** @type {HTMLElement} */ (root.querySelector("#search-time"));
    this.began = Date.now();
    this.isOver = false;
    setInterval(() => this.tick(), 1000);
  }

  connect() {
    const source = new EventSource(this.root.dataset.events ?? "");
    source.addEventListener("search", (event) => {
      const news = /** @type {News} */ (JSON.parse(event.data));
      if (news.state !== "looking") {
        this.isOver = true;
        source.close();
      }
      this.take(news);
    });
    source.addEventListener("error", () => {
      if (!this.isOver && source.readyState === EventSource.CLOSED) setTimeout(() => this.connect(), AGAIN);
    });
  }

  /** @param {News} news */
  take({ state, said = "", seconds = 0, address = "" }) {
    if (state === "none") return this.again();
    if (this.said.textContent !== said) this.said.textContent = said;
    if (state === "looking") this.began = Date.now() - 1000 * seconds;
    if (state === "found") {
      document.title = `\u25cf ${said}`;
      location.assign(address);
    }
    if (state === "over") {
      this.time.hidden = true;
      document.getElementById("end-search")?.setAttribute("hidden", "");
      document.getElementById("begin-search")?.removeAttribute("hidden");
    }
  }

  /** The server was restarted and has forgotten the search: it is begun again. */
  again() {
    const form = document.getElementById("begin-search");
    if (form instanceof HTMLFormElement) form.requestSubmit();
  }

  tick() {
    const seconds = Math.max(0, Math.floor((Date.now() - this.began) / 1000));
    this.time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}
