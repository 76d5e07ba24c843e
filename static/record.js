// What the form of a deal does under the finger. It shows what was typed and pressed at once;
// it counts nothing: the server does, after each touch, in the preview.
const changed = () => form.dispatchEvent(new Event("input", { bubbles: true }));

if (form) {
  // After which touch the preview under way was asked; how many changed the form.
  let asked = 0, touched = 0;
  // The radio that was already pressed when the finger came; the preview of the newest touch is still
  // to come; the button that was touched meanwhile.
  let pressed, waiting, wanted;

  const optional = ":checked[type=radio]:optional";

  // What of the bar may be done now; a question waits for a touch of its own.
  const next = () => /told|silent|half/.test(find("say").dataset.state)
    ? [...form.querySelectorAll(".keep, .save")].find((button) => button.offsetParent) : null;

  // What stood there when Save was touched is what is saved: nothing but the bar hears a touch until then.
  const holds = (yes) => { for (const part of form.querySelectorAll(".questions, .folds")) part.inert = yes; };
  const rests = (button = wanted) => {
    holds(waiting = wanted = false);
    return button;
  };

  const drawn = () => {
    form.classList.remove("unanswered");
    const disagree = find("say").dataset.disagree.split(" ");
    for (const part of form.querySelectorAll("[data-part]")) {
      part.classList.toggle("disagrees", part.dataset.part.split(" ").some((fact) => disagree.includes(fact)));
    }
    if (asked < touched) return; // an older answer, overtaken by a touch
    const button = rests();
    if (/w|nd/.test(find("say").dataset.state)) came = Date.now(); // warned, or the game ends earlier
    else if (button && !/y/.test(find("say").dataset.state)) (next() || button).click(); // nor empty, early
  };

  // Without an answer the bar says so. What is told may be saved all the same: it waits for the host
  // (outbox.js), and one that refuses to preview may still save.
  const lost = () => {
    const button = rests();
    form.classList.add("unanswered");
    form.said?.remove(); // what is said then is said anew
    const whole = form.querySelector("[data-whole]")?.dataset.whole; // what is told last
    if (whole) find("say").dataset.state = form[whole].value ? "silent" : typed() ? "half" : "";
    if (button?.offsetParent) button.click();
  };

  // Who leaves the page before the preview has come has touched Save all the same.
  addEventListener("pagehide", () => { if (wanted) lost(); });

  // A pressed radio is released by a second touch, and by the space bar.
  form.addEventListener("pointerdown", ({ target }) => {
    pressed = target.matches(optional) && target;
  });

  form.addEventListener("keyup", (event) => {
    const { target } = event;
    if (event.key === " " && target.matches(optional)) {
      event.preventDefault();
      target.checked = false;
      changed();
    }
  });

  form.addEventListener("click", (event) => {
    const { target } = event;
    if (target === pressed) {
      pressed = target.checked = false;
      changed();
    }
    // Quicker than the preview: what was meant is decided when it has come, or is lost.
    if (wanted) return event.preventDefault();
    const button = target.closest(".bar :is(.primary, .later)");
    if (button && waiting && !form.matches(".sending")) {
      event.preventDefault();
      holds(wanted = button);
    }
  });

  form.addEventListener("input", () => {
    touched++;
    waiting = window.htmx;
  }, true);

  // Enter, where a pad has no other use for it.
  form.addEventListener("enter", () => {
    (waiting ? form.querySelector(".save") : next())?.click();
  });

  // Of who was drawn anew meanwhile the host says what the form began with.
  form.addEventListener("reset", () => {
    form.put_by?.remove();
    setTimeout(changed);
  });
  form.addEventListener("htmx:beforeRequest", () => { asked = touched; });
  form.addEventListener("htmx:afterSwap", drawn);
  for (const failed of ["sendError", "responseError", "timeout"]) form.addEventListener(`htmx:${failed}`, lost);

  // What the browser kept of a form it had put away is shown, and counted again; nothing is on its way.
  addEventListener("pageshow", () => {
    form.className = "record";
    rests();
    if (typed()) changed();
  });
}
