// What the form of a deal does under the finger. It shows what was typed and pressed at once;
// it counts nothing: the server does, after each touch, in the preview.
const form = find("record");
const changed = () => form.dispatchEvent(new Event("input", { bubbles: true }));

if (form) {
  // How many touches changed the form; which of them the preview under way was asked after.
  let touched = 0, asked = 0;
  // The radio that was already pressed when the finger came; the preview of the newest touch is still
  // to come; the button that was touched meanwhile.
  let pressed, waiting, wanted;

  const release = (radio) => {
    radio.checked = false;
    changed();
  };
  const releasable = (field) => field.matches(":checked[type=radio]:optional");

  // What of the bar may be done now; a warning waits for a touch of its own.
  const next = () => /told|silent|half|warned/.test(find("say").dataset.state)
    ? [...form.querySelectorAll(".keep, .save, .anyway")].find((button) => button.offsetParent) : null;

  const arrived = () => {
    form.classList.remove("unanswered");
    const disagree = find("say").dataset.disagree.split(" ");
    for (const part of form.querySelectorAll("[data-part]")) {
      part.classList.toggle("disagrees", part.dataset.part.split(" ").some((fact) => disagree.includes(fact)));
    }
    if (asked < touched) return; // an older answer, overtaken by a touch
    waiting = form.inert = false;
    if (wanted && find("say").dataset.state !== "warned") (next() || wanted).click();
    wanted = null;
  };

  // Without an answer the bar says so. What is told may be saved all the same: it waits for the host
  // (outbox.js), and one that refuses to preview may still save.
  const lost = () => {
    const button = wanted;
    waiting = form.inert = false;
    wanted = null;
    form.classList.add("unanswered");
    const whole = form.querySelector("[data-whole]")?.dataset.whole; // what is told last
    if (whole) find("say").dataset.state = form.elements[whole].value ? "silent" : typed() ? "half" : "";
    if (button?.offsetParent) button.click();
  };

  // A pressed radio is released by a second touch, and by the space bar.
  form.addEventListener("pointerdown", ({ target }) => {
    pressed = releasable(target) && target;
  });

  form.addEventListener("keyup", (event) => {
    const { key, target } = event;
    if (key !== " " || !releasable(target)) return;
    event.preventDefault();
    release(target);
  });

  form.addEventListener("click", (event) => {
    const { target } = event;
    if (target === pressed) {
      pressed = null;
      release(target);
    }
    // Quicker than the preview: what was meant is decided when it has come, or is lost. Until then the
    // form takes no more touches: what stood there is what is saved.
    const button = target.closest(".bar :is(.primary, .later)");
    if (button && waiting && !wanted) {
      event.preventDefault();
      wanted = button;
      form.inert = true;
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

  form.addEventListener("reset", () => setTimeout(changed));
  form.addEventListener("htmx:beforeRequest", () => { asked = touched; });
  form.addEventListener("htmx:afterSwap", arrived);
  for (const failed of ["sendError", "responseError", "timeout"]) form.addEventListener(`htmx:${failed}`, lost);

  // What the browser kept of a form it had put away is shown, and counted again; nothing is on its way.
  addEventListener("pageshow", () => {
    form.className = "record";
    if (typed()) changed();
  });
}
