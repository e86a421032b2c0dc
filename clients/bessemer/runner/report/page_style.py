"""How a report's page looks, and the few lines of script that sort its standings."""

from typing import Final

STYLE: Final = """\
:root { color-scheme: light dark; --ink: #1f2328; --soft: #57606a; --paper: #ffffff;
  --band: #f3f5f7; --rule: #d5d9de; --above: 0 98 163; --below: 184 74 0; --fault: #a8321a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --soft: #a3acb6; --paper: #15181c; --band: #1e2329; --rule: #3d444d;
    --above: 98 181 240; --below: 242 163 58; --fault: #ff9e80; }
}
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem 4rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 0.25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 0.5rem; }
p { margin: 0.25rem 0 0.75rem; max-width: 46rem; overflow-wrap: anywhere; }
dl { max-width: 46rem; }
dt { font-weight: 600; margin-top: 0.5rem; }
dd { margin: 0; }
.soft { color: var(--soft); }
svg { display: block; width: 100%; min-width: 40rem; height: auto; }
.scroll { overflow-x: auto; margin: 0 0 1.25rem; }
table { border-collapse: collapse; font-size: 0.925rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding: 0.25rem 0; }
caption span { position: sticky; left: 0; display: inline-block;
  max-width: calc(100vw - 2.5rem); }
th, td { padding: 0.3rem 0.55rem; text-align: left; vertical-align: middle;
  border-bottom: 1px solid var(--rule); }
thead th { border-bottom: 2px solid var(--rule); white-space: nowrap; }
thead button { all: unset; cursor: pointer; }
thead button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
[aria-sort=ascending] button::after { content: " ▲"; }
[aria-sort=descending] button::after { content: " ▼"; }
tbody th { position: sticky; left: 0; z-index: 1; background: var(--paper); font-weight: 600;
  max-width: 12rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.number { text-align: right; white-space: nowrap; }
td.above { color: rgb(var(--above)); }
td.below { color: rgb(var(--below)); }
.fault { color: var(--fault); font-weight: 600; }
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
code { font-size: 0.85rem; white-space: nowrap; }
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
