// The two circles of Alchemicus: the fields on which pawns walk, and inside them the places of the Spirit.

import { el } from "../../drawing.js";
import { symbol } from "../symbols.js";
import { tr, trIn } from "../../words.js";

/** @typedef {import("../../types.js").Context} Context */

/** Each field: its name, its symbols, what it is for. @type {Record<string, [string, string[], string]>} */
const FIELDS = {
  BUILD: [trIn("field", "Build"), ["house"], tr("build any number of cards")],
  SPIRIT: [trIn("field", "Spirit"), ["spirit"], tr("the Spirit must move")],
  ACQUIRE: [trIn("field", "Acquire"), ["herb", "ore"], tr("sources gain their goods")],
  TRANSPORT: [trIn("field", "Transport"), ["cart"], tr("carry goods on")],
  TRANSMUTE: [trIn("field", "Transmute"), ["tincture", "metal"], tr("processors turn what they hold")],
  SALE: [trIn("field", "Sale"), ["outlet"], tr("sell goods")],
  GIFTS: [trIn("field", "Gifts"), ["fame"], tr("give five cards for a Fame")],
};
/** What a kind of building stands for, by a symbol. @type {Record<string, string>} */
export const KIND_SYMBOL = {
  HORTEN: "herb",
  METALLE: "ore",
  ALEMBIC: "tincture",
  FORNAX: "metal",
  LABRIUM: "gold",
  DOMO: "card",
  PERGULA: "outlet",
  TABERNA: "outlet",
  DONARIUM: "outlet",
  GLORIA: "fame",
  GOLEM: "golem",
  MUTABILUS: "hand",
  SPIRITUS: "spiritus",
  HOMUNCULUS: "undo",
  PACTUM: "noctis",
  INFAMIA: "infamia",
};

/** "ALCHEMICUS_KIND_HORTEN" is HORTEN. @param {string} name */
export const short = (name) => name.replace(/^ALCHEMICUS_(KIND|PHASE|GOOD)_/, "");
/** "Horten". @param {string} name */
export const title = (name) => short(name)[0] + short(name).slice(1).toLowerCase();

/** @param {number} turn 0 at the top, 1 once around clockwise @param {number} r */
const at = (turn, r) => [Math.sin(turn * 2 * Math.PI) * r, -Math.cos(turn * 2 * Math.PI) * r];
const number = (/** @type {number} */ value) => value.toFixed(1);

/** A piece of a ring. @param {number} from @param {number} to @param {number} inner @param {number} outer */
function sector(from, to, inner, outer) {
  const corners = [at(from, outer), at(to, outer), at(to, inner), at(from, inner)].map(([x, y]) => `${number(x)} ${number(y)}`);
  return `M${corners[0]}A${outer} ${outer} 0 0 1 ${corners[1]}L${corners[2]}A${inner} ${inner} 0 0 0 ${corners[3]}Z`;
}

/**
 * Both circles around a middle.
 * @param {Context} context
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
export function circles(context, x, y, radius) {
  const ring = radius * 0.64;
  return el(
    "g",
    { transform: `translate(${x} ${y})`, class: "circles" },
    context.setup.outer.map((/** @type {string} */ action, /** @type {number} */ place) => field(context, short(action), place, ring, radius)),
    context.setup.outer.map((/** @type {string} */ _, /** @type {number} */ place) => arrow(place, radius)),
    innerCircle(context, ring - 5),
  );
}

/** Pawns go clockwise. @param {number} place @param {number} radius */
function arrow(place, radius) {
  const [x, y] = at((place + 0.5) / 8, radius - 9);
  return el("path", { d: "M-4 -5L5 0L-4 5z", transform: `translate(${number(x)} ${number(y)}) rotate(${((place + 0.5) / 8) * 360})`, class: "way-on" });
}

/**
 * @param {Context} context
 * @param {string} action
 * @param {number} place
 * @param {number} inner
 * @param {number} outer
 */
function field(context, action, place, inner, outer) {
  const { view, before, players } = context;
  const [name, symbols, what] = FIELDS[action];
  const [x, y] = at(place / 8, (inner + outer) / 2 + (place % 4 === 2 ? 0 : 1));
  const here = players.filter(({ seat }) => view.players[seat].field === place);
  const active = view.players[view.active_seat].field === place;
  const isGuarded = view.golems.includes(place);
  const signs = isGuarded ? [...symbols, "golem"] : symbols;
  const pawns = here.map(({ seat, letter }, position) => {
    const left = x + (position - (here.length - 1) / 2) * 17.5;
    const moved = before && before.players[seat].field !== place;
    return el(
      "g",
      {
        class: `pawn seat-${seat}${moved ? " fresh" : ""}`,
        transform: `translate(${number(left)} ${number(y + 20)})`,
        "data-key": `pawn:${seat}`,
        "data-value": place,
      },
      el("desc", null, tr("pawn of {player}, on {field}", { player: letter, field: name })),
      el("circle", { r: 8.5 }),
      el("text", { y: 4.2, "text-anchor": "middle", "font-size": 12 }, letter),
    );
  });
  return el(
    "g",
    {
      class: `field${active ? " active" : ""}`,
      "data-key": `field:${place}`,
      "data-value": isGuarded ? "golem" : "",
      "data-place": place,
      "data-thing": `field:${place}`,
    },
    el("desc", null, fieldTitle({ place, name, what }, isGuarded)),
    el("path", { d: sector((place - 0.5) / 8, (place + 0.5) / 8, inner, outer), class: "ground" }),
    signs.map((one, position) =>
      symbol(one, {
        x: x - 9 + (position - (signs.length - 1) / 2) * 20,
        y: y - 30,
        size: 18,
        title: one === "golem" ? tr("a Golem guards this field") : what,
      }),
    ),
    el(
      "text",
      {
        x: number(x),
        y: number(y + 5),
        "text-anchor": "middle",
        "font-size": 12.5,
        class: "name",
        ...squeezed(name, place % 4 === 2 ? outer - inner - 4 : outer),
      },
      name,
    ),
    pawns,
  );
}

/** Long names of other languages are made to fit. @param {string} name @param {number} room */
function squeezed(name, room) {
  return name.length * 7.8 > room ? { textLength: number(room), lengthAdjust: "spacingAndGlyphs" } : {};
}

/** @param {Record<string, unknown>} values @param {boolean} isGuarded */
function fieldTitle(values, isGuarded) {
  return isGuarded ? tr("field {place}, {name}: {what}; a Golem stops the next pawn that would pass", values) : tr("field {place}, {name}: {what}", values);
}

/** @param {Context} context @param {number} outer */
function innerCircle(context, outer) {
  const { setup, view, before } = context;
  const centre = outer * 0.4;
  const places = setup.inner.length;
  const spirit = short(view.spirit);
  const moved = before && before.spirit !== view.spirit;
  return el(
    "g",
    { class: "inner" },
    setup.inner.map((/** @type {string} */ kind, /** @type {number} */ place) => {
      const [x, y] = at(place / places, (centre + outer) / 2 + 3);
      return innerPlace(short(kind), spirit, sector((place - 0.5) / places, (place + 0.5) / places, centre, outer), x, y, moved);
    }),
    innerPlace("DOMO", spirit, `M0 ${-centre + 3}a${centre - 3} ${centre - 3} 0 1 1 -.01 0z`, 0, 0, moved),
  );
}

/**
 * @param {string} kind
 * @param {string} spirit where it stands
 * @param {string} shape
 * @param {number} x
 * @param {number} y
 * @param {boolean} moved
 */
function innerPlace(kind, spirit, shape, x, y, moved) {
  const isBlocked = kind === spirit;
  return el(
    "g",
    {
      class: `place kind-${kind}${isBlocked ? " blocked" : ""}`,
      "data-key": `place:${kind}`,
      "data-value": isBlocked ? "spirit" : "",
      "data-place": title(kind),
      "data-thing": `place:${title(kind)}`,
    },
    el("desc", null, isBlocked ? tr("{place}: blocked, the Spirit stands here", { place: title(kind) }) : title(kind)),
    el("path", { d: shape, class: "ground" }),
    isBlocked
      ? el(
          "g",
          { class: moved ? "ghost fresh" : "ghost", "data-key": "spirit", "data-value": kind },
          symbol("spirit", { x: x - 13, y: y - 27, size: 26, title: tr("the Spirit: this kind does not work") }),
        )
      : symbol(KIND_SYMBOL[kind], { x: x - 9, y: y - 22, size: 18 }),
    el("text", { x: number(x), y: number(y + 12), "text-anchor": "middle", "font-size": 12, class: "name" }, title(kind)),
  );
}
