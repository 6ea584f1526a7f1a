// What differs between two states of the table, put in piece by piece; whatever lies still stays (referee/web/table/pieces.py).
import { takeBack } from "./echo.js";
import { tellCards } from "./forms.js";
import { byId, table } from "./page.js";

const KEPT = ["open"];  // what a person has opened stays open
const ASKS = "[hx-get], [hx-post]";

// Attributes alone: of a piece whose contents are as they were.
function giveAttributes(to, from) {
  for (const { name } of Array.from(to.attributes)) if (!from.hasAttribute(name) && !KEPT.includes(name)) to.removeAttribute(name);
  for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value);
}

// Pieces that came or went among others: an empty <i> stands for each that stays. Answers with the new ones.
function arrange(list, from) {
  const stays = (item) => item.tagName === "I" && Array.from(list.children).find((child) => child.id === item.id);
  const items = Array.from(from.children, (item) => stays(item) || item);
  for (const child of Array.from(list.children)) if (!items.includes(child)) child.remove();
  const fresh = items.filter((item) => item.parentElement !== list);
  items.forEach((item, at) => { if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null); });
  return fresh;
}

// What else is put into the table, a ruling or why a number is what it is, no state of it knows: the whole part comes next.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target !== table() && table()?.contains(detail.target)) table().dataset.shows = "";
});

// Whether every piece had its place; else the whole part is needed. `echoed`: what is drawn before its answer is what these
// pieces answer.
export function patch(html, echoed) {
  const read = document.createElement("template");
  read.innerHTML = html;
  const asksItself = read.content.querySelector("[hx-trigger]");
  const pieces = Array.from(read.content.children);
  takeBack(echoed ? new Map(pieces.map((piece) => [piece.id, piece.getAttribute("hx-swap-oob")])) : undefined);
  const fits = pieces.every((piece) => byId(piece.id));  // what is drawn before its answer has not the ids of what it covers
  if (fits) for (const piece of pieces) put(byId(piece.id), piece);
  if (asksItself) tellFresh();
  for (const form of table().querySelectorAll("#pad form")) clear(form);
  return fits;
}

function put(place, piece) {
  const how = piece.getAttribute("hx-swap-oob");
  piece.removeAttribute("hx-swap-oob");
  const stands = how === "true" && place.nodeName === piece.nodeName && place.innerHTML === piece.innerHTML;
  if (how === "true" && !stands) place.replaceWith(piece); else giveAttributes(place, piece);
  if (how === "list") for (const each of arrange(place, piece)) fresh.add(each);
  else if (how === "true" && !stands) fresh.add(piece);
  else if (place.matches(ASKS)) fresh.add(place);
}

// What asks through htmx is told to it once somebody turns to it, as most of what comes never is; what asks by itself at once.
const fresh = new Set();
for (const name of ["click", "submit", "input"]) addEventListener(name, ({ target }) => tellFresh(target), true);

function tellFresh(at) {
  for (const each of fresh) {
    if (each.isConnected && at && !each.contains(at)) continue;
    fresh.delete(each);
    if (each.isConnected && (each.matches(ASKS) || each.querySelector(ASKS))) htmx.process(each);
  }
}

// What was ticked has been sent; a phone shows the suit that was led.
function clear(form) {
  form.reset();
  for (const chosen of form.querySelectorAll("input[form=none]")) chosen.checked = chosen.defaultChecked;
  for (const chosen of form.querySelectorAll("[data-chosen]")) tellCards(form, chosen);
}

// What a form was filled in on: its own number may be of an earlier state.
document.addEventListener("submit", ({ target }) => {
  if (table()?.contains(target) && target.elements.seq) target.elements.seq.value = table().dataset.seq;
}, true);
