// The board of Le Plateau under the finger. Touches are shown at once and sent one after the other,
// each with a key of its own: none is lost while the host is silent, none counts twice. What they
// make of the deal is the server's answer, which takes the place of what was shown.
if (form) {
  const kept = () => `touches ${form.attributes.action.value}`; // those not answered yet, for a page loaded anew
  const BOUNCE = 400; // a second touch so soon was the first one
  const spoken = find("sent"); // to readers aloud; it stays when the form is replaced
  // What is not there, or cannot be read, is none.
  const left = () => {
    try { return JSON.parse(localStorage[kept()]); } catch { return []; }
  };
  let queue = left();
  // Whether one is on its way; whether Save was touched, and waits for the answers; where the finger is.
  let sending, saves, pressed;
  let dropped; // touches behind one that was refused
  let last = { id: "", at: 0 };
  let keys; // whether the keyboard was in the form
  let beside = []; // who dealt and the note, as they were told here: only Save keeps them

  const first = (selector) => form.querySelector(selector);
  const all = (selector) => form.querySelectorAll(selector);
  const space = (name) => find(`space-${name}`);
  // A storage that is full keeps nothing more; the board is touched all the same.
  const remember = (name, value) => {
    try { localStorage[name] = value; } catch {}
  };
  const keep = () => {
    const played = queue.filter(({ address }) => address.endsWith("/half/touch"));
    delete localStorage[kept()];
    if (played.length) remember(kept(), JSON.stringify(played));
    form.classList.toggle("sending", queue.length > 0);
  };

  const mark = (hex, side) => {
    hex.classList.toggle("own", side === "declarer");
    hex.classList.toggle("theirs", side === "defence");
    hex.classList.remove("next");
    hex.value = `${hex.id}-${first(".hexagons").dataset[side]}`;
  };

  // An earlier trick goes to the other side by its own space.
  const gives = (n) => `give-${n}-${space(`T${n}`).matches(".own") ? "defence" : "declarer"}`;

  // Trick n is the newest: cards touched from now on are of its side, the one after it may be
  // told, itself taken back.
  const newest = (n, side) => {
    for (let older = 1; older < n; older++) space(`T${older}`).value = gives(older);
    if (n) space(`T${n}`).value = `space-T${n}-nobody`;
    first(".hexagons").dataset.nobody = side;
    for (const hex of all(".hex:not(.trick, .own, .theirs)")) hex.value = side ? `${hex.id}-${side}` : hex.id;
    find("undo").value = `undo-trick-${n}`;
    find("undo").dataset.newest = n;
    find("undo").disabled = !n;
    first(".next")?.classList.remove("next");
    const next = space(`T${n + 1}`);
    next?.classList.add("next");
    for (const button of next ? all(".winner[data-says]") : []) {
      button.value = `trick-${n + 1}-${button.id.slice(4)}`;
      button.lastElementChild.textContent = button.dataset.says.replace("{n}", n + 1);
    }
  };

  const won = (n, side) => {
    mark(space(`T${n}`), side);
    newest(n, side);
  };

  // What it captured is free again with the answer; the talon has no space of its own.
  const undone = (n) => {
    if (!space(`T${n}`)) return;
    mark(space(`T${n}`), "nobody");
    const before = space(`T${n - 1}`);
    newest(n - 1, before ? before.matches(".own") ? "declarer" : "defence" : "");
  };

  // What it captured changes sides with the answer. Undone, the next undo is of the newest trick again.
  const given = (n, side, undo) => {
    mark(space(`T${n}`), side);
    space(`T${n}`).value = gives(n);
    find("undo").value = `undo-${undo ? `trick-${find("undo").dataset.newest}` : gives(n)}`;
  };

  const show = ({ value }) => {
    if (!first(".hexagons")) return; // it was touched, and the bid is told now
    const [what, name, side] = value.replace(/^undo-give/, "regive").split("-");
    if (/give/.test(what)) given(name, side, what === "regive");
    else if (what === "trick") won(Number(name), side);
    else if (what === "undo" && name === "trick") undone(Number(side));
    else if (what === "space" && side && !(name.startsWith("T") && side === "nobody")) mark(space(name), side);
  };

  const send = () => {
    keep();
    if (sending || !queue.length) return;
    sending = true;
    const { value, address, key } = queue[0];
    // Of a button that is gone Firefox says nothing: htmx would ask for its address, not for this one.
    first("button").dispatchEvent(new Event("focusout", { bubbles: true }));
    htmx.ajax("POST", address, {
      source: form,
      target: form,
      swap: "innerHTML ignoreTitle:true",
      select: "#record > *",
      selectOOB: "#counted",
      values: { touch: value, key },
    }).catch(() => {});
  };

  // What holds on after the deal is drawn anew: how the board is turned, how the screen stays on, which
  // live.js asks for.
  const turn = (further) => {
    const turned = ((+localStorage.turn || 0) + further) % 6;
    remember("turn", turned);
    for (const radio of all("[name=turn]")) {
      radio.checked = radio.defaultChecked = radio.value === `${turned}`;
    }
  };
  const drawn = () => {
    turn(0);
    find("awake")?.toggleAttribute("hidden", !!(navigator.wakeLock || localStorage.awake));
  };

  const draw = () => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    all(".link").forEach((link, i) => {
      link.animate({ opacity: [0, 1] }, { delay: 60 * i, duration: 60, fill: "backwards" });
    });
  };

  // The sheet says that it did not count; until it is there, no news of the table lead elsewhere.
  const lost = () => {
    form.classList.add("sending");
    location.replace(form.attributes.action.value.replace(/\/deals.*/, "?lost"));
  };

  const answered = ({ target, detail }) => {
    if (target !== form) return;
    sending = false;
    queue.forEach(show); // not before: htmx puts the classes as they came, once all is in place
    const { status } = detail.xhr;
    if (!status || status >= 500) return setTimeout(send, 2000);
    if (status >= 400 && status !== 422) return lost(); // told in full meanwhile, or gone
    if (dropped) first(".problem span")?.removeAttribute("hidden");
    const over = first(".made, .results, .board-said.problem");
    const touched = find(last.id);
    const says = !over && touched?.matches(".hex") ? touched.ariaLabel : first(".board-said")?.innerText;
    spoken.textContent = says ?? "";
    send();
    if (queue.length) return;
    if (beside.length) form.dispatchEvent(new Event("input")); // it is typed still
    beside = [];
    if (saves) first(".save")?.click();
    saves = false;
  };

  const touch = (button) => {
    const id = button.id || button.value, at = Date.now();
    const unheard = button.closest(".two-words") && queue.length; // the word before is not kept yet
    if (unheard || id === last.id && at - last.at < BOUNCE) return;
    last = { id, at };
    keys = form.contains(document.activeElement);
    const one = { id, value: button.value, address: button.formAction, key: newKey() };
    queue.push(one);
    show(one);
    const preview = first(".say-place");
    if (preview) htmx.trigger(preview, "htmx:abort"); // of the parts as they were before this touch
    send();
  };

  // An answer may draw the board anew between finger down and up: then no click would come. Where one
  // comes, on a slow phone late, it is of a touch that counted.
  const at = ({ clientX, clientY }) =>
    document.elementFromPoint(clientX, clientY)?.closest("#record [name=touch]:enabled");
  addEventListener("pointerdown", (event) => { pressed = at(event)?.id || 0; }); // 0: the click counts
  addEventListener("pointerup", (event) => {
    const button = at(event);
    if (pressed && button?.id === pressed && !event.button) touch(button);
  });

  // The arrows go to what lies next, on the board and around it: for Tab 37 spaces are many.
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  form.addEventListener("keydown", (event) => {
    const way = ways[event.key], around = [...all(".hex, .bar .button, button.corner")];
    // With Alt, or the command key of a Mac, they lead to the page before.
    if (event.altKey || event.metaKey || !way || !around.includes(event.target)) return;
    event.preventDefault();
    const from = event.target.getBoundingClientRect();
    const far = (one) => {
      const to = one.getBoundingClientRect(), x = to.x - from.x, y = to.y - from.y;
      const both = Math.abs(x) + Math.abs(y);
      return 3 * (x * way[0] + y * way[1]) > both && both; // else it lies another way
    };
    around.filter(far).sort((one, other) => far(one) - far(other))[0]?.focus();
  });

  // Who declares is not offered as a partner, and no partner any more; before the preview is asked.
  form.addEventListener("input", () => {
    const declarer = first("[name=declarer]:checked")?.value;
    for (const one of all("#with-whom [name=partners]")) {
      if (one.parentElement.classList.toggle("declares", one.value === declarer)) one.checked = false;
    }
  }, true);

  // Who touches something else in between does not touch twice.
  form.addEventListener("input", ({ isTrusted }) => { if (isTrusted) last = { id: "", at: 0 }; });

  // Before record.js: a touch is no change of the form. Save, what leads on or what takes the deal
  // back may come to lie where the trick or the word was told: a double touch there is none on it.
  addEventListener("click", (event) => {
    const button = event.target.closest("#record [name=touch], #record .bar .button, #turn, #awake .button");
    const soon = /^(won|says)-/.test(last.id) && Date.now() - last.at < BOUNCE;
    const ends = button?.matches(".bar .button:not([name=touch])");
    if (!button || ends && !soon && !(queue.length && button.matches(".save"))) return;
    event.preventDefault();
    event.stopPropagation();
    if (button.id === "turn") turn(1);
    else if (button.closest("#awake")) {
      remember("awake", "understood");
      drawn();
    } else if (ends) saves = !soon;
    else if (!event.detail || button.id !== pressed) touch(button);
  }, true);

  form.addEventListener("htmx:beforeRequest", (event) => {
    if (queue.length && event.target !== form) event.preventDefault();
  });
  // Said once: neither the next form nor the page loaded anew says it again.
  if (location.search === "?lost") history.replaceState(null, "", location.pathname);
  // What was touched of a deal that another phone told meanwhile counts no more: it is said here, too.
  for (const key in localStorage) if (key !== kept() && key.startsWith(`touches ${location.pathname}/`)) {
    delete localStorage[key];
    lost();
  }

  // What was left (left.js) of raises and a hand-over waits in their places until these are drawn: they
  // follow the partners, whom the preview hears of first.
  const [, told] = (typed() ? sessionStorage[location.pathname] + "" : "").split(" ");
  for (const [name, value] of new URLSearchParams(told)) {
    const place = find(name.replace(/^raises-(\d).*/, "raise-$1").replace("handed_over", "hand-over"));
    const waits = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    if (place && !form[name]) place.append(waits);
  }

  // What had the keyboard may be gone with the last word, the talon or what was taken back: what is
  // asked now has it then.
  const goOn = () => {
    if (!keys || form.contains(document.activeElement)) return;
    (first(".winner, #two-words .button") ?? first(".questions :is(.hex, input:not([type=hidden]))"))?.focus();
  };

  let made = first(".made");
  form.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { status } = detail.xhr;
    if (detail.requestConfig.verb !== "post" || status >= 500) return; // not the answer to a touch
    beside = [...all("[name=note], [name=dealer]:checked")].filter(differs);
    dropped = status >= 400 && queue.length > 1;
    queue = status < 400 ? queue.slice(1) : []; // refused: those after it were meant for another board
    keep();
  });
  form.addEventListener("htmx:afterSwap", ({ target }) => {
    for (const { name, value } of target === form ? beside : []) {
      const now = first(`[name=${name}]:is([name=note], [value="${value}"])`);
      now.value = value;
      now.checked = name === "dealer";
    }
    if (target === form) goOn();
    if (!made && first(".made")) draw();
    made = first(".made");
    drawn();
  });
  form.addEventListener("htmx:afterRequest", answered);
  addEventListener("visibilitychange", send);
  addEventListener("online", send);
  addEventListener("pageshow", () => {
    drawn();
    queue.forEach(show);
    send();
  });
}
