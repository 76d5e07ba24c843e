// Keeps what is half typed on the sheet, for this tab, while the tab shows another page. A reload would
// empty the form, as browsers keep nothing of pages that say `no-store`; and a phone short of memory
// reloads pages by itself. So the form is filled as it was left if it is still that of the same deal,
// after the same bid and among the same people. Not kept: what was being sent, corrections, and a form
// that the address fills in.
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
      else if (one.type !== "hidden") one.value = left.get(one.name) ?? one.value; // hidden fields, such as its key, stay new
    }
  };
  show();
  // Input before anybody touched the page comes from Firefox: it fills whatever form is there now with what
  // a closed or unloaded tab had.
  form.addEventListener("input", ({ isTrusted }) => {
    if (isTrusted && navigator.userActivation?.hasBeenActive === false) {
      form.reset();
      show();
    }
  }, true);
}
