// What the form of a deal does when it is touched. It shows at once what was typed and pressed, but counts
// nothing: the server does that, in the preview after each touch.
const changed = () => form.dispatchEvent(new Event("input", { bubbles: true }));

if (form) {
  let asked = 0, // after how many touches the preview on its way was asked for
    touched = 0; // how many touches have changed the form
  let pressed, // the radio under the finger, if it was chosen before
    waiting, // whether the preview of the newest touch is still to come
    wanted; // the button of the bar that was touched meanwhile

  const optional = ":checked[type=radio]:optional";

  // The button of the bar that can be pressed for somebody; none if the bar asks a question.
  const next = () => /told|silent|half/.test(find("say").dataset.state)
    ? [...form.querySelectorAll(".keep, .save")].find((button) => button.offsetParent) : null;

  // What is saved must be what stood there when Save was touched: so until it is pressed, only the bar can be
  // touched.
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
    if (asked < touched) return; // the form was touched after this was asked
    const button = rests();
    if (/w|nd/.test(find("say").dataset.state)) came = Date.now(); // a question: "warned" or "ends"
    else if (button && !/y/.test(find("say").dataset.state)) (next() || button).click(); // not "empty" or "early"
  };

  // No preview came: the bar says so. The deal can be saved all the same: if the host is silent it waits
  // (outbox.js), and a host that fails to preview may still save.
  const lost = () => {
    const button = rests();
    form.classList.add("unanswered");
    form.said?.remove(); // so that the next preview says its sentence, even if it is the same
    const whole = form.querySelector("[data-whole]")?.dataset.whole; // the fact that is told last
    if (whole) find("say").dataset.state = form[whole].value ? "silent" : typed() ? "half" : "";
    if (button?.offsetParent) button.click();
  };

  // Save was touched, and the page is left before the preview has come: the deal is saved without it.
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
    // A touch on the bar waits until the preview has come, or is lost.
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

  // Enter, if the keypad has no other use for it.
  form.addEventListener("enter", () => {
    (waiting ? form.querySelector(".save") : next())?.click();
  });

  // When the form is emptied, what was put by for another dealer goes too, and the host says who plays.
  form.addEventListener("reset", () => {
    form.put_by?.remove();
    setTimeout(changed);
  });
  form.addEventListener("htmx:beforeRequest", () => { asked = touched; });
  form.addEventListener("htmx:afterSwap", drawn);
  for (const failed of ["sendError", "responseError", "timeout"]) form.addEventListener(`htmx:${failed}`, lost);

  // When somebody goes back to the page, it shows what the browser kept of the form: that is counted again,
  // and nothing is on its way any more.
  addEventListener("pageshow", () => {
    form.className = "record";
    rests();
    if (typed()) changed();
  });
}
