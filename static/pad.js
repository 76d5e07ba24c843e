// The keypads of a form, used with a finger or the keyboard of a laptop.
//
// A pad says where its keys type: into the field with the id `data-into`, at most `data-digits` digits,
// shown inside the pad at `data-shown`. With `data-fresh` (a form that comes filled, say) the next digit
// replaces what is there. A key says what it types in `data-types`, and for each the form gets an event
// `typed`: some keys are the game's own.
if (form) {
  let pad; // the pad to which the keyboard types

  const field = (pad) => find(pad.dataset.into);
  const shown = (pad) => pad.querySelector(pad.dataset.shown);

  const show = () => {
    if (!pad?.isConnected) pad = form.querySelector("[data-into]"); // the whole form was replaced
    for (const pad of form.querySelectorAll("[data-shown]")) {
      if (field(pad).value) shown(pad).textContent = field(pad).value;
    }
  };

  const after = (before, key, digits) => {
    if (key === "clear") return "";
    if (key === "erase") return before.slice(0, -1);
    if (/½/.test(before)) return before;
    if (key === "½") return before + key;
    if (!/\d/.test(key) || before.length >= digits) return before;
    return before === "0" ? key : before + key;
  };

  const type = (into, key) => {
    pad = into;
    const { fresh, digits = 2 } = pad.dataset;
    if (key !== "next") delete pad.dataset.fresh;
    field(pad).value = after(fresh === "" && /\d/.test(key) ? "" : field(pad).value, key, digits);
    if (pad.dataset.shown) shown(pad).textContent = field(pad).value;
    form.dispatchEvent(new CustomEvent("typed", { detail: key }));
    if (key !== "next") changed();
  };

  form.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-types]");
    if (key) type(key.closest("[data-into]"), key.dataset.types);
  });

  // When the other side is chosen (`data-takes`), the field gets the rest of `data-of`.
  form.addEventListener("input", ({ target }) => {
    if (!("takes" in target.dataset)) return;
    const into = target.closest("[data-into]"), before = field(into).value;
    field(into).value = shown(into).textContent =
      (before && into.dataset.of - before.replace("½", ".5") + "").replace(".5", "½");
    into.dataset.fresh = "";
  }, true);

  // On a keyboard the digits type, and Enter does what stands in the bar. An Enter that only takes
  // a word of Japanese into the note has the same key, but another code.
  const KEYS = { ",": "½", ".": "½", "-": "±", Backspace: "erase" };
  addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || !pad || pad.closest("[inert]")) return;
    const other = target.matches("input:not([type=radio], [type=checkbox])");
    const types = KEYS[key] ?? key;
    if (event.keyCode === 13 && !target.closest("a, button, summary")) {
      // Where the caret has just come by itself, nothing is typed yet: Enter leaves it there.
      const on = !other && form.querySelector("[data-types=next]");
      if (!on || on.disabled && field(pad).value) form.dispatchEvent(new Event("enter"));
      else if (field(pad).value) type(pad, "next");
    } else if (other || !pad.querySelector(`[data-types="${CSS.escape(types)}"]`)) return;
    else type(pad, types);
    event.preventDefault();
  });

  form.addEventListener("reset", () => {
    for (const one of form.querySelectorAll("[data-shown] .number")) {
      one.textContent = "";
      one.closest("[data-into]").dataset.fresh = "";
    }
  });
  form.addEventListener("htmx:afterSwap", show);
  addEventListener("pageshow", show);
  show();
}
