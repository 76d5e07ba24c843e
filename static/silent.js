// A form is sent when the host answers; else the page says that it does not, and what was typed stays.
"use strict";
{
  const PATIENCE = 3500; // milliseconds
  const note = () => document.getElementById("silent"); // drawn anew with its page
  let asks = false, answers = false;

  const heard = (yes) => {
    note().hidden = yes;
    return yes;
  };

  addEventListener("submit", async (event) => {
    if (event.defaultPrevented || answers) return; // htmx sends it; or it is on its way
    event.preventDefault();
    if (asks) return;
    asks = true;
    const ask = fetch(note().dataset.ask, { signal: AbortSignal.timeout(PATIENCE) });
    answers = await ask.then(() => heard(true), () => heard(false));
    asks = false;
    if (answers) event.target.requestSubmit(event.submitter);
    answers = false;
  });
  addEventListener("click", (event) => { // a form that is on its way is not left behind
    if (asks && event.target.closest("a")) event.preventDefault();
  });
  for (const lost of ["sendError", "timeout"]) addEventListener(`htmx:${lost}`, () => heard(false));
  addEventListener("htmx:afterOnLoad", () => heard(true));
}
