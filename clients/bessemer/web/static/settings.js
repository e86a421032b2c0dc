// What somebody has set: a served page says it on its root element, and the server keeps it. A page on disk keeps it in
// the browser.

const root = document.documentElement;
const PREFIX = "bessemer.";

/** What a setting is; "" for the usual. @param {string} name */
export function setting(name) {
  return root.dataset[name] ?? "";
}

/** Set something, from now on. @param {string} name @param {string} value */
export function keep(name, value) {
  wear(name, value);
  if ("served" in root.dataset) {
    // Where the server is away it holds for this page alone.
    fetch("/settings", { method: "POST", body: new URLSearchParams({ [name]: value }) }).catch(() => {});
    return;
  }
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // It holds for this page alone.
  }
}

/** Put on what this browser has kept for pages on disk. @param {string} name */
export function recall(name) {
  if ("served" in root.dataset) return;
  try {
    wear(name, localStorage.getItem(PREFIX + name) ?? "");
  } catch {
    // It keeps nothing.
  }
}

/** @param {string} name @param {string} value */
function wear(name, value) {
  if (value) root.dataset[name] = value;
  else delete root.dataset[name];
}
