// Names are typed quicker than the host answers: what is entered stands in the field, before what is
// being typed, until it is seated; what was entered meanwhile comes with the next request.
// A chip and a choice that are touched meanwhile are touched once more, each in its turn. What is
// ticked or typed elsewhere meanwhile stands in what the host draws, by its name and its words.
const BETWEEN = " · "; // as the host parts names
let sent, typed; // the names under way; what stands behind them in the field
let asks = false, touched = []; // the host is asked; what is touched meanwhile
let asked, meanwhile, caret; // what it was asked with; what differs from that; what the keyboard is up for
let left; // the button or the choice that has the keyboard, and is drawn anew

const field = () => find("typed");
const put = (value) => Object.assign(field(), { value, maxLength: value.includes(BETWEEN) ? 300 : 30 }); // of a name
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
  one.closest("[hx-preserve]") && one.form.drawn.value, // the rules are those of one game
].join();
const own = () => [...find("opening").querySelectorAll("input:not([type=hidden], [hx-post], #typed)")];
const told = () => own().map((one) => [called(one), PRESSED.test(one.type) ? one.checked : one.value]);

// A row that moves takes the keyboard along; what is done or gone leaves it to what stands next.
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

// A page that is loaded anew, or gone back to, is drawn as it was left, but for a table that was opened.
// Until the host has drawn it, it takes no touch.
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
    for (const one of form.querySelectorAll("[hx-preserve]")) one.id = ""; // they are not as they were left
    drawn = now(); // until the answer is there, what was left stays left
    form.inert = true;
    htmx.ajax("POST", location.pathname, { target: form, select: "#opening", swap: "outerHTML", values: left })
      .catch(() => {}).finally(() => { form.inert = false; });
  }
}
