// When somebody goes back to a page, Safari empties the fields that have autocomplete="off". After that this
// puts back what was typed there.
{
  let typed = [];
  addEventListener("pagehide", () => {
    typed = [...document.querySelectorAll("input[autocomplete=off]")].map((one) => [one, one.value]);
  });
  addEventListener("pageshow", () => setTimeout(() => {
    for (const [one, value] of typed) one.value ||= value;
  }));
}
