"""What a report's page adds to the common style, and the few lines of script that sort its standings."""

from typing import Final

STYLE: Final = """\
dl { max-width: 46rem; }
dt { font-weight: 600; margin-top: 0.5rem; }
dd { margin: 0; }
svg { min-width: 40rem; }
thead button { all: unset; cursor: pointer; }
thead button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
[aria-sort=ascending] button::after { content: " ▲"; }
[aria-sort=descending] button::after { content: " ▼"; }
tbody th { position: sticky; left: 0; z-index: 1; background: var(--paper); font-weight: 600;
  max-width: 12rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
td.above { color: rgb(var(--above)); }
td.below { color: rgb(var(--below)); }
.range { display: block; position: relative; width: 8rem; height: 1rem; }
.range i { position: absolute; top: 0.4rem; height: 0.2rem; border-radius: 0.1rem;
  background: var(--soft); }
.range b { position: absolute; top: 0.15rem; width: 0.25rem; height: 0.7rem; margin-left: -0.12rem;
  border-radius: 0.1rem; background: var(--ink); }
.heat td { text-align: center; min-width: 1.6rem; padding: 0.3rem; line-height: 1.25; }
.heat small { display: block; opacity: 0.85; white-space: nowrap; }
.heat thead th { text-align: center; max-width: 6.5rem; overflow: hidden; text-overflow: ellipsis; }
.heat thead th:first-child { text-align: left; }
.bar { display: flex; align-items: center; gap: 0.5rem; white-space: nowrap; }
.bar span { position: relative; width: 5rem; height: 0.7rem; background: var(--band);
  border-radius: 0.15rem; overflow: hidden; }
.bar i { display: block; height: 100%; background: rgb(var(--above) / 0.75); }
.bar u { position: absolute; top: 0; bottom: 0; border-left: 2px dotted var(--ink); }
.days { display: flex; align-items: flex-end; gap: 2px; height: 6rem; max-width: 46rem;
  padding: 0; margin: 0 0 0.5rem; list-style: none; border-bottom: 1px solid var(--rule); }
.days li { flex: 1 1 0; min-width: 1px; max-width: 2rem; background: rgb(var(--above) / 0.75); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
td.who { min-width: 15rem; }
code { white-space: nowrap; }
@media (max-width: 30rem) {
  body { padding: 1rem 0.75rem 3rem; }
  th, td { padding: 0.3rem 0.45rem; }
  tbody th { max-width: 7.5rem; }
}
"""

SCRIPT: Final = """\
for (const table of document.querySelectorAll("table.sorted")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const sign = head.ariaSort === "descending" ? 1 : -1;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
      const body = table.tBodies[0];
      const key = (row) => row.cells[column].dataset.sort ?? row.cells[column].textContent;
      const order = (one, other) => {
        const [a, b] = [key(one), key(other)];
        return sign * (isNaN(a) || isNaN(b) ? a.localeCompare(b) : a - b);
      };
      body.append(...[...body.rows].sort(order));
    });
  });
}
"""
