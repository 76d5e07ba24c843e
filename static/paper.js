// A grid of paper that is half typed stays in this tab until deals are saved from it: a page that is
// loaded anew, or whose answer was lost, is filled as it was left, with as many rows, and for who sat
// there when it was typed: in another order they keep their columns; where others sit, who saves is asked.
"use strict";
{
  const form = document.getElementById("paper"); // none beside a deal that is begun
  const own = `paper ${location.pathname}`;
  let kept = {}; // a browser that keeps nothing
  try { kept = sessionStorage ?? kept; } catch {}
  // Of a field that is seen in part a browser shows no more as the keyboard comes to it; under a finger,
  // which the whole grid may have come to, nothing moves.
  form?.addEventListener("focusin", ({ target }) => {
    if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  const next = form?.elements.first.value;
  const rows = Number(form?.elements.rows.value);
  const cells = [...form?.elements ?? []].filter(({ name }) => /^\d+-/.test(name)); // a row each: 1-declarer
  const values = () => Object.fromEntries(cells.map(({ name, value }) => [name, value]));

  const [left, many, typed = {}, sat] = JSON.parse(kept[own] ?? "[]");
  const anew = left === next && !cells.some(({ value }) => value);
  const sit = Object.values(typed).some(Boolean) && sat || form?.elements.sit.value;
  const other = anew && (many > rows || sit !== form.elements.sit.value);
  if (other) location.replace(`?rows=${Math.max(many, rows)}&sit=${sit}`);
  else if (anew) for (const cell of cells) cell.value = typed[cell.name] ?? "";
  for (const away of ["pagehide", "visibilitychange"]) {
    addEventListener(away, () => {
      if (form && !other) kept[own] = JSON.stringify([next, rows, values(), form.elements.sit.value]);
    });
  }
}
