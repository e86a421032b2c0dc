// The home page of a server: what is being played, and replays that one drops on it.

import { BOARDS } from "../boards/boards.js";
import { show } from "./boot.js";
import { element, fill, html } from "../drawing.js";
import { LANGUAGE, tr } from "../words.js";
import { miniature } from "./miniature.js";

const AGAIN = 2000;
/** So many matches are shown with a board. */
const BOARDS_SHOWN = 6;

/** @typedef {{id: string, game: string, players: string[], status: string, turn: number, scores: number[], ranks: number[]}} Listed */

/** The positions that are known, by match. @type {Map<string, import("../types.js").Moment>} */
const moments = new Map();

/** Small boards where the page has a place for them. */
export async function drawSamples() {
  for (const place of document.querySelectorAll("[data-board]")) {
    const answer = await fetch(place.getAttribute("data-board") ?? "").catch(() => null);
    if (answer?.ok) fill(place, miniature(await answer.json()));
  }
}

/** Keep the list of matches fresh. @param {HTMLElement} root */
export async function followList(root) {
  for (;;) {
    try {
      const answer = await fetch(`/live.json?lang=${LANGUAGE}`);
      if (answer.ok && !document.hidden) {
        const found = await answer.json();
        drawList(root, found);
        await lookAt(found.matches);
        drawList(root, found);
      }
    } catch {
      // The server is away: what is shown stays until it is back.
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}

/** Ask for the positions that are new. @param {Listed[]} matches */
async function lookAt(matches) {
  const shown = matches.filter(({ status }) => status === "running").slice(0, BOARDS_SHOWN);
  const isNew = (/** @type {Listed} */ { id, turn }) => moments.get(id)?.turn !== turn;
  for (const id of moments.keys()) if (!shown.some((match) => match.id === id)) moments.delete(id);
  await Promise.all(
    shown.filter(isNew).map(async ({ id }) => {
      const answer = await fetch(`/live/${encodeURIComponent(id)}/moment.json?lang=${LANGUAGE}`);
      if (answer.status === 200) moments.set(id, await answer.json());
    }),
  );
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
    running.length
      ? html(
          "div",
          { class: "lives" },
          running.map((match, place) => card(match, place < BOARDS_SHOWN)),
        )
      : nothing,
    html("h2", null, tr("The latest")),
    over.length ? html("ul", { class: "tables" }, over.map(line)) : html("p", { class: "soft" }, tr("No match has ended yet.")),
  );
}

/** @param {string} game */
const nameOf = (game) => `${game[0].toUpperCase()}${game.slice(1)}`;

/** A match that is being played. @param {Listed} match @param {boolean} hasBoard */
function card(match, hasBoard) {
  const moment = moments.get(match.id);
  return html(
    "a",
    { class: "live card", href: `/live/${encodeURIComponent(match.id)}`, "data-key": match.id },
    hasBoard && miniature(moment ?? null),
    html("b", null, nameOf(match.game)),
    html(
      "ol",
      { class: "scores" },
      match.players.map((name, seat) =>
        html(
          "li",
          null,
          html("span", { class: `letter seat-${seat}` }, "ABCD"[seat]),
          html("span", { class: "name" }, name),
          html("b", null, moment?.scores[seat]),
        ),
      ),
    ),
    html("small", { class: "soft" }, `${moment ? `${moment.heading} · ` : ""}${tr("turn {n}", { n: match.turn })}`),
  );
}

/** A match that is over. @param {Listed} match */
function line({ id, game, players, ranks, scores }) {
  const order = players.map((_, seat) => seat).sort((one, other) => ranks[one] - ranks[other]);
  const placed = order.map((seat) => `${ranks[seat]} ${players[seat]} (${scores[seat]})`).join(", ");
  return html("li", { "data-key": id }, html("a", { href: `/matches/${encodeURIComponent(id)}` }, nameOf(game)), html("span", null, placed));
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
