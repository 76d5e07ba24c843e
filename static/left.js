// What is half typed on the sheet stays in this tab, wherever else it looks. Of a page that is not to
// be kept a reload empties the form, and a phone that ran short of memory loads one anew by itself: the
// form of the same deal, after the same bid and among the same people, is filled as it was left, but for
// what is being sent. A correction that was left is not, nor what an address asks to be told.
if (form) {
  const drawn = () => form.action + form.revision?.value + form.sit?.value;
  addEventListener("visibilitychange", () => {
    sessionStorage[location.pathname] = typed() && !form.matches(".sending")
      ? drawn() + " " + new URLSearchParams(new FormData(form)) : "";
  });

  const [deal, fields] = (sessionStorage[location.pathname] + "").split(" "), left = new URLSearchParams(fields);
  const show = () => {
    if (deal !== drawn() || !/^reload|\/tables\/\d+$/.test(
      performance.getEntriesByType("navigation")[0]?.type + location)) return;
    for (const one of form.elements) {
      if (/radio|checkbox/.test(one.type)) one.checked = left.getAll(one.name).includes(one.value);
      else if (one.type !== "hidden") one.value = left.get(one.name) ?? one.value; // its key is a new one's
    }
  };
  show();
  // By no hand: Firefox puts what a tab had that was closed or unloaded into whatever form is there now.
  form.addEventListener("input", ({ isTrusted }) => {
    if (isTrusted && navigator.userActivation?.hasBeenActive === false) {
      form.reset();
      show();
    }
  }, true);
}
