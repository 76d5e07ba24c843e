// What is half typed on the sheet stays in this tab, wherever else it goes. A reload would empty the
// form, for browsers keep nothing of pages that say `no-store`, and a phone short of memory reloads a
// page by itself. So the form is filled as it was left, if it is that of the same deal, after the same
// bid and among the same people; not what was being sent, not a correction, and not where the address
// fills in the form.
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
  // An input before any touch: Firefox puts what a closed or unloaded tab had into whatever form is there
  // now.
  form.addEventListener("input", ({ isTrusted }) => {
    if (isTrusted && navigator.userActivation?.hasBeenActive === false) {
      form.reset();
      show();
    }
  }, true);
}
