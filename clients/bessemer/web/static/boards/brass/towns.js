// Towns, their spaces and the tiles on them, and the links between them.

import { el } from "../../drawing.js";
import { arrange } from "./map.js";
import { symbol } from "../symbols.js";
import { tr, trIn } from "../../words.js";

/** @typedef {import("../../types.js").Context} Context */
/** @typedef {import("./map.js").Plan} Plan */

/** The symbol of each industry. @type {Record<string, string>} */
export const INDUSTRY = { cotton: "cotton", coal: "mine", iron: "works", port: "port", shipyard: "shipyard" };
/** What each industry is called. @type {Record<string, string>} */
const INDUSTRY_NAMES = {
  cotton: trIn("industry", "cotton"),
  coal: trIn("industry", "coal"),
  iron: trIn("industry", "iron"),
  port: trIn("industry", "port"),
  shipyard: trIn("industry", "shipyard"),
};
/** Where a space lies in its town. @type {Record<string, string>} */
const POSITIONS = {
  left: trIn("space", "left"),
  middle: trIn("space", "middle"),
  right: trIn("space", "right"),
  top: trIn("space", "top"),
  bottom: trIn("space", "bottom"),
  "top-left": trIn("space", "top-left"),
  "top-right": trIn("space", "top-right"),
  "middle-left": trIn("space", "middle-left"),
  "middle-right": trIn("space", "middle-right"),
  "bottom-left": trIn("space", "bottom-left"),
  "bottom-right": trIn("space", "bottom-right"),
};
const ROMAN = ["0", "I", "II", "III", "IV"];
const PAD = 4;

/** @param {number} level */
export const roman = (level) => ROMAN[level] ?? String(level);

/** @param {string} industry */
export const industryName = (industry) => INDUSTRY_NAMES[industry] ?? industry;

/** The figures that hold for so many players. @param {Context} context */
export function tableOf({ setup, view }) {
  return setup.tables.find((/** @type {any} */ table) => table.players === view.players.length);
}

/**
 * All links that this match has: those of the era that can be built, and who has built which.
 * @param {Context} context
 * @param {Plan} plan
 */
export function drawLinks(context, plan) {
  const { setup, view, before } = context;
  const canal = view.era === "BRASS_ERA_CANAL";
  const table = tableOf(context);
  const owners = ownersOf(view);
  const boxes = boxesOf(context, plan);
  const old = before && before.era === view.era ? ownersOf(before) : null;
  const [one, other] = setup.virtual_link;
  const ferry =
    table.places.includes(one) && table.places.includes(other)
      ? el("path", { d: curve(plan, one, other, [0, 0]).d, class: "brass-ferry" }, el("desc", null, tr("always connected")))
      : null;
  const drawn = setup.links
    .filter((/** @type {any} */ { link }) => (canal ? table.canals : table.rails).includes(link))
    .map((/** @type {any} */ { link, start, end }) => {
      const owner = owners.get(link);
      const { d, x, y } = curve(plan, start, end, plan.bends[link] ?? [0, 0], boxes);
      const kind = canal ? "canal" : "rail";
      const title = linkTitle(canal, start, end, owner === undefined ? null : context.players[owner].letter);
      const things = { "data-key": `link:${link}`, "data-value": owner ?? "", "data-place": link, "data-thing": `link:${link}` };
      if (owner === undefined) {
        return el(
          "g",
          { class: `brass-link free ${kind}`, ...things },
          el("desc", null, title.replaceAll("_", " ")),
          el("path", { d, class: "hit" }),
          el("path", { d, class: "way" }),
          canal ? el("path", { d, class: "inner" }) : null,
        );
      }
      const fresh = old !== null && old.get(link) !== owner;
      return el(
        "g",
        { class: `brass-link ${kind} seat-${owner}${fresh ? " fresh" : ""}`, ...things },
        el("desc", null, title.replaceAll("_", " ")),
        el("path", { d, class: "hit" }),
        el("path", { d, class: "casing" }),
        el("path", { d, class: "way" }),
        el("path", { d, class: "inner" }),
        badge(context.players[owner], x, y, plan.tile > 30 ? 8 : 7.5),
      );
    });
  return el("g", { class: "brass-links" }, ferry, drawn);
}

/**
 * A disc with a player's letter.
 * @param {import("../../types.js").Player} player
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export function badge(player, x, y, r) {
  return el(
    "g",
    { class: `badge seat-${player.seat}` },
    el("circle", { cx: x, cy: y, r }),
    el("text", { x, y: y + r * 0.5, "text-anchor": "middle", "font-size": Math.max(11.5, r * 1.4) }, player.letter),
  );
}

/** @param {any} view @returns {Map<string, number>} */
function ownersOf(view) {
  const owners = new Map();
  view.players.forEach((/** @type {any} */ player, /** @type {number} */ seat) => {
    for (const link of player.links) owners.set(link, seat);
  });
  return owners;
}

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** What places and their names cover, by plan; it never changes. @type {Map<Plan, Box[]>} */
const covered = new Map();

/** The lines of links, by plan and ends. @type {Map<string, {d: string, x: number, y: number}>} */
const curves = new Map();

/** @param {Context} context @param {Plan} plan @returns {Box[]} */
function boxesOf(context, plan) {
  const known = covered.get(plan);
  if (known) return known;
  const boxes = context.setup.places.flatMap((/** @type {any} */ place) => {
    if (place.kind !== "BRASS_PLACE_KIND_TOWN") return [pillBox(plan, place)];
    const { left, top, width, height, lines } = boxOf(context, plan, place);
    const half = Math.max(...lines.map((line) => line.length)) * plan.text * 0.3;
    const { x } = plan.places[place.place];
    return [
      { left, top, right: left + width, bottom: top + height },
      { left: x - half, top: top - 4 - lines.length * (plan.text + 1), right: x + half, bottom: top },
    ];
  });
  covered.set(plan, boxes);
  return boxes;
}

/**
 * The line of a link, and the middle of that part of it which one sees best: there its owner's letter stands.
 * @param {Plan} plan
 * @param {string} start
 * @param {string} end
 * @param {[number, number]} bend
 * @param {Box[]} boxes
 */
function curve(plan, start, end, [bx, by], boxes = []) {
  const key = `${plan.width} ${start} ${end}`;
  const known = curves.get(key);
  if (known) return known;
  const from = plan.places[start];
  const to = plan.places[end];
  // A quadratic curve comes half as near to its control point.
  const over = { x: (from.x + to.x) / 2 + 2 * bx, y: (from.y + to.y) / 2 + 2 * by };
  const d = `M${from.x} ${from.y}Q${over.x} ${over.y} ${to.x} ${to.y}`;
  const margin = 6;
  let best = { x: over.x, y: over.y, length: 0 };
  /** @type {{x: number, y: number}[]} */
  let run = [];
  for (let step = 0; step <= 40; step += 1) {
    const t = step / 40;
    const x = (1 - t) ** 2 * from.x + 2 * t * (1 - t) * over.x + t ** 2 * to.x;
    const y = (1 - t) ** 2 * from.y + 2 * t * (1 - t) * over.y + t ** 2 * to.y;
    const hidden = boxes.some((box) => x > box.left - margin && x < box.right + margin && y > box.top - margin && y < box.bottom + margin);
    run = hidden ? [] : [...run, { x, y }];
    if (run.length > best.length) best = { ...run[run.length >> 1], length: run.length };
  }
  const found = { d, x: best.x, y: best.y };
  curves.set(key, found);
  return found;
}

/**
 * @param {Context} context
 * @param {Plan} plan
 */
export function drawPlaces(context, plan) {
  const { setup, view, before } = context;
  const used = new Set(tableOf(context).places);
  const tiles = tilesOf(view);
  const old = before ? tilesOf(before) : null;
  return el(
    "g",
    { class: "brass-places" },
    setup.places
      .filter((/** @type {any} */ { place }) => used.has(place))
      .map((/** @type {any} */ place) => (place.kind === "BRASS_PLACE_KIND_TOWN" ? town(context, plan, place, tiles, old) : pill(plan, place))),
  );
}

/**
 * The box of a town, and where its spaces lie in it.
 * @param {Context} context
 * @param {Plan} plan
 * @param {any} town
 */
function boxOf(context, plan, { place, name }) {
  const spaces = context.setup.spaces.filter((/** @type {any} */ space) => space.place === place);
  const narrow = context.layout === "narrow";
  const { columns, rows, at } = arrange(
    spaces.map((/** @type {any} */ { space }) => space.split(".")[1]),
    narrow,
  );
  const { x, y, name: lines = [name] } = plan.places[place];
  const step = plan.tile + plan.gap;
  const pad = narrow ? 2 : PAD;
  const width = columns * step - plan.gap + 2 * pad;
  const height = rows * step - plan.gap + 2 * pad;
  return { spaces, at, lines, step, pad, width, height, left: x - width / 2, top: y - height / 2 };
}

/** @param {any} view @returns {Map<string, any>} */
function tilesOf(view) {
  return new Map(view.tiles.map((/** @type {any} */ tile) => [tile.space, tile]));
}

/** @param {Plan} plan @param {any} place @returns {Box} */
function pillBox(plan, { place, name }) {
  const { x, y } = plan.places[place];
  const width = name.length * plan.text * 0.58 + 16;
  const height = plan.text + 9;
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}

/** @param {boolean} canal @param {string} start @param {string} end @param {string | null} owner */
function linkTitle(canal, start, end, owner) {
  const values = { start, end, owner };
  if (owner === null) return canal ? tr("canal {start} to {end}, not built", values) : tr("rail {start} to {end}, not built", values);
  return canal ? tr("canal {start} to {end}, {owner}", values) : tr("rail {start} to {end}, {owner}", values);
}

/** A place without spaces. @param {Plan} plan @param {any} seen */
function pill(plan, seen) {
  const { place, name, points } = seen;
  const { x, y } = plan.places[place];
  const { left, top, right, bottom } = pillBox(plan, seen);
  return el(
    "g",
    { class: "brass-outside", "data-key": `place:${place}` },
    el("desc", null, tr("{place}: each link that ends here scores {points} for it", { place: name, points })),
    el("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: (bottom - top) / 2 }),
    el("text", { x, y: y + plan.text * 0.36, "text-anchor": "middle", "font-size": plan.text }, name),
  );
}

/**
 * @param {Context} context
 * @param {Plan} plan
 * @param {any} place
 * @param {Map<string, any>} tiles
 * @param {Map<string, any> | null} old
 */
function town(context, plan, place, tiles, old) {
  const narrow = context.layout === "narrow";
  const { spaces, at, left, top, width, height, lines, step, pad } = boxOf(context, plan, place);
  const { x } = plan.places[place.place];
  return el(
    "g",
    { class: "brass-town", "data-key": `town:${place.place}` },
    el("rect", { x: left, y: top, width, height, rx: narrow ? 4 : 6, class: "brass-box" }),
    lines.map((line, row) =>
      el(
        "text",
        {
          x,
          y: top - 4 - (lines.length - 1 - row) * (plan.text + 1),
          "text-anchor": "middle",
          "font-size": plan.text,
          class: "brass-name",
        },
        line,
      ),
    ),
    spaces.map((/** @type {any} */ space, /** @type {number} */ number) => {
      const [column, line] = at[number];
      return drawSpace(context, plan, space, left + pad + column * step, top + pad + line * step, tiles.get(space.space), old);
    }),
  );
}

/**
 * @param {Context} context
 * @param {Plan} plan
 * @param {any} space
 * @param {number} x
 * @param {number} y
 * @param {any} tile
 * @param {Map<string, any> | null} old
 */
function drawSpace(context, plan, space, x, y, tile, old) {
  const was = old?.get(space.space);
  const value = tile ? [tile.owner, tile.industry, tile.level, tile.cubes, tile.flipped ? "flipped" : ""].join(" ") : "";
  const fresh = old !== null && tile && (!was || was.flipped !== tile.flipped || was.level !== tile.level || was.owner !== tile.owner);
  return el(
    "g",
    {
      transform: `translate(${x} ${y})`,
      class: fresh ? "brass-space fresh" : "brass-space",
      "data-key": `space:${space.space}`,
      "data-value": value,
      "data-place": space.space,
      "data-thing": `space:${space.space}`,
      "data-about": tile ? `tile:${tile.industry}:${tile.level}` : null,
    },
    tile ? drawTile(context, plan, space, tile) : emptySpace(plan, space),
  );
}

/** @param {Plan} plan @param {any} space */
function emptySpace(plan, space) {
  const { tile: side } = plan;
  const size = space.industries.length === 1 ? side * 0.52 : side * 0.42;
  return [
    el("desc", null, emptyTitle(space)),
    el("rect", { width: side, height: side, rx: 4, class: "empty" }),
    ...space.industries.map((/** @type {string} */ industry, /** @type {number} */ number) =>
      symbol(INDUSTRY[industry], {
        x: side / 2 - size / 2 + (space.industries.length === 1 ? 0 : (number - 0.5) * side * 0.46),
        y: side / 2 - size / 2,
        size,
        look: "ink",
      }),
    ),
  ];
}

/** @param {any} space */
function emptyTitle(space) {
  const industries = space.industries.map(industryName).join(` ${tr("or")} `);
  const values = { space: spaceName(space.space), industries };
  return space.first_port ? tr("{space}: empty, for {industries}, the first port here", values) : tr("{space}: empty, for {industries}", values);
}

/**
 * A tile: its colour is the owner's; flipped it shows its back, with what it scores.
 * @param {Context} context
 * @param {Plan} plan
 * @param {any} space
 * @param {any} tile
 */
function drawTile(context, plan, space, tile) {
  const { setup, players, layout } = context;
  const side = plan.tile;
  const narrow = layout === "narrow";
  const kind = setup.tile_kinds.find((/** @type {any} */ one) => one.industry === tile.industry && one.level === tile.level);
  const player = players[tile.owner];
  const small = tile.cubes > 0 || tile.flipped;
  const size = side * (tile.flipped && kind.points > 9 ? 0.36 : small ? 0.46 : 0.56);
  const text = { "font-size": narrow ? 11 : 12 };
  return el(
    "g",
    { class: `brass-tile seat-${tile.owner} ${tile.flipped ? "flipped" : "front"}` },
    el("desc", null, tileTitle(space, tile, kind, player.letter)),
    el("rect", { x: 0.5, y: 0.5, width: side - 1, height: side - 1, rx: 4, class: "face" }),
    tile.flipped ? el("rect", { x: 2, y: 2, width: side - 4, height: side - 4, rx: 3, class: "edge" }) : null,
    symbol(INDUSTRY[tile.industry], { x: small ? side * 0.09 : side / 2 - size / 2, y: side * 0.1, size, look: "ink", title: industryName(tile.industry) }),
    tile.flipped
      ? el("text", { x: side * 0.91, y: side * 0.46, "text-anchor": "end", "font-size": narrow ? 12 : kind.points > 9 ? 15 : 17, class: "points" }, kind.points)
      : null,
    cubesOf(tile, side),
    narrow ? null : el("text", { x: 5, y: side - 6, ...text, class: "level" }, roman(tile.level)),
    narrow ? levelDots(tile.level, side) : null,
    el("text", { x: side - (narrow ? 3 : 5), y: side - (narrow ? 4 : 6), "text-anchor": "end", ...text, class: "letter" }, player.letter),
  );
}

/** @param {any} space @param {any} tile @param {any} kind @param {string} letter */
function tileTitle(space, tile, kind, letter) {
  const named = tr("{space}: {industry} {level} of {player}", {
    space: spaceName(space.space),
    industry: industryName(tile.industry),
    level: roman(tile.level),
    player: letter,
  });
  if (tile.flipped) return tr("{tile}, flipped, scores {points}", { tile: named, points: kind.points });
  if (tile.cubes === 0) return tr("{tile}, not flipped", { tile: named });
  const values = { tile: named, cubes: tile.cubes };
  return tile.industry === "coal" ? tr("{tile}, not flipped, {cubes} coal", values) : tr("{tile}, not flipped, {cubes} iron", values);
}

/** Where letters are few: a dot for each level. @param {number} level @param {number} side */
function levelDots(level, side) {
  return Array.from({ length: level }, (_, number) =>
    el("circle", { cx: 5.5 + (number % 2) * 5, cy: side - 5.5 - Math.floor(number / 2) * 5, r: 1.7, class: "dot" }),
  );
}

/** @param {any} tile @param {number} side */
function cubesOf(tile, side) {
  const step = side * 0.2;
  return Array.from({ length: tile.cubes }, (_, number) =>
    el("rect", {
      x: side * 0.58 + (number % 2) * step,
      y: side * 0.09 + Math.floor(number / 2) * step,
      width: step - 1,
      height: step - 1,
      class: `cube ${tile.industry}`,
    }),
  );
}

/** "Oldham left". @param {string} space */
export function spaceName(space) {
  const [place, where] = space.replaceAll("_", " ").split(".");
  const town = `${place[0].toUpperCase()}${place.slice(1)}`;
  return where === "only" ? town : tr("{town} {position}", { town, position: POSITIONS[where] ?? where });
}
