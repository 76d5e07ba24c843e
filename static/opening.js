// Names are typed quicker than the host answers: what is entered stands in the field, before what is
// being typed, until it is seated; what was entered meanwhile comes with the next request.
const BETWEEN = " · "; // as the host parts names
let sent, typed; // the names under way; what stands behind them in the field

const field = () => find("typed");
const put = (value) => Object.assign(field(), { value, maxLength: value.includes(BETWEEN) ? 300 : 30 }); // of one name: 30
addEventListener("click", ({ isTrusted, target }) => {
  if (isTrusted && target.name === "add_typed" && /[^\s·]\s*$/.test(field().value)) put(field().value + BETWEEN);
}, true);

addEventListener("htmx:configRequest", ({ detail }) => {
  sent = detail.elt.name === "add_typed" ? /(.*\s·\s)?/.exec(field().value)[0] : "";
  if (sent) detail.parameters.typed = sent;
});

addEventListener("htmx:beforeSwap", () => { typed = field().value.replace(sent, ""); });
addEventListener("htmx:afterSettle", () => {
  const refused = sent && field().value;
  put(refused + (refused && typed && BETWEEN) + typed);
  if (!refused && typed.includes(BETWEEN)) field().nextElementSibling.click();
});
