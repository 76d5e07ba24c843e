// Deals that the host has not taken yet. They lie in this browser in their order, each under the key of
// its form, and whatever page of ours is open sends them: the key makes it one deal, however often.
// The first that is refused waits for a person, those behind it wait for that. No clock is asked and
// nothing is counted: the words of a deal are those of its form.
"use strict";

const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

// A form is another deal's now.
const renumber = (form, number) => {
  const was = form.getAttribute("action").match(/\d+$/)[0];
  for (const one of [form, ...form.querySelectorAll("[formaction], [hx-post]")]) {
    for (const name of ["action", "formaction", "hx-post"]) {
      const to = one.getAttribute(name)?.replace(`/deals/${was}`, `/deals/${number}`);
      if (to) one.setAttribute(name, to);
    }
    htmx.process(one);
  }
  form.name = `deal-${number}`;
};

const outbox = (() => {
  const AGAIN = 3000, PATIENCE = 5000; // milliseconds
  const find = (id) => document.getElementById(id);
  const record = find("record"), place = find("outbox");
  const sheet = document.querySelector("[data-live]")?.dataset.live;
  let refused = record?.elements.key?.value; // the key of the first: the host said no, or shows here why
  let sending = false;

  const box = (but) => JSON.parse(localStorage.outbox ?? "[]").filter(({ key }) => key !== but);
  const keep = (all) => { localStorage.outbox = JSON.stringify(all); };
  const table = ({ to }) => to.replace(/\/deals.*/, "");

  // The number of the next deal, behind those that wait.
  const behind = (next) => Math.max(next, ...box().filter((one) => table(one) === sheet).map(({ to }) => Number(to.match(/\d+$/)[0]) + 1));

  const show = () => {
    const all = box();
    place.hidden = !all.length;
    find("stuck").hidden = all[0]?.key !== refused;
    place.lastElementChild.replaceChildren(...all.map((one) => {
      const line = document.createElement("li");
      line.textContent = one.says;
      outbox.decide?.(line, one, one.key === refused);
      return line;
    }));
  };

  // The host that kept it answers with its key: another machine on this Wi-Fi may answer anything.
  const post = async ({ to, fields }) => {
    const body = new URLSearchParams(fields);
    body.set("csrf_token", document.querySelector("[name=csrf_token]").value);
    const answer = await fetch(to, { method: "POST", body, headers: { Prefer: "return=minimal" }, signal: AbortSignal.timeout(PATIENCE) });
    return /^4/.test(answer.status) ? "refused" : answer.text();
  };

  const flush = async () => {
    for (let one, answer; !sending && ([one] = box())[0] && one.key !== refused;) {
      sending = true;
      answer = await post(one).catch(() => {});
      sending = false;
      if (answer === one.key) {
        keep(box(one.key));
        if (record?.hidden) location = table(one);
        find("sent").textContent = place.dataset.sent;
      } else if (answer === "refused") refused = one.key;
      else return;
      show();
      dispatchEvent(new Event("online")); // the sheet is asked for at once
    }
  };

  const TOLD = "h1, [data-told], #record :checked:not([required]:not([data-takes])), #record .text-input";
  const word = (one) => `${one.ariaLabel ?? (one.closest("label") ?? one).textContent} ${one.matches(".text-input") ? one.value : ""}`;
  const says = (button) => [...document.querySelectorAll(TOLD), button].filter((one) => one && one.value !== "").map(word).join(" · ");

  // The form is the next deal's, where that can be told without the host.
  const wait = () => {
    const { key, revision } = record.elements;
    record.hidden = !sheet || revision.value !== "0" || !record.querySelector("[data-alone]");
    if (!record.hidden) {
      key.value = newKey();
      renumber(record, behind(0));
      record.reset();
    }
    show();
  };

  let passes; // to the host's page of what stands against it
  record?.addEventListener("submit", async (event) => {
    const button = event.submitter, to = button?.getAttribute("formaction") ?? record.getAttribute("action");
    if (passes || button?.name === "touch" || !/deals\/\d+$/.test(to)) return;
    const key = record.elements.key.value, others = box(key), first = others.length < box().length;
    const one = { to, key, fields: `${new URLSearchParams(new FormData(record, button))}`, says: says(button) };
    keep(first ? [one, ...others] : [...others, one]); // where it cannot be kept, it is posted as without script
    event.preventDefault();
    if (record.matches(".sending")) return;
    record.classList.add("sending");
    refused = "";
    await flush();
    record.classList.remove("sending");
    if (box(key).length === box().length) location = table(one);
    else if (refused === key) {
      if (!first) keep(others);
      passes = true;
      record.requestSubmit(button);
    } else wait();
  });

  setTimeout(() => {
    if (!place) return;
    if (sheet && record) renumber(record, behind(record.action.match(/\d+$/)[0]));
    show();
    flush();
    setInterval(flush, AGAIN);
  });
  return { behind, box, keep, flush, show };
})();
