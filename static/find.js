// What most other scripts of ours begin with; it is sent with them, or before them.
const find = (id) => document.getElementById(id);
const form = find("record"); // of a deal
const live = document.querySelector("[data-live]"); // what is kept as the host has it
const PATIENCE = 3500; // milliseconds to an answer, and to the next try
// Of the host, if it answers in time; AbortSignal.timeout would not be there before iOS 16.
const reach = (address, how, late = new AbortController()) => {
  setTimeout(() => late.abort(), PATIENCE);
  return fetch(address, { ...how, signal: late.signal });
};
// Where deals wait, and what is half typed; a browser that keeps nothing has it until its page is left.
let localStorage = {}, sessionStorage = {};
try {
  localStorage = window.localStorage ?? {};
  sessionStorage = window.sessionStorage ?? {};
} catch {}
// When what lies under a finger came: this page, if the finger had just tapped, or a question.
let came = localStorage.tapped && Date.now();
