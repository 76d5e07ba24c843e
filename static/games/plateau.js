// What the board of Le Plateau does when it is touched. Touches are shown at once and sent one after the
// other, each with a key of its own: none is lost while the host is silent, none counts twice. What they
// make of the deal is the server's answer, which replaces what was shown.
if (form) {
  const kept = () => `touches ${form.attributes.action.value}`; // where touches without an answer are kept, for a page that is loaded again
  const BOUNCE = 400; // milliseconds in which a second touch is taken for the first one
  const spoken = find("sent"); // for screen readers; it stays when the form is replaced
  // The touches that were kept; none if there are none, or they cannot be read.
  const left = () => {
    try { return JSON.parse(localStorage[kept()]); } catch { return []; }
  };
  let queue = left();
  // Whether a touch is on its way; whether Save was touched and waits for the answers; the button under the
  // finger.
  let sending, saves, pressed;
  let dropped; // whether touches after a refused one were given up
  let last = { id: "", at: 0 };
  let keys; // whether the focus was in the form
  let beside = []; // the dealer and the note as they stand here: touches do not save them, only Save does

  const first = (selector) => form.querySelector(selector);
  const all = (selector) => form.querySelectorAll(selector);
  const space = (name) => find(`space-${name}`);
  // If the storage is full, nothing more is kept, but the board can be touched all the same.
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

  // What a touch on the space of an earlier trick says: that it goes to the other side.
  const gives = (n) => `give-${n}-${space(`T${n}`).matches(".own") ? "defence" : "declarer"}`;

  // Makes trick n the newest: cards touched now belong to its side, the trick after it can be told, and it
  // can be taken back itself.
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

  // Takes trick n back. Its captured spaces become free with the answer. The talon has no space of its own.
  const undone = (n) => {
    if (!space(`T${n}`)) return;
    mark(space(`T${n}`), "nobody");
    const before = space(`T${n - 1}`);
    newest(n - 1, before ? before.matches(".own") ? "declarer" : "defence" : "");
  };

  // Gives trick n to a side. Its captured spaces follow with the answer. After an undo of this, the next undo is
  // of the newest trick again.
  const given = (n, side, undo) => {
    mark(space(`T${n}`), side);
    space(`T${n}`).value = gives(n);
    find("undo").value = `undo-${undo ? `trick-${find("undo").dataset.newest}` : gives(n)}`;
  };

  const show = ({ value }) => {
    if (!first(".hexagons")) return; // the touch was on the board, and the form asks for the bid now
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
    // Firefox sends no focusout for a button that is gone, and htmx would still send to the address of that
    // button.
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

  // What has to be set again whenever the deal is drawn anew: how the board is turned, and the hint how the
  // screen stays on.
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

  // Loads the sheet, which says that the touch did not count. Until then the form counts as on its way, so
  // that live.js leads nowhere else.
  const lost = () => {
    form.classList.add("sending");
    location.replace(form.attributes.action.value.replace(/\/deals.*/, "?lost"));
  };

  const answered = ({ target, detail }) => {
    if (target !== form) return;
    sending = false;
    queue.forEach(show); // now, because htmx sets the classes as they came once all is in place
    const { status } = detail.xhr;
    if (!status || status >= 500) return setTimeout(send, 2000);
    if (status >= 400 && status !== 422) return lost(); // the deal was told in full meanwhile, or is gone
    if (dropped) first(".problem span")?.removeAttribute("hidden");
    const over = first(".made, .results, .board-said.problem");
    const touched = find(last.id);
    const says = !over && touched?.matches(".hex") ? touched.ariaLabel : first(".board-said")?.innerText;
    spoken.textContent = says ?? "";
    send();
    if (queue.length) return;
    if (beside.length) form.dispatchEvent(new Event("input")); // it is still typed and not saved
    beside = [];
    if (saves) first(".save")?.click();
    saves = false;
  };

  const touch = (button) => {
    const id = button.id || button.value, at = Date.now();
    const unheard = button.closest(".two-words") && queue.length; // the word before is not saved yet
    if (unheard || id === last.id && at - last.at < BOUNCE) return;
    last = { id, at };
    keys = form.contains(document.activeElement);
    const one = { id, value: button.value, address: button.formAction, key: newKey() };
    queue.push(one);
    show(one);
    const preview = first(".say-place");
    if (preview) htmx.trigger(preview, "htmx:abort"); // it would show the parts as they were before this touch
    send();
  };

  // An answer may draw the board anew while the finger is down: then there is no click. So a touch counts
  // when the finger goes up; a click that comes for it as well, late on a slow phone, does not count.
  const at = ({ clientX, clientY }) =>
    document.elementFromPoint(clientX, clientY)?.closest("#record [name=touch]:enabled");
  addEventListener("pointerdown", (event) => { pressed = at(event)?.id || 0; }); // 0: no id, so that the click counts
  addEventListener("pointerup", (event) => {
    const button = at(event);
    if (pressed && button?.id === pressed && !event.button) touch(button);
  });

  // The arrow keys go to the nearest button in their direction, on the board and around it: with Tab 37
  // spaces would take long.
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  form.addEventListener("keydown", (event) => {
    const way = ways[event.key], around = [...all(".hex, .bar .button, button.corner")];
    // With Alt, or the command key of a Mac, they go back in the history.
    if (event.altKey || event.metaKey || !way || !around.includes(event.target)) return;
    event.preventDefault();
    const from = event.target.getBoundingClientRect();
    const far = (one) => {
      const to = one.getBoundingClientRect(), x = to.x - from.x, y = to.y - from.y;
      const both = Math.abs(x) + Math.abs(y);
      return 3 * (x * way[0] + y * way[1]) > both && both; // else it lies in another direction
    };
    around.filter(far).sort((one, other) => far(one) - far(other))[0]?.focus();
  });

  // The declarer is not offered as a partner, and is none any more. In the capturing phase: before the preview
  // is asked for.
  form.addEventListener("input", () => {
    const declarer = first("[name=declarer]:checked")?.value;
    for (const one of all("#with-whom [name=partners]")) {
      if (one.parentElement.classList.toggle("declares", one.value === declarer)) one.checked = false;
    }
  }, true);

  // After input somewhere else, the same button can be touched again at once.
  form.addEventListener("input", ({ isTrusted }) => { if (isTrusted) last = { id: "", at: 0 }; });

  // In the capturing phase, before record.js, because a touch is no change of the form. Save, or a button that
  // goes on or takes the deal back, may come under the finger that told a trick or a word: the second half
  // of a double touch does not press it.
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
  // "?lost" is said once: neither the next form nor a reload says it again.
  if (location.search === "?lost") history.replaceState(null, "", location.pathname);
  // Touches of a deal that another phone told meanwhile do not count: that is said here, too.
  for (const key in localStorage) if (key !== kept() && key.startsWith(`touches ${location.pathname}/`)) {
    delete localStorage[key];
    lost();
  }

  // Raises and a hand-over that were half typed (left.js) wait in hidden fields until their own are drawn: these
  // depend on the partners, and so come with the first preview.
  const [, told] = (typed() ? sessionStorage[location.pathname] + "" : "").split(" ");
  for (const [name, value] of new URLSearchParams(told)) {
    const place = find(name.replace(/^raises-(\d).*/, "raise-$1").replace("handed_over", "hand-over"));
    const waits = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    if (place && !form[name]) place.append(waits);
  }

  // What had the focus may be gone after the last word, the talon or an undo: then what is asked now gets
  // it.
  const goOn = () => {
    if (!keys || form.contains(document.activeElement)) return;
    (first(".winner, #two-words .button") ?? first(".questions :is(.hex, input:not([type=hidden]))"))?.focus();
  };

  let made = first(".made");
  form.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { status } = detail.xhr;
    if (detail.requestConfig.verb !== "post" || status >= 500) return; // this is not the answer to a touch
    beside = [...all("[name=note], [name=dealer]:checked")].filter(differs);
    dropped = status >= 400 && queue.length > 1;
    queue = status < 400 ? queue.slice(1) : []; // after a refusal none: the others were meant for another board
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
