// Where a keyboard is always there, whoever comes next can be typed at once. On a phone one would come up
// over the names. What was refused has the caret already.
if (matchMedia("(hover: hover) and (pointer: fine)").matches && !document.querySelector("[autofocus]")) {
  document.getElementById("typed").focus({ preventScroll: true });
}

// What has just come is said once: not again by a reload.
{
  const here = new URL(location);
  for (const said of ["added", "again", "twice", "typed"]) here.searchParams.delete(said);
  history.replaceState(null, "", here);
}
