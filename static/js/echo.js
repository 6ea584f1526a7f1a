// Draw a tapped card on the felt and move the turn at once, before the table has answered. Only the table knows who
// takes a trick, fouls and points: none of these are drawn here.
import { state } from "./contact.js";
import { byId, table } from "./page.js";
import { here } from "./queue.js";

// How to undo what was drawn, the last first: {id, parts, undo}. `id` is the element's in the answer; `parts`: more than
// its attributes was drawn.
let undoing = [], drawn = "";

// Undo the drawing, except where the answer brings the element itself, which may be just what is drawn.
export function takeBack(answered = new Map()) {
  for (const { id, parts, undo } of undoing.reverse()) {
    const how = answered.get(id);
    if (!how || (parts && how !== "true")) undo();
  }
  undoing = [];
  drawn = "";
}

// Whether only this tap is drawn.
export const drew = (tap) => drawn === tap.key;

function replace(old, next) {
  next.id = old.id;
  old.replaceWith(next);
  undoing.push({ id: old.id, parts: true, undo: () => next.replaceWith(old) });
}

function moveTurn(seat) {
  for (const [each, turn] of [[table().querySelector(".seat.turn"), false], [seat, true]]) {
    if (!each) continue;
    mark(each, turn);
    undoing.push({ id: each.id, undo: () => mark(each, !turn) });
  }
}

function mark(seat, turn) {
  seat.classList.toggle("turn", turn);
  if (turn) seat.setAttribute("aria-current", "step"); else seat.removeAttribute("aria-current");
}

const placeOf = (element) => Array.from(element.classList).find((name) => /^p\d$/.test(name));
const seatAt = (place) => table().querySelector(`.seat.${place}`);

// Draw all waiting taps again on the table's last answer.
function echo() {
  if (!table()?.querySelector("#felt .trick")) return;
  table().classList.toggle("away", state.lost);
  const waiting = here(), cards = waiting.some((tap) => tap.held) ? [] : waiting.filter((tap) => tap.cards?.length);
  const wanted = cards.map((tap) => tap.key).join();
  if (wanted === drawn) return;
  takeBack();
  drawn = wanted;
  for (const tap of cards) lay(tap);
}
document.addEventListener("waiting", echo);

function lay(tap) {
  const trick = begun();
  const seat = tap.place ? seatAt(tap.place) : table().querySelector(".seat.turn");
  const place = seat && placeOf(seat);
  const spot = trick.querySelector(trick.matches(".unplaced") ? ".empty" : `.empty.${place}`);
  const row = document.createElement("li");
  row.className = place ? `${place} echo` : "echo";
  row.append(...named(seat), ...tap.cards.map(cardOf));
  if (spot) replace(spot, row);
  else {
    trick.append(row);
    undoing.push({ id: "", parts: true, undo: () => row.remove() });
  }
  say("undone", [seat && nameOf(seat), tap.label].filter(Boolean).join(" · "));
  if (!tap.place) next(trick, place);
}

function say(id, text) {
  const into = byId(id), told = into?.textContent;
  if (!into) return;
  into.textContent = text;
  undoing.push({ id, parts: true, undo: () => { into.textContent = told; } });
}

// The trick being played; a card after a full one begins the next. Only the table knows who leads it: until then its
// cards have no seat.
function begun() {
  const trick = table().querySelector("#felt .trick");
  if (!trick.matches(".gathered") && trick.querySelector(".empty")) return trick;
  const anew = trick.cloneNode();
  anew.classList.remove("gathered");
  anew.classList.toggle("unplaced", !table().querySelector(".seat.turn"));
  const order = from(table().querySelector(".seat.turn")).map(placeOf), places = Array.from(trick.children, placeOf);
  anew.replaceChildren(...places.sort((one, other) => order.indexOf(one) - order.indexOf(other)).map((place) => {
    const spot = document.createElement("li");
    spot.className = `empty ${anew.matches(".unplaced") ? "" : place}`;
    return spot;
  }));
  replace(trick, anew);
  return anew;
}

// Seats are in the page in the order of play; places are where they sit: in Tarot the next player sits to the right.
function from(seat) {
  const seats = Array.from(table().querySelectorAll(".seat")), at = Math.max(seats.indexOf(seat), 0);
  return [...seats.slice(at), ...seats.slice(0, at)];
}

function next(trick, place) {
  const [played, ...others] = from(seatAt(place)), after = place ? [...others, played] : [];
  const seat = after.find((each) => trick.querySelector(`.empty.${placeOf(each)}`)) ?? null;
  moveTurn(seat);
  say("asks", seat ? byId("strip").dataset.plays.replace("{name}", nameOf(seat)) : "…");
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
