// What the pages of a site need: sorted tables, the list of matches, and the viewer of one match.

import { BOARDS } from "../boards/boards.js";
import { show, unpacked } from "./boot.js";
import { keepFresh } from "./fresh.js";
import { drawSamples, followList, takeReplays } from "./home.js";
import { LiveMatch } from "./live.js";
import { MatchList } from "./matches.js";
import { patiently } from "./patiently.js";
import { copyButtons, takeInvitation, takeSeat } from "./people.js";
import { takeBot } from "../compete/upload.js";
import { SeatPage } from "../seat/seat.js";
import { drawSymbols } from "./rules.js";
import { element } from "../drawing.js";
import { sortable } from "./tables.js";
import { WaitingRoom } from "./waiting.js";
import { LANGUAGE, tr } from "../words.js";

/**
 * A page on disk can ask for nothing but scripts: its data call these functions.
 * @type {{match: (data: string) => void, matches: (number: number, rows: any[]) => void}}
 */
const bessemer = { match: () => {}, matches: () => {} };
Object.assign(window, { bessemer });

/** @param {string} path @param {() => void} failed */
function load(path, failed) {
  const script = document.createElement("script");
  script.src = path;
  script.addEventListener("error", failed);
  document.head.append(script);
}

/** @param {HTMLElement} root */
function showMatch(root) {
  const id = new URLSearchParams(location.search).get("m") ?? "";
  const say = (/** @type {string} */ words) => {
    root.textContent = words;
  };
  if (!/^[\w.-]+$/.test(id)) return say("Which match? Choose one in the list of matches.");
  bessemer.match = (data) => {
    if (data) unpacked(data).then((match) => show(root, BOARDS, match));
    else say(tr("This match cannot be shown here: other rules wrote it. bessemer replay show may still list its moves."));
  };
  load(`data/match/${id}.js`, () => say(tr("This match is not here, or not to be told yet: a set-up that is still to be played stays secret.")));
}

/** A match that the server has. @param {HTMLElement} root */
async function showServed(root) {
  const isAnalysed = new URLSearchParams(location.search).has("analysed");
  if (isAnalysed) root.textContent = tr("The match is being analysed: this takes a moment.");
  const answer = await patiently(`/matches/${encodeURIComponent(root.dataset.match ?? "")}/frames.json?lang=${LANGUAGE}${isAnalysed ? "&analysed" : ""}`);
  if (answer.ok) offerPlayingOn(root, show(root, BOARDS, await answer.json()));
  else root.textContent = answer.status === 404 ? tr("This match is not here, not over, or not to be told yet.") : await answer.text();
}

/** From any turn one can play on, where one can play. @param {HTMLElement} root @param {import("../viewer/viewer.js").Viewer} viewer */
function offerPlayingOn(root, viewer) {
  if (!root.dataset.plays) return;
  const address = `/play/on/${encodeURIComponent(root.dataset.match ?? "")}`;
  const onclick = () => {
    // The decision that comes next, at the end the last one.
    const next = viewer.story.frameAt(Math.min(viewer.index + 1, viewer.story.last));
    link.href = `${address}?turn=${next?.turn ?? 1}`;
  };
  const link = element("a", { class: "button play-on", href: address, onclick }, tr("Play on from here"));
  viewer.controls?.element.append(link);
}

drawSymbols(document);
for (const table of document.querySelectorAll("table.sorted")) sortable(/** @type {HTMLTableElement} */ (table));
const viewer = document.getElementById("viewer");
if (viewer?.dataset.source === "file") showMatch(viewer);
if (viewer?.dataset.source === "json") showServed(viewer);
if (viewer?.dataset.source === "live") new LiveMatch(viewer, viewer.dataset.match ?? "").connect();
if (viewer?.dataset.source === "seat") new SeatPage(viewer).connect();
if (location.protocol !== "file:") for (const part of document.querySelectorAll("[data-follow]")) keepFresh(/** @type {HTMLElement} */ (part));
const live = document.getElementById("live");
if (live) followList(live);
drawSamples();
const drop = document.getElementById("drop");
if (drop) takeReplays(drop);
const invited = document.getElementById("token-form");
if (invited) takeInvitation(/** @type {HTMLFormElement} */ (invited));
const joining = document.getElementById("join-form");
if (joining) takeSeat(/** @type {HTMLFormElement} */ (joining));
const handing = document.getElementById("submit-form");
if (handing) takeBot(/** @type {HTMLFormElement} */ (handing));
copyButtons();
const search = document.getElementById("search");
if (search) new WaitingRoom(search).connect();
const list = document.getElementById("matches");
if (list) {
  const matches = new MatchList(list, (number) => load(`data/matches-${number}.js`, () => matches.failed()));
  bessemer.matches = (number, rows) => matches.add(number, rows);
  matches.start();
}
