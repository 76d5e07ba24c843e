// The secret of a link stands after its #, which browsers send to nobody, so that no log has it. This
// script reads it and posts it once.
"use strict";
const join = document.getElementById("join");
const enter = () => {
  if (!/^#(watch|score|organise)-/.test(location.hash)) return;
  join.elements.link.value = location.hash;
  history.replaceState(null, "", location.pathname);
  join.submit();
};
enter();
onhashchange = enter; // a link that is opened while this page is open
