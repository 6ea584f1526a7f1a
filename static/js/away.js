// While the laptop is away, a page says so and stays: what is typed is kept and sent once when the laptop answers again,
// and no link leads to a browser's error page. A table's page has its own way (news.js, queue.js).
import { byId } from "./page.js";

const TICK_MS = 250, PATIENCE_MS = 900;
const bar = byId("away"), directs = document.body.matches(".directs");
const SILENT_MS = directs ? 1000 : 2000;  // parts of other pages ask every two seconds by themselves
const FRESH_MS = SILENT_MS + PATIENCE_MS;  // after an answer nothing is asked first for so long
let answered = performance.now(), looking = null;
let waiting = null, sending = null;  // what was sent meanwhile: the form and its button; the form on its way now

const silent = () => performance.now() - answered;

// Ask whether the laptop is there, and tell it.
async function ask() {
  let there = false;
  try {
    there = (await fetch(bar.dataset.ask, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) })).ok;
  } catch { /* it is away */ }
  answered = there ? performance.now() : -FRESH_MS;
  tell(there);
  if (there && waiting) send();
  return there;
}

const look = () => looking ??= ask().finally(() => { looking = null; });

function tell(there) {
  bar.hidden = there;
  bar.querySelector("strong").textContent = there ? "" : bar.dataset.lost;
  bar.lastElementChild.textContent = there || !waiting ? "" : bar.dataset.kept;
}

function watch() {
  if (!document.hidden && silent() > SILENT_MS) look();
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

function onSubmit(event) {
  const form = event.target;
  if (event.defaultPrevented || silent() < FRESH_MS || form === sending || form.matches("[hx-post], [data-tap]")) return;
  event.preventDefault();
  waiting = { form, button: event.submitter };
  look();
}

function onClick(event) {
  const link = event.target.closest?.("a[href]:not([download])");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const within = link.getAttribute("href").startsWith("#");
  if (within || link.origin !== location.origin || silent() < FRESH_MS) return;
  event.preventDefault();
  look().then((there) => { if (there) open(link.href, link.target || "_self"); });
}

if (bar) {
  setInterval(watch, TICK_MS);
  addEventListener("submit", onSubmit);
  addEventListener("click", onClick);
  document.addEventListener("htmx:afterOnLoad", () => { if (bar.hidden) answered = performance.now(); });
  for (const lost of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(lost, look);
}
