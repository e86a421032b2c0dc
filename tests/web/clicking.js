// What tests/web/clicking.py runs in the page of a seat: makes answers by clicks on the page's own elements.

/**
 * Click every path together, one after the other, and take each back; the last one is sent.
 * Tells how often was clicked on what, and what could not be.
 */
async ({ paths, first }) => {
  const DONE = "done";
  const PATIENCE = 90_000;
  const root = document.getElementById("viewer");
  const { desk } = root.seatPage;
  const clicks = { desk: 0, board: 0, undo: 0, send: 0 };
  const looked = new Set();
  const faults = [];
  let turn = first;

  const here = () => JSON.stringify([desk.state.path, desk.state.picked, desk.state.ready, desk.state.is_sent]);
  const note = (why) => faults.push(`${why} (${desk.state.name}: ${desk.state.question || desk.state.ready})`);
  const fail = (why) => {
    throw new Error(`${why} (${desk.state.name}: ${desk.state.question || desk.state.ready})`);
  };

  /** Click, and wait until the answer has changed; a refusal is a fault. */
  const after = (act) =>
    new Promise((resolve, reject) => {
      const before = here();
      const timer = setTimeout(() => done(new Error(`nothing came of a click at ${before}`)), PATIENCE);
      const observer = new MutationObserver(() => {
        if (here() !== before) done();
        else if (!desk.notice.hidden && desk.notice.classList.contains("bad")) done(new Error(`refused: ${desk.notice.textContent}`));
      });
      const done = (error) => {
        clearTimeout(timer);
        observer.disconnect();
        error ? reject(error) : resolve();
      };
      observer.observe(desk.element, { subtree: true, childList: true, attributes: true });
      act();
    });

  /** Where a pointer meets the element, and nothing that means something else; null if nowhere. */
  const met = (element, means) => {
    const seen = meets(element, means);
    if (seen) return seen;
    element.scrollIntoView({ block: "center", inline: "center" });
    return meets(element, means);
  };

  const meets = (element, means) => {
    for (const [x, y] of [...onLines(element), ...inBox(element)]) {
      const hit = document.elementFromPoint(x, y);
      if (hit && means(hit)) return hit;
    }
    return null;
  };

  const inBox = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const places = [
      [0.5, 0.5],
      [0.5, 0.2],
      [0.5, 0.8],
      [0.2, 0.5],
      [0.8, 0.5],
      [0.15, 0.15],
      [0.85, 0.15],
      [0.15, 0.85],
      [0.85, 0.85],
    ];
    return width && height ? places.map(([across, down]) => [left + width * across, top + height * down]) : [];
  };

  /** A line, such as a canal, is met where it lies. */
  const onLines = (element) => {
    const line = element.classList.contains("lit-line") && element.querySelector("path, line");
    if (!line) return [];
    return [0.5, 0.3, 0.7].map((share) => {
      const { x, y } = line.getPointAtLength(line.getTotalLength() * share).matrixTransform(line.getScreenCTM());
      return [x, y];
    });
  };

  const press = (hit) => hit.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));

  /** A button of the desk that does something: there must be one. */
  const tool = (what) => {
    const found = [...desk.element.querySelectorAll(`[data-do="${what}"]`)].filter((one) => one.checkVisibility());
    if (found.length !== 1) fail(`${found.length} buttons to ${what}`);
    return met(found[0], (hit) => hit.closest("[data-do]") === found[0]) ?? fail(`the button to ${what} is covered`);
  };

  /** All that stands for a word on the board; the badge with its key is no element of its own. */
  const onBoard = (word) =>
    [...root.querySelectorAll(`[data-thing][data-word="${CSS.escape(word)}"]`)].filter((one) => !desk.element.contains(one) && one.checkVisibility());

  /** Look at a question: each answer has one button, and a place on the board if it stands for something there. */
  const look = () => {
    const key = here();
    if (looked.has(key)) return;
    looked.add(key);
    const { choices } = desk.state;
    const buttons = [...desk.choices.querySelectorAll("[data-word]")];
    const labels = choices.filter(({ why_not }) => !why_not).map(({ label }) => label.trim());
    if (!desk.state.question) note("there is no question");
    for (const { word, label, thing, why_not } of choices) {
      const own = buttons.filter((one) => one.getAttribute("data-word") === word && one.checkVisibility());
      const isBarred = own[0]?.getAttribute("aria-disabled") === "true";
      const places = onBoard(word);
      if (own.length !== 1) note(`${own.length} buttons for ${word}`);
      if (!label.trim()) note(`nothing is written on ${word}`);
      if (!why_not && labels.filter((other) => other === label.trim()).length > 1) note(`several answers are called ${label}`);
      if (isBarred !== Boolean(why_not)) note(`${word} looks possible or not, and is the other`);
      if (thing && !places.length) note(`${word} has no place on the board: ${thing}`);
      if (places.some((one) => one.getAttribute("data-thing") !== thing)) note(`${word} has a place that is none of its own`);
    }
    const known = new Set(choices.map(({ word }) => word));
    for (const lit of root.querySelectorAll("[data-word]")) {
      const word = lit.getAttribute("data-word");
      if (!known.has(word)) note(`${word} is lit and no answer`);
    }
  };

  /** Answer the question, in turn on the board and on the desk. */
  const choose = async (word) => {
    look();
    const means = (hit) => hit.closest("[data-word]")?.getAttribute("data-word") === word;
    const places = onBoard(word);
    turn += 1;
    const isBoard = places.length > 0 && turn % 2 === 0;
    const button = desk.choices.querySelector(`[data-word="${CSS.escape(word)}"]`);
    if (!button) fail(`${word} is not offered`);
    if (button.getAttribute("aria-disabled") === "true") fail(`${word} is not possible`);
    const hit = isBoard ? places.map((place) => met(place, means)).find(Boolean) : met(button, means);
    if (!hit) fail(`${word} cannot be clicked ${isBoard ? "on the board" : "on the desk"}: it is covered`);
    await after(() => press(hit));
    clicks[isBoard ? "board" : "desk"] += 1;
  };

  const missing = (wanted, have) => {
    const left = [...have];
    return wanted.filter((word) => {
      const place = left.indexOf(word);
      if (place >= 0) left.splice(place, 1);
      return place < 0;
    });
  };

  /** Whether the answer so far is the beginning of a path. */
  const isOnTheWay = (path) => {
    const { path: made, picked, ready } = desk.state;
    const isBegun = made.length <= path.length && made.every((answer, at) => JSON.stringify(answer) === JSON.stringify(path[at]));
    if (!isBegun || (ready && made.length < path.length)) return false;
    return !picked.length || (made.length < path.length && missing(picked, path[made.length]).length === 0);
  };

  const make = async (path) => {
    while (!isOnTheWay(path)) {
      await after(() => press(tool("undo")));
      clicks.undo += 1;
    }
    while (!desk.state.ready) {
      const { path: made, picked, default: usual } = desk.state;
      // What leaves nothing to choose is asked nevertheless, so that one learns why.
      if (made.length === path.length) await choose(usual);
      else await choose(missing(path[made.length], picked)[0] ?? DONE);
      if (!isOnTheWay(path)) fail(`clicks lead to ${here()}`);
    }
    tool("send");
  };

  let made = 0;
  try {
    for (const path of paths) {
      await make(path);
      made += 1;
    }
    await after(() => press(tool("send")));
    clicks.send += 1;
  } catch (error) {
    faults.push(`${paths[made]?.join(" ")}: ${error.message}`);
  }
  return { made, clicks, faults: [...new Set(faults)], questions: looked.size };
};
