// While the laptop is away a director's form stays on its page with what was typed, and is sent once the laptop answers.
// A table's page has its own way (queue.js).
import { byId } from "./page.js";

const LOOK_MS = 1000, PATIENCE_MS = 1500, FRESH_MS = 3000;
const bar = document.body.matches(".directs") && byId("away");
let answered = performance.now();
let waiting = null, sending = null;  // what was sent meanwhile: the form and its button; the form on its way now

async function look() {
  const words = bar.dataset;
  try {
    const answer = await fetch(words.ask, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    bar.hidden = answer.ok;
    if (answer.ok) answered = performance.now();
  } catch {
    bar.hidden = false;
  }
  bar.querySelector("strong").textContent = bar.hidden ? "" : words.lost;
  bar.lastElementChild.textContent = bar.hidden || !waiting ? "" : words.kept;
  if (bar.hidden && waiting) send();
}

async function watch() {
  await look();
  setTimeout(watch, LOOK_MS);
}

function send() {
  sending = waiting.form;
  if (!sending.isConnected) {  // the part of the page that it stood in has been drawn again
    sending.hidden = true;
    document.body.append(sending);
  }
  sending.requestSubmit(waiting.button);
  waiting = sending = null;
}

if (bar) {
  watch();
  addEventListener("submit", (event) => {
    const form = event.target, there = bar.hidden && performance.now() - answered < FRESH_MS;
    if (event.defaultPrevented || there || form === sending || form.matches("[hx-post], [data-tap]")) return;
    event.preventDefault();
    waiting = { form, button: event.submitter };
    look();
  });
  addEventListener("click", (event) => {
    if (!bar.hidden && event.target.closest?.("main a[href]")) event.preventDefault();
  });
}
