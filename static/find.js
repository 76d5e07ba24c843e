// What all other scripts of ours begin with.
const find = (id) => document.getElementById(id);
// Where deals wait; a browser that keeps nothing has it until its page is left.
let localStorage = {};
try { localStorage = window.localStorage ?? localStorage; } catch {}
