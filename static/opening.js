// Names are typed quicker than the host answers: what was entered meanwhile waits here and is seated
// one by one, and what is being typed stays in its field, which comes anew with each answer.
const names = []; // entered; the first of them is under way
let asking, kept; // a request is under way; what stood in the field when its answer came

const field = () => find("typed");
addEventListener("click", (event) => {
  if (!event.target.closest("[name=add_typed]") || !window.htmx) return;
  if (event.isTrusted && field().value.trim()) {
    names.push(field().value);
    field().value = "";
  }
  if (!asking) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

addEventListener("htmx:configRequest", ({ detail }) => {
  asking = true;
  if (detail.elt.name === "add_typed" && names.length) detail.parameters.typed = names[0];
});

addEventListener("htmx:beforeSwap", ({ detail }) => {
  kept = field().value;
  if (detail.requestConfig.elt.name === "add_typed") names.shift();
});

addEventListener("htmx:afterSwap", () => {
  if (kept) field().value = kept;
});

addEventListener("htmx:afterSettle", () => {
  asking = false;
  if (names.length) document.querySelector(".field-line [name=add_typed]").click(); // for who waits
});

// No answer: the name stands in its field again, to be entered once more.
addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful) return;
  asking = false;
  field().value ||= names.shift() ?? "";
});
