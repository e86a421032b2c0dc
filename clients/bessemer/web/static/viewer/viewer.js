// One match on the page: the board, who plays, the log and the curve, for a replay and for a live match.

import { clockText, timeUsed } from "./clock.js";
import { Controls } from "./controls.js";
import { Curve } from "./curve.js";
import { element, fill, html } from "../drawing.js";
import { FlowPlayer } from "./flow.js";
import { Story } from "./frames.js";
import { Help } from "./help.js";
import { Log } from "./log.js";
import { useSigns } from "./signs.js";
import { Mistakes } from "./mistakes.js";
import { mayMove, places, showChanges } from "./motion.js";
import { outlineAll } from "../seat/lit.js";
import { panelOf, tabsOf } from "./panels.js";
import { lastSeen, marked, things } from "./since.js";
import { movesSince, sentence, statusOf } from "./telling.js";
import { tr } from "../words.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Frame} Frame */

const NARROW = 760;
/** Between two turns at speed 1, in milliseconds. */
const PACE = 900;
/** Who steps faster than this scrubs: then nothing moves by itself. */
const SCRUBBING = 150;

/** @type {import("../types.js").Deciding} */
const NOTHING = { lit: null, draft: null, ahead: null };

const DESK_KEYS = [
  ["1 2 3 …", tr("choose the answer beside this key")],
  ["Enter", tr("what suggests itself; send a whole answer")],
  ["u Backspace", tr("undo the last step")],
  ["Esc", tr("start the answer anew")],
  ["s", tr("suggest a move, where the match allows it")],
  ["Shift ← →", tr("move a step of your plan")],
  ["n", tr("plan what comes next, where that is known")],
];

export class Viewer {
  /**
   * @param {HTMLElement} root what it is drawn into
   * @param {Board} board the drawing of the game
   * @param {import("../types.js").Match} match
   * @param {import("../types.js").ViewerOptions} [options]
   */
  constructor(root, board, match, options = {}) {
    this.root = root;
    this.board = board;
    this.story = new Story(match);
    this.isLive = options.isLive ?? false;
    this.options = options;
    /** The seat of one's own: `null` for whoever watches. @type {number | null} */
    this.own = options.own ?? null;
    /** What one decides at the newest moment. @type {import("../types.js").Deciding} */
    this.deciding = NOTHING;
    /** Whether the best move is drawn instead of the one that was made. */
    this.showsBest = false;
    this.index = 0;
    this.drawnIndex = -1;
    /** @type {number | "all" | null} */
    this.seat = null;
    this.lastStep = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.build(match);
    const asked = new URLSearchParams(location.hash.slice(1));
    this.look(asked.get("seat") ?? "");
    const turn = Number(asked.get("turn") ?? NaN);
    this.go(Number.isNaN(turn) ? (this.isLive ? this.story.last : 0) : this.story.atTurn(turn));
  }

  /** @param {import("../types.js").Match} match */
  build(match) {
    const go = (/** @type {number} */ index) => this.go(index);
    this.controls = new Controls({
      step: (by) => this.go(this.index + by),
      go,
      toEnd: () => this.go(this.story.last),
      toggle: () => (this.timer === undefined ? this.play() : this.stop()),
      round: (by) => this.goToRound(by),
      phase: (by) => this.goToPhase(by),
      nextSeat: () => this.nextSeat(),
      lookAs: (seat) => this.look(seat, true),
      setSpeed: () => this.timer !== undefined && this.play(),
    });
    this.log = new Log(go);
    this.curve = new Curve(go);
    const isAnalysed = match.frames.some(({ analysis }) => analysis);
    this.mistakes = isAnalysed ? new Mistakes(this.story, go, (isShown) => this.showBest(isShown)) : null;
    this.summary = element("h1", { class: "summary" });
    this.status = element("span", { class: "status", role: "status" });
    this.picture = element("div", { class: "picture" });
    this.hand = element("div", { class: "hand-part" });
    this.flow = new FlowPlayer(this.root);
    this.flowLasts = 0;
    this.aheadMark = element("span", { class: "ahead-mark", role: "status", hidden: true }, tr("as it would be: not sent yet"));
    this.strip = element("div", { class: "since-strip", role: "log", "aria-label": tr("Since your last turn:"), tabindex: 0, hidden: this.own === null });
    this.said = element("p", { class: "said", "aria-live": "polite" });
    this.panels = this.story.header.players.map((player) => panelOf(player, this.own === player.seat));
    this.people = element("section", { class: "people", "aria-label": tr("Players"), tabindex: 0 }, ...this.panels.map(({ element }) => element));
    const tabs = tabsOf(this.root, () => this.log?.show(this.index));
    this.root.replaceChildren(
      element(
        "section",
        { class: "board", "aria-label": tr("Board") },
        element("header", null, this.summary, this.aheadMark, this.status),
        this.strip,
        this.picture,
        this.hand,
      ),
      element(
        "aside",
        { class: "side" },
        this.options.desk ?? null,
        tabs,
        this.people,
        element("section", { class: "log-part", "aria-label": tr("Log") }, this.mistakes?.element ?? null, this.log.element),
      ),
      element("section", { class: "foot", "aria-label": tr("Turns") }, this.said, this.curve.element, this.controls.element),
    );
    this.root.classList.add("viewer");
    useSigns(this.board.signs?.() ?? {});
    this.help = new Help(this.root, this.story.header.about ?? {});
    this.root.classList.toggle("seat", this.own !== null);
    this.root.dataset.tab = "players";
    this.controls.explain(this.board.legend());
    if (this.own !== null) this.controls.explainKeys(DESK_KEYS);
    this.controls.offerRules(this.story.header.game);
    this.refresh();
    addEventListener("keydown", (event) => this.onKey(event));
    addEventListener("hashchange", () => this.onAddress());
    let wasNarrow = this.isNarrow;
    addEventListener("resize", () => {
      if (this.isNarrow !== wasNarrow) this.draw(false);
      wasNarrow = this.isNarrow;
    });
  }

  /** What depends on how many moments there are. */
  refresh() {
    const { story } = this;
    this.log?.write(story);
    this.curve?.draw(story);
    this.controls?.offerPhases(story.phases());
    const seats = story.header.players.map(({ seat, letter, name }) => ({
      value: String(seat),
      name: tr("as {player} saw it", { player: `${letter} ${name}` }),
    }));
    const all = { value: "all", name: tr("the truth: all hands") };
    this.controls?.offerSeats([{ value: "", name: tr("as a spectator") }, ...(story.hasSeats && this.own === null ? [...seats, all] : [])]);
  }

  get isNarrow() {
    return innerWidth < NARROW;
  }

  /** A live match goes on. @param {Frame[]} frames @param {import("../types.js").End | null} [end] */
  add(frames, end = null) {
    const follows = this.index === this.story.last;
    const added = frames.filter((frame) => this.story.add(frame)).length;
    if (end) this.story.end = end;
    if (!added && !end) return;
    this.refresh();
    if (follows && this.timer === undefined) this.go(this.story.last, true);
    else this.tellStatus();
  }

  /** What one decides at the newest moment, and what would come of it. @param {import("../types.js").Deciding} deciding */
  decide(deciding) {
    this.deciding = deciding;
    if (this.index === this.story.last) this.draw(false);
  }

  /** The best move of an analysis, or what was played. @param {boolean} isShown */
  showBest(isShown) {
    this.showsBest = isShown;
    this.draw(false);
  }

  /** What is decided now, if the newest moment is shown. */
  get now() {
    return this.own !== null && this.index === this.story.last && this.seat === null ? this.deciding : NOTHING;
  }

  // --- Going about ------------------------------------------------------------------------------

  /** @param {number} index @param {boolean} [isNews] whether it goes there because it has just happened, in one turn or several */
  go(index, isNews = false) {
    const target = Math.max(0, Math.min(index, this.story.last));
    const now = performance.now();
    const moves = mayMove() && (isNews || Math.abs(target - this.index) === 1) && now - this.lastStep > SCRUBBING;
    this.lastStep = now;
    this.index = target;
    this.draw(moves);
    this.address();
  }

  /** @param {number} by */
  goToRound(by) {
    this.go(neighbour(this.story.rounds(), this.index, by) ?? (by > 0 ? this.story.last : 0));
  }

  /** @param {number} by */
  goToPhase(by) {
    this.go(neighbour(this.story.phases(), this.index, by) ?? (by > 0 ? this.story.last : 0));
  }

  play() {
    this.stop();
    if (this.index === this.story.last && !this.isLive) this.index = 0;
    const wait = PACE / (this.controls?.speed ?? 1);
    const on = () => {
      if (this.index >= this.story.last && !this.isLive) return this.stop();
      if (this.index < this.story.last) this.go(this.index + 1);
      this.timer = setTimeout(on, Math.max(wait, this.flowLasts ?? 0));
    };
    this.timer = setTimeout(on, wait / 3);
    this.controls?.showPlaying(true);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.controls?.showPlaying(false);
  }

  /** @param {string} asked a seat, "all" or "" @param {boolean} [redraw] */
  look(asked, redraw = false) {
    const seat = asked === "all" ? "all" : asked === "" ? null : Number(asked);
    const isThere = seat === null || (this.story.hasSeats && (seat === "all" || seat in this.story.header.players));
    this.seat = isThere ? seat : null;
    if (this.controls) this.controls.seatMenu.value = this.seat === null ? "" : String(this.seat);
    if (!redraw) return;
    this.draw(false);
    this.address();
  }

  nextSeat() {
    const menu = this.controls?.seatMenu;
    if (!menu || menu.options.length < 2) return;
    menu.selectedIndex = (menu.selectedIndex + 1) % menu.options.length;
    this.look(menu.value, true);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (target.matches?.("input:not([type=range]), textarea, select")) return;
    if (event.key === " " && target.matches?.("button, a")) return;
    if (this.options.press?.(event) || this.controls?.press(event)) event.preventDefault();
  }

  // --- The address ------------------------------------------------------------------------------

  address() {
    clearTimeout(this.addressTimer);
    // Browsers allow only so many changes of the address in a while.
    this.addressTimer = setTimeout(() => {
      const turn = this.story.frameAt(this.index)?.turn ?? 0;
      const isAtLiveEnd = this.isLive && !this.story.end && this.index === this.story.last;
      const seat = this.seat === null ? "" : `&seat=${this.seat}`;
      history.replaceState(null, "", isAtLiveEnd ? location.pathname + location.search : `#turn=${turn}${seat}`);
    }, 200);
  }

  onAddress() {
    const asked = new URLSearchParams(location.hash.slice(1));
    if (!asked.has("turn")) return;
    this.look(asked.get("seat") ?? "");
    this.go(this.story.atTurn(Number(asked.get("turn"))));
  }

  // --- Drawing ----------------------------------------------------------------------------------

  /** @returns {import("../types.js").Context} */
  context(index = this.index) {
    const { story, seat } = this;
    const moment = story.moments[index];
    const frame = story.frameAt(index);
    const best = this.showsBest && this.own === null ? frame?.analysis : null;
    const looksAs = seat === "all" ? null : seat;
    const players = story.header.players;
    const { ahead, draft } = this.now;
    const eyes = seat === null && this.own !== null && story.knows(index, this.own) ? this.own : looksAs;
    const view = story.viewAt(index, eyes);
    const known = ahead ?? view;
    return {
      game: story.header.game,
      heading: `${moment.heading.charAt(0).toUpperCase()}${moment.heading.slice(1)}`,
      setup: story.header.setup,
      view: best?.move ? story.viewAt(index - 1, eyes) : known,
      before: ahead ? view : index > 0 ? story.viewAt(index - 1, eyes) : null,
      players: players.map((player) => ({ ...player, colour: `var(--seat-${player.seat})` })),
      layout: this.isNarrow ? "narrow" : "wide",
      move: frame ? (best?.move ?? frame.move) : null,
      mover: frame ? frame.seat : null,
      seatSeen: eyes ?? seat,
      seen: players.map((player) => (eyes === player.seat ? known : seat === "all" ? story.viewAt(index, player.seat) : null)),
      scores: moment.scores,
      inSight: moment.in_sight,
      waiting: moment.waiting,
      draft,
    };
  }

  /** @param {boolean} moves whether what changed is shown by motion */
  draw(moves) {
    const { story, index } = this;
    if (!this.picture || !this.panels) return;
    if (moves || this.drawnIndex !== index || this.now.ahead || this.now.draft) this.flow?.stop();
    this.drawnIndex = index;
    const isAhead = this.now.ahead !== null;
    this.root.classList.toggle("ahead", isAhead);
    if (this.aheadMark) this.aheadMark.hidden = !isAhead;
    const roots = [this.picture, ...(this.hand ? [this.hand] : []), ...this.panels.map(({ inside }) => inside)];
    const before = moves ? places(roots) : new Map();
    const context = this.context();
    const used = timeUsed(story, index);
    const since = this.since();
    const shown = (/** @type {import("../drawing.js").Drawing} */ drawn) => {
      const told = since ? marked(drawn, since) : drawn;
      return this.now.lit ? this.now.lit.on(told) : told;
    };
    fill(this.picture, shown(this.board.drawBoard(context)));
    const hand = this.board.drawHand?.(context) ?? null;
    if (this.hand) fill(this.hand, hand && shown(hand));
    for (const [seat, panel] of this.panels.entries()) {
      fill(panel.inside, shown(this.board.drawPanel(context, seat)));
      panel.clock.textContent = this.options.clockOf?.(seat) ?? clockText(used[seat]);
      panel.element.classList.toggle("waiting", context.waiting.includes(seat));
      panel.element.classList.toggle("mover", context.mover === seat);
      const rank = index === story.last ? story.end?.ranks[seat] : undefined;
      panel.place.textContent = rank === undefined ? "" : rank === 1 ? tr("winner") : tr("place {n}", { n: rank });
    }
    this.write(context);
    const motions = moves ? showChanges(roots, before) : [];
    this.flowLasts = (moves && this.flow?.play(this.board.flow?.(context) ?? null, this.controls?.speed ?? 1)) || 0;
    if (this.own === null) return;
    outlineAll(this.root);
    // What moves is elsewhere when it has come to rest.
    if (motions.length) Promise.allSettled(motions.map(({ finished }) => finished)).then(() => outlineAll(this.root));
  }

  /** All things as they were after one's own last move; null where nothing is to be told from it. */
  since() {
    if (this.own === null || this.now === NOTHING || this.now.ahead || this.now.draft) return null;
    const from = lastSeen(this.story, this.index, this.own);
    if (from === this.index) return null;
    const context = this.context(from);
    const hand = this.board.drawHand?.(context);
    return things([this.board.drawBoard(context), ...(hand ? [hand] : []), ...context.players.map(({ seat }) => this.board.drawPanel(context, seat))]);
  }

  /** What the others have done since one's own last move, one after the other. */
  tellSince() {
    if (!this.strip || this.own === null) return;
    fill(this.strip, movesSince(this.story, this.index, this.own));
  }

  /** The clocks as they run, where there are any. */
  showClocks() {
    for (const [seat, panel] of this.panels?.entries() ?? []) {
      const left = this.options.clockOf?.(seat);
      if (left) panel.clock.textContent = left;
    }
  }

  /** @param {import("../types.js").Context} context */
  write(context) {
    const { story, index } = this;
    const frame = story.frameAt(index);
    const text = sentence(story, index);
    this.curve?.show(index, text.words);
    if (this.summary) this.summary.textContent = context.heading;
    if (this.said) fill(this.said, text.parts);
    const lastTurn = story.frameAt(story.last)?.turn ?? 0;
    const [before, after] = tr("turn {n} of {last}", { last: lastTurn }).split("{n}");
    if (this.controls) {
      fill(this.controls.turn, before, html("b", null, frame?.turn ?? 0), after);
      this.controls.phaseMenu.value = "";
    }
    this.tellStatus();
    this.tellSince();
    this.mistakes?.show(index);
    // Asks where things stand, and so comes last: one layout for all.
    this.log?.show(index);
  }

  tellStatus() {
    if (!this.status) return;
    this.status.textContent = statusOf(this.story, this.index, this.isLive);
    this.status.classList.toggle("live", this.isLive && !this.story.end);
  }
}

/**
 * Where the part before or after begins; back from inside of a part leads to its own beginning.
 * @param {{index: number}[]} parts
 * @param {number} index
 * @param {number} by
 */
function neighbour(parts, index, by) {
  const here = parts.findLastIndex((part) => part.index <= index);
  const isInside = by < 0 && parts[here]?.index < index;
  return parts[isInside ? here : here + by]?.index;
}
