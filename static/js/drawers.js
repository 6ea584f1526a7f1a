// The drawers over the felt: a finger that was tapping cards must decide nothing there.
import { still } from "./meant.js";
import { byId } from "./page.js";

// Decisions take no press before they have been seen.
export function hold(drawer) {
  for (const form of drawer.querySelectorAll(".rulings")) still(form);
}

document.addEventListener("htmx:afterSwap", () => {
  if (byId("referee")?.open) hold(byId("referee"));  // a ruling that has just come
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

// On a phone an open entry of *More* stands alone.
function standAlone() {
  const parts = byId("more-parts");
  parts?.classList.toggle("alone", parts.querySelector(":scope > .fold[open]") !== null);
}
new MutationObserver(standAlone).observe(document, { subtree: true, childList: true, attributeFilter: ["open"] });

// A swipe over the tricks turns to earlier ones or back to later ones.
const SWIPE_PX = 50;
let from = null;
document.addEventListener("touchstart", ({ target, touches }) => {
  from = target.closest?.("#tricks") && touches.length === 1 ? touches[0] : null;
}, { passive: true });
document.addEventListener("touchend", ({ changedTouches: [to] }) => {
  const across = from ? to.clientX - from.clientX : 0;
  if (Math.abs(across) < SWIPE_PX || Math.abs(across) < 2 * Math.abs(to.clientY - from.clientY)) return;
  document.querySelector(`#tricks [data-swipe=${across > 0 ? "earlier" : "later"}]`)?.click();
});

// The menu stays open for the next choice.
const CHOSE = "menu";
document.addEventListener("change", (event) => {
  const form = event.target.closest("form.look");
  if (!form) return;
  sessionStorage.setItem(CHOSE, "yes");
  form.requestSubmit();
});
if (sessionStorage.getItem(CHOSE) && byId("menu")) byId("menu").open = true;
sessionStorage.removeItem(CHOSE);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const open of document.querySelectorAll("details[name=drawer][open], #menu[open]")) open.open = false;
});
