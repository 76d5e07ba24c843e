// What stands behind the # of a link reaches no log: this alone reads it, and sends it once.
"use strict";
const join = document.getElementById("join");
if (/^#(watch|score|organise)-/.test(location.hash)) {
  join.elements.link.value = location.hash;
  history.replaceState(null, "", location.pathname);
  join.submit();
}
