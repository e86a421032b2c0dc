// Handing in a bot: a folder is packed here, as `bessemer submit` packs it, and sent as one archive.

import { tr } from "../words.js";

const MANIFEST = "bot.toml";
const BLOCK = 512;
const LEFT_OUT = /(^|\/)(\.git|\.hg|\.venv|__pycache__|\.mypy_cache|\.ruff_cache|\.pytest_cache)\//;

/** @param {HTMLFormElement} form */
export function takeBot(form) {
  const folder = /** @type {HTMLInputElement} */ (form.querySelector("#folder"));
  const archive = /** @type {HTMLInputElement} */ (form.querySelector("#archive"));
  const note = /** @type {HTMLInputElement} */ (form.querySelector("#note"));
  const said = /** @type {HTMLElement} */ (form.querySelector("#submit-said"));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  /** @param {string} words */
  const say = (words) => {
    said.textContent = words;
    said.hidden = !words;
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    say("");
    button.disabled = true;
    try {
      const content = archive.files?.length ? archive.files[0] : await packed([...(folder.files ?? [])]);
      location.assign(await sent(form, content, note.value));
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    } finally {
      button.disabled = false;
    }
  });
}

/** Where to read on. @param {HTMLFormElement} form @param {Blob} content @param {string} note */
async function sent(form, content, note) {
  const answer = await fetch(`${form.getAttribute("action")}?note=${encodeURIComponent(note)}`, {
    method: "POST",
    headers: { "x-bessemer-csrf": form.dataset.csrf ?? "", "content-type": "application/gzip" },
    body: content,
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).address;
}

/** The archive of a folder, its manifest first. @param {File[]} files */
async function packed(files) {
  const named = files.map((file) => ({ file, name: file.webkitRelativePath.split("/").slice(1).join("/") })).filter(({ name }) => !LEFT_OUT.test(`/${name}`));
  if (!named.length) throw new Error(tr("Choose a folder, or an archive."));
  if (!named.some(({ name }) => name === MANIFEST)) throw new Error(tr("There is no bot.toml in this folder."));
  named.sort((one, other) => Number(other.name === MANIFEST) - Number(one.name === MANIFEST) || (one.name < other.name ? -1 : 1));
  /** @type {BlobPart[]} */
  const parts = [];
  for (const { file, name } of named) {
    parts.push(header(name, file.size), file, new Uint8Array((BLOCK - (file.size % BLOCK)) % BLOCK));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  return new Response(new Blob(parts).stream().pipeThrough(new CompressionStream("gzip"))).blob();
}

/**
 * The header of a file in a tar archive, as ustar has it.
 * @param {string} name
 * @param {number} size
 */
function header(name, size) {
  const text = new TextEncoder();
  const block = new Uint8Array(BLOCK);
  let [prefix, rest] = ["", name];
  if (text.encode(name).length > 100) {
    const cut = name.lastIndexOf("/", 154);
    [prefix, rest] = [name.slice(0, Math.max(cut, 0)), name.slice(cut + 1)];
  }
  if (text.encode(rest).length > 100 || text.encode(prefix).length > 155) throw new Error(tr("The name of a file is too long: {name}", { name }));
  const put = (/** @type {number} */ at, /** @type {string} */ words) => block.set(text.encode(words), at);
  const octal = (/** @type {number} */ value, /** @type {number} */ digits) => value.toString(8).padStart(digits, "0");
  put(0, rest);
  // A browser does not say whether a file can be executed.
  put(100, "0000755\0");
  put(108, "0000000\0");
  put(116, "0000000\0");
  put(124, `${octal(size, 11)}\0`);
  put(136, `${octal(0, 11)}\0`);
  put(148, "        ");
  put(156, "0");
  put(257, "ustar\0");
  put(263, "00");
  put(345, prefix);
  const sum = block.reduce((one, other) => one + other, 0);
  put(148, `${octal(sum, 6)}\0 `);
  return block;
}
