// The screen stays on while people play, and that of the wall, where the browser can: over HTTPS, and on
// the host itself. A sheet is sent this only over HTTPS.
{
  const awake = () => {
    const shows = document.querySelector("[data-kind=open], [data-wall]");
    if (shows && !document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  };
  awake();
  document.addEventListener("visibilitychange", awake);
}
