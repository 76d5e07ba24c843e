// What stands behind the # of a link reaches no log: this alone reads it, and sends it once.
"use strict";
const join = document.getElementById("join");
if (location.hash.length > 1) {
  join.elements.link.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  join.submit();
}
