// The keypad of Tamalou walks from hand to hand, and adds up the cards of one. What a key types is
// the business of pad.js; what a hand scores is the server's.
if (find("hand-keys")) {
  let pad, line; // found anew when the form is
  let hands; // the cells, one a player
  const cards = new Map(); // hand -> the values of the cards that were touched
  let mends = false; // the hand was filled when the caret came
  let below = false; // a minus waits for its digit
  let alone = false; // the caret has just walked on by itself

  const field = (hand) => find(`hands-${hand.value}`);
  const chosen = () => hands.find((hand) => hand.checked);
  const held = (hand) => cards.get(hand) ?? [];
  const byCards = () => form.elements.how.value === "cards";
  const minus = (n) => `${n}`.replace("-", "−");

  // The next empty hand in the order of the seats, from the caret on.
  const next = () => {
    const at = hands.indexOf(chosen());
    return [...hands.slice(at + 1), ...hands.slice(0, at)].find((hand) => !field(hand).value);
  };

  // Whether a further digit would lead out of what the cards of one player can total.
  const complete = (n) => n === 0 || 10 * n > pad.dataset.highest || 10 * n < pad.dataset.lowest;

  const hint = (hand, on) => {
    const told = held(hand).length, left = pad.dataset.cards - told, typed = field(hand).value;
    if (byCards() && told && left > 1) return on ? "more" : "few";
    if (byCards() && told && left) return on ? "one" : "last";
    if ("fresh" in pad.dataset || (byCards() && typed && !told)) return "anew";
    if (!typed) return byCards() ? "touch" : "type";
    return on ? "second" : "all";
  };

  const sum = (hand) => {
    const told = held(hand).map((n, i) => (i ? (n < 0 ? ` − ${-n}` : ` + ${n}`) : minus(n)));
    return told.length > 1 ? `${told.join("")} = ${minus(field(hand).value)}` : minus(field(hand).value);
  };

  const draw = () => {
    const hand = chosen(), on = next();
    for (const one of hands) one.parentElement.lastElementChild.textContent = minus(field(one).value);
    if (below) hand.parentElement.lastElementChild.textContent = "−";
    for (const key of pad.querySelectorAll("[data-types=next]")) {
      key.disabled = !on;
      key.lastElementChild.textContent = on?.dataset.name ?? "";
    }
    const [name, number, small] = line.children;
    name.textContent = hand.dataset.name;
    number.textContent = sum(hand);
    const left = pad.dataset.cards - held(hand).length;
    small.textContent = line.dataset[hint(hand, on)].replace("{n}", left).replace("{next}", () => on?.dataset.name);
  };

  // The caret comes to a hand; what stands there already is typed anew.
  const choose = (hand) => {
    hand.checked = true;
    pad.dataset.into = field(hand).id;
    mends = field(hand).value !== "";
    below = alone = false;
    if (mends) pad.dataset.fresh = "";
    else delete pad.dataset.fresh;
    draw();
  };

  // The row comes into sight above the keypad, or beside it: the keypad stays under the finger.
  const see = (hand) => {
    if (getComputedStyle(pad).position !== "sticky") return;
    const row = hand.closest(".row").getBoundingClientRect(), keys = pad.getBoundingClientRect();
    const below = keys.left < row.right ? keys : form.querySelector(".bar").getBoundingClientRect();
    scrollBy(0, Math.max(0, row.bottom - below.top) || Math.min(0, row.top));
  };

  const walk = () => {
    const on = next();
    if (!on) return;
    choose(on);
    see(on);
  };

  // Behind a full hand; the key that would do the same leaves the caret there once.
  const walkAlone = (full) => {
    if (full) walk();
    alone = full;
  };

  form.addEventListener("typed", ({ detail: key }) => {
    const hand = chosen(), text = field(hand).value;
    if (key === "next") return alone ? alone = false : walk();
    cards.delete(hand);
    if (key === "±") {
      if (text) field(hand).value = -text;
      below = !text && !below;
    } else {
      if (below && text) field(hand).value = -text;
      below = false;
    }
    const n = Number(field(hand).value);
    walkAlone(/^\d$/.test(key) && complete(n) && !(mends && Math.abs(n) < 10));
    draw();
  });

  const touch = (hand, value) => {
    const before = held(hand), full = before.length >= pad.dataset.cards;
    const now = value === "" ? before.slice(0, -1) : [...(full ? [] : before), Number(value)];
    cards.set(hand, now);
    delete pad.dataset.fresh;
    field(hand).value = now.length ? now.reduce((a, b) => a + b) : "";
    walkAlone(now.length >= pad.dataset.cards);
    draw();
    changed();
  };

  form.addEventListener("click", ({ target, detail: byPointer }) => {
    // Where a mouse was Enter presses nothing: it walks on.
    if (byPointer) target.closest("button")?.blur();
    const key = target.closest("[data-card]");
    if (key) touch(chosen(), key.dataset.card);
    if (target === chosen()) choose(target); // under the caret already: no input says so
  });

  // With a kamikaze no hand has to be told: Enter does what stands in the bar.
  const enter = () => {
    if (field(chosen()).value) return; // the keypad's (pad.js)
    if (!alone && form.querySelector("[name=kamikaze]:checked")) form.dispatchEvent(new Event("enter"));
    alone = false;
  };

  // What a laptop's keys do besides: touch the cards that they are called by, take the last one back.
  addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || pad.closest("[inert]")) return;
    if (target.matches("input:not([type=radio], [type=checkbox])")) return;
    if (key === "Enter" && !target.closest("a, button, summary")) enter();
    const card = byCards() && pad.querySelector(`[data-key="${CSS.escape(key.toLowerCase())}"]`);
    if (!card) return;
    touch(chosen(), card.dataset.card);
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // Whoever opens by the keyboard what is seldom asked is led to it: it is of the group of the bells,
  // to which Tab comes once.
  form.addEventListener("toggle", ({ target }) => {
    if (target.querySelector("summary:focus-visible")) target.querySelector("[name=caller]")?.focus();
  }, true);

  form.addEventListener("input", ({ target }) => {
    if (target !== form) alone = false;
    if (hands.includes(target)) choose(target);
    if (target.name !== "how") return;
    choose(chosen()); // no digit comes behind a sum of cards
    localStorage.how = target.value; // a table that adds cards up does so in the next deal too
  });

  // Who plays may have changed, and the caret gone with who sits out now.
  const seat = () => {
    hands = [...form.querySelectorAll("[name=hand]")];
    if (chosen()) draw();
    else choose(hands[0]);
  };

  const begin = () => {
    pad = find("hand-keys");
    line = find("typing");
    hands = [...form.querySelectorAll("[name=hand]")];
    form.elements.how.value = localStorage.how ?? "total";
    cards.clear();
    choose(chosen());
  };

  // What the deal before came to holds no more, whether the host says it anew or is silent.
  form.addEventListener("reset", () => {
    for (const one of form.querySelectorAll(".offered, .to-go")) one.replaceChildren();
    for (const one of form.querySelectorAll(".added")) one.remove();
    setTimeout(begin);
  });
  form.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target === form) begin();
    else if (target.matches(".row")) seat();
  });
  addEventListener("pageshow", ({ persisted }) => persisted || begin());
  begin();
}
