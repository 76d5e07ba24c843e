// What all other scripts of ours begin with.
const find = (id) => document.getElementById(id);
