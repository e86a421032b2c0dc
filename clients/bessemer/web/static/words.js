// What a page says, in the language that it was made in: the page brings a table, by the English text.

/** @type {Record<string, string | string[]>} */
const WORDS = (() => {
  const brought = typeof document === "undefined" ? null : document.getElementById("words");
  return brought?.textContent ? JSON.parse(brought.textContent) : {};
})();

/**
 * The language of the page: en, pl or pt.
 */
export const LANGUAGE = typeof document === "undefined" ? "en" : document.documentElement.lang || "en";

/**
 * A text in the language of the page, with the values in their places: tr("turn {n}", { n: 3 }).
 * @param {string} text
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function tr(text, values) {
  const said = WORDS[text] ?? text;
  return filled(Array.isArray(said) ? said[0] : said, values);
}

/**
 * The same where one English word has several meanings: trIn("industry", "coal").
 * @param {string} context
 * @param {string} text
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function trIn(context, text, values) {
  const said = WORDS[`${context}\u0004${text}`] ?? text;
  return filled(Array.isArray(said) ? said[0] : said, values);
}

/**
 * A text for a number, which is {n} in it: trn("{n} card", "{n} cards", 3).
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function trn(one, many, n, values) {
  const forms = WORDS[one];
  const said = Array.isArray(forms) ? forms[Math.min(form(n), forms.length - 1)] : n === 1 ? one : many;
  return filled(said, { n, ...values });
}

const CAUSES = {
  "timed out": tr("timed out"),
  "still thinking": tr("still thinking"),
  forfeited: tr("forfeited"),
};

/**
 * Why a move was made, in brackets, where it was not the player's own doing.
 * @param {string} cause
 * @returns {string}
 */
export function causeText(cause) {
  return ["played", "taken back"].includes(cause) ? "" : ` (${CAUSES[/** @type {keyof typeof CAUSES} */ (cause)] ?? cause})`;
}

/**
 * Which of a language's forms a number takes, as gettext counts them.
 * @param {number} n
 * @returns {number}
 */
function form(n) {
  if (n === 1) return 0;
  if (LANGUAGE !== "pl") return 1;
  return n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2;
}

/**
 * @param {string} text
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
function filled(text, values) {
  return values ? text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole)) : text;
}
