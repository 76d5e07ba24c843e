// A form is sent when the host answers; else the page says that it does not, and what was typed stays.
"use strict";
{
  const note = () => find("silent"); // drawn anew with its page
  let asks = false, answers = false, sent = 0;
  let again; // the timer: a silent host is asked until it answers

  // An error is said until the next answer: it does not go by waiting.
  const heard = (yes, error = false) => {
    clearTimeout(again);
    if (!yes && !error) again = setTimeout(ask, PATIENCE);
    note().hidden = yes;
    for (const one of note().querySelectorAll("[data-error]")) one.hidden = one.dataset.error !== `${error}`;
    return yes;
  };
  const ask = () => reach(note().dataset.ask).then(() => heard(true), () => heard(false));

  // In a form that was drawn anew meanwhile the button is pressed that says the same about the same, if any.
  const says = (one) => one.ariaLabel ?? one.textContent;
  const same = (button) => (one) =>
    says(one) === says(button) && one.name === button.name
      && (!button.form || one.form?.action === button.form.action);
  const twin = (button) => [...document.querySelectorAll("button")].find(same(button));
  // A button that is gone from its form, a name as more of it was typed, says what it said.
  const send = (form, button) => {
    sent = Date.now();
    if (button && !form.isConnected) return twin(button)?.click();
    const gone = button && !button.isConnected;
    const { name, value } = button ?? {};
    if (gone) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    button && !gone ? button.click() : form.submit();
  };
  const submit = async (form, button) => {
    if (asks) return;
    asks = true;
    answers = await ask();
    asks = false;
    if (answers) send(form, button);
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
  addEventListener("pointerup", ({ target, pointerType }) => { // drawn anew under a mouse, it is never clicked
    const { button, form } = pressed;
    if (pointerType !== "mouse") return;
    const now = form?.isConnected === false ? twin(button)?.form : form;
    if (now?.contains(target) && !button.isConnected) submit(form, button);
  });
  addEventListener("click", (event) => { // under a finger, what moved there is: it was not touched
    const { button } = pressed, hit = event.target.closest("button");
    pressed = {};
    if (!event.isTrusted || !button || button.isConnected || hit && same(button)(hit)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    twin(button)?.click();
  }, true);
  addEventListener("click", (event) => { // a form that is on its way is not left behind
    if ((asks || Date.now() - sent < PATIENCE) && event.target.closest("a")) event.preventDefault();
  });
  addEventListener("htmx:beforeSwap", ({ detail }) => { // a draw moves under no finger to who has the keyboard then
    if (!detail.target.matches(".draw") || document.querySelector(":focus-visible")) return;
    detail.serverResponse = detail.serverResponse.replace('" autofocus', '"'); // of no name
  });
  for (const lost of ["sendError", "timeout"]) addEventListener(`htmx:${lost}`, () => heard(false));
  addEventListener("htmx:afterOnLoad", ({ detail }) => heard(!detail.failed, !!detail.failed));
  addEventListener("online", () => note().hidden || ask());
}
