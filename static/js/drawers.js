// The drawers that open over the felt. A finger that was tapping cards must not make a decision there by accident.
import { byId } from "./page.js";

const STILL_MS = 700;
const opened = new WeakMap();  // a drawer → when it opened, or its contents changed

const rulings = (drawer) => drawer.querySelectorAll(".rulings");

// Ignore presses on decisions for a moment, so that a person sees them first.
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
  if (!drawer || performance.now() - (opened.get(drawer) ?? -STILL_MS) >= STILL_MS) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("htmx:afterSwap", ({ target }) => {
  const drawer = target.closest("details[name=drawer]");
  if (drawer) hold(drawer);
});

// *Later* hides the fouls, to go on playing; a new foul shows them again.
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

// An open correction adds a step to the browser's history: Back closes it, and does not leave the table.
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
