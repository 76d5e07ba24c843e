// Of a page that is not to be kept a reload empties the form, and a phone that ran short of memory
// loads one anew by itself: the form of the same deal is filled as it was left.
if (form) {
  document.addEventListener("visibilitychange", () => {
    localStorage.left = typed() ? form.action + " " + new URLSearchParams(new FormData(form)) : "";
  });

  const [deal, fields] = (localStorage.left ?? "").split(" "), left = new URLSearchParams(fields);
  if (deal === form.action && performance.getEntriesByType("navigation")[0]?.type === "reload") {
    for (const one of form.elements) {
      if (/radio|checkbox/.test(one.type)) one.checked = left.getAll(one.name).includes(one.value);
      else if (left.has(one.name)) one.value = left.get(one.name);
    }
  }
}
