// What all other scripts of ours begin with.
const find = (id) => document.getElementById(id);
// Where deals wait, and what is half typed; a browser that keeps nothing has it until its page is left.
let localStorage = {}, sessionStorage = {};
try {
  localStorage = window.localStorage ?? {};
  sessionStorage = window.sessionStorage ?? {};
} catch {}
