// What the form of a deal does under the finger. It shows what was typed and pressed at once;
// it counts nothing: the server does, after each touch, in the preview.
const changed = () => form.dispatchEvent(new Event("input", { bubbles: true }));

if (form) {
  let asked = 0, // after how many touches the preview under way was asked
    touched = 0; // how many touches have changed the form
  let pressed, // the radio that was pressed already when the finger came
    waiting, // the preview of the newest touch is still to come
    wanted; // the button of the bar that was touched while it is

  const optional = ":checked[type=radio]:optional";

  // The button of the bar that may be pressed now; none for a question, which waits for its own touch.
  const next = () => /told|silent|half/.test(find("say").dataset.state)
    ? [...form.querySelectorAll(".keep, .save")].find((button) => button.offsetParent) : null;

  // What is saved is what stood there when Save was touched: until then only the bar takes touches.
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
    if (/w|nd/.test(find("say").dataset.state)) came = Date.now(); // a question: warned, ends
    else if (button && !/y/.test(find("say").dataset.state)) (next() || button).click(); // not empty, early
  };

  // No preview came: the bar says so. What is told may be saved all the same. It waits for a host that
  // is silent (outbox.js), and a host that fails to preview may still save.
  const lost = () => {
    const button = rests();
    form.classList.add("unanswered");
    form.said?.remove(); // what is said then is said anew
    const whole = form.querySelector("[data-whole]")?.dataset.whole; // what is told last
    if (whole) find("say").dataset.state = form[whole].value ? "silent" : typed() ? "half" : "";
    if (button?.offsetParent) button.click();
  };

  // If the page is left before the preview has come, Save was touched all the same.
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
    // A touch on the bar before the preview has come waits for it, or for its loss.
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

  // The form is emptied: what was put by for another dealer goes too, and the host says who plays.
  form.addEventListener("reset", () => {
    form.put_by?.remove();
    setTimeout(changed);
  });
  form.addEventListener("htmx:beforeRequest", () => { asked = touched; });
  form.addEventListener("htmx:afterSwap", drawn);
  for (const failed of ["sendError", "responseError", "timeout"]) form.addEventListener(`htmx:${failed}`, lost);

  // Gone back to, the page shows what the browser kept of the form: it is counted again, and nothing is
  // on its way any more.
  addEventListener("pageshow", () => {
    form.className = "record";
    rests();
    if (typed()) changed();
  });
}
