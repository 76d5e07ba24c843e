// The wall of an evening: turns a page every few seconds, and shows what has changed.
"use strict";
{
  const wall = document.querySelector("[data-wall]");
  const EVERY = wall.dataset.seconds * 1000, SILENT = 30000; // milliseconds
  const note = find("connection");
  let at = [...wall.querySelectorAll(".leaf")].findIndex((leaf) => !leaf.hidden);
  let heard = Date.now();

  const get = async (address) => {
    const answer = await reach(address);
    if (answer.status === 403) location.reload(); // its link was taken back
    if (!answer.ok) throw new Error(answer.status);
    return answer.text();
  };

  // Replaces everything if something has changed: nobody touches the wall, so nothing can move under a finger.
  const refresh = async () => {
    const version = await get(wall.dataset.asks);
    heard = Date.now();
    if (version === wall.dataset.version) return;
    const page = new DOMParser().parseFromString(await get(wall.dataset.wall), "text/html");
    const there = page.querySelector("[data-wall]");
    wall.dataset.version = there.dataset.version;
    wall.replaceChildren(...[...there.children].filter((one) => one.id !== note.id), note);
  };

  const show = () => {
    const leaves = [...wall.querySelectorAll(".leaf")];
    at %= leaves.length;
    leaves.forEach((leaf, n) => { leaf.hidden = n !== at; });
    note.hidden = Date.now() - heard < SILENT;
    note.lastElementChild.textContent = new Date(heard).toTimeString().slice(0, 5);
  };

  const turn = async () => {
    await refresh().catch(() => {});
    at += 1;
    show();
  };

  setInterval(turn, EVERY);
}
