// Starts the viewer on a page that carries its match: a file that was saved, or a page of a site on disk.

import { Viewer } from "../viewer/viewer.js";

/** @typedef {import("../types.js").Match} Match */

/**
 * JSON that was compressed (zlib) and written as base64.
 * @param {string} text
 * @returns {Promise<any>}
 */
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/**
 * @param {HTMLElement} root
 * @param {Record<string, import("../types.js").Board>} boards by game
 * @param {Match} match
 * @param {import("../types.js").ViewerOptions} [options]
 */
export function show(root, boards, match, options) {
  const game = match.header.game;
  const names = match.header.players.map(({ name }) => name).join(", ");
  document.title = `${game[0].toUpperCase()}${game.slice(1)}: ${names} · Bessemer`;
  const viewer = new Viewer(root, boards[game] ?? boards.plain, match, options);
  // For the console, and for tests.
  Object.assign(root, { viewer });
  return viewer;
}
