// What most of our other scripts need. It is sent together with them, or before them.
const find = (id) => document.getElementById(id);
const form = find("record"); // of a deal
const live = document.querySelector("[data-live]"); // the part of the page that live.js keeps up to date
const PATIENCE = 3500; // milliseconds to wait for an answer, and until the next try
// A request to the host that is given up if no answer comes in time. (AbortSignal.timeout needs iOS 16.)
const reach = (address, how, late = new AbortController()) => {
  setTimeout(() => late.abort(), PATIENCE);
  return fetch(address, { ...how, signal: late.signal });
};
// Deals that wait and what is half typed are kept in these. In a browser that allows no storage they last
// as long as the page.
let localStorage = {}, sessionStorage = {};
try {
  localStorage = window.localStorage ?? {};
  sessionStorage = window.sessionStorage ?? {};
} catch {}
// Since when something new may lie under a finger: this page, if a tap led to it, or a question.
let came = localStorage.tapped && Date.now();
