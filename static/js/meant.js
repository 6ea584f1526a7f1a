// What a hand does without meaning it: it touches a key twice, it goes on where something has closed or been replaced,
// it touches beside what is open, it rests on the screen. The key, the time and the place tell, never what would be
// recorded. A click that is not meant reaches no other module.
import { byId } from "./page.js";

// TWICE: a second touch of the same key is the first one's trembling; AGAIN: not so soon where a card has a copy or the
// same player may take the next trick.
const TWICE_MS = 350, AGAIN_MS = 250, STILL_MS = 700, BOUNCE_MS = 80, REST_MS = 600, SHOWN_MS = 1200;
const PALM_PX = 80, FINGER_PX = 24, SLIP_PX = 12, HAND_MS = 100;

const touches = ({ detail, pointerType }) => detail > 0 || pointerType;  // the keyboard and scripts have no place
const within = ({ left, right, top, bottom }, { clientX: x, clientY: y }) => x >= left && x <= right && y >= top && y <= bottom;

// Let something new take no press until it can have been seen.
const ends = new WeakMap();
export function still(element) {
  element.setAttribute("aria-disabled", "true");
  clearTimeout(ends.get(element));
  ends.set(element, setTimeout(() => element.removeAttribute("aria-disabled"), STILL_MS));
}

// What can close or be replaced under a finger: a drawer, the menu, what the pad asks. {element, box, touched}, by name;
// `box`: where it stood at the last touch; `touched`: whether that was in it. What is `held` takes no touch.
let standing = new Map(), held = [];

const hold = (box, asks) => held.push({ box, asks, until: performance.now() + STILL_MS });

function stand() {
  const found = new Map(), pad = byId("pad");
  for (const open of document.querySelectorAll("details[name=drawer][open], #menu[open]")) found.set(open.id, open.lastElementChild);
  const asked = Array.from(pad?.querySelectorAll("[data-asks]") ?? [], (prompt) => prompt.dataset.asks).join();
  if (pad) found.set(`pad: ${asked}`, pad);
  held = held.filter(({ until }) => until > performance.now());
  for (const [name, { element, box, touched }] of standing) {
    if (found.has(name) || !(touched || (box && element.id === "pad"))) continue;
    hold(box, element.id === "pad");
    if (element.id === "pad" && pad) still(pad);
  }
  standing = new Map(Array.from(found, ([name, element]) => [name, { ...standing.get(name), element }]));
}
new MutationObserver(stand).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["open", "data-asks"] });
stand();

const downs = new Map();  // by pointer
const hands = new WeakSet();  // those that came down at once, as a hand does
const wide = ({ width, height }) => Math.max(width, height) > PALM_PX;
addEventListener("pointerdown", (event) => {
  if (event.isPrimary) downs.clear();
  for (const other of downs.values()) if (event.timeStamp - other.timeStamp < HAND_MS && !wide(other)) hands.add(other).add(event);
  downs.set(event.pointerId, event);
  for (const each of standing.values()) {
    each.box = each.element.getBoundingClientRect();
    each.touched = within(each.box, event);
  }
}, true);

const down = (event) => (touches(event) && (downs.get(event.pointerId) ?? [...downs.values()].pop())) || event;

function rests(event) {
  const from = down(event);
  return from.pointerType === "touch" && (hands.has(from) || wide(from) || event.timeStamp - from.timeStamp > REST_MS);
}

// While two touch the screen browsers make no click of either.
addEventListener("pointerup", (event) => {
  const from = downs.get(event.pointerId);
  if (downs.size < 2 || event.pointerType !== "touch" || !from) return;
  const slips = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > SLIP_PX;
  if (!slips && (hands.has(from) || !rests(event))) event.target.dispatchEvent(new PointerEvent("click", event));
  downs.delete(event.pointerId);
});

// The answer may draw a key anew, for another player.
function nameOf(key) {
  const { took, key: typed } = key.dataset;
  return key.id || took || (typed && `${key.name} ${typed}`) || (key.matches("summary") && key.parentElement.id)
    || [key.name, key.value, key.getAttribute("href"), key.textContent.trim()].join(" ");
}

const played = new Map();  // when each card's key was last pressed
let last;

const REPEATS = "[value=undo], [data-digit], input:not([type=checkbox]), select, textarea";
const wait = (key) => (key.matches("[data-again], [data-took]") ? AGAIN_MS : TWICE_MS);

// Why a press does not count: the name of a text of #typed.
function doubt(key, event) {
  const { timeStamp: began } = down(event), name = nameOf(key);
  if (touches(event) && rests(event)) return "rest";
  if (key.closest(".rulings[aria-disabled], #contact[aria-disabled]")) return "still";
  if (touches(event) && held.some(({ box, until }) => began < until && within(box, event))) return "still";
  if (!key.closest(".stage, #menu, summary")) return "";
  const before = last?.name === name ? last.at : played.get(name);
  if (!key.matches(REPEATS) && began - before <= wait(key)) return "once";
  return trembles(event) && last.name !== name ? "once" : "";
}

// What the last touch opened may have moved.
const trembles = (event) => last && touches(event) && within(last.box, event) && down(event).timeStamp - last.at <= TWICE_MS;

// What is open beside a touch.
function beside({ target }) {
  const menu = byId("menu");
  if (menu?.open) return menu.contains(target) ? null : menu;
  const drawer = document.querySelector("details[name=drawer][open]");
  return target.closest?.("#felt, #pad") && !drawer?.contains(target) ? drawer : null;
}

const holdAt = (x, y) => hold(new DOMRect(x - FINGER_PX, y - FINGER_PX, 2 * FINGER_PX, 2 * FINGER_PX));

addEventListener("click", (event) => {
  const open = touches(event) && !trembles(event) && beside(event), found = event.target.closest?.("button, a[href], summary, input, select, textarea, label");
  const key = found?.matches("label") ? null : found;  // a click on a label goes on to its input
  const why = open ? "closed" : key && doubt(key, event);
  if (open) {
    open.open = false;
    holdAt(event.clientX, event.clientY);
  }
  if (why) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return key && say(key, why);
  }
  if (!key) return;
  last = { name: nameOf(key), box: key.getBoundingClientRect(), at: event.timeStamp };
  last.place = down(event).pointerType === "touch" && [event.clientX, event.clientY];
  if (key.matches("[data-card]")) played.set(last.name, last.at);
  if (touches(event)) held = held.filter(({ asks }) => asks);  // the finger has left what it closed
}, true);

// Nor does the page that a touch led to.
addEventListener("pagehide", () => { sessionStorage.touched = last?.place || ""; });
holdAt(...(sessionStorage.touched ?? "").split(","));

function say(key, why) {
  const shown = key.closest(".key, .chip") ?? key, text = byId("typed")?.dataset[why];
  shown.classList.add("unheard");
  setTimeout(() => shown.classList.remove("unheard"), SHOWN_MS);
  if (!text) return;
  document.querySelector(".typed.unheard")?.remove();
  const told = document.createElement("p");
  told.className = "typed unheard";
  told.setAttribute("role", "status");
  told.textContent = text;
  document.body.append(told);
  setTimeout(() => told.remove(), SHOWN_MS);
}

// Enter held down is one press; in a field so is one that bounces.
let entered = NaN;
addEventListener("keydown", (event) => {
  const again = event.repeat || (event.timeStamp - entered < BOUNCE_MS && event.target.matches("input"));
  entered = event.key === "Enter" ? event.timeStamp : NaN;
  if (!entered || !again || event.target.matches("textarea")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
