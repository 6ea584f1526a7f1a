// The page itself: turned round for who sits opposite, the screen kept awake, hints that are read once.
import { byId, table } from "./page.js";

// Turned at once, and remembered by the server.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-turn]");
  if (!form) return;
  event.preventDefault();
  const button = form.querySelector("button");
  const body = new URLSearchParams(new FormData(form));
  body.set(button.name, button.value);
  const turned = document.documentElement.classList.toggle("turned", button.value === "yes");
  button.value = turned ? "no" : "yes";
  scrollTo(0, 0);
  fetch(form.action, { method: "POST", body, redirect: "manual", credentials: "same-origin" }).catch(() => {});
});

// Awake where the browser can, a hint where not.
function stayAwake() {
  if (table() && !document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

// A browser may refuse its store: then the hint comes again.
function seen(hint) {
  try { return localStorage.getItem(hint) !== null; } catch { return false; }
}
function remember(hint) {
  try { localStorage.setItem(hint, "seen"); } catch { /* no store */ }
}
if (!navigator.wakeLock && byId("wake-hint")) byId("wake-hint").hidden = seen("wake");
document.addEventListener("click", (event) => {
  const read = event.target.closest("[data-seen]");
  if (!read) return;
  remember(read.dataset.seen);
  read.parentElement.hidden = true;
});
