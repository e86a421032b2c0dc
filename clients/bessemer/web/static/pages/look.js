// The look that somebody has chosen, light or dark; it runs before anything is drawn.

const KEPT = "bessemer-look";

/** What was chosen before; "system" where nothing was, or where the browser keeps nothing. */
export function chosen() {
  try {
    return localStorage.getItem(KEPT) ?? "system";
  } catch {
    return "system";
  }
}

/** Put it on, and mark its button. @param {string} look */
export function wear(look) {
  if (look === "light" || look === "dark") document.documentElement.dataset.look = look;
  else delete document.documentElement.dataset.look;
  for (const button of document.querySelectorAll("button[data-look]")) button.setAttribute("aria-pressed", String(button.getAttribute("data-look") === look));
}

wear(chosen());
document.addEventListener("DOMContentLoaded", () => {
  wear(chosen());
  for (const button of document.querySelectorAll("button[data-look]")) {
    button.addEventListener("click", () => {
      const look = button.getAttribute("data-look") ?? "system";
      wear(look);
      try {
        localStorage.setItem(KEPT, look);
      } catch {
        // It holds for this page alone.
      }
    });
  }
});
