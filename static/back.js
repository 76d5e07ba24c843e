// What a page says may be old once the browser has put it away: gone back to, it is loaded anew, unless
// something is typed there, or it answered a form (`data-got`: it did not), which must not be sent again.
{
  const filled = () => [...document.forms].map((form) => new URLSearchParams(new FormData(form))).join();
  let drawn = filled();
  addEventListener("submit", (event) => setTimeout(() => { // once it is known whether it is sent
    if (!event.defaultPrevented) drawn = filled();
  }));
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted || !document.querySelector("[data-got]")) return;
    reach(location, { method: "HEAD" }).then(() => { // while nobody answers it stays
      if (filled() === drawn) location.reload();
    }, () => {});
  });
}

// The arrow to a sheet leads back as the browser's own Back does, where one was there before: what is
// half typed is still in its form.
{
  const arrow = document.querySelector(".top > .icon-button");
  arrow?.addEventListener("click", (event) => {
    const { navigation } = window, been = navigation?.entries().slice(0, navigation.currentEntry.index) ?? [];
    const sheet = been.findLast((one) => one.url === arrow.href);
    if (event.ctrlKey || event.metaKey || !/\/tables\/\d+$/.test(arrow.href)) return;
    if (sheet) navigation.traverseTo(sheet.key);
    else if (!navigation && history.length > 1 && document.referrer === arrow.href) history.back();
    else return;
    event.preventDefault();
  });
}
