// On a device with a keyboard the next name can be typed at once. On a phone the keyboard on the screen would
// cover the names. A field that was refused has the caret already.
const KEYBOARD = matchMedia("(hover: hover) and (pointer: fine)").matches;
if (KEYBOARD && !document.querySelector("[autofocus]")) {
  document.getElementById("typed").focus({ preventScroll: true });
}

// What the address says about the last name is said once: a reload does not say it again.
{
  const here = new URL(location);
  for (const said of ["added", "again", "twice", "typed"]) here.searchParams.delete(said);
  history.replaceState(null, "", here);
}

// Names are typed more quickly than the host answers. Each is sent once the one before is answered, and what
// is being typed stays. If one is refused, it comes back into the field, and those entered after it go into
// the list below.
{
  const field = document.getElementById("typed"), form = field.form, { list, file } = form.elements;
  const address = form.getAttribute("action");
  const waiting = [];
  let sent; // the name on its way
  const known = () => [...document.querySelectorAll("#known button:enabled")];

  // A touched name gets a tick and stays where it is, so that no other comes under the next touch.
  const tick = (chip, ticked) => {
    const use = chip.querySelector("use");
    chip.disabled = ticked;
    use.setAttribute("href", use.getAttribute("href").replace(/\w+$/, ticked ? "tick" : "add"));
  };

  const next = () => {
    sent = waiting.shift();
    if (!sent) return;
    const besides = `${sent.stays ? "" : "#known,"}#roll,#roll-say,#to-draw`;
    const redrawn = { target: "#came", select: "#came", selectOOB: besides };
    const values = { file: "", list: "", typed: sent.typed, [sent.by]: sent.name, game: sent.game };
    const how = { source: "#came", swap: "outerHTML show:none", values };
    htmx.ajax("POST", address, { ...redrawn, ...how }).catch(() => {}); // silent.js says it
  };

  const comeBack = () => {
    const all = [sent, ...waiting.splice(0)];
    for (const { chip } of all) if (chip) tick(chip, false);
    // A name that has a chip can be touched again.
    const names = all.filter(({ chip }) => !chip?.isConnected).map((one) => one.name);
    const [typed = "", ...behind] = [...names, field.value].filter((name) => name.trim());
    field.value = typed;
    list.value = behind.join("\n");
    list.closest("details").open ||= behind.length > 0;
  };

  form.addEventListener("submit", (event) => {
    if (list.value.trim() || file.value || !window.htmx) return; // sent together, without htmx
    event.preventDefault();
    const by = event.submitter?.name || "typed", chip = by === "add" && event.submitter;
    const name = chip ? chip.value : field.value, stays = chip && !field.value;
    const { value: game = "" } = form.elements.game ?? {}, typed = field.value;
    field.value = "";
    htmx.trigger(field, "htmx:abort"); // the request for names that fit what stood in the field
    if (chip) KEYBOARD ? field.focus({ preventScroll: true }) : field.blur();
    if (!name.trim() || [sent, ...waiting].some((one) => one?.name === name)) return; // a double tap
    if (chip) tick(chip, true);
    waiting.push({ by, name, game, chip, stays, typed });
    if (!sent) next();
  });

  // No link leads away from names that are on their way or wait behind: they would be lost.
  addEventListener("click", (event) => {
    if (sent && event.target.closest("a")) event.preventDefault();
  });

  addEventListener("htmx:afterRequest", ({ detail: { xhr, pathInfo } }) => {
    if (!sent || pathInfo.requestPath !== address) return;
    if (xhr.status !== 200) comeBack();
    // A new list of known names is needed once all of this one are ticked, or if it was drawn while the
    // name was on its way.
    const old = sent.stays && (!sent.chip.isConnected || !waiting.length && !known().length);
    if (field.value || old) htmx.trigger(field, "goes-on");
    // The touched name is disabled by now, so the keyboard goes on to the next one.
    const behind = (one) => sent.chip.compareDocumentPosition(one) & one.DOCUMENT_POSITION_FOLLOWING;
    const lost = sent.chip && document.activeElement === document.body;
    if (lost) (known().find(behind) ?? known()[0])?.focus({ preventScroll: true });
    next();
  });

  // Somebody who leaves again, by the list of who is here, can be touched again.
  addEventListener("htmx:afterRequest", ({ detail: { xhr, requestConfig: { elt } } }) => {
    if (xhr.status !== 200 || elt.name !== "here" || elt.value !== "0") return;
    const name = elt.closest("li").querySelector(".name").firstChild.data.trim();
    for (const chip of document.querySelectorAll("#known :disabled")) if (chip.value === name) tick(chip, false);
  });
}
