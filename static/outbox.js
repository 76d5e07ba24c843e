// Deals that the host has not taken yet. They are kept in this browser, each under the key of its form, in
// the order in which they were told. Any open page of ours sends them; the key makes it one deal, however
// often it is sent. A deal that the host refuses stays, and so do the deals after it at its table; a
// refused correction holds up no other deal. The order does not depend on a clock, and no score is counted
// here: a deal that waits is shown in the words of its form.
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

// Makes the form that of another deal.
const renumber = (number) => {
  for (const one of [form, ...form.querySelectorAll("[formaction], [hx-post]")]) {
    for (const named of one.attributes) named.value = named.value.replace(/deals\/\d+/, "deals/" + number);
  }
  window.htmx?.process(form);
};

const outbox = (() => {
  const place = find("outbox"), card = find("index");
  const sheet = live?.dataset.live;
  const status = { [form?.key?.value]: 409 }; // by key: with which status the host refused a deal; the one in this form may be refused
  let sending, // whether a deal is on its way
    goes; // the form is posted as without script, to get the host's page that says what is wrong
  let shown; // what waits as the page shows it; another tab may have changed what waits since
  let last; // the key of the deal that has to be sent before the form here comes back
  let host, lag; // the number of the host's next deal; the difference to what people call that deal

  // The deals that wait, by their keys, in their order; none if the storage cannot be read.
  const box = () => {
    try { return JSON.parse(localStorage.outbox); } catch { return {}; }
  };
  const keep = (key, one) => { localStorage.outbox = JSON.stringify({ ...box(), [key]: one }); };
  const refused = (key) => /400|409|422/.test(status[key]); // its form came back: somebody has to look at it

  // The number of the deal after all that wait; if the last of them is only a bid, its own number.
  const behind = (next) => {
    if (next) lag = card.textContent - (host = next);
    host = Math.max(host, ...Object.values(box()).map((one) => one.table === sheet && one.next));
    card.textContent = host + lag;
    return host;
  };

  // Shows what waits, the newest first, as in the list below it; on a sheet without the name of its own
  // table. Nothing is drawn anew if it says the same, nor while a save is on its way. An untouched form
  // becomes that of the deal after those that another tab told. A hidden form comes back, as the sheet is
  // loaded again, once its deal is sent and the host answers.
  const show = (heard = find("connection")?.hidden ?? 1) => {
    if (last && !box()[last] && heard) leave(last = 0);
    if (!place || form?.matches(".sending")) return;
    if (shown === (shown = localStorage.outbox + Object.values(status))) return;
    if (sheet && form?.revision.value == 0 && !typed()) renumber(behind());
    const all = Object.entries(box());
    place.hidden = !all.length;
    find("waits")?.lastElementChild.replaceChildren(all.length || "");
    find("stuck").hidden = !all.some(([key]) => status[key]);
    place.lastElementChild.replaceChildren();
    // Not `all`: said as flush() says it, it is three bytes less, and sheet.js has none left.
    for (const [key, one] of Object.entries(box())) {
      const line = document.createElement("li");
      line.className = one.table === sheet ? "waits" : "";
      place.lastElementChild.prepend(line);
      line.textContent = one.says.replace(place.dataset.says, "");
      outbox.decide?.(line, one, key, status[key]);
    }
  };

  // Sends a deal. The host answers with its key once it is saved; another machine on this Wi-Fi might answer
  // anything.
  const post = async (key, one) => {
    const body = new URLSearchParams(one.fields), token = document.querySelector("[name=csrf_token]");
    if (token) body.set("csrf_token", token.value);
    const answer = await reach(one.to, { method: "POST", body, headers: { Prefer: "return=minimal" } });
    status[key] = !answer.ok && answer.status;
    return answer.text();
  };

  // Leads to the sheet; by the arrow of the page, so that it is as it was left.
  const leave = () => sheet ? location = sheet : document.querySelector(".top a").click();

  const flush = async () => {
    const stuck = {};
    show();
    for (const [key, one] of Object.entries(box())) {
      const corrects = new URLSearchParams(one.fields).get("corrects");
      stuck[one.table] ||= refused(key) && !corrects;
      if (sending || stuck[one.table] || refused(key) || !box()[key]) continue;
      sending = true;
      const answer = await post(key, one).catch(() => {});
      sending = false;
      if (answer === key) {
        keep(key);
        if (place) find("sent").textContent = place.dataset.sent;
      } else stuck[one.table] = !answer || !corrects;
      dispatchEvent(new Event(answer ? "online" : "offline")); // the sheet says so at once
      show(answer);
    }
  };

  // The words of a deal that waits: its number, what is chosen and typed in the form as it would be read
  // aloud (so a declarer who called nobody is "alone"), and the words of the button. The number comes from
  // the form: the card on the sheet may say that of another deal by now.
  const says = (button, number) => [
    place.dataset.deal.replace("{n}", +number + lag || card.textContent),
    ...[...document.querySelectorAll("[data-told], #record :is(:checked:optional, :checked[aria-label], .text-input)"), button]
      .filter((one) => one.value !== "")
      .map((one) => (one.ariaLabel ?? (one.labels?.[0] ?? one).innerText)
        + (one.type === "text" ? " " + one.value : "")),
  ].join(" · ");

  // Once a deal is kept to wait, the form goes on: after a bid with its result, else with the next deal, if
  // the game can tell one without the host (`data-alone`).
  const wait = (half) => {
    last = (form.hidden = !sheet || !form.querySelector("[data-alone]")) && form.key.value;
    form.key.dataset.form = ""; // no host has drawn it
    find("say").dataset.state = "";
    find("say").textContent = "";
    came = Date.now();
    form.key.value = newKey();
    // After a bid of this phone: the host adds 1 for each plus, if nobody else changed the deal.
    form.revision.value = half ? form.revision.value + "+" : 0;
    for (const one of form.querySelectorAll("input:not([required])")) {
      one.defaultChecked = half && one.checked;
      if (one.type === "text") one.defaultValue = half ? one.value : "";
    }
    form.reset();
    show();
    find("stuck").hidden || place.scrollIntoView(); // somebody has to look at it
  };

  form?.addEventListener("submit", async (event) => {
    const button = event.submitter, to = (button.attributes.formaction ?? form.attributes.action).value;
    if (goes) return event.stopPropagation();
    const [, table, number, half] = /(.+)\/deals\/(\d+)(\/half)?$/.exec(button.name !== "touch" && to) ?? [];
    if (!number) return;
    if (form.matches(".sending")) return event.preventDefault();
    const key = form.key.value, known = box()[key], fields = [...new FormData(form)];
    if (button.name) fields.push([button.name, button.value]); // FormData takes no button before iOS 16.4
    // If this fails because nothing can be kept, the form is posted as without script.
    keep(key, { to, table, next: +number + !half, fields, says: says(button, number) });
    event.preventDefault();
    status[key] = 0;
    form.classList.add("sending");
    await flush();
    if (!box()[key]) leave();
    else if (refused(key)) {
      known || status[key] === 409 || keep(key); // leaving the page of both versions decides nothing: the next Save asks again
      setTimeout(() => { // not under the second half of a tap
        goes = true;
        button.click();
        goes = false; // after Back the form saves as before
      }, 500);
    } else {
      form.classList.remove("sending");
      button.blur(); // Enter does not press it again
      // What the host would refuse stays in the form: it would hold up the deals told after it.
      if (button.name || /told|silent|half|warned/.test(find("say").dataset.state)) wait(half);
      else known || keep(key);
    }
  });

  // The second tap of a double tap must not press a button that the first one has put under the finger: so
  // for half a second after something new came there, these presses do nothing. Such a tap would save a
  // form of the next deal that is empty, half told or noted, say that all passed, answer a question or a
  // warning that nobody can have read, close the sheet after the last deal, or go on to another one. The
  // expression knows names of buttons and states of the preview by a few letters: "half"; "te" of noted,
  // later, in_spite; "y" of empty, early, unplayed; or nothing at all.
  addEventListener("submit", (event) => {
    const { target, submitter } = event, name = submitter?.name;
    if (Math.abs(Date.now() - came) < 500 && (target === form
      ? !sheet && submitter?.matches(".bar :is(.primary, .later)") || /half|te|y|^$/.test(name || find("say").dataset.state)
      : target.matches("[data-live] .bar"))) {
      event.preventDefault();
      event.stopPropagation();
    } else if (name !== "touch") localStorage.tapped = 1;
  }, true);
  delete localStorage.tapped;

  if (sheet && form) renumber(behind(form.action.match(/\d+$/)[0])); // before left.js fills it
  setTimeout(flush);
  setInterval(flush, PATIENCE);
  addEventListener("online", (event) => event.isTrusted && flush()); // the browser's own event, not the one of flush()
  return { behind, keep, flush, show };
})();
