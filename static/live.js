// The sheet of a table as it is on the host: asked for every other second, and put in place without
// moving what a thumb is about to touch. What is being typed is never replaced.
"use strict";
{
  const main = document.querySelector("[data-live]");
  if (main) {
    const EVERY = 1500, PATIENCE = 3500, SILENT = 6000; // milliseconds
    const table = main.dataset.live;
    const record = document.getElementById("record");
    const note = document.getElementById("connection");
    let version = main.dataset.version;
    let heard = Date.now();
    let next = 0; // the timer
    let typed = false;
    let held = false; // a finger is down

    const get = async (path) => {
      const answer = await fetch(table + path, { signal: AbortSignal.timeout(PATIENCE) });
      if (answer.status === 403 && !typed) location.reload(); // its link was taken back
      if (!answer.ok) throw new Error(answer.status);
      return answer.text();
    };

    // What somebody looks at stays where it is: what stands first, or a deal further down; and what has
    // the keyboard keeps it.
    const still = (change) => {
      const all = [main.firstElementChild, ...main.querySelectorAll(".deals li")];
      const seen = all.find((one) => one?.getBoundingClientRect().bottom > 0);
      const before = seen?.getBoundingClientRect().top;
      const at = document.activeElement, home = at.closest("main [id]");
      change();
      if (!at.isConnected) document.querySelector(`#${home.id} ${at.localName}`)?.focus({ preventScroll: true });
      if (seen?.isConnected && before < innerHeight) scrollBy(0, seen.getBoundingClientRect().top - before);
    };

    // The deals from the first that changed on; a deal that was unfolded stays so.
    const list = (told) => {
      const here = main.querySelector(".deals > ol"), there = told.querySelector("ol");
      const open = new Set([...here.querySelectorAll("details[open]")].map((one) => one.parentElement.id));
      const after = document.getElementById(`deal-${told.dataset.after}`);
      while (here.firstElementChild && here.firstElementChild !== after) here.firstElementChild.remove();
      here.prepend(...there.children);
      for (const one of here.querySelectorAll("details")) if (open.has(one.parentElement.id)) one.open = true;
    };

    // A hint and no lock: it stands where the deal is called by its number, and goes by itself.
    let typists = "", subtitle = "";
    const hint = (told) => {
      const number = record?.action.match(/\d+$/)[0];
      localStorage.me = document.getElementById("say")?.dataset.me ?? localStorage.me ?? "";
      const others = told.map((line) => line.split(" ")).filter(([phone, deal]) => phone !== localStorage.me && deal === number);
      const names = others.map((one) => one.slice(2).join(" ")).join(", ");
      if (names === typists) return;
      const here = document.getElementById("subtitle");
      if (!typists) subtitle = here.innerHTML;
      typists = names;
      here.innerHTML = names ? "<span class=flag></span>" : subtitle;
      if (names) here.firstChild.textContent = main.dataset.typist.replace("{phone}", names);
    };

    const put = (told) => {
      typists = ""; // the place of the hint is written anew
      for (const there of told.querySelectorAll(":scope > [id]")) {
        const here = document.getElementById(there.id), open = here?.querySelector("details")?.open;
        here?.replaceChildren(...there.childNodes);
        if (open) here.querySelector("details").open = true;
      }
      for (const step of document.querySelectorAll("[data-step]")) {
        const change = told.dataset[step.dataset.step];
        step.hidden = !change;
        step.elements.change.value = change;
      }
    };

    // The form is the next deal's now: it is only called otherwise, or asked for anew. Not while
    // something is typed into it: whoever saves that is asked.
    const form = ({ number, form: now }) => {
      if (!record) return;
      const was = record.action.match(/\d+$/)[0], drawn = record.elements.key.dataset.form;
      const next = outbox.behind(number); // deals of this phone may have to go before it
      if (next == was && now === drawn) return;
      if (typed) {
        document.getElementById("meanwhile").hidden = false;
        return;
      }
      renumber(record, next);
      if (next != number || now === drawn) return;
      htmx.ajax("GET", `${table}/deals/${number}`, { target: record, swap: "innerHTML", select: "#record > *" });
    };

    const changed = async (newest) => {
      const told = new DOMParser().parseFromString(await get(`/live?since=${version}`), "text/html").body.firstElementChild;
      if (held || record?.matches(".sending")) return; // the finger first: it is asked again
      if (told.dataset.kind !== main.dataset.kind && !typed) return location.reload();
      version = newest;
      still(() => {
        list(told);
        put(told);
      });
      form(told.dataset);
    };

    // What is old is said to be, and how old: at once where a phone wakes up.
    const age = () => {
      const silent = Date.now() - heard > SILENT;
      if (silent !== note.hidden) return;
      note.hidden = !silent;
      note.lastElementChild.textContent = new Date(heard).toLocaleTimeString([], { timeStyle: "short" });
    };

    const ask = async () => {
      clearTimeout(next);
      if (document.hidden) return;
      age();
      try {
        const [newest, ...told] = (await get("/version")).split("\n");
        if (newest !== version) await changed(newest);
        still(() => hint(told));
        heard = Date.now();
      } catch {}
      age();
      next = setTimeout(ask, EVERY + 300 * Math.random());
    };

    // The screen stays on while people play, where the browser can: over HTTPS alone.
    const awake = () => {
      if (!document.hidden && main.dataset.kind === "open") navigator.wakeLock?.request("screen").catch(() => {});
    };
    awake();
    document.addEventListener("visibilitychange", awake);

    record?.addEventListener("input", () => { typed = true; });
    record?.addEventListener("reset", () => setTimeout(() => { typed = false; }, 1)); // the preview is asked for first
    record?.addEventListener("htmx:afterSwap", ({ target }) => {
      if (target !== record) return;
      typed = false;
      document.getElementById("meanwhile").hidden = true;
    });
    addEventListener("pointerdown", () => { held = true; });
    for (const up of ["pointerup", "pointercancel"]) addEventListener(up, () => { held = false; });
    document.addEventListener("visibilitychange", ask);
    addEventListener("online", ask);
    addEventListener("submit", (event) => { if (!note.hidden) event.preventDefault(); }); // it needs the host, as the note says
    addEventListener("pageshow", ({ persisted }) => { next = setTimeout(ask, persisted ? 0 : EVERY); });
  }
}
