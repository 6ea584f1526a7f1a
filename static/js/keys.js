// The keyboard: h10, t21, ex, a dot, u tap the key with that shortcut; Enter confirms what is typed, Escape drops it. A
// card in the suit led needs only its rank. “?” opens the help. A scanner types a card faster than anybody, with Enter at
// its end: h9⏎.
import { byId, table } from "./page.js";

let typed = "";

function spell(text) {
  typed = text;
  byId("typed").textContent = text;
  byId("typed").hidden = !text;
}

function press(key) {
  spell("");
  key.click();
}

// The suit led in the trick being played.
function led() {
  const first = table().querySelector("#felt .trick:not(.gathered) [data-card]")?.dataset.card ?? "";
  return /^[SHDCT]/.test(first) ? first[0].toLowerCase() : "";
}

const writing = (event) => event.target.matches("input:not([type=radio], [type=checkbox]), textarea, select");

const listening = (event) =>
  byId("typed") && "shortcuts" in document.documentElement.dataset && !event.ctrlKey && !event.metaKey && !event.altKey
  && !event.repeat && !writing(event);

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && byId("typed") && !writing(event)) {
    event.preventDefault();
    if (!event.repeat) byId("undo")?.click();
    return;
  }
  if (!listening(event)) return;
  if (event.key === "Escape") return spell("");
  if (event.key === "Backspace" && typed) {
    event.preventDefault();
    return spell(typed.slice(0, -1));
  }
  const keys = Array.from(table().querySelectorAll("[data-key]")).filter((key) => !key.closest("details:not([open])"));
  if (event.key === "Enter" && typed) {
    event.preventDefault();
    const key = keys.find((each) => each.dataset.key === typed);
    return key ? press(key) : spell("");
  }
  if (event.key.length !== 1 || event.key === " ") return;
  if (event.key === "?") return byId("help").click();
  let text = typed + event.key.toLowerCase();
  const fits = () => keys.filter((key) => key.dataset.key.startsWith(text));
  let fitting = fits();
  if (!fitting.length && !typed) {
    text = led() + text;
    fitting = fits();
  }
  if (!fitting.length) return;
  event.preventDefault();
  if (fitting.length === 1) press(fitting[0]); else spell(text);
});

// A key waits until it is clear whether a scanner types it: then it is part of a card, else what it was.
const QUICK_MS = 35;
let held = [], at = 0, flows, flowing = false;

function letGo() {
  flowing = true;
  for (const key of held.splice(0)) key.target.dispatchEvent(new KeyboardEvent("keydown", key));
  flowing = false;
}

addEventListener("keydown", (event) => {
  if (flowing || !byId("scan") || !listening(event) || event.key === "Shift") return;
  const quick = event.timeStamp - at < QUICK_MS, ends = quick && held[1] && event.key === "Enter";
  at = event.timeStamp;
  clearTimeout(flows);
  if (!quick) letGo();
  if (!ends && !/^[\w+]$/.test(event.key)) return letGo();
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!ends) {
    held.push(event);
    flows = setTimeout(letGo, QUICK_MS);
    return;
  }
  byId("scan").card.value = held.splice(0).map((key) => key.key).join("");
  byId("scan").requestSubmit();
}, true);
