// What opens over the felt, and what a finger that was tapping cards must never do there: decide.
import { byId } from "./page.js";

const STILL_MS = 700;
const opened = new WeakMap();  // a drawer → when it opened, or came anew

const rulings = (drawer) => drawer.querySelectorAll(".rulings");

// Decisions take no press for a moment: what stands there has to be seen first.
export function hold(drawer) {
  const now = performance.now();
  opened.set(drawer, now);
  for (const form of rulings(drawer)) form.setAttribute("aria-disabled", "true");
  setTimeout(() => {
    if (opened.get(drawer) === now) for (const form of rulings(drawer)) form.removeAttribute("aria-disabled");
  }, STILL_MS);
}

document.addEventListener("click", (event) => {
  const drawer = event.target.closest?.(".rulings") && event.target.closest("details[name=drawer]");
  if (!drawer || performance.now() - (opened.get(drawer) ?? 0) >= STILL_MS) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// *Later* makes room for whose turn it is; a foul that was not there before asks anew.
let later = "";
const asked = () => Array.from(byId("foul")?.querySelectorAll(".foul") ?? [], (foul) => foul.id).join();

export function putOff() {
  byId("foul")?.classList.toggle("put-off", later !== "" && later === asked());
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#decide > summary")) hold(byId("decide"));
  if (event.target.closest("[data-later]")) {
    later = asked();
    byId("decide").open = false;
    putOff();
  }
});

// A correction in its place has a step of its own in the history: back leaves it, not the table.
document.addEventListener("htmx:afterSwap", () => {
  const mends = byId("mend") !== null;
  if (mends === Boolean(history.state?.mends)) return;
  if (mends) history.pushState({ mends }, ""); else history.back();
});
addEventListener("popstate", () => byId("mend")?.nextElementSibling.click());

addEventListener("pointerdown", ({ target }) => {
  const menu = byId("menu");
  if (menu?.open && !menu.contains(target)) menu.open = false;
});
document.addEventListener("change", (event) => event.target.closest("form.look")?.requestSubmit());
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const open of document.querySelectorAll("details[name=drawer][open], #menu[open]")) open.open = false;
});
