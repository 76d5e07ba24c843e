// Sends a form only if the host answers. Else the page says that it does not, and what was typed stays.
"use strict";
{
  const note = () => find("silent"); // looked up each time: the page may be drawn anew
  let asks = false, answers = false, sent = 0;
  let again; // the timer with which a silent host is asked again, until it answers

  // An error is said until the next answer: no waiting mends it.
  const heard = (yes, error = false) => {
    clearTimeout(again);
    if (!yes && !error) again = setTimeout(ask, PATIENCE);
    note().hidden = yes;
    for (const one of note().querySelectorAll("[data-error]")) one.hidden = one.dataset.error !== `${error}`;
    return yes;
  };
  const ask = () => reach(note().dataset.ask).then(() => heard(true), () => heard(false));

  // If a form was drawn anew meanwhile, the button in it that says the same is pressed, if there is one.
  const says = (one) => one.ariaLabel ?? one.textContent;
  const same = (button) => (one) =>
    says(one) === says(button) && one.name === button.name
      && (!button.form || one.form?.action === button.form.action);
  const twin = (button) => [...document.querySelectorAll("button")].find(same(button));
  // If only the button is gone from its form (a proposed name, say, as more was typed), what it said is sent.
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
    if (event.defaultPrevented || answers) return; // htmx sends it, or it was asked already
    event.preventDefault();
    submit(event.target, event.submitter);
  });
  let pressed = {};
  addEventListener("pointerdown", ({ target }) => {
    const button = target.closest("button:not([type=button])");
    pressed = { button, form: button?.form };
  });
  addEventListener("pointerup", ({ target, pointerType }) => { // a button that is replaced under a mouse gets no click
    const { button, form } = pressed;
    if (pointerType !== "mouse") return;
    const now = form?.isConnected === false ? twin(button)?.form : form;
    if (now?.contains(target) && !button.isConnected) submit(form, button);
  });
  addEventListener("click", (event) => { // under a finger the click goes to what moved there, which nobody touched
    const { button } = pressed, hit = event.target.closest("button");
    pressed = {};
    if (!event.isTrusted || !button || button.isConnected || hit && same(button)(hit)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    twin(button)?.click();
  }, true);
  addEventListener("click", (event) => { // no link leads away from a form that is on its way
    if ((asks || Date.now() - sent < PATIENCE) && event.target.closest("a")) event.preventDefault();
  });
  addEventListener("htmx:beforeSwap", ({ detail }) => { // a new draw scrolls to no focus under a finger
    if (!detail.target.matches(".draw") || document.querySelector(":focus-visible")) return;
    detail.serverResponse = detail.serverResponse.replace('" autofocus', '"'); // the attribute, which no name can hold
  });
  for (const lost of ["sendError", "timeout"]) addEventListener(`htmx:${lost}`, () => heard(false));
  addEventListener("htmx:afterOnLoad", ({ detail }) => heard(!detail.failed, !!detail.failed));
  addEventListener("online", () => note().hidden || ask());
}
