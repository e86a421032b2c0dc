// What tests/web/test_boards.py runs in a browser: draws moments of a match and tells what is to be read there.

const LETTERS = "ABCD";

/** Draws one moment and tells its figures, and what is wrong to the eye. */
async function drawn(game, context) {
  const board = await import(`./board-${game}.js`);
  const picture = document.getElementById("picture");
  const panels = document.getElementById("panels");
  document.body.className = context.layout;
  picture.replaceChildren(board.drawBoard(context));
  panels.replaceChildren(...context.players.map(({ seat }) => board.drawPanel(context, seat)));
  const keys = {};
  const texts = {};
  const cubes = {};
  for (const element of document.querySelectorAll("[data-key]")) {
    const key = element.getAttribute("data-key");
    keys[key] = element.getAttribute("data-value");
    texts[key] = element.textContent;
    cubes[key] = element.querySelectorAll(".cube").length;
  }
  const things = [...document.querySelectorAll("[data-thing]")].map((element) => element.getAttribute("data-thing"));
  return { keys, texts, cubes, things, faults: faults(picture.firstChild), summary: board.summary(context), untitled: untitled() };
}

function untitled() {
  return [...document.querySelectorAll(".symbol")].filter((symbol) => !symbol.querySelector("title")?.textContent).length;
}

/** Text over text, text outside the board, text too small to read. */
function faults(svg) {
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim()).map((text) => ({
    said: text.textContent,
    box: text.getBoundingClientRect(),
    size: parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a,
  }));
  const found = [];
  texts.forEach(({ said, box, size }, number) => {
    if (size < 10.9) found.push(`small: ${said} ${size}`);
    if (box.left < frame.left - 2 || box.right > frame.right + 2 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2) {
      found.push(`outside: ${said}`);
    }
    for (const other of texts.slice(number + 1)) {
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (wide > 3 && high > 5) found.push(`over one another: ${said} / ${other.said}`);
    }
  });
  return found;
}

/** Draws the given moments of a match, each in both layouts. */
window.drawMoments = async (match, moments) => {
  const players = match.players.map((name, seat) => ({ seat, name, letter: LETTERS[seat], colour: `var(--seat-${seat})` }));
  const told = [];
  for (const index of moments) {
    const { view, seen, move, mover, in_sight: inSight, scores, waiting } = match.moments[index];
    const seatSeen = waiting[0] ?? "all";
    const before = index > 0 ? match.moments[index - 1].view : null;
    for (const layout of ["wide", "narrow"]) {
      const context = { game: match.game, setup: match.setup, view, before, players, layout, move, mover, seatSeen, seen, scores, inSight, waiting };
      told.push({ index, layout, ...(await drawn(match.game, context)) });
    }
  }
  return told;
};

/** What the legend of a game says. */
window.legendOf = async (game) => (await import(`./board-${game}.js`)).legend().map(({ symbol, title }) => [symbol.tagName, title]);

/** Milliseconds that a step takes: board, panels and layout. */
window.stepTime = async (match, index) => {
  const start = performance.now();
  for (let time = 0; time < 20; time += 1) await window.drawMoments(match, [index]);
  return (performance.now() - start) / 40;
};

document.body.dataset.ready = "yes";
