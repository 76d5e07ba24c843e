// Deals that the host has not taken yet. They lie in this browser in their order, each under the key of
// its form, and whatever page of ours is open sends them: the key makes it one deal, however often.
// One that the host does not take stays, and those of its table behind it. No clock is asked and
// nothing is counted: the words of a deal are those of its form.
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

// A form is another deal's now.
const renumber = (form, number) => {
  for (const one of [form, ...form.querySelectorAll("[formaction], [hx-post]")]) {
    for (const { name, value } of one.attributes) one.setAttribute(name, value.replace(/(deals?[-\/])\d+/, `$1${number}`));
    htmx.process(one);
  }
};

const outbox = (() => {
  const PATIENCE = 3500; // milliseconds to an answer, and to the next try
  const find = (id) => document.getElementById(id);
  const record = find("record"), place = find("outbox");
  const sheet = document.querySelector("[data-live]")?.dataset.live;
  const no = { [record?.key?.value]: 409 }; // the status of one that the host did not take: in the form here
  let sending = false;

  const box = (but) => JSON.parse(localStorage.outbox ?? "[]").filter(({ key }) => key !== but);
  const keep = (all) => { localStorage.outbox = JSON.stringify(all); };
  const table = ({ to }) => to.replace(/\/deals.*/, "");
  const refused = (key) => /400|409|422/.test(no[key]); // its form came back: for a person

  // The number of the next deal, behind those that wait.
  const behind = (next) => Math.max(next, ...box().map((one) => table(one) === sheet && Number(one.to.match(/\d+$/)[0]) + 1));

  const show = () => {
    const all = box();
    place.hidden = !all.length;
    find("stuck").hidden = !all.some(({ key }) => no[key]);
    place.lastElementChild.replaceChildren(...all.map((one) => {
      const line = document.createElement("li");
      line.textContent = one.says;
      outbox.decide?.(line, one, no[one.key]);
      return line;
    }));
  };

  // The host that kept it answers with its key: another machine on this Wi-Fi may answer anything.
  const post = async ({ to, fields, key }) => {
    const body = new URLSearchParams(fields);
    body.set("csrf_token", document.querySelector("[name=csrf_token]").value);
    const answer = await fetch(to, { method: "POST", body, headers: { Prefer: "return=minimal" }, signal: AbortSignal.timeout(PATIENCE) });
    no[key] = !answer.ok && answer.status;
    return answer.text();
  };

  const flush = async () => {
    const stuck = [];
    for (let one; !sending && (one = box().find((it) => !stuck.includes(table(it))));) {
      sending = true;
      const { key } = one, answer = refused(key) || await post(one).catch(() => {});
      sending = false;
      if (answer === key) {
        keep(box(key));
        if (record?.hidden) location = table(one);
        find("sent").textContent = place.dataset.sent;
        dispatchEvent(new Event("online")); // the sheet is asked for at once
      } else stuck.push(table(one));
      show();
    }
  };

  const TOLD = "h1, [data-told], #record :checked:not([required]:not([data-takes])), #record .text-input";
  const word = (one) => `${one.ariaLabel ?? (one.closest("label") ?? one).textContent} ${one.matches(".text-input") ? one.value : ""}`;
  const says = (button) => [...document.querySelectorAll(TOLD), button].filter((one) => one && one.value !== "").map(word).join(" · ");

  // The form is the next deal's, where that can be told without the host.
  const wait = () => {
    const { key, revision } = record;
    record.hidden = !sheet || revision.value !== "0" || !record.querySelector("[data-alone]");
    if (!record.hidden) {
      key.value = newKey();
      find("say").dataset.state = "";
      renumber(record, behind(0));
      record.reset();
    }
    show();
  };

  let passes; // to the host's page of what stands against it
  record?.addEventListener("submit", async (event) => {
    const button = event.submitter, to = button?.getAttribute("formaction") ?? record.getAttribute("action");
    if (passes || button?.name === "touch" || !/deals\/\d+$/.test(to)) return;
    const key = record.key.value, others = box(key), known = others.length < box().length;
    const one = { to, key, fields: `${new URLSearchParams(new FormData(record, button))}`, says: says(button) };
    keep(known ? [one, ...others] : [...others, one]); // where it cannot be kept, it is posted as without script
    event.preventDefault();
    if (record.matches(".sending")) return;
    no[key] = 0;
    record.classList.add("sending");
    await flush();
    record.classList.remove("sending");
    if (box(key).length === box().length) location = table(one);
    else if (refused(key)) {
      if (!known) keep(others);
      passes = true;
      record.requestSubmit(button);
    } else wait();
  });

  setTimeout(() => {
    if (!place) return;
    if (sheet && record) renumber(record, behind(record.action.match(/\d+$/)[0]));
    show();
    flush();
    setInterval(flush, PATIENCE);
  });
  return { behind, box, keep, flush, show };
})();
