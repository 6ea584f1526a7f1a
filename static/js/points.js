// Points typed for each seat, with the keys on the page or a keyboard: Enter leads to the next seat and sends after the last
// one; a minus anywhere changes the sign. The keys on the page spare the keyboard of the system.
import { table } from "./page.js";

const FIELDS = ".points input";

let at = null, sent = null;  // the field that is typed in; the number of the table when a round was sent

const inputs = (within) => Array.from(within.closest(".points").querySelectorAll("input"));

// The seat after this one; after the last one, where a sum is agreed, a seat that was left out.
function following(input) {
  const all = inputs(input), open = all.filter((each) => !each.value.trim() && !each.placeholder);
  const left = input.closest("[data-total]") ? open[0] : null;
  return all[all.indexOf(input) + 1] ?? left;
}

function reach(input) {
  input.inputMode = "none";
  input.focus();
  input.select();
}

function next(input) {
  const then = following(input);
  if (then) reach(then); else input.form.requestSubmit();
}

function turn(input) {
  input.value = /^[-−]/.test(input.value) ? input.value.slice(1) : `-${input.value.replace("+", "")}`;
}

// What the points add up to, and with an agreed sum the rest for the last seat.
function tell(points) {
  const all = Array.from(points.querySelectorAll("input")), open = all.filter((input) => !input.value.trim());
  const typed = all.reduce((sum, input) => sum + Number(input.value.replace("−", "-")), 0), { total } = points.dataset;
  const rest = total !== undefined && open.length === 1 ? String(total - typed) : "";
  for (const input of all) input.placeholder = input === open[0] ? rest : "";
  const said = rest ? total : Number.isNaN(typed) ? "?" : typed;
  points.querySelector("output").textContent = total === undefined ? said : `${said} / ${total}`;
  points.classList.toggle("wrong", total !== undefined && !open.length && typed !== Number(total));
}
for (const comes of ["input", "refilled"]) {
  document.addEventListener(comes, ({ target }) => {
    const points = target.closest(".points") ?? target.querySelector(".points");
    if (points) tell(points);
  });
}

// Once a round is recorded, the first seat of the next one.
document.addEventListener("submit", ({ target }) => {
  if (target.querySelector(FIELDS)) sent = table()?.dataset.seq;
});
document.addEventListener("waiting", () => {
  const first = sent && sent !== table()?.dataset.seq && table()?.querySelector(`#pad ${FIELDS}`);
  if (!first) return;
  sent = null;
  reach(first);
});

document.addEventListener("focusin", ({ target }) => { if (target.matches(FIELDS)) at = target; });
addEventListener("pointerdown", ({ target }) => {
  if (target.matches?.(FIELDS)) target.inputMode = "none";
}, true);
addEventListener("mousedown", (event) => { if (event.target.closest?.(".numpad")) event.preventDefault(); });

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-digit]");
  if (!button) return;
  const key = button.dataset.digit, all = inputs(button);
  if (!all.includes(at) || document.activeElement !== at) reach(all.includes(at) ? at : all[0]);
  const { selectionStart: start, selectionEnd: end } = at;
  if (key === "→") return next(at);
  if (key === "±") turn(at);
  else if (key === "⌫") at.setRangeText("", start === end ? Math.max(start - 1, 0) : start, end, "end");
  else if (at.value.length - (end - start) < at.maxLength) at.setRangeText(key, start, end, "end");
  at.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!input.matches?.(FIELDS)) return;
  if (event.key === "Enter") next(input);
  else if ("-−".includes(event.key)) {
    if (input.selectionStart !== input.selectionEnd) input.value = "";
    turn(input);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  } else return;
  event.preventDefault();
});
