// Safari empties, of a page that it had put away, the fields in which it is to propose nothing: what was
// typed there is put back, once it has.
{
  let typed = [];
  addEventListener("pagehide", () => {
    typed = [...document.querySelectorAll("input[autocomplete=off]")].map((one) => [one, one.value]);
  });
  addEventListener("pageshow", () => setTimeout(() => {
    for (const [one, value] of typed) one.value ||= value;
  }));
}
