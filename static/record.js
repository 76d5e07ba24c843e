// What the form of a deal does under the finger. It shows what was typed and pressed at once;
// it counts nothing: the server does, after each touch, in the preview.
"use strict";
document.documentElement.classList.add("script");

const form = document.getElementById("record");
if (form) {
  let pad = form.querySelector("[data-into]"); // where the digits of a laptop go
  let fresh = false; // the other side was chosen: the next digit begins anew
  let pressed = null; // the radio that was already pressed when the finger came
  let touched = 0; // how many touches changed the form
  let asked = 0; // which of them the preview under way was asked after
  let waiting = false; // the preview of the newest touch is still to come
  let wanted = null; // the button that was touched meanwhile

  const say = () => document.getElementById("say");
  const typed = (pad) => document.getElementById(pad.dataset.into);
  const shown = (pad) => pad.querySelector(".side:has(:checked) .number, .other-cards .number");
  const changed = () => form.dispatchEvent(new Event("input", { bubbles: true }));

  const show = () => {
    for (const pad of form.querySelectorAll("[data-into]")) {
      if (typed(pad).value) shown(pad).textContent = typed(pad).value;
    }
  };

  const type = (into, key) => {
    pad = into;
    const before = fresh && key !== "erase" ? "" : typed(pad).value;
    let after = before;
    if (key === "clear") after = "";
    else if (key === "erase") after = before.slice(0, -1);
    else if (before.includes("½")) return;
    else if (key === "½") after = before + key;
    else if (before.length < 2) after = before === "0" ? key : before + key;
    fresh = false;
    typed(pad).value = shown(pad).textContent = after;
    changed();
  };

  // What of the bar may be done now; a warning waits for a touch of its own.
  const next = (state) => form.querySelector({ told: ".save", half: ".keep", warned: ".anyway" }[state] || "#none");

  const arrived = () => {
    show();
    const disagree = say().dataset.disagree.split(" ");
    for (const part of form.querySelectorAll("[data-part]")) {
      const at = part.dataset.part.split(" ").some((fact) => disagree.includes(fact));
      part.classList.toggle("disagrees", at);
    }
    if (asked < touched) return; // an older answer, overtaken by a touch
    waiting = false;
    const state = say().dataset.state;
    if (wanted && state !== "warned") next(state)?.click();
    wanted = null;
  };

  const lost = () => {
    waiting = false;
    wanted?.click();
    wanted = null;
  };

  // A pressed radio is released by a second touch.
  form.addEventListener("pointerdown", ({ target }) => {
    pressed = target.type === "radio" && target.checked && !target.required ? target : null;
  });

  form.addEventListener("click", (event) => {
    const { target } = event;
    const key = target.closest(".key");
    if (key) type(key.closest("[data-into]"), key.dataset.types);
    if (target === pressed) {
      target.checked = false;
      pressed = null;
      changed();
    }
    // Quicker than the preview: what was meant is decided when it has come.
    const button = target.closest(".bar .primary");
    if (button && waiting && !wanted) {
      event.preventDefault();
      wanted = button;
    }
  });

  // The other side chosen: its points are what is typed now.
  form.addEventListener("input", ({ target }) => {
    touched += 1;
    waiting = Boolean(window.htmx);
    if (target.name !== "side") return;
    const pad = target.closest("[data-into]");
    typed(pad).value = shown(pad).textContent.trim();
    fresh = true;
  }, true);

  form.addEventListener("reset", () => setTimeout(changed));
  form.addEventListener("htmx:beforeRequest", () => { asked = touched; });
  form.addEventListener("htmx:afterSwap", arrived);
  for (const failed of ["sendError", "responseError", "timeout"]) form.addEventListener(`htmx:${failed}`, lost);

  // What a laptop's keys do: the keypad's, and Enter what stands in the bar.
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || !pad) return;
    const field = target.matches("textarea, select, input:not([type=radio], [type=checkbox])");
    if (key === "Enter" && !target.closest("a, button, summary, textarea")) {
      if (waiting) wanted = form.querySelector(".save");
      else next(say().dataset.state)?.click();
    } else if (field) return;
    else if (/^[0-9]$/.test(key)) type(pad, key);
    else if (key === "," || key === ".") type(pad, "½");
    else if (key === "Backspace") type(pad, "erase");
    else return;
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
