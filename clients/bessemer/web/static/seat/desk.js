// The desk: what a person decides, step by step, in the server's words. It knows no rule: it shows the
// answers that there are and says which was chosen.

import { clockText } from "../viewer/clock.js";
import { element, fill, html } from "../drawing.js";
import { Lesson } from "./lesson.js";
import { Stages, tool as stageTool } from "./stages.js";
import { Trail } from "./trail.js";
import { withSigns } from "../viewer/signs.js";
import { keep, setting } from "../settings.js";
import { tr } from "../words.js";

/** @typedef {import("../types.js").DeskState} DeskState */
/** @typedef {import("../types.js").DeskChoice} DeskChoice */
/** @typedef {(what: string, more?: Record<string, any>) => void} Act */

const URGENT = 20;
/** Of more figures only the first are shown, and those that change. */
const MOST_TOTALS = 6;
const FIRST_TOTALS = 3;

export class Desk {
  /** @param {Act} act @param {{isOn: () => boolean, toggle: () => boolean}} sound */
  constructor(act, sound) {
    this.act = act;
    /** @type {DeskState | null} */
    this.state = null;
    this.isHolder = true;
    /** Whether the last key was for the desk: then the keyboard goes on here, wherever it was. */
    this.isTyped = false;
    this.shownAt = 0;
    /** @type {number | undefined} the own seat */
    this.own = undefined;
    /** Other parts of the board are spoken of. */
    this.pointed = () => {};
    /** What is offered when the match is over. @type {(state: DeskState) => import("../drawing.js").Part[]} */
    this.offered = () => [];
    /** What the match did to one's rating, once that is known. @type {{change: string, said: string} | null} */
    this.rated = null;
    this.head = element("p", { class: "desk-head", role: "status" });
    this.clock = element("span", { class: "desk-clock", title: tr("Your time left") });
    this.soundButton = element("button", { type: "button", class: "sound", onclick: () => this.showSound(sound.toggle()) });
    this.showSound(sound.isOn());
    const hint = () => {
      keep("hints", this.hasHints ? "off" : "");
      this.showHints();
    };
    this.hintsButton = element("button", { type: "button", class: "sound", title: tr("What each answer does"), onclick: hint });
    const fold = () => this.fold.setAttribute("aria-expanded", String(!this.element.classList.toggle("folded")));
    this.fold = element("button", { type: "button", class: "fold", "aria-expanded": "true", "aria-label": tr("Fold the desk, or open it"), onclick: fold });
    this.notice = element("p", { class: "notice", role: "alert", hidden: true });
    this.lesson = new Lesson(act, () => this.pointed());
    this.stages = new Stages(act);
    this.trail = new Trail(act);
    this.question = element("h2", { class: "question", tabindex: -1 });
    this.choices = element("div", { class: "choices", role: "group", "aria-label": tr("Answers") });
    this.totals = element("dl", { class: "totals", "aria-label": tr("What it changes") });
    this.ready = element("div", { class: "ready", hidden: true });
    this.tools = element("div", { class: "tools" });
    this.result = element("div", { class: "result", hidden: true });
    this.element = element(
      "section",
      { class: "desk", "aria-label": tr("Your decision") },
      this.fold,
      element("header", null, this.head, this.clock, this.hintsButton, this.soundButton),
      this.lesson.element,
      this.notice,
      this.stages.element,
      this.trail.element,
      this.question,
      this.choices,
      this.stages.later,
      this.result,
      element("footer", null, this.ready, this.totals, this.tools),
    );
    this.element.addEventListener("click", (event) => this.onClick(event));
    this.choices.addEventListener("pointerdown", (event) => this.drag(event));
    this.showHints();
  }

  /** Whether it is said what each answer does: until somebody knows the game. */
  get hasHints() {
    return setting("hints") !== "off";
  }

  showHints() {
    this.element.classList.toggle("hinting", this.hasHints);
    this.hintsButton.textContent = this.hasHints ? tr("Hints on") : tr("Hints off");
    this.hintsButton.setAttribute("aria-pressed", String(this.hasHints));
  }

  /** @param {boolean} isOn */
  showSound(isOn) {
    this.soundButton.textContent = isOn ? tr("Sound on") : tr("Sound off");
    const label = isOn ? tr("A sound when it is your turn: on") : tr("A sound when it is your turn: off");
    this.soundButton.setAttribute("aria-pressed", String(isOn));
    this.soundButton.title = label;
  }

  /** An answer to a question that is put again and again can be dragged between the others. @param {PointerEvent} event */
  drag(event) {
    const dragged = /** @type {Element} */ (event.target).closest("[data-word]:not(.not-now):not(.barred)");
    if (dragged && this.state?.is_series) this.trail.drag(event, dragged, dragged.getAttribute("data-word") ?? "");
  }

  /** @param {Event} event */
  onClick(event) {
    if (this.trail.wasDragged) return;
    const target = /** @type {Element} */ (event.target);
    const choice = target.closest("[data-word]");
    const tool = target.closest("[data-do]");
    const stage = target.closest("footer [data-plan]");
    if (choice) this.act("choose", { word: choice.getAttribute("data-word") });
    else if (tool) this.act(tool.getAttribute("data-do") ?? "");
    else if (stage) this.act(stage.getAttribute("data-plan") ?? "", { stage: Number(stage.getAttribute("data-stage")) });
  }

  /** @param {DeskState} state @param {boolean} isHolder whether this tab is the one that plays */
  show(state, isHolder) {
    const hadFocus = this.isTyped || this.element.contains(document.activeElement) || document.activeElement === document.body;
    this.isTyped = false;
    this.state = state;
    this.isHolder = isHolder;
    this.shownAt = performance.now();
    this.element.classList.toggle("asked", this.isAsked);
    this.showHead(state);
    this.lesson.show(state, this.isAsked);
    this.showNotice(state);
    this.stages.show(this.isAsked ? state : null);
    this.trail.show(this.isAsked ? state.trail : []);
    fill(this.question, withSigns(this.isAsked ? state.question : ""));
    this.question.hidden = !this.question.textContent;
    fill(this.choices, this.isAsked && state.choices.map((choice) => answer(choice, choice.word === state.default)));
    this.showReady(state);
    this.showTotals(state);
    this.showTools(state);
    this.showResult(state);
    this.tick();
    if (hadFocus && this.isAsked) this.focus(state);
  }

  /** Whether this page is to answer something now. */
  get isAsked() {
    const { state } = this;
    return Boolean(state && state.turn && !state.is_sent && !state.is_over && !state.stopped && this.isHolder);
  }

  /** @param {DeskState} state */
  showHead(state) {
    const parts = [];
    if (state.is_over) parts.push(tr("The match is over."));
    else if (!this.isHolder) parts.push(tr("This seat is played in another tab or window."));
    else if (state.turn && !state.is_sent) parts.push(tr("Your turn."));
    else if (state.is_sent) parts.push(tr("Your answer is sent."));
    const more = [state.is_thinking && tr("A suggestion is being thought out…"), !state.is_over && state.waiting].filter(Boolean).join(" ");
    const said = parts.join(" ") || (more ? "" : tr("The others play."));
    if (this.head.textContent === said + more) return;
    fill(this.head, html("b", null, said), html("span", null, more));
  }

  /** @param {DeskState} state */
  showNotice(state) {
    const away = state.away
      ? { text: tr("The referee cannot be reached: {why}. Your answer is kept; the match goes on when it is back.", { why: state.away }), is_bad: true }
      : null;
    const stopped = state.stopped ? { text: state.stopped, is_bad: true } : null;
    this.say(away ?? stopped ?? state.notice);
  }

  /** @param {{text: string, is_bad: boolean} | null} notice */
  say(notice) {
    this.notice.hidden = !notice;
    const said = notice?.text ?? "";
    if (this.notice.textContent !== said) this.notice.textContent = said;
    this.notice.classList.toggle("bad", Boolean(notice?.is_bad));
  }

  /** @param {DeskState} state */
  showReady(state) {
    const isReady = this.isAsked && state.ready !== "";
    this.ready.hidden = !isReady;
    const all = state.earlier.length + 1;
    const parts = isReady && [
      html("p", { class: "sentence" }, withSigns(state.ready), state.warning && html("span", { class: "warning" }, state.warning)),
      all > 1 && stageTool("put_first", all - 1, "↑", tr("Do this first")),
      html("button", { type: "button", class: "send", "data-do": "send" }, all > 1 ? tr("Send all {n}", { n: all }) : tr("Send"), html("kbd", null, "Enter")),
    ];
    fill(this.ready, parts);
  }

  /** @param {DeskState} state */
  showTotals(state) {
    const isChanged = (/** @type {{before: any, after: any}} */ { before, after }) => before !== after;
    const all = this.isAsked ? state.totals : [];
    const shown = all.filter((total, place) => all.length <= MOST_TOTALS || place < FIRST_TOTALS || isChanged(total));
    this.totals.hidden = !shown.length;
    fill(
      this.totals,
      shown.map(({ name, before, after }) =>
        html(
          "div",
          { class: before === after ? "total" : "total changed" },
          html("dt", null, name),
          html("dd", null, withSigns(before === after ? String(before) : `${before} → ${after}`)),
        ),
      ),
    );
  }

  /** @param {DeskState} state */
  showTools(state) {
    const tool = (/** @type {string} */ what, /** @type {string} */ label, /** @type {string} */ key) =>
      html("button", { type: "button", "data-do": what }, label, html("kbd", null, key));
    const isStopped = state.stopped && !state.result.length;
    fill(this.tools, [
      this.isAsked && state.may_go_on && tool("go_on", tr("Plan what comes next"), "n"),
      this.isAsked && state.earlier.length > 0 && html("button", { type: "button", "data-do": "send_first" }, tr("Send the first alone")),
      this.isAsked && state.can_undo && tool("undo", tr("Undo"), "u"),
      this.isAsked && state.trail.length > 1 && tool("restart", tr("Start anew"), "Esc"),
      this.isAsked && state.may_suggest && tool("suggest", tr("Suggest"), "s"),
      ((!this.isHolder && !state.is_over) || isStopped) && html("button", { type: "button", class: "send", "data-do": "take_over" }, tr("Play here")),
    ]);
  }

  /** @param {DeskState} state */
  showResult(state) {
    const { result } = state;
    this.result.hidden = !result.length && !state.is_over;
    fill(
      this.result,
      state.headline && html("h2", { class: "headline" }, [state.headline, this.rated?.change].filter(Boolean).join(" ")),
      this.rated?.said && html("p", { class: "soft" }, this.rated.said),
      result.length > 0 && html("h2", null, tr("Who won, and why")),
      state.is_over && this.offered(state),
      result.length > 0 &&
        html(
          "ul",
          null,
          result.map((line) => html("li", null, line)),
        ),
    );
  }

  /** What is lit on the board needs few words here. @param {Element} root */
  shorten(root) {
    for (const choice of this.choices.children) {
      const thing = CSS.escape(choice.getAttribute("data-choice") ?? "");
      choice.classList.toggle("on-board", root.querySelector(`.board [data-thing="${thing}"]`) !== null);
    }
  }

  /** Where the keyboard goes on. @param {DeskState} state */
  focus(state) {
    const suggested = state.default ? this.choices.querySelector(`[data-word="${CSS.escape(state.default)}"]`) : null;
    // Below the foot of a long list its ring would be drawn around something else; Enter takes it all the same.
    const foot = this.ready.parentElement?.getBoundingClientRect().top ?? Infinity;
    const isInSight = suggested !== null && suggested.getBoundingClientRect().bottom <= foot;
    const next = this.ready.querySelector(".send") ?? (isInSight ? suggested : this.question);
    /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
  }

  /** The clock of one seat as it is at this moment; null if there is none. @param {number} seat */
  clockOf(seat) {
    const clock = this.state?.clocks[seat];
    if (!clock) return null;
    const gone = clock.runs ? (performance.now() - this.shownAt) / 1000 : 0;
    return Math.max(0, clock.seconds - gone);
  }

  /** Show the own clock. */
  tick() {
    const left = this.isAsked && this.own !== undefined ? this.clockOf(this.own) : null;
    this.clock.textContent = left === null ? "" : clockText(left);
    this.clock.classList.toggle("urgent", left !== null && left < URGENT);
  }

  /** Do what a key is for; whether it was for anything. @param {KeyboardEvent} event */
  press(event) {
    if (!this.state || !this.isAsked || !this.take(event, this.state)) return false;
    this.isTyped = true;
    return true;
  }

  /** @param {KeyboardEvent} event @param {DeskState} state */
  take(event, state) {
    const target = /** @type {Element} */ (event.target);
    const isOnButton = Boolean(target.closest?.("button, a, [role=button]"));
    if (event.key === "Enter" || event.key === " ") {
      const lit = target.closest?.("[data-word]:not(button)");
      const start = target.closest?.("[data-start]");
      if (start) this.act("choose", { thing: start.getAttribute("data-start") });
      else if (lit) this.act("choose", { word: lit.getAttribute("data-word") });
      else if (isOnButton || event.key === " ") return false;
      else if (state.ready) this.act("send");
      else if (state.default) this.act("choose", { word: state.default });
      else this.say({ text: tr("Choose one of the answers first."), is_bad: true });
      return true;
    }
    const tools = { Backspace: "undo", u: "undo", Escape: "restart", s: "suggest" };
    const tool = Object.hasOwn(tools, event.key) ? tools[/** @type {keyof typeof tools} */ (event.key)] : "";
    if (tool || (event.key === "n" && state.may_go_on)) {
      this.act(tool || "go_on");
      return true;
    }
    const chosen = state.choices.find(({ key }) => key && key === event.key);
    if (chosen) this.act("choose", { word: chosen.word });
    return Boolean(chosen);
  }
}

/** One answer as a button. @param {DeskChoice} choice @param {boolean} isDefault */
function answer(choice, isDefault) {
  const said = choice.why_not ? html("s", null, withSigns(choice.label)) : html("span", null, withSigns(choice.label));
  return html(
    "button",
    {
      type: "button",
      class: choice.why_not ? "choice not-now" : isDefault ? "choice default" : "choice",
      "data-word": choice.word,
      "data-choice": choice.thing || choice.word,
      "aria-disabled": choice.why_not ? "true" : null,
      "data-hint": choice.why_not || choice.hint || null,
    },
    choice.key && html("kbd", null, choice.key),
    html("span", { class: "answer" }, said, choice.hint && !choice.why_not && html("small", { class: "hint" }, withSigns(choice.hint))),
    choice.why_not && html("span", { class: "unseen" }, ` (${tr("not possible: {why}", { why: choice.why_not })})`),
  );
}
