// Run clocks between answers; replace parts that update themselves, not under a finger or while somebody types.
import { byId, pressing } from "./page.js";

const TICK_MS = 250;

function clockText(left) {
  const seconds = Math.abs(left), two = (n) => String(n).padStart(2, "0");
  return `${left < 0 ? "−" : ""}${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

const began = new WeakMap();
setInterval(() => {
  for (const clock of document.querySelectorAll("[data-left][data-running]")) {
    if (!began.has(clock)) began.set(clock, performance.now());
    const left = Number(clock.dataset.left) - Math.floor((performance.now() - began.get(clock)) / 1000);
    const text = clockText(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("over", left < 0);
  }
}, TICK_MS);

const WORDS = "input:not([type=hidden]):not([type=radio]):not([type=checkbox]), select, textarea";
const typing = (part) => part.contains(document.activeElement) && document.activeElement.matches(WORDS);

// Keep what was open, focused and scrolled in the new part.
document.addEventListener("htmx:beforeSwap", (event) => {
  const part = event.detail.target;
  if (!part.matches?.("[data-live-part]")) return;
  if (pressing() || typing(part)) {
    event.detail.shouldSwap = false;
    return;
  }
  const open = Array.from(part.querySelectorAll("details[open][id]"), (fold) => fold.id);
  const focused = part.contains(document.activeElement) && document.activeElement.id;
  const scrolled = Array.from(part.querySelectorAll("[data-scrolls]"), (list) => [list.id, list.scrollTop]);
  setTimeout(() => {
    for (const [id, top] of scrolled) byId(id)?.scrollTo(0, top);
    for (const id of open) byId(id)?.setAttribute("open", "");
    if (focused) byId(focused)?.focus();
  }, 0);
});
