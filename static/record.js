// What the form of a deal does under the finger. It shows what was typed and pressed at once;
// it counts nothing: the server does, after each touch, in the preview.
//
// A pad says where its keys type: into the field of the id `data-into`, at most `data-digits`, shown
// at `data-shown` inside it; with `data-fresh` the next digit begins anew. A key says in `data-types`
// what it types, and the form hears of each as the event `typed`: some are the game's own.
"use strict";
document.documentElement.classList.add("script");

const form = document.getElementById("record");
if (form) {
  let pad = form.querySelector("[data-into]"); // where the digits of a laptop go
  let pressed = null; // the radio that was already pressed when the finger came
  let touched = 0; // how many touches changed the form
  let asked = 0; // which of them the preview under way was asked after
  let waiting = false; // the preview of the newest touch is still to come
  let wanted = null; // the button that was touched meanwhile

  const say = () => document.getElementById("say");
  const typed = (pad) => document.getElementById(pad.dataset.into);
  const shown = (pad) => pad.querySelector(pad.dataset.shown);
  const changed = () => form.dispatchEvent(new Event("input", { bubbles: true }));

  const show = () => {
    for (const pad of form.querySelectorAll("[data-shown]")) {
      if (typed(pad).value) shown(pad).textContent = typed(pad).value;
    }
  };

  const after = (before, key, digits) => {
    if (key === "clear") return "";
    if (key === "erase") return before.slice(0, -1);
    if (before.includes("½")) return before;
    if (key === "½") return before + key;
    if (!/^\d$/.test(key) || before.length >= digits) return before;
    return before === "0" ? key : before + key;
  };

  const type = (into, key) => {
    pad = into;
    const { fresh, digits = 2 } = pad.dataset;
    const begins = fresh !== undefined && /^[\d½]$/.test(key);
    if (key !== "next") delete pad.dataset.fresh;
    typed(pad).value = after(begins ? "" : typed(pad).value, key, digits);
    if (pad.dataset.shown) shown(pad).textContent = typed(pad).value;
    form.dispatchEvent(new CustomEvent("typed", { detail: key }));
    if (key !== "next") changed();
  };

  const release = (radio) => {
    radio.checked = false;
    changed();
  };
  const releasable = (field) => field.type === "radio" && field.checked && !field.required;

  // What of the bar may be done now; a warning waits for a touch of its own.
  const MAY = { told: ".save", half: ".keep, .save", warned: ".anyway" };
  const next = (state) => [...form.querySelectorAll(MAY[state] || "#none")].find((button) => button.offsetParent);

  const arrived = () => {
    if (!pad?.isConnected) pad = form.querySelector("[data-into]"); // the whole form is a new one
    show();
    form.classList.remove("unanswered");
    const disagree = say().dataset.disagree.split(" ");
    for (const part of form.querySelectorAll("[data-part]")) {
      const at = part.dataset.part.split(" ").some((fact) => disagree.includes(fact));
      part.classList.toggle("disagrees", at);
    }
    if (asked < touched) return; // an older answer, overtaken by a touch
    waiting = false;
    const state = say().dataset.state;
    if (wanted && state !== "warned") (next(state) ?? wanted).click();
    wanted = null;
  };

  // Without an answer the bar says so, and nothing is sent: the browser's own page of a dead host would
  // come. A host that refuses to preview may still save.
  const lost = ({ type }) => {
    const button = wanted;
    waiting = false;
    wanted = null;
    form.classList.add("unanswered");
    if (button && type === "htmx:responseError") form.requestSubmit(button);
  };

  // A pressed radio is released by a second touch, and by the space bar.
  form.addEventListener("pointerdown", ({ target }) => {
    pressed = releasable(target) ? target : null;
  });

  form.addEventListener("keyup", (event) => {
    if (event.key !== " " || !releasable(event.target)) return;
    event.preventDefault();
    release(event.target);
  });

  form.addEventListener("click", (event) => {
    const { target } = event;
    const key = target.closest("[data-types]");
    if (key) type(key.closest("[data-into]"), key.dataset.types);
    if (target === pressed) {
      pressed = null;
      release(target);
    }
    // Quicker than the preview: what was meant is decided when it has come; none came: it is asked anew.
    const button = target.closest(".bar :is(.primary, .later)");
    if (button && form.matches(".unanswered") && !waiting) changed();
    if (button && waiting && !wanted) {
      event.preventDefault();
      wanted = button;
    }
  });

  // What `data-takes` was chosen: what is shown there is what is typed now.
  form.addEventListener("input", ({ target }) => {
    touched += 1;
    waiting = Boolean(window.htmx);
    if (!("takes" in target.dataset)) return;
    const pad = target.closest("[data-into]");
    typed(pad).value = shown(pad).textContent.trim();
    pad.dataset.fresh = "";
  }, true);

  form.addEventListener("reset", () => setTimeout(changed));
  form.addEventListener("htmx:beforeRequest", () => { asked = touched; });
  form.addEventListener("htmx:afterSwap", arrived);
  for (const failed of ["sendError", "responseError", "timeout"]) form.addEventListener(`htmx:${failed}`, lost);

  // What a laptop's keys do: the keypad's, and Enter what stands in the bar.
  const KEYS = { ",": "½", ".": "½", "-": "±", Backspace: "erase" };
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || !pad) return;
    const field = target.matches("textarea, select, input:not([type=radio], [type=checkbox])");
    const types = KEYS[key] ?? key;
    if (key === "Enter" && !target.closest("a, button, summary, textarea")) {
      if (!field && form.querySelector("[data-types=next]:enabled")) type(pad, "next");
      else if (waiting) wanted = form.querySelector(".save");
      else next(say().dataset.state)?.click();
    } else if (field || !pad.querySelector(`[data-types="${CSS.escape(types)}"]`)) return;
    else type(pad, types);
    event.preventDefault();
  });

  // What the browser kept of a form it had put away is shown, and counted again.
  addEventListener("pageshow", () => {
    const kept = [...form.elements].some((e) => e.type !== "hidden" && e.name
      && (e.type === "radio" || e.type === "checkbox" ? e.checked !== e.defaultChecked : e.value !== (e.defaultValue ?? e.value)));
    if (kept) changed();
    show();
  });
}
