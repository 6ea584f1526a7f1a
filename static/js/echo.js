// A card lies on the felt, and the turn has moved on, in the frame after the tap, before the table has answered. Who
// takes a trick, a foul, points: only the table knows; nothing of that is drawn here.
import { state } from "./contact.js";
import { byId, table } from "./page.js";
import { here } from "./queue.js";

// The felt as the table told it, for the table element that is shown.
let told = null;

function remember() {
  const trick = table().querySelector("#felt .trick"), turn = table().querySelector(".seat.turn");
  told = { table: table(), trick: trick?.cloneNode(true), turn, heading: byId("asks")?.textContent };
}

function restore() {
  if (told?.table !== table()) return remember();
  table().querySelector("#felt .trick")?.replaceWith(told.trick.cloneNode(true));
  moveTurn(told.turn);
  if (byId("asks")) byId("asks").textContent = told.heading;
}

function moveTurn(seat) {
  for (const other of table().querySelectorAll(".seat.turn")) {
    if (other === seat) continue;
    other.classList.remove("turn");
    other.querySelector("a").removeAttribute("aria-current");
  }
  if (!seat) return;
  seat.classList.add("turn");
  seat.querySelector("a").setAttribute("aria-current", "step");
}

const placeOf = (element) => Array.from(element.classList).find((name) => /^p\d$/.test(name));
const seatAt = (place) => table().querySelector(`.seat.${place}`);

let drawn = "";

// All taps that wait, drawn anew on what the table told last.
function echo() {
  if (!table()?.querySelector("#felt .trick")) return;
  table().classList.toggle("away", state.lost);
  const waiting = here(), cards = waiting.some((tap) => tap.held) ? [] : waiting.filter((tap) => tap.cards?.length);
  const wanted = cards.map((tap) => tap.key).join();
  if (told?.table === table() ? wanted === drawn : !wanted) return;
  drawn = wanted;
  restore();
  for (const tap of cards) lay(tap);
}
document.addEventListener("waiting", echo);

function lay(tap) {
  const trick = begun();
  const seat = tap.place ? seatAt(tap.place) : table().querySelector(".seat.turn");
  const place = seat && placeOf(seat);
  const spot = place && trick.querySelector(`.empty.${place}`);
  const row = document.createElement("li");
  row.className = `echo ${place ?? ""}`;
  row.append(...named(seat), ...tap.cards.map(cardOf));
  if (spot) spot.replaceWith(row); else trick.append(row);
  if (!tap.place) next(trick, place);
}

// The trick being played; a card on a full one begins the next, which nobody is known to lead until the table says so.
function begun() {
  const trick = table().querySelector("#felt .trick");
  if (!trick.matches(".gathered") && trick.querySelector(".empty")) return trick;
  const places = Array.from(trick.children, placeOf).filter(Boolean);
  trick.classList.remove("gathered");
  trick.replaceChildren(...places.map((place) => {
    const spot = document.createElement("li");
    spot.className = `${place} empty`;
    return spot;
  }));
  return trick;
}

function next(trick, place) {
  const count = table().querySelectorAll(".seat").length, at = Number(place?.slice(1));
  const free = (away) => place && trick.querySelector(`.empty.p${(at + away) % count}`);
  const away = Array.from({ length: count }, (_, n) => n + 1).find(free);
  const seat = away ? seatAt(`p${(at + away) % count}`) : null;
  moveTurn(seat);
  const words = byId("strip").dataset.plays;
  byId("asks").textContent = seat ? words.replace("{name}", nameOf(seat)) : "…";
}

const nameOf = (seat) => seat.querySelector(".who strong").textContent;

function named(seat) {
  if (!seat) return [];
  const name = document.createElement("span");
  name.className = "sr";
  name.textContent = `${nameOf(seat)}:`;
  return [name];
}

function cardOf(code) {
  const key = table().querySelector(`#pad [data-card="${CSS.escape(code)}"]`);
  const shown = key?.closest(".key"), card = document.createElement("span");
  const ground = Array.from(shown?.classList ?? []).find((name) => name.length === 1) ?? "Q";
  card.className = `card ${ground}`;
  card.dataset.card = code;
  card.setAttribute("role", "img");
  card.setAttribute("aria-label", key?.getAttribute("aria-label") ?? code);
  card.append(...Array.from(shown?.querySelectorAll(":scope > b, :scope > svg") ?? [], (part) => part.cloneNode(true)));
  return card;
}
