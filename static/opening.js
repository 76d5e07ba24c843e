// Names are typed more quickly than the host answers. A name that was entered stays in the field, before what
// is being typed, until the host has seated it; names entered meanwhile go with the next request. Chips
// and choices that are touched meanwhile are touched again afterwards, one after the other. What is ticked
// or typed elsewhere meanwhile is put into what the host draws, found again by its name and label.
const BETWEEN = " · "; // between names, also for the host
let sent, typed; // the names on their way; what stands after them in the field
let asks = false, touched = []; // whether a request is on its way; what is touched meanwhile
let asked, meanwhile, caret; // what the form said then; what is different now; the field with the caret
let left; // the button or choice that has the focus and is about to be replaced

const field = () => find("typed");
const put = (value) => Object.assign(field(), { value, maxLength: value.includes(BETWEEN) ? 300 : 30 }); // 30: of one name
addEventListener("click", ({ isTrusted, target }) => {
  if (isTrusted && target.name === "add_typed" && /[^\s·]\s*$/.test(field().value)) put(field().value + BETWEEN);
}, true);

addEventListener("click", ({ isTrusted, target }) => {
  const one = target.closest(".chip, [type=radio][hx-post]");
  if (isTrusted && asks && one) touched.push(one);
}, true);

const PRESSED = /radio|checkbox/;
const called = (one) => [
  one.name, one.labels[0]?.textContent, PRESSED.test(one.type) && one.value,
  one.closest("[hx-preserve]") && one.form.drawn.value, // options belong to one game
].join();
const own = () => [...find("opening").querySelectorAll("input:not([type=hidden], [hx-post], #typed)")];
const told = () => own().map((one) => [called(one), PRESSED.test(one.type) ? one.checked : one.value]);

// What gets the focus of an element that was replaced: the same one, wherever its row is now; if that is
// gone or cannot be used any more, what stands next to it.
const near = ({ name, value, ariaLabel }) => {
  const all = [...find("opening").elements].filter((one) => one.name === name);
  const one = all.find((one) => ariaLabel ? one.ariaLabel === ariaLabel : one.value === value) ?? all[value] ?? all.at(-1);
  if (!one?.disabled) return one;
  const beside = [...one.parentElement.querySelectorAll("button:enabled:not([name=leaves])")];
  return beside.find((other) => one.compareDocumentPosition(other) & one.DOCUMENT_POSITION_FOLLOWING) ?? beside.at(-1);
};

addEventListener("htmx:beforeRequest", () => { asks = true; });
for (const failed of ["sendError", "responseError", "timeout"]) {
  addEventListener(`htmx:${failed}`, () => { [asks, touched] = [false, []]; });
}

addEventListener("htmx:configRequest", ({ detail }) => {
  sent = detail.elt.name === "add_typed" ? /(.*\s·\s)?/.exec(field().value)[0] : "";
  if (sent) detail.parameters.typed = sent;
  asked = new Map(told());
});

addEventListener("htmx:beforeSwap", () => {
  typed = field().value.replace(sent, "");
  meanwhile = new Map(told().filter(([name, now]) => now !== asked.get(name)));
  const at = document.activeElement;
  caret = own().includes(at) && [called(at), at.selectionStart, at.selectionEnd];
  left = !caret && !at.id && at.form === find("opening") && at;
});
addEventListener("htmx:afterSwap", () => {
  for (const one of own()) {
    const name = called(one), now = meanwhile.get(name);
    if (one.type === "radio") one.checked ||= now;
    else if (meanwhile.has(name)) one[PRESSED.test(one.type) ? "checked" : "value"] = now;
    if (caret[0] !== name) continue;
    field().autofocus = false;
    one.focus({ preventScroll: true });
    if (!PRESSED.test(one.type)) one.setSelectionRange(...caret.slice(1));
  }
  if (left) near(left)?.focus({ preventScroll: true });
});
addEventListener("htmx:afterSettle", () => {
  const refused = sent && field().value;
  put(refused + (refused && typed && BETWEEN) + typed);
  asks = false;
  if (!refused && typed.includes(BETWEEN)) return field().nextElementSibling.click();
  while (touched.length) {
    const { name, value, ariaLabel } = touched.shift();
    const same = (one) => one.name === name && one.value === value && one.ariaLabel === ariaLabel;
    const one = [...find("opening").elements].find((one) => same(one) && !one.disabled && !one.checked);
    if (one) return one.click();
  }
});

// A page that is loaded again, or that somebody goes back to, is drawn as it was left, unless its table was
// opened. Until the host has drawn it, it cannot be touched.
{
  const own = "opening " + location;
  const now = () => new URLSearchParams(new FormData(find("opening"))) + "";
  let drawn = now(), opens;
  addEventListener("submit", (event) => setTimeout(() => { // once it is known whether it is sent
    opens = !event.defaultPrevented && event.submitter?.name === "open";
  }));
  addEventListener("visibilitychange", () => {
    if (opens || now() !== drawn) sessionStorage[own] = opens ? "" : now();
  });

  const left = new FormData();
  for (const one of new URLSearchParams(sessionStorage[own])) left.append(...one);
  if (performance.getEntriesByType("navigation")[0]?.type === "navigate") delete sessionStorage[own];
  else if (left.has("key")) {
    const form = find("opening");
    put(left.get("typed"));
    for (const one of form.querySelectorAll("[hx-preserve]")) one.id = ""; // else htmx would keep these, which are not as they were left
    drawn = now(); // until the answer comes, what was left is kept as it is
    form.inert = true;
    htmx.ajax("POST", location.pathname, { target: form, select: "#opening", swap: "outerHTML", values: left })
      .catch(() => {}).finally(() => { form.inert = false; });
  }
}
