// The keypad of Tamalou goes from hand to hand, and can add up the cards of a hand. What a key types is done
// by pad.js; what a hand scores, by the server.
if (find("hand-keys")) {
  let pad, line; // looked up again when the form is drawn anew
  let hands; // the cells, one for each player
  const cards = new Map(); // hand -> the values of the cards that were touched
  let mends = false; // whether the hand was filled when the caret came
  let below = false; // whether a minus was typed and waits for its digit
  let alone = false; // whether the caret has just gone on by itself

  const field = (hand) => find(`hands-${hand.value}`);
  const chosen = () => hands.find((hand) => hand.checked);
  const held = (hand) => cards.get(hand) ?? [];
  const byCards = () => form.elements.how.value === "cards";
  const minus = (n) => `${n}`.replace("-", "−");

  // The next empty hand after the caret, in the order of the seats.
  const next = () => {
    const at = hands.indexOf(chosen());
    return [...hands.slice(at + 1), ...hands.slice(0, at)].find((hand) => !field(hand).value);
  };

  // Whether one more digit would make a total that the cards of one player cannot have.
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

  // What stands there already is not put in place again: it would be read aloud with each digit.
  const says = (one, words) => {
    if (one.textContent !== words) one.textContent = words;
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
    says(name, hand.dataset.name);
    says(number, sum(hand));
    const left = pad.dataset.cards - held(hand).length;
    small.textContent = line.dataset[hint(hand, on)].replace("{n}", left).replace("{next}", () => on?.dataset.name);
  };

  // Puts the caret on a hand. What stands there is replaced by what is typed next.
  const choose = (hand) => {
    hand.checked = true;
    pad.dataset.into = field(hand).id;
    mends = field(hand).value !== "";
    below = alone = false;
    if (mends) pad.dataset.fresh = "";
    else delete pad.dataset.fresh;
    draw();
  };

  // Brings the row into sight, above the keypad or beside it. The keypad stays under the finger.
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

  // Goes on by itself after a full hand. The key "next", touched out of habit, then does nothing once.
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
    // A button that was clicked loses the focus, so that Enter goes on instead of pressing it again.
    if (byPointer) target.closest("button")?.blur();
    const key = target.closest("[data-card]");
    if (key) touch(chosen(), key.dataset.card);
    if (target === chosen()) choose(target); // it has the caret already, so there is no input event
  });

  // Enter on an empty hand: with a kamikaze no hand has to be told, so it does what stands in the bar.
  const enter = () => {
    if (field(chosen()).value) return; // pad.js does it
    if (!alone && form.querySelector("[name=kamikaze]:checked")) form.dispatchEvent(new Event("enter"));
    alone = false;
  };

  // Further keys of a keyboard: they touch the cards that they name, and take the last one back.
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

  // When the fold of what is seldom needed is opened by keyboard, "nobody called" gets the focus: Tab would
  // not reach it, as it belongs to the same group of radios as the bells.
  form.addEventListener("toggle", ({ target }) => {
    if (target.querySelector("summary:focus-visible")) target.querySelector("[name=caller]")?.focus();
  }, true);

  form.addEventListener("input", ({ target }) => {
    if (target !== form) alone = false;
    if (hands.includes(target)) choose(target);
    if (target.name !== "how") return;
    choose(chosen()); // so that no digit is added to a sum of cards
    localStorage.how = target.value; // who adds up cards does so in the next deal too
  });

  // Other people may play now, and the caret may have been on somebody who sits out now.
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

  // What the deal before came to is not true any more, even if the host is silent.
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
