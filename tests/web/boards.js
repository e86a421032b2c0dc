// What tests/web/test_boards.py runs in a browser: draws moments of a match and tells what is to be read there.

const LETTERS = "ABCD";
let places;

/** Draws one moment and tells its figures, and what is wrong to the eye. */
async function drawn(game, context) {
  const board = await import(`./boards/${game}/board.js`);
  const { fill, made } = await import("./drawing.js");
  const picture = document.getElementById("picture");
  const panels = document.getElementById("panels");
  places ??= [picture, panels, document.getElementById("hand")];
  document.body.className = context.layout;
  const parts = [[board.drawBoard(context)], context.players.map(({ seat }) => board.drawPanel(context, seat)), [board.drawHand(context)].filter(Boolean)];
  // From one moment, or game, to the next as a viewer goes; what comes out is as if it were drawn anew.
  parts.forEach((part, number) => fill(places[number], part));
  const isAsAnew = parts.every(
    (part, number) => part.length === places[number].childNodes.length && part.every((one, place) => made(one).isEqualNode(places[number].childNodes[place])),
  );
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
  return { keys, texts, cubes, things, isAsAnew, faults: faults(picture.firstChild), untitled: untitled() };
}

function untitled() {
  return [...document.querySelectorAll(".symbol")].filter((symbol) => !symbol.querySelector("title")?.textContent).length;
}

/** Text over text, text outside the board, text too small to read. */
function faults(svg) {
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")]
    .filter((text) => text.textContent.trim())
    .map((text) => ({
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
  const told = [];
  for (const index of moments) {
    for (const layout of ["wide", "narrow"]) told.push({ index, layout, ...(await drawn(match.game, contextOf(match, index, layout))) });
  }
  return told;
};

/** What a board draws one moment of a match from. */
function contextOf(match, index, layout) {
  const players = match.players.map((name, seat) => ({ seat, name, letter: LETTERS[seat], colour: `var(--seat-${seat})` }));
  const { view, seen, move, mover, in_sight: inSight, scores, waiting } = match.moments[index];
  const before = index > 0 ? match.moments[index - 1].view : null;
  return { game: match.game, setup: match.setup, view, before, players, layout, move, mover, seatSeen: waiting[0] ?? "all", seen, scores, inSight, waiting };
}

/** Goes through all moments twice: what was touched although it had not changed, and how many elements stayed. */
window.touched = async (match) => {
  const board = await import(`./boards/${match.game}/board.js`);
  const { fill } = await import("./drawing.js");
  const place = document.body.appendChild(document.createElement("div"));
  const seen = new MutationObserver(() => {});
  const found = { needless: 0, stayed: 0, all: 0 };
  for (let index = 0; index < match.moments.length; index += 1) {
    const old = new Set(place.querySelectorAll("*"));
    fill(place, board.drawBoard(contextOf(match, index, "wide")));
    found.all += old.size;
    for (const element of old) found.stayed += place.contains(element);
    seen.observe(place, { subtree: true, childList: true, attributes: true, characterData: true });
    fill(place, board.drawBoard(contextOf(match, index, "wide")));
    found.needless += seen.takeRecords().length;
    seen.disconnect();
  }
  place.remove();
  return found;
};

/** What the legend of a game says. */
window.legendOf = async (game) => (await import(`./boards/${game}/board.js`)).legend().map(({ symbol, title }) => [symbol.tag, title]);

document.body.dataset.ready = "yes";
