// A form is sent when the host answers; else the page says that it does not, and what was typed stays.
"use strict";
{
  const PATIENCE = 3500; // milliseconds
  const note = () => document.getElementById("silent"); // drawn anew with its page
  let asks = false, answers = false;
  let again; // the timer: a silent host is asked until it answers

  // An error is said until the next answer: it does not go by waiting.
  const heard = (yes, error = false) => {
    clearTimeout(again);
    if (!yes && !error) again = setTimeout(ask, PATIENCE);
    note().hidden = yes;
    for (const one of note().querySelectorAll("[data-error]")) one.hidden = one.dataset.error !== `${error}`;
    return yes;
  };
  const ask = () => fetch(note().dataset.ask, { signal: AbortSignal.timeout(PATIENCE) }).then(() => heard(true), () => heard(false));

  // A button that was drawn anew meanwhile says what it said; so does a form.
  const now = (form) => form.isConnected ? form : document.getElementById(form.id);
  const send = (form, button) => {
    const gone = button && !button.isConnected;
    const { name, value } = button ?? {};
    if (gone) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    form.requestSubmit(gone ? null : button);
  };
  const submit = async (form, button) => {
    if (asks) return;
    asks = true;
    answers = await ask();
    asks = false;
    if (answers) send(now(form), button);
    answers = false;
  };

  addEventListener("submit", (event) => {
    if (event.defaultPrevented || answers) return; // htmx sends it; or it is on its way
    event.preventDefault();
    submit(event.target, event.submitter);
  });
  let pressed = {};
  addEventListener("pointerdown", ({ target }) => {
    const button = target.closest("button:not([type=button])");
    pressed = { button, form: button?.form };
  });
  addEventListener("pointerup", ({ target }) => { // drawn anew under the finger, it is never clicked
    const { button, form } = pressed;
    if (form && !button.isConnected && now(form)?.contains(target)) submit(form, button);
  });
  addEventListener("click", (event) => { // a form that is on its way is not left behind
    if (asks && event.target.closest("a")) event.preventDefault();
  });
  for (const lost of ["sendError", "timeout"]) addEventListener(`htmx:${lost}`, () => heard(false));
  addEventListener("htmx:afterOnLoad", ({ detail }) => heard(!detail.failed, !!detail.failed));
  addEventListener("online", () => note().hidden || ask());
}
