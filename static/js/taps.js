// Taps on forms of the table, and a person's decisions about waiting taps.
import { paint } from "./contact.js";
import { byId, release, shown, table } from "./page.js";
import { look } from "./news.js";
import { add, all, forget, here, keep } from "./queue.js";
import { send } from "./send.js";
import { fillAnew } from "./table.js";

const freshKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

document.addEventListener("submit", (event) => {
  if (!table() || !event.target.matches("form[data-tap]")) return;
  event.preventDefault();
  if (!event.submitter?.getAttribute("aria-disabled")) tap(event.target, event.submitter);
});

function tap(form, button) {
  const body = new FormData(form);
  if (button?.name) body.append(button.name, button.value);
  const line = new URLSearchParams(body);
  for (const name of ["csrf_token", "key", "seq"]) line.delete(name);
  const waiting = here(), behind = waiting.length > 0;
  const untried = waiting[waiting.length - 1];
  const undoes = (body) => new URLSearchParams(body).get("fact") === "undo";
  if (undoes(line) && behind && !untried.tried && !untried.held && !undoes(untried.body)) {
    forget(untried);
    return paint();
  }
  add({
    key: freshKey(), at: Math.max(Date.now(), ...all().map((other) => other.at + 1)),
    table: table().dataset.table, url: form.action, seq: table().dataset.seq, body: line.toString(),
    label: (!button?.name && ticked(form)) || button?.getAttribute("aria-label") || button?.textContent.trim() || line.get("card") || "",
    who: form.closest("#pad") && turn()?.querySelector(".who strong").textContent,
    cards: played(line), place: table().querySelector(".seat.acting")?.className.match(/\bp\d\b/)?.[0] ?? "",
    behind, blind: behind && !("acting" in table().dataset), tried: false, held: false,
  });
  for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = false;
  send();
}

const ticked = (form) => Array.from(form.querySelectorAll("[name=card]:checked"), (card) => card.ariaLabel).join(", ");

const turn = () => table().querySelector(".seat.acting") ?? table().querySelector(".seat.turn");

// The key that a tap on a seat presses: the answer to “who”, else that this seat takes the trick.
function answers(seat) {
  const name = CSS.escape(seat.querySelector(".who strong").textContent);
  const asked = Array.from(document.querySelectorAll("#pad [data-who]"));
  const open = asked.find((who) => !who.querySelector(":checked")) ?? asked[0];
  return open?.querySelector(`[value="${name}"], [value="${CSS.escape(seat.id.slice(5))}"]`)
    ?? document.querySelector(`#pad [data-took="${name}"]`);
}

document.addEventListener("click", (event) => {
  const seat = event.target.closest?.("#felt .seat > a"), key = seat && answers(seat);
  if (!key) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  key.click();
}, true);

// The cards that this tap lays on the felt.
function played(line) {
  return line.get("kind") === "play" || line.get("fact")?.startsWith("play ") ? line.getAll("card") : [];
}

byId("contact").addEventListener("click", (event) => {
  const { do: what, key } = event.target.dataset;
  const waiting = here(), wasHeld = waiting.some((tap) => tap.held);
  if (what === "show") showNews();
  if (what === "drop") waiting.forEach(forget);
  if (what === "retry") sendHeld(waiting);
  const one = all().find((tap) => tap.key === key);
  if (one) drop(one, wasHeld);
  paint();
});

function showNews() {
  fillAnew();
  release();
  look();
}

// Whoever sends them has seen the present table: give them its number.
function sendHeld(waiting) {
  for (const tap of waiting) if (tap.held) Object.assign(tap, { held: false, seq: Math.max(shown(), Number(tap.seq)) });
  const next = waiting.find((tap) => !tap.tried);
  if (next) next.behind = true;
  send();
}

// The taps after a dropped one still wait for a decision.
function drop(tap, wasHeld) {
  forget(tap);
  const first = here()[0];
  if (!first || !wasHeld) return;
  first.held = true;
  keep(first);
}
