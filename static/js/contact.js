// The badge in the bar and the notice on the strip (at the foot where there is no table): what is saved, what waits,
// whether the table answers.
import { still } from "./meant.js";
import { byId, table } from "./page.js";
import { copy, here } from "./queue.js";

// lost: the table does not answer; behind: another device has recorded something not shown yet.
export const state = { lost: false, behind: false };

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function paint() {
  const waiting = here(), held = waiting.some((tap) => tap.held);
  paintBadge(waiting);
  paintStrip(waiting, held);
  document.dispatchEvent(new Event("waiting"));
}

function paintBadge(waiting) {
  const badge = byId("badge"), words = badge.dataset;
  badge.hidden = !table() && !waiting.length;
  badge.className = "badge" + (waiting.length ? " waiting" : state.lost ? " lost" : "");
  if (waiting.length) write(badge, words.waiting.replace("{n}", waiting.length));
  else write(badge, state.lost ? words.lost : words.saved);
}

function paintStrip(waiting, held) {
  const strip = byId("contact"), words = strip.dataset;
  const unsaved = held || (waiting.length > 0 && state.lost);
  if (unsaved) copy();
  strip.hidden = !unsaved && !state.behind;
  if (held && !strip.matches(".held")) still(strip);  // a press may be meant for what was there a moment before
  strip.classList.toggle("held", held);
  strip.parentElement.classList.toggle("undecided", held);
  strip.parentElement.classList.toggle("unsaved", unsaved);
  const now = byId("undone")?.textContent;
  if (!held) since = "";
  else if (since && now && !since.includes(now)) since += ` · ${now}`;
  write(strip.querySelector(".meanwhile"), since && `${since} · ${table()?.dataset.say}`);
  write(strip.querySelector("strong"), unsaved ? words.unsaved : "");
  write(strip.querySelector("span"), unsaved ? (held ? words.held : words.kept) : words.behind);
  list(unsaved ? waiting : [], held);
  strip.querySelector("[data-do=retry]").hidden = !unsaved;
  strip.querySelector("[data-do=drop]").hidden = !held;
  strip.querySelector("[data-do=show]").hidden = unsaved;
}

// What another device has recorded, or why a tap was refused.
let since = "";

export function tellMeanwhile(text) {
  since = text;
  paint();
}

// List the waiting taps; while they wait for a decision each can be dropped.
function list(waiting, held) {
  const into = byId("contact").querySelector(".waiting");
  const same = JSON.stringify([waiting.map((tap) => tap.key), held]);
  if (into.dataset.same === same) return;
  into.dataset.same = same;
  into.replaceChildren(...waiting.map((tap) => {
    const row = document.createElement("li");
    row.append(held ? droppable(tap) : named(tap));
    return row;
  }));
  into.scrollTop = held ? 0 : into.scrollHeight;
}

export const told = ({ who, label }) => [who, label].filter(Boolean).join(" ");

function named(tap) {
  const word = document.createElement("span");
  word.textContent = told(tap);
  return word;
}

function droppable(tap) {
  const button = document.createElement("button"), drop = byId("contact").dataset.drop;
  button.textContent = `${told(tap)} ×`;
  Object.assign(button, { type: "button", className: "button", ariaLabel: drop.replace("{tap}", told(tap)) });
  button.dataset.key = tap.key;
  return button;
}
