// Keeps the screen on while a sheet is open, and on the wall. Browsers can do this over HTTPS, and on the
// host itself. A sheet has this script only over HTTPS.
{
  const awake = () => {
    const shows = document.querySelector("[data-kind=open], [data-wall]");
    if (shows && !document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  };
  awake();
  document.addEventListener("visibilitychange", awake);
}
