// A match as it is read from frames (docs/frames.md): every view of it, at little cost, in any order.

/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").Header} Header */

/**
 * `value` with the changes. It is left alone: what changes is copied, the rest is shared.
 * @param {Change[]} changes
 * @param {any} value
 */
export function applied(changes, value) {
  for (const change of changes) value = changed(value, change, 0);
  return value;
}

/** @param {any} value @param {Change} change @param {number} depth @returns {any} */
function changed(value, change, depth) {
  const path = change[0];
  if (depth === path.length) {
    if (change.length !== 4) return change[1];
    const copy = value.slice();
    copy.splice(change[1], change[2], ...change[3]);
    return copy;
  }
  const name = path[depth];
  const copy = Array.isArray(value) ? value.slice() : { ...value };
  if (change.length === 1 && depth === path.length - 1) delete copy[name];
  else copy[name] = changed(copy[name], change, depth + 1);
  return copy;
}

/** All moments of a match: 0 is the set-up, then one for each frame. */
export class Story {
  /** @param {Match} match */
  constructor(match) {
    this.header = match.header;
    this.end = match.end;
    this.error = match.error ?? null;
    /** @type {(Header | Frame)[]} */
    this.moments = [match.header];
    /** @type {any[]} */
    this.views = [match.header.view];
    /** @type {Record<string, Change[] | null>[]} by moment: what leads to each seat's view; null where that is not known */
    this.seen = [match.header.seen ?? {}];
    for (const frame of match.frames) this.add(frame);
  }

  /** @param {Frame} frame the next one; one that is known already is left out */
  add(frame) {
    if (frame.number !== this.moments.length) return false;
    const last = this.views.length - 1;
    this.moments.push(frame);
    this.views.push(applied(frame.changes, this.views[last]));
    this.seen.push(frame.seen ? { ...this.seen[last], ...frame.seen } : this.seen[last]);
    return true;
  }

  /** The last moment. */
  get last() {
    return this.moments.length - 1;
  }

  /** Whether it is known what single seats saw. */
  get hasSeats() {
    return Object.keys(this.seen[this.last]).length > 0;
  }

  /** @param {number} index @param {number | null} seat null for a spectator */
  viewAt(index, seat) {
    const view = this.views[index];
    return seat === null ? view : applied(this.seen[index][seat] ?? [], view);
  }

  /** Whether it is known what a seat saw. @param {number} index @param {number} seat */
  knows(index, seat) {
    return (this.seen[index][seat] ?? null) !== null;
  }

  /** @param {number} index @returns {Frame | null} null for the set-up */
  frameAt(index) {
    return index > 0 ? /** @type {Frame} */ (this.moments[index]) : null;
  }

  /** The moment after a turn, or the last one before it. @param {number} turn */
  atTurn(turn) {
    let found = 0;
    for (let index = 1; index <= this.last; index++) {
      if (/** @type {Frame} */ (this.moments[index]).turn <= turn) found = index;
    }
    return found;
  }

  /** Where each phase begins, in the same way; the first of a round begins with it. */
  phases() {
    /** @type {{round: number, index: number, heading: string}[]} */
    const found = [];
    for (const [index, { round, heading }] of this.moments.entries()) {
      const last = found.at(-1);
      if (last?.round !== round || last.heading !== heading) found.push({ round, index, heading });
    }
    return found;
  }

  /** Where each round begins: `{round, index, heading}`. */
  rounds() {
    const found = [];
    let round = 0;
    for (const [index, moment] of this.moments.entries()) {
      if (moment.round !== round && !(index === this.last && this.end)) {
        round = moment.round;
        found.push({ round, index, heading: moment.heading });
      }
    }
    return found;
  }
}
