// The script of every page, which it turns round and keeps awake.
import "./meant.js";
import "./drawers.js";
import "./echo.js";
import "./forms.js";
import "./keys.js";
import "./news.js";
import "./taps.js";
import { seenLast } from "./kept.js";
import { byId, table } from "./page.js";
import { restore } from "./queue.js";
import { begin } from "./send.js";

document.documentElement.classList.add("js");
const OPENING_MS = 1500;
seenLast().then(() => {
  const late = setTimeout(begin, OPENING_MS);  // do not wait longer for the taps of an earlier page
  restore().then(() => { clearTimeout(late); begin(); });
});

// Turn the page at once; the server remembers it.
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

// Keep the screen awake where the browser can; else a hint is shown.
function stayAwake() {
  if (table() && !document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

// If the browser refuses storage, the hint is shown again each time.
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
