// The result of a tournament that is being played: a served page asks for itself again and keeps it fresh.

const AGAIN = 5000;

/** Keep the result fresh until it is final. @param {HTMLElement} root */
export async function followResult(root) {
  while ("follow" in root.dataset) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    if (document.hidden) continue;
    try {
      const answer = await fetch(location.href);
      if (!answer.ok) continue;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("result");
      if (fresh && !fresh.isEqualNode(root)) replace(root, fresh);
    } catch {
      // The server is away: what is shown stays until it is back.
    }
  }
}

/** @param {HTMLElement} root @param {HTMLElement} fresh */
function replace(root, fresh) {
  const left = root.querySelector(".bracket")?.scrollLeft ?? 0;
  root.replaceChildren(...fresh.childNodes);
  if (!("follow" in fresh.dataset)) delete root.dataset.follow;
  const bracket = root.querySelector(".bracket");
  if (bracket) bracket.scrollLeft = left;
}
