// Which board draws which game. Whoever serves or bundles the pages writes this file anew, with all games
// that there are (bessemer.web.assets); as it stands here it has the one that can show any game.

import * as plain from "./plain.js";

/** @type {Record<string, import("../types.js").Board>} */
export const BOARDS = { plain };
