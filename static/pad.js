// The keypads of a form, under the finger and from a laptop's keys.
//
// A pad says where its keys type: into the field of the id `data-into`, at most `data-digits`, shown
// at `data-shown` inside it; with `data-fresh`, as where a form arrives filled, the next digit begins
// anew. A key says in `data-types` what it types, and the form hears of each as the event `typed`:
// some are the game's own.
if (form) {
  let pad; // where the digits of a laptop go

  const field = (pad) => find(pad.dataset.into);
  const shown = (pad) => pad.querySelector(pad.dataset.shown);

  const show = () => {
    if (!pad?.isConnected) pad = form.querySelector("[data-into]"); // the whole form is a new one
    for (const one of form.querySelectorAll("[data-shown]")) {
      if (field(one).value) shown(one).textContent = field(one).value;
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

  // What `data-takes` was chosen: what is left of `data-of` is what is typed now.
  form.addEventListener("input", ({ target }) => {
    if (!("takes" in target.dataset)) return;
    const into = target.closest("[data-into]"), before = field(into).value;
    field(into).value = shown(into).textContent =
      (before && into.dataset.of - before.replace("½", ".5") + "").replace(".5", "½");
    into.dataset.fresh = "";
  }, true);

  // What a laptop's keys do: the keypad's, and Enter what stands in the bar.
  const KEYS = { ",": "½", ".": "½", "-": "±", Backspace: "erase" };
  addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || !pad || pad.closest("[inert]")) return;
    const other = target.matches("input:not([type=radio], [type=checkbox])");
    const types = KEYS[key] ?? key;
    if (key === "Enter" && !target.closest("a, button, summary")) {
      // Where the caret has just walked on by itself nothing is typed yet: there it stays.
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
