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
  width: 880,
  height: 500,
  tile: 36,
  gap: 2,
  text: 13,
  places: {
    barrow: { x: 90, y: 62 },
    scotland: { x: 310, y: 17 },
    lancaster: { x: 310, y: 88 },
    fleetwood: { x: 186, y: 150 },
    blackpool: { x: 176, y: 218 },
    preston: { x: 347, y: 203 },
    southport: { x: 157, y: 292 },
    wigan: { x: 385, y: 334 },
    liverpool: { x: 203, y: 392 },
    birkenhead: { x: 72, y: 452 },
    ellesmere_port: { x: 306, y: 474 },
    warrington_runcorn: { x: 410, y: 430 },
    northwich: { x: 500, y: 482 },
    midlands: { x: 634, y: 484 },
    blackburn: { x: 497, y: 186 },
    bolton: { x: 524, y: 306 },
    bury: { x: 660, y: 272 },
    burnley: { x: 650, y: 172 },
    colne: { x: 724, y: 112 },
    yorkshire: { x: 828, y: 166 },
    rochdale: { x: 806, y: 252 },
    oldham: { x: 816, y: 330 },
    manchester: { x: 654, y: 384 },
    stockport: { x: 790, y: 398 },
    macclesfield: { x: 790, y: 476 },
  },
  bends: {
    "barrow-lancaster": [0, -10],
    "ellesmere_port-liverpool": [-12, 16],
    "liverpool-wigan": [0, 8],
    "southport-wigan": [0, -8],
    "liverpool-warrington_runcorn": [0, 4],
    "birkenhead-ellesmere_port": [0, 12],
    "fleetwood-preston": [0, -6],
    "preston-southport": [-10, -4],
  },
  sea: "M0 108C41 106 72 99 122 96C166 88 197 81 234 92C246 106 230 124 213 129C186 120 155 120 145 133C122 159 118 204 124 232C155 251 207 239 271 250C207 262 155 264 116 271C99 301 116 336 145 358C151 389 145 416 157 435C186 448 228 441 259 446C217 457 155 455 116 439C87 412 41 409 0 423Z",
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
      ? {
          columns: 1,
          rows: 2,
          at: [
            [0, 0],
            [0, 1],
          ],
        }
      : {
          columns: 2,
          rows: 1,
          at: [
            [0, 0],
            [1, 0],
          ],
        };
  }
  if (names.length === 4) {
    const byRows = names[0] === "top-left"; // else: top, the two of the middle, bottom
    return {
      columns: 2,
      rows: 2,
      at: byRows
        ? [
            [0, 0],
            [1, 0],
            [0, 1],
            [1, 1],
          ]
        : [
            [0, 0],
            [0, 1],
            [1, 0],
            [1, 1],
          ],
    };
  }
  if (names[0] === "left" && !narrow)
    return {
      columns: 3,
      rows: 1,
      at: [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
    };
  const single = names[0] === "top"; // one above two, or two above one
  return {
    columns: 2,
    rows: 2,
    at: single
      ? [
          [0.5, 0],
          [0, 1],
          [1, 1],
        ]
      : [
          [0, 0],
          [1, 0],
          [0.5, 1],
        ],
  };
}
