// What is half typed on the sheet stays in this tab, wherever else it looks. Of a page that is not to
// be kept a reload empties the form, and a phone that ran short of memory loads one anew by itself: the
// form of the same deal is filled as it was left. A correction that was left is not.
if (form) {
  addEventListener("visibilitychange", () => {
    sessionStorage[location] = typed() && !form.matches(".sending") ? form.action + " " + new URLSearchParams(new FormData(form)) : "";
  });

  const [deal, fields] = (sessionStorage[location] ?? "").split(" "), left = new URLSearchParams(fields);
  if (deal === form.action && /^reload|^nav.*tables.\d+$/.test(performance.getEntriesByType("navigation")[0].type + location)) {
    for (const one of form.elements) {
      if (/radio|checkbox/.test(one.type)) one.checked = left.getAll(one.name).includes(one.value);
      else one.value = left.get(one.name) ?? one.value;
    }
  }
}
