// A small board: a picture of a position, in which nothing can be chosen.

import { BOARDS } from "../boards/boards.js";
import { html } from "../drawing.js";

/** @typedef {import("../types.js").Moment} Moment */

/** @param {Moment | null} moment null while it is not known @returns {import("../drawing.js").Drawing} */
export function miniature(moment) {
  return html("div", { class: "miniature", inert: true }, moment && (BOARDS[moment.game] ?? BOARDS.plain).drawBoard(contextOf(moment)));
}

/** @param {Moment} moment @returns {import("../types.js").Context} */
function contextOf({ game, heading, setup, view, players, scores, in_sight, waiting }) {
  return {
    game,
    heading,
    setup,
    view,
    before: null,
    players: players.map((player) => ({ ...player, colour: `var(--seat-${player.seat})` })),
    layout: "wide",
    move: null,
    mover: null,
    seatSeen: null,
    seen: players.map(() => null),
    scores,
    inSight: in_sight,
    waiting,
  };
}
