// A half typed grid of paper is kept in this tab until deals are saved from it. A page that is loaded again,
// or whose answer was lost, is filled as it was left, with as many rows, and with the columns for those who
// sat there when it was typed. If the seats were changed since, people keep their columns; if others sit
// there now, saving asks.
"use strict";
{
  const form = document.getElementById("paper"); // there is none while a deal is half told
  const own = `paper ${location.pathname}`;
  let kept = {}; // stays, if the browser allows no storage
  try { kept = sessionStorage ?? kept; } catch {}
  // A browser does not bring a field that is partly in sight wholly into sight when it gets the focus by
  // keyboard, so this does. Not by touch: nothing moves under a finger.
  form?.addEventListener("focusin", ({ target }) => {
    if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  const next = form?.elements.first.value;
  const rows = Number(form?.elements.rows.value);
  // Each is named after its row: 1-declarer.
  const cells = [...form?.elements ?? []].filter(({ name }) => /^\d+-/.test(name));
  // Two side by side may have one name: a second kamikaze, a second partner.
  const key = ({ name }, at) => cells[at - 1]?.name === name ? `${name} 2` : name;
  const values = () => Object.fromEntries(cells.map((cell, at) => [key(cell, at), cell.value]));

  const [left, many, typed = {}, sat, at] = JSON.parse(kept[own] ?? "[]");
  const anew = left === next && !cells.some(({ value }) => value);
  const sit = Object.values(typed).some(Boolean) && sat || form?.elements.sit.value;
  const other = anew && (many > rows || sit !== form.elements.sit.value);
  if (other) location.replace(`?rows=${Math.max(many, rows)}&sit=${sit}`);
  else if (anew) for (const [at, cell] of cells.entries()) cell.value = typed[key(cell, at)] ?? "";
  // Whoever counts or asks for more rows by keyboard goes on where they were, or in the first new row.
  cells.find((cell, n) => at && key(cell, n).startsWith(at))?.focus();
  let goesOn; // how the key of that field begins
  form?.addEventListener("submit", ({ submitter }) => {
    const { activeElement } = document;
    if (!activeElement.matches(":focus-visible")) return;
    goesOn = submitter?.name === "more" ? `${rows + 1}-` : key(activeElement, cells.indexOf(activeElement));
  });
  for (const away of ["pagehide", "visibilitychange"]) {
    addEventListener(away, () => {
      if (form && !other) kept[own] = JSON.stringify([next, rows, values(), form.elements.sit.value, goesOn]);
    });
  }
}
