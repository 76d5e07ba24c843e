// Where a keyboard is always there, whoever comes next can be typed at once. On a phone one would come up
// over the names. What was refused has the caret already.
const KEYBOARD = matchMedia("(hover: hover) and (pointer: fine)").matches;
if (KEYBOARD && !document.querySelector("[autofocus]")) {
  document.getElementById("typed").focus({ preventScroll: true });
}

// What has just come is said once: not again by a reload.
{
  const here = new URL(location);
  for (const said of ["added", "again", "twice", "typed"]) here.searchParams.delete(said);
  history.replaceState(null, "", here);
}

// Names are typed quicker than the host answers: each is sent when the one before has come, and what is
// being typed stays. Where one is not taken it comes back, and who was entered behind it stands in the list.
{
  const field = document.getElementById("typed"), form = field.form, { list, file } = form.elements;
  const address = form.getAttribute("action");
  const waiting = [];
  let sent; // who is on the way

  const next = () => {
    sent = waiting.shift();
    if (!sent) return;
    const redrawn = { target: "#came", select: "#came", selectOOB: "#known,#roll,#roll-say,#to-draw" };
    const values = { file: "", list: "", typed: "", [sent.by]: sent.name, game: sent.game };
    const how = { source: "#came", swap: "outerHTML show:none", values };
    htmx.ajax("POST", address, { ...redrawn, ...how }).catch(() => {}); // silent.js says it
  };

  const comeBack = () => {
    const first = sent.by === "add" ? [] : [sent]; // else its chip is still there
    const names = [...first, ...waiting.splice(0)].map((one) => one.name);
    const [typed = "", ...behind] = [...names, field.value].filter((name) => name.trim());
    field.value = typed;
    list.value = behind.join("\n");
    list.closest("details").open ||= behind.length > 0;
  };

  form.addEventListener("submit", (event) => {
    if (list.value.trim() || file.value || !window.htmx) return; // all together, as a page
    event.preventDefault();
    const by = event.submitter?.name || "typed", name = by === "add" ? event.submitter.value : field.value;
    const { value: game = "" } = form.elements.game ?? {};
    field.value = "";
    htmx.trigger(field, "htmx:abort"); // the names that fit what is gone from it
    if (by === "add") KEYBOARD ? field.focus({ preventScroll: true }) : field.blur();
    if (!name.trim() || [sent, ...waiting].some((one) => one?.name === name)) return; // a double tap
    waiting.push({ by, name, game });
    if (!sent) next();
  });

  addEventListener("htmx:afterRequest", ({ detail: { xhr, pathInfo } }) => {
    if (!sent || pathInfo.requestPath !== address) return;
    if (xhr.status !== 200) comeBack();
    if (field.value) htmx.trigger(field, "goes-on");
    // The name that was touched is gone from the known ones: the keyboard goes on with the next.
    const lost = sent.by === "add" && document.activeElement === document.body;
    if (lost) document.querySelector("#known button")?.focus({ preventScroll: true });
    next();
  });
}
