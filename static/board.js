// Keeps a page of an evening as it is on the host. It asks every other second whether anything changed, and
// is drawn anew then; also once a minute, because it says how long ago things were.
"use strict";
{
  const EVERY = 1500, MINUTE = 60000; // milliseconds
  const main = document.querySelector("[data-evening]");
  let version = main.dataset.version;
  let drawn = Date.now();
  let failed = 0; // tries without an answer
  let next = 0; // the timer
  let held = false; // a finger is down

  const get = async (address) => {
    const answer = await reach(address);
    if (answer.status === 403) location.reload(); // its link was taken back
    if (!answer.ok) throw new Error(answer.status);
    return answer;
  };

  const top = (id) => find(id)?.getBoundingClientRect().top;
  // The first part in sight that is still there in the new page: it stays where it is on the screen, even
  // if a call comes in above it.
  const seen = (there) => {
    const named = [...main.querySelectorAll("a[id], button[id], div[id]")].map(({ id }) => id);
    return named.find((id) => top(id) >= 0 && there.getElementById(id));
  };

  // What needs somebody is read aloud when it changes, but not each time its minutes do.
  const needs = () => [...main.querySelectorAll(".needs b")].map((one) => one.textContent.trim()).join(", ");
  let needed = needs();
  const say = () => {
    if (needed === needs()) return;
    needed = needs();
    find("heard").textContent = needed;
  };

  // Puts the parts of the new page in place. What has the focus keeps it, and what is unfolded
  // stays so.
  const draw = async (newest) => {
    const answer = await get(location.href);
    if (answer.redirected) return location.assign(answer.url);
    const there = new DOMParser().parseFromString(await answer.text(), "text/html");
    const parts = document.querySelectorAll("#board, #leaders, #steps, #clock:not([open])");
    if (held) return; // nothing moves under a finger: the next request draws it
    const focus = document.activeElement.id;
    if (find("board")?.querySelector("details[open]")) there.querySelector("#board details")?.setAttribute("open", "");
    const one = seen(there), before = top(one);
    for (const part of parts) part.replaceWith(there.getElementById(part.id) ?? "");
    if (one) scrollBy(0, top(one) - before);
    if (focus) find(focus)?.focus({ preventScroll: true });
    say();
    [version, drawn] = [newest, Date.now()];
  };

  const ask = async () => {
    clearTimeout(next);
    if (document.hidden) return;
    try {
      const newest = await (await get(main.dataset.evening)).text();
      if (newest !== version || Date.now() - drawn > MINUTE) await draw(newest);
      failed = 0;
    } catch {
      failed += 1;
    }
    if (!failed || failed === 3) find("silent").hidden = !failed; // in between silent.js may know better
    next = setTimeout(ask, Math.min(EVERY * 2 ** failed, 15000) * (0.8 + 0.4 * Math.random()));
  };

  addEventListener("pointerdown", () => { held = true; });
  for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => { held = false; });
  document.addEventListener("visibilitychange", ask);
  addEventListener("online", ask);
  addEventListener("pageshow", ({ persisted }) => { next = setTimeout(ask, persisted ? 0 : EVERY); });
}
