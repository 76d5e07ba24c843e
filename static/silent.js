// A form is sent when the host answers; else the page says that it does not, and what was typed stays.
"use strict";
{
  const PATIENCE = 3500; // milliseconds
  const note = () => document.getElementById("silent"); // drawn anew with its page
  let asks = false, answers = false;
  let again; // the timer: a silent host is asked until it answers

  const heard = (yes) => {
    clearTimeout(again);
    if (!yes) again = setTimeout(ask, PATIENCE);
    note().hidden = yes;
    return yes;
  };
  const ask = () => fetch(note().dataset.ask, { signal: AbortSignal.timeout(PATIENCE) }).then(() => heard(true), () => heard(false));

  // A button that was drawn anew meanwhile, a name as more of it was typed, says what it said.
  const send = ({ target, submitter }) => {
    const gone = submitter && !submitter.isConnected;
    const { name, value } = submitter ?? {};
    if (gone) target.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    target.requestSubmit(gone ? null : submitter);
  };

  addEventListener("submit", async (event) => {
    if (event.defaultPrevented || answers) return; // htmx sends it; or it is on its way
    event.preventDefault();
    if (asks) return;
    asks = true;
    answers = await ask();
    asks = false;
    if (answers) send(event);
    answers = false;
  });
  addEventListener("click", (event) => { // a form that is on its way is not left behind
    if (asks && event.target.closest("a")) event.preventDefault();
  });
  for (const lost of ["sendError", "timeout"]) addEventListener(`htmx:${lost}`, () => heard(false));
  addEventListener("htmx:afterOnLoad", () => heard(true));
}
