// The keyboard: h10, t21, ex, ?, u tap what bears them; Enter takes what is typed, Escape lets it go.
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

const listening = (event) =>
  byId("typed") && "shortcuts" in document.documentElement.dataset && !event.ctrlKey && !event.metaKey && !event.altKey
  && !event.target.matches("input:not([type=radio], [type=checkbox]), textarea, select");

document.addEventListener("keydown", (event) => {
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
  const text = typed + event.key.toLowerCase();
  const fitting = keys.filter((key) => key.dataset.key.startsWith(text));
  if (!fitting.length) return;
  event.preventDefault();
  if (fitting.length === 1) press(fitting[0]); else spell(text);
});
