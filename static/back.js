// A page that the browser put away may be old when somebody goes back to it, so it is loaded anew. Not if
// something is typed there, and not if it was the answer to a form, which must not be sent again: all
// other pages have `data-got`.
{
  const filled = () => [...document.forms].map((form) => new URLSearchParams(new FormData(form))).join();
  let drawn = filled();
  addEventListener("submit", (event) => setTimeout(() => { // once it is known whether it is sent
    if (!event.defaultPrevented) drawn = filled();
  }));
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted || !document.querySelector("[data-got]")) return;
    reach(location, { method: "HEAD" }).then(() => { // while the host is silent the page stays
      if (filled() === drawn) location.reload();
    }, () => {});
  });
}

// If the sheet is in the browser's history, the arrow to it goes back there, as the browser's own Back
// does: so what is half typed is still in the form.
{
  const arrow = document.querySelector(".top > .icon-button");
  arrow?.addEventListener("click", (event) => {
    const { navigation } = window, been = navigation?.entries().slice(0, navigation.currentEntry.index) ?? [];
    const sheet = been.findLast((one) => one.url === arrow.href);
    if (event.ctrlKey || event.metaKey || !/\/tables\/\d+$/.test(arrow.href)) return;
    if (sheet) {
      // The browser does not find it again if it could not be loaded there meanwhile: then it is loaded anew.
      const { committed, finished } = navigation.traverseTo(sheet.key);
      committed.catch(({ name }) => { if (name === "InvalidStateError") location = arrow.href; });
      finished.catch(() => {});
    }
    else if (!navigation && history.length > 1 && document.referrer === arrow.href) history.back();
    else return;
    event.preventDefault();
  });
}

// On a page that is not live nothing else hears that a silent host is back: so a preview that was lost is
// asked for again until it comes.
setInterval(() => {
  const lost = document.querySelector("#record.unanswered");
  if (document.hidden || document.querySelector("[data-live]")) return;
  lost?.dispatchEvent(new Event("input", { bubbles: true }));
}, 3500);
