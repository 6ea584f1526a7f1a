// Put the pieces that differ (referee/web/table/pieces.py) into the table.
import { takeBack } from "./echo.js";
import { tellCards } from "./forms.js";
import { lift, tickAgain } from "./pads.js";
import { byId, table } from "./page.js";

const KEPT = ["open"];  // a fold that a person opened stays open
const ASKS = "[hx-get], [hx-post]";

// For a piece whose contents are the same.
function giveAttributes(to, from) {
  for (const { name } of Array.from(to.attributes)) if (!from.hasAttribute(name) && !KEPT.includes(name)) to.removeAttribute(name);
  for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value);
}

// Add and remove pieces of a list; in `from` an empty <i> stands for each piece that stays. Returns the new ones.
function arrange(list, from) {
  const stays = (item) => item.tagName === "I" && Array.from(list.children).find((child) => child.id === item.id);
  const items = Array.from(from.children, (item) => stays(item) || item);
  for (const child of Array.from(list.children)) if (!items.includes(child)) child.remove();
  const fresh = items.filter((item) => item.parentElement !== list);
  items.forEach((item, at) => { if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null); });
  return fresh;
}

// A ruling or an explanation put into the table is no known state: next ask for the whole.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target !== table() && table()?.contains(detail.target)) table().dataset.shows = "";
});

// Put pieces in; returns whether each had its place, else the whole part is needed. `echoed`: they answer the tap that
// is already drawn; `own`: a tap that is recorded, what was ticked since is meant for the next.
export function patch(html, echoed, own) {
  const read = document.createElement("template");
  read.innerHTML = html;
  const asksItself = read.content.querySelector("[hx-trigger]");
  const pieces = Array.from(read.content.children);
  takeBack(echoed ? new Map(pieces.map((piece) => [piece.id, piece.getAttribute("data-put")])) : undefined);
  const ticks = own ? lift() : [];
  const fits = pieces.every((piece) => byId(piece.id));  // an echo lacks the ids inside what it covers
  if (fits) for (const piece of pieces) put(byId(piece.id), piece);
  if (asksItself) tellFresh();
  for (const form of table().querySelectorAll("#pad form")) clear(form);
  ticks.forEach(tickAgain);
  return fits;
}

// How a piece comes (data-put; htmx never sees it): "true" with its contents, "list" with the items that are new,
// "shell" with its attributes alone.
function put(place, piece) {
  const how = piece.getAttribute("data-put");
  piece.removeAttribute("data-put");
  const stands = how === "true" && place.nodeName === piece.nodeName && place.innerHTML === piece.innerHTML;
  if (how === "true" && !stands) place.replaceWith(piece); else giveAttributes(place, piece);
  if (how === "list") for (const each of arrange(place, piece)) fresh.add(each);
  else if (how === "true" && !stands) fresh.add(piece);
  else if (place.matches(ASKS)) fresh.add(place);
}

// Let htmx process a new piece once a person uses it; one with a trigger of its own, at once.
const fresh = new Set();
for (const name of ["click", "submit", "input"]) addEventListener(name, ({ target }) => tellFresh(target), true);

function tellFresh(at) {
  for (const each of fresh) {
    if (each.isConnected && at && !each.contains(at)) continue;
    fresh.delete(each);
    if (each.isConnected && (each.matches(ASKS) || each.querySelector(ASKS))) htmx.process(each);
  }
}

// Untick what was sent; on a phone show the suit led again.
function clear(form) {
  form.reset();
  for (const chosen of form.querySelectorAll("input[form=none]")) chosen.checked = chosen.defaultChecked;
  for (const chosen of form.querySelectorAll("[data-chosen]")) tellCards(form, chosen);
}

// The form may have been drawn earlier.
document.addEventListener("submit", ({ target }) => {
  if (table()?.contains(target) && target.elements.seq) target.elements.seq.value = table().dataset.seq;
}, true);
