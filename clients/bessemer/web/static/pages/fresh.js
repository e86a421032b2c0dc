// A part of a page that changes: a served page asks for itself again and keeps the part fresh.

/** Keep a part fresh, asking as often as `data-follow` says in seconds, until it has no such attribute. @param {HTMLElement} root */
export async function keepFresh(root) {
  while (root.dataset.follow) {
    const seconds = Number(root.dataset.follow);
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    if (document.hidden) continue;
    try {
      const answer = await fetch(location.href);
      if (!answer.ok) continue;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(root.id);
      if (fresh && !fresh.isEqualNode(root)) replace(root, fresh);
    } catch {
      // The server is away: what is shown stays until it is back.
    }
  }
}

/** @param {HTMLElement} root @param {HTMLElement} fresh */
function replace(root, fresh) {
  const left = root.querySelector(".bracket")?.scrollLeft ?? 0;
  const focused = document.activeElement?.closest("a, button")?.getAttribute("href") ?? "";
  root.replaceChildren(...fresh.childNodes);
  if (!fresh.dataset.follow) delete root.dataset.follow;
  const bracket = root.querySelector(".bracket");
  if (bracket) bracket.scrollLeft = left;
  if (focused) /** @type {HTMLElement | null} */ (root.querySelector(`a[href="${CSS.escape(focused)}"]`))?.focus();
}
