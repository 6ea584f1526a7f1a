// Over https, save the table as last seen beside its page, for the worker to show while the laptop is away.
import { byId, table } from "./page.js";
import { here } from "./queue.js";

const LATER_MS = 300;
const worker = location.protocol === "https:" && navigator.serviceWorker;
const place = () => `/kept${location.pathname}`;
const allowed = () => Boolean(byId("door")?.hasAttribute("data-keep"));
let later = 0;

// On a page from the worker's cache, show the table as seen after that page was loaded. Run it before the queue is read.
export async function seenLast() {
  if (!worker || !("kept" in document.documentElement.dataset)) return;
  const part = await (await caches.open("pages")).match(place());
  if (part) htmx.swap("#table", await part.text(), { swapStyle: "outerHTML" }, { select: "#table" });
}

// Save the table as it last answered; waiting taps are in the queue and are drawn from there.
async function put() {
  later = 0;
  const pages = await caches.open("pages");
  if (!allowed()) return void await Promise.all([pages.delete(place()), pages.delete(location.pathname)]);
  if (!here().length) await pages.put(place(), new Response(table().outerHTML));
}

function watch(changes) {
  const clocks = changes.every(({ target }) => target.closest?.("[data-left]"));
  if (!clocks && table()) later ||= setTimeout(put, LATER_MS);
}

async function begin() {
  await worker.register("/sw.js");
  const { active } = await worker.ready;
  if (!table()) return;
  const pages = await caches.open("pages");
  if (allowed() && !await pages.match(location.pathname)) active.postMessage("keep");  // the page was loaded without the worker
  navigator.storage?.persist?.();
  new MutationObserver(watch).observe(byId("main"), { attributes: true, childList: true, subtree: true });
}

if (worker) addEventListener("load", () => begin().catch(() => {}));
