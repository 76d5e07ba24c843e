// Keeps the sheet of a table as it is on the host. It asks for news every other second, and puts them in
// place without moving what a thumb is about to touch. What is being typed is never replaced: a form is
// typed into when it says something else than it was drawn with.
const differs = (one) => one.value !== one.defaultValue || one.checked !== one.defaultChecked;
const typed = () => [...document.querySelectorAll("#record input:not([required])")].some(differs);

{
  if (live) {
    const table = live.dataset.live;
    const note = find("connection"), meanwhile = find("meanwhile");
    let { version } = live.dataset, heard = Date.now();
    let next, held; // the timer; a finger is down

    const get = async (path) => {
      const answer = await reach(table + path);
      // 403: the link of this phone was taken back.
      if (note.classList.toggle("shut", answer.status === 403) && !typed()) location.reload();
      if (!answer.ok) throw answer;
      return answer.text();
    };

    // Replaces the listed deals, from the first one that changed on.
    const list = (told) => {
      for (const one of live.querySelectorAll(".deals li[id]")) {
        if (one.id === `deal-${told.dataset.after}`) break;
        one.remove();
      }
      live.querySelector(".deals > ol")?.prepend(...told.querySelector("ol").children);
    };

    const put = (told) => {
      for (const one of told.children) find(one.id)?.replaceChildren(...one.childNodes);
      for (const one of document.querySelectorAll("[data-step]")) {
        one.hidden = !(one.change.value = told.dataset[one.dataset.step]);
      }
    };

    // Puts the news in place. What somebody looks at (the head of the sheet, or a deal further down) stays
    // where it is on the screen. What was unfolded stays unfolded, and what has the focus keeps it. If there
    // is nothing more to undo, redo gets the focus of undo, and the other way round.
    const change = (told) => {
      const seen = [live.firstElementChild, ...live.querySelectorAll(".deals li")]
        .find((one) => one?.getBoundingClientRect().bottom > (scrollY && innerHeight / 2));
      const before = seen?.getBoundingClientRect().top;
      const at = document.activeElement, home = at.closest("main [id]");
      const open = [...live.querySelectorAll("section details[open]")].map((one) => one.closest("[id]").id);
      list(told);
      put(told);
      for (const id of open) document.querySelector(`#${id} details`)?.setAttribute("open", "");
      if (!at.isConnected) find(home.id)?.querySelector(at.localName)?.focus({ preventScroll: true });
      if (at.form?.hidden) document.querySelector("[data-step]:not([hidden]) button")?.focus();
      if (seen?.isConnected && before < innerHeight) scrollBy(0, seen.getBoundingClientRect().top - before);
    };

    // Says which other phones are typing this deal. It is a hint and no lock, and goes away by itself.
    const hint = (told) => {
      const names = told.map((one) => one.split(" "))
        .filter(([phone, deal]) => phone !== find("say").dataset.me && deal === form.action.match(/\d+$/)[0])
        .map((one) => one.slice(2).join(" "))
        .join(", ");
      find("typist").textContent = names && live.dataset.typist.replace("{phone}", () => names);
    };

    // Makes the form that of the next deal: by changing its number, or by replacing it with what the host
    // drew. Not while something is typed into it: then Save will ask.
    const goOn = (number, other, page) => {
      // Deals may wait on this phone that come before that deal: then the host cannot draw its form yet.
      const next = outbox.behind(number), stays = typed();
      meanwhile.hidden = !stays || (!other || !form.key.dataset.form) && next == form.action.match(/\d+$/)[0];
      if (stays) return changed(); // the preview has to be counted from the new totals
      renumber(next);
      if (page && next == number) htmx.swap(form, page, {}, { select: "#record > *" });
    };

    const renew = async (newest) => {
      const told = document.createRange()
        .createContextualFragment(await get("/live?since=" + version)).firstElementChild;
      const { kind, number, form: now } = told.dataset;
      const goes = kind !== live.dataset.kind && !typed(), other = now !== form?.key.dataset.form;
      // Asked for before anything is put in place, so that what is typed meanwhile is noticed.
      const page = form && other && !goes && !typed() && await get("/live/" + number + location.search);
      if (held || form?.matches(".sending")) return; // nothing moves under a finger: the next request brings it
      if (goes) return location = table;
      version = newest;
      change(told);
      if (form) goOn(number, other, page);
    };

    // Says that the sheet is old, and how old it is. A phone that wakes up says so at once.
    const age = (silent) => {
      if (silent !== note.hidden) return;
      note.hidden = !silent;
      note.lastElementChild.textContent = new Date(heard).toTimeString().slice(0, 5);
    };

    const ask = async () => {
      clearTimeout(next);
      if (document.hidden) return;
      if (Date.now() - heard > 2 * PATIENCE) age(true);
      try {
        const [newest, ...told] = (await get("/version")).split("\n");
        // The second condition: what was typed is gone again, so the form can be replaced now.
        if (newest !== version || form && !meanwhile.hidden && !typed()) await renew(newest);
        if (form) hint(told);
        heard = Date.now();
        age(false);
        if (form?.matches(".unanswered")) changed(); // its preview was lost: ask again
      } catch {
        age(true);
      }
      next = setTimeout(ask, 1200 + Math.random() * 600); // never all phones at once
    };

    onpointerdown = () => { held = true; };
    onpointerup = onpointercancel = () => { held = false; };
    document.onvisibilitychange = ononline = ask;
    addEventListener("htmx:sendError", onoffline = () => age(true)); // a lost undo, say: nothing else would say that
    onsubmit = () => note.hidden; // forms need the host: while it is silent none is sent
    onpageshow = ({ persisted }) => { next = setTimeout(ask, !persisted && 1500); };
  }
}
