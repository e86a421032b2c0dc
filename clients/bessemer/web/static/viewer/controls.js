// Buttons, menus and keys of the viewer.

import { el, element, fill, html } from "../drawing.js";
import { tr } from "../words.js";

/** Signs on the buttons, as paths in a square of 24. */
const SIGNS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  phaseBack: "M12 5l-8 7 8 7zM20 5l-8 7 8 7z",
  back: "M17 5l-10 7 10 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M7 5h4v14H7zM14 5h4v14h-4z",
  next: "M7 5l10 7-10 7z",
  phaseNext: "M4 5l8 7-8 7zM12 5l8 7-8 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
};

const KEYS = [
  ["← →", tr("one turn back, one turn on")],
  ["Home End", tr("the set-up, the end")],
  ["Space", tr("play and stop")],
  ["[ ]", tr("the round before, the next round")],
  ["{ }", tr("the phase before, the next phase")],
  ["f", tr("look as the next seat")],
  ["+ −", tr("faster, slower")],
  ["l", tr("what the symbols mean")],
  ["?", tr("these keys")],
];

export const SPEEDS = [0.5, 1, 2, 4, 8];

/** @param {keyof typeof SIGNS} sign */
function drawn(sign) {
  return el("svg", { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" }, el("path", { d: SIGNS[sign] }));
}

/**
 * @typedef {object} Actions
 * @property {(by: number) => void} step
 * @property {(index: number) => void} go
 * @property {() => void} toEnd
 * @property {() => void} toggle
 * @property {(by: number) => void} round
 * @property {(by: number) => void} phase
 * @property {() => void} nextSeat
 * @property {(seat: string) => void} lookAs
 * @property {(speed: number) => void} setSpeed
 */

export class Controls {
  /** @param {Actions} actions */
  constructor(actions) {
    this.actions = actions;
    this.speed = 1;
    const button = (/** @type {keyof typeof SIGNS} */ sign, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      element("button", { type: "button", "aria-label": label, title: label, onclick }, drawn(sign));
    this.playButton = button("play", tr("Play"), actions.toggle);
    this.turn = element("span", { class: "turn" });
    this.speedMenu = menu(
      tr("Speed"),
      SPEEDS.map((speed) => [String(speed), `${speed}×`]),
      (value) => this.setSpeed(Number(value)),
    );
    this.speedMenu.value = "1";
    this.seatMenu = menu(tr("Seen by"), [], actions.lookAs);
    this.phaseMenu = menu(tr("Go to a round or a phase"), [], (value) => value !== "" && actions.go(Number(value)));
    this.phaseCount = 0;
    this.keys = dialog(
      tr("Keys"),
      html(
        "dl",
        { class: "keys" },
        KEYS.flatMap(([key, what]) => [html("dt", null, key), html("dd", null, what)]),
      ),
    );
    this.legend = dialog(tr("Legend"), html("ul", { class: "legend" }));
    this.element = element(
      "div",
      { class: "controls" },
      element(
        "div",
        { class: "buttons", role: "group", "aria-label": tr("Step through the match") },
        button("first", tr("To the set-up"), () => actions.go(0)),
        button("phaseBack", tr("The phase before"), () => actions.phase(-1)),
        button("back", tr("One turn back"), () => actions.step(-1)),
        this.playButton,
        button("next", tr("One turn on"), () => actions.step(1)),
        button("phaseNext", tr("The next phase"), () => actions.phase(1)),
        button("last", tr("To the end"), actions.toEnd),
      ),
      this.turn,
      element("div", { class: "menus" }, this.phaseMenu, this.seatMenu, this.speedMenu, opener(tr("Legend"), this.legend), opener(tr("Keys"), this.keys, "?")),
      this.keys,
      this.legend,
    );
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    this.speedMenu.value = String(speed);
    this.actions.setSpeed(speed);
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    const label = playing ? tr("Stop") : tr("Play");
    fill(this.playButton, drawn(playing ? "pause" : "play"));
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
  }

  /** @param {{value: string, name: string}[]} seats */
  offerSeats(seats) {
    fillMenu(
      this.seatMenu,
      seats.map(({ value, name }) => [value, name]),
    );
    this.seatMenu.hidden = seats.length < 2;
  }

  /** In groups, one for each round that has several. @param {{round: number, index: number, heading: string}[]} phases */
  offerPhases(phases) {
    if (phases.length === this.phaseCount) return;
    this.phaseCount = phases.length;
    const rounds = [...new Set(phases.map(({ round }) => round))].map((round) => phases.filter((phase) => phase.round === round));
    fill(
      this.phaseMenu,
      html("option", { value: "" }, tr("Go to…")),
      ...rounds.map((phases) => {
        const options = phases.map(({ index, heading }) => html("option", { value: index }, heading));
        return options.length === 1 ? options[0] : html("optgroup", { label: tr("Round {n}", { n: phases[0].round }) }, options);
      }),
    );
  }

  /** Where the rules stand, unless the page stands alone. @param {string} game */
  offerRules(game) {
    const { root } = document.body.dataset;
    if (root !== undefined)
      this.legend.querySelector("h2")?.after(element("p", null, html("a", { href: `${root}rules/${game}.html`, target: "_blank" }, tr("The rules"))));
  }

  /** Keys that come before the usual ones. @param {string[][]} keys */
  explainKeys(keys) {
    this.keys.querySelector(".keys")?.prepend(...keys.flatMap(([key, what]) => [element("dt", null, key), element("dd", null, what)]));
  }

  /** @param {{symbol: import("../drawing.js").Drawing, title: string}[]} symbols */
  explain(symbols) {
    const list = symbols.map(({ symbol, title }) => element("li", null, symbol, html("span", null, title)));
    this.legend.querySelector(".legend")?.replaceChildren(...list);
  }

  /** Do what a key is for; whether it was for anything. @param {KeyboardEvent} event */
  press(event) {
    const { key } = event;
    const actions = this.actions;
    const faster = SPEEDS[Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + 1)];
    const slower = SPEEDS[Math.max(0, SPEEDS.indexOf(this.speed) - 1)];
    /** @type {Record<string, () => void>} */
    const meanings = {
      ArrowRight: () => actions.step(1),
      ArrowLeft: () => actions.step(-1),
      Home: () => actions.go(0),
      End: actions.toEnd,
      " ": actions.toggle,
      "[": () => actions.round(-1),
      "]": () => actions.round(1),
      "{": () => actions.phase(-1),
      "}": () => actions.phase(1),
      f: actions.nextSeat,
      "+": () => this.setSpeed(faster),
      "-": () => this.setSpeed(slower),
      l: () => this.legend.showModal(),
      "?": () => this.keys.showModal(),
    };
    const act = Object.hasOwn(meanings, key) ? meanings[key] : null;
    act?.();
    return act !== null;
  }
}

/**
 * @param {string} label
 * @param {string[][]} options
 * @param {(value: string) => void} chosen
 */
function menu(label, options, chosen) {
  const made = element("select", { "aria-label": label, title: label, onchange: () => chosen(made.value) });
  fillMenu(made, options);
  return made;
}

/** @param {HTMLSelectElement} made @param {string[][]} options */
function fillMenu(made, options) {
  const value = made.value;
  fill(
    made,
    options.map(([value, name]) => html("option", { value }, name)),
  );
  if (options.some(([offered]) => offered === value)) made.value = value;
}

/** @param {string} title @param {import("../drawing.js").Drawing} inside */
function dialog(title, inside) {
  const close = html("form", { method: "dialog" }, html("button", { type: "submit" }, tr("Close")));
  return element("dialog", { "aria-label": title }, html("h2", null, title), inside, close);
}

/** @param {string} title @param {HTMLDialogElement} opened @param {string} [sign] */
function opener(title, opened, sign) {
  return element("button", { type: "button", "aria-label": title, title, onclick: () => opened.showModal() }, sign ?? title);
}
