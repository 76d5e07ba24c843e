// A grid of paper that is half typed stays in this tab until deals are saved from it: a page that is
// loaded anew, or whose answer was lost, is filled as it was left.
"use strict";
{
  const form = document.getElementById("paper"); // none beside a deal that is begun
  const next = `${location.pathname} ${form?.elements.first.value}`;
  const cells = [...form?.elements ?? []].filter(({ name }) => /^\d+-/.test(name)); // a row each: 1-declarer
  const values = () => cells.map(({ value }) => value);

  const [left, typed] = JSON.parse(sessionStorage.paper ?? "[]");
  if (left === next && !values().some(Boolean)) cells.forEach((cell, i) => { cell.value = typed[i] ?? ""; });
  for (const away of ["pagehide", "visibilitychange"]) {
    addEventListener(away, () => { if (form) sessionStorage.paper = JSON.stringify([next, values()]); });
  }
}
