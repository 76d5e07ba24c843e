// What stands behind the # of a link reaches no log: this alone reads it, and sends it once.
"use strict";
const join = document.getElementById("join");
const enter = () => {
  if (!/^#(watch|score|organise)-/.test(location.hash)) return;
  join.elements.link.value = location.hash;
  history.replaceState(null, "", location.pathname);
  join.submit();
};
enter();
onhashchange = enter; // a link that is opened where this page is open already
