// What stands beside the board: a panel for each player, and the tabs of a narrow page.

import { clockTitle } from "./clock.js";
import { element, html } from "../drawing.js";
import { tr } from "../words.js";

/** @typedef {import("../types.js").Header["players"][number]} Player */

/**
 * The tabs beside the board, of which a narrow page shows one.
 * @param {HTMLElement} root whose `data-tab` names the one that is shown
 * @param {() => void} onShown
 */
export function tabsOf(root, onShown) {
  const names = [
    ["players", tr("Players")],
    ["log", tr("Log")],
  ];
  const made = names.map(([name, title]) => {
    const onclick = () => {
      root.dataset.tab = name;
      for (const other of made) other.setAttribute("aria-selected", String(other === tab));
      onShown();
    };
    const tab = element("button", { type: "button", role: "tab", "aria-selected": String(name === "players"), "data-tab": name, onclick }, title);
    return tab;
  });
  return element("div", { class: "tabs", role: "tablist", "aria-label": tr("Beside the board") }, ...made);
}

/**
 * The frame of one player's panel.
 * @param {Player} player
 * @param {boolean} isOwn
 */
export function panelOf(player, isOwn) {
  const { seat } = player;
  const clock = element("span", { class: "clock", title: clockTitle(player.clock) });
  const place = element("span", { class: "place" });
  const you = isOwn && html("span", { class: "you" }, tr("you"));
  const inside = element("div", { class: "inside" });
  const panel = element(
    "article",
    { class: `player seat-bar-${seat}${isOwn ? " own" : ""}`, "aria-label": player.name },
    element(
      "header",
      null,
      html("span", { class: `letter seat-${seat}` }, player.letter),
      html("span", { class: "name", title: player.name }, player.name),
      you,
      place,
      clock,
    ),
    inside,
  );
  return { element: panel, clock, place, inside };
}
