// The home page of a server: what is being played, and replays that one drops on it.

import { BOARDS } from "../boards/boards.js";
import { show } from "./boot.js";
import { element, fill, html } from "../drawing.js";
import { LANGUAGE, tr } from "../words.js";

const AGAIN = 2000;

/** @typedef {{id: string, game: string, players: string[], status: string, turn: number, scores: number[], ranks: number[]}} Listed */

/** Keep the list of matches fresh. @param {HTMLElement} root */
export async function followList(root) {
  for (;;) {
    try {
      const answer = await fetch(`/live.json?lang=${LANGUAGE}`);
      if (answer.ok) drawList(root, await answer.json());
    } catch {
      // The server is away: what is shown stays until it is back.
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

/** @param {HTMLElement} root @param {{matches: Listed[], troubles: string[]}} found */
function drawList(root, { matches, troubles }) {
  const running = matches.filter(({ status }) => status === "running");
  const over = matches.filter(({ status }) => status === "finished").slice(0, 15);
  const nothing = html(
    "p",
    { class: "empty" },
    troubles.length ? tr("The referee does not answer: {why}", { why: troubles[0] }) : tr("No match is running. Start one: bessemer ladder run"),
  );
  fill(
    root,
    html("h2", null, tr("Live now")),
    running.length ? html("div", { class: "lives" }, ...running.map(card)) : nothing,
    html("h2", null, tr("The latest")),
    over.length
      ? table(over, (match) => [html("a", { href: `/matches/${encodeURIComponent(match.id)}` }, tr("See it")), "", placed(match)])
      : html("p", { class: "soft" }, tr("No match has ended yet.")),
  );
}

/** A match that is being played. @param {Listed} match */
function card(match) {
  const name = `${match.game[0].toUpperCase()}${match.game.slice(1)}`;
  return html(
    "a",
    { class: "live card", href: `/live/${encodeURIComponent(match.id)}` },
    html("b", null, name),
    html("span", { class: "who" }, match.players.join(" – ")),
    html("small", { class: "soft" }, tr("turn {n}", { n: match.turn })),
  );
}

/** @param {Listed[]} matches @param {(match: Listed) => import("../drawing.js").Part[]} cells */
function table(matches, cells) {
  const rows = matches.map((match) => {
    const [link, turn, who] = cells(match);
    return html("tr", null, html("td", null, link), html("td", null, match.game), html("td", { class: "nowrap" }, turn), html("td", { class: "who" }, who));
  });
  return html("div", { class: "scroll" }, html("table", null, html("tbody", null, ...rows)));
}

/** @param {Listed} match */
function placed({ players, ranks, scores }) {
  const order = players.map((_, seat) => seat).sort((one, other) => ranks[one] - ranks[other]);
  return order.map((seat) => `${ranks[seat]} ${players[seat]} (${scores[seat]})`).join(", ");
}

/** A replay that is dropped, or chosen, plays. @param {HTMLElement} place */
export function takeReplays(place) {
  const said = document.getElementById("drop-said");
  const take = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    if (said) said.textContent = tr("Reading {file}…", { file: file.name });
    const answer = await fetch(`/replay?lang=${LANGUAGE}`, { method: "POST", body: file });
    if (!answer.ok) {
      if (said) said.textContent = answer.status === 400 ? tr("{file} is no replay that these rules can play.", { file: file.name }) : await answer.text();
      return;
    }
    const root = element("div", { id: "viewer" });
    const main = document.getElementById("main");
    main?.setAttribute("class", "wide");
    main?.replaceChildren(root);
    show(root, BOARDS, await answer.json());
  };
  for (const name of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(name, (event) => {
      event.preventDefault();
      place.classList.toggle("over", name === "dragover");
    });
  }
  document.addEventListener("drop", (event) => take(event.dataTransfer?.files[0]));
  document.getElementById("replay")?.addEventListener("change", (event) => take(/** @type {HTMLInputElement} */ (event.target).files?.[0]));
}
