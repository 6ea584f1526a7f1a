// What differs between two states of the table, put in piece by piece; whatever lies still stays (referee/web/table/pieces.py).
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

// Whether every piece had its place; else the whole part is needed.
export function patch(html) {
  const read = document.createElement("template");
  read.innerHTML = html;
  const pieces = Array.from(read.content.children), fits = pieces.every((piece) => byId(piece.id));
  if (fits) for (const piece of pieces) put(byId(piece.id), piece);
  for (const key of table().querySelectorAll(".sent")) key.classList.remove("sent");
  for (const form of table().querySelectorAll("#pad form")) clear(form);
  return fits;
}

function put(place, piece) {
  const how = piece.getAttribute("hx-swap-oob");
  piece.removeAttribute("hx-swap-oob");
  if (how === "true") place.replaceWith(piece); else giveAttributes(place, piece);
  const fresh = how === "true" ? [piece] : how === "list" ? arrange(place, piece) : place.matches(ASKS) ? [place] : [];
  for (const each of fresh) if (each.matches(ASKS) || each.querySelector(ASKS)) htmx.process(each);
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
