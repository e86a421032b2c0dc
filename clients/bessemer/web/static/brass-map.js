// Where the places of Lancashire lie on the board, for a wide and for a narrow screen.

/** @typedef {{x: number, y: number, name?: string[], side?: "above" | "below" | "left" | "right"}} Spot */
/**
 * @typedef {object} Plan
 * @property {number} width
 * @property {number} height of the map
 * @property {number} tile the side of a tile
 * @property {number} gap
 * @property {number} text the size of names
 * @property {Record<string, Spot>} places by the middle of their box
 * @property {Record<string, [number, number]>} bends how far the middle of a link lies beside its straight line
 * @property {string} sea
 */

/** @type {Plan} */
export const WIDE = {
  width: 850,
  height: 566,
  tile: 40,
  gap: 3,
  text: 13,
  places: {
    barrow: { x: 84, y: 72 },
    scotland: { x: 300, y: 20 },
    lancaster: { x: 300, y: 102 },
    fleetwood: { x: 176, y: 172, name: ["Fleetwood"] },
    blackpool: { x: 168, y: 246 },
    preston: { x: 335, y: 228 },
    southport: { x: 152, y: 330 },
    wigan: { x: 372, y: 376 },
    liverpool: { x: 196, y: 444 },
    birkenhead: { x: 70, y: 510 },
    ellesmere_port: { x: 286, y: 534 },
    warrington_runcorn: { x: 388, y: 484, name: ["Warrington & Runcorn"] },
    northwich: { x: 474, y: 542 },
    midlands: { x: 604, y: 546 },
    blackburn: { x: 480, y: 208 },
    bolton: { x: 506, y: 346 },
    bury: { x: 638, y: 306 },
    burnley: { x: 628, y: 190 },
    colne: { x: 700, y: 122 },
    yorkshire: { x: 800, y: 184 },
    rochdale: { x: 772, y: 284 },
    oldham: { x: 788, y: 374 },
    manchester: { x: 632, y: 432 },
    stockport: { x: 764, y: 452 },
    macclesfield: { x: 764, y: 538 },
  },
  bends: {
    "barrow-lancaster": [0, -12],
    "liverpool-wigan": [0, 8],
    "southport-wigan": [0, -8],
    "liverpool-warrington_runcorn": [0, 4],
    "birkenhead-ellesmere_port": [0, 14],
    "fleetwood-preston": [0, -6],
    "preston-southport": [-10, -4],
  },
  sea: "M0 122C40 120 70 112 118 108C160 100 190 92 226 104C238 120 222 140 206 146C180 136 150 136 140 150C118 180 114 230 120 262C150 284 200 270 262 282C200 296 150 298 112 306C96 340 112 380 140 404C146 440 140 470 152 492C180 506 220 498 250 504C210 516 150 514 112 496C84 466 40 462 0 478Z",
};

/** @type {Plan} */
export const NARROW = {
  width: 390,
  height: 516,
  tile: 28,
  gap: 2,
  text: 11.5,
  places: {
    barrow: { x: 44, y: 44, name: ["Barrow"] },
    scotland: { x: 160, y: 12 },
    lancaster: { x: 160, y: 72 },
    fleetwood: { x: 62, y: 118 },
    blackpool: { x: 40, y: 168 },
    preston: { x: 158, y: 158 },
    southport: { x: 40, y: 222 },
    wigan: { x: 146, y: 256 },
    liverpool: { x: 44, y: 318 },
    birkenhead: { x: 40, y: 404 },
    ellesmere_port: { x: 110, y: 440, name: ["Ellesmere Port"] },
    warrington_runcorn: { x: 150, y: 350, name: ["Warrington", "& Runcorn"] },
    northwich: { x: 190, y: 450 },
    midlands: { x: 226, y: 496 },
    blackburn: { x: 248, y: 148 },
    bolton: { x: 236, y: 254 },
    bury: { x: 310, y: 226 },
    burnley: { x: 324, y: 130 },
    colne: { x: 306, y: 68 },
    yorkshire: { x: 352, y: 176 },
    rochdale: { x: 354, y: 305 },
    oldham: { x: 352, y: 382 },
    manchester: { x: 258, y: 354 },
    stockport: { x: 338, y: 430 },
    macclesfield: { x: 338, y: 494 },
  },
  bends: { "colne-yorkshire": [46, -16], "birkenhead-ellesmere_port": [0, 8], "rochdale-yorkshire": [10, 0] },
  sea: "M0 76C30 78 50 72 78 72C104 68 110 78 106 92C90 100 60 92 42 98C28 110 6 150 4 184C40 192 80 188 120 194C80 202 30 202 4 206C-4 240 4 270 8 286C10 320 6 350 12 358C40 362 70 360 92 372C60 380 30 366 0 372Z",
};

/**
 * Where the spaces of a place lie: columns and rows, from their names.
 * @param {string[]} names such as `top`, `bottom-left`
 * @param {boolean} narrow
 * @returns {{columns: number, rows: number, at: [number, number][]}}
 */
export function arrange(names, narrow) {
  if (names.length === 1) return { columns: 1, rows: 1, at: [[0, 0]] };
  if (names.length === 2) {
    const upright = names[0] === "top";
    return upright
      ? { columns: 1, rows: 2, at: [[0, 0], [0, 1]] }
      : { columns: 2, rows: 1, at: [[0, 0], [1, 0]] };
  }
  if (names.length === 4) {
    const byRows = names[0] === "top-left"; // else: top, the two of the middle, bottom
    return { columns: 2, rows: 2, at: byRows ? [[0, 0], [1, 0], [0, 1], [1, 1]] : [[0, 0], [0, 1], [1, 0], [1, 1]] };
  }
  if (names[0] === "left" && !narrow) return { columns: 3, rows: 1, at: [[0, 0], [1, 0], [2, 0]] };
  const single = names[0] === "top"; // one above two, or two above one
  return { columns: 2, rows: 2, at: single ? [[0.5, 0], [0, 1], [1, 1]] : [[0, 0], [1, 0], [0.5, 1]] };
}
