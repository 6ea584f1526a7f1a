// Show the table: put an answer in place of the one before.
import { state, paint } from "./contact.js";
import { tell } from "./forms.js";
import { hold, putOff } from "./drawers.js";
import { drew, takeBack } from "./echo.js";
import { byId, shown, table } from "./page.js";
import { patch } from "./patch.js";

let touched = false;  // somebody is filling in a form, so other devices' news wait
export const filledIn = () => touched;
export const fillAnew = () => { touched = false; };

document.addEventListener("input", (event) => {
  if (event.target.name && event.target.form && table()?.contains(event.target)) touched = true;
});

// Update the panel under the table: who writes, who confirms which scores.
export const door = () => byId("door")?.dispatchEvent(new Event("news"));

// Returns false for pieces that do not apply to what is shown. `tap` is the tap they answer, if any.
function put({ html, base, status }, tap) {
  if (base && base === table().dataset.shows) return patch(html, tap && drew(tap), tap && status < 400);
  takeBack();
  if (base) return false;
  htmx.swap("#table", html, { swapStyle: "outerHTML" }, { select: "#table" });
  return true;
}

export function show(answer, tap) {
  if (Number(answer.seq) < shown()) return;
  const { fouls, say, ended } = table().dataset;
  const open = Array.from(table().querySelectorAll("details[open][id]"), (fold) => fold.id);
  const focused = table().contains(document.activeElement);
  const asked = fouls && byId("decide")?.open && byId("decide").textContent;
  if (!put(answer, tap)) {
    touched &&= !tap;  // the form was sent
    return document.dispatchEvent(new Event("stale"));
  }
  for (const id of open) byId(id)?.setAttribute("open", "");
  putOff();
  const decide = byId("decide");
  if (decide?.open && decide.textContent !== asked) hold(decide);
  if (focused && !table().contains(document.activeElement)) table().querySelector(".ask h2")?.focus({ preventScroll: true });
  touched = state.behind = false;
  const more = Number(table().dataset.fouls) - Number(fouls);
  if (more > 0) navigator.vibrate?.([80, 60, 80]);
  if (table().dataset.ended !== ended) door();
  if (table().dataset.say !== say) byId("say").textContent = table().dataset.say;
  paint();
}

// Fill a refused form in again as it was.
export function refill(tap) {
  const said = new URLSearchParams(tap.body);
  const kinds = Array.from(table().querySelectorAll("form input[name=kind]"));
  const form = kinds.find((input) => input.value === said.get("kind"))?.form;
  if (!form) return;
  const left = new Map();  // a value sent n times, as a card's copies, ticks n inputs
  for (const input of form.elements) {
    if (!left.has(input.name)) left.set(input.name, said.getAll(input.name));
    const at = left.get(input.name).indexOf(input.value);
    if (input.type === "radio" || input.type === "checkbox") input.checked = at >= 0;
    if (input.checked && input.type === "checkbox") left.get(input.name).splice(at, 1);
    else if (input.type === "text") input.value = said.get(input.name) ?? "";
    if (input.checked || input.type === "text") unfold(input);
  }
  const wrong = table().querySelector(".notice[data-wrong]")?.dataset.wrong;
  const key = wrong && form.querySelector(`[name=card][value="${CSS.escape(wrong)}"]`)?.closest(".key");
  if (key) blame(form, key);
  form.dispatchEvent(new CustomEvent("refilled", { bubbles: true, detail: said.getAll("card") }));
  tell(form);
}

// Mark the key of an impossible card red, and bring its suit into sight.
function blame(form, key) {
  key.classList.add("wrong");
  const tab = form.querySelectorAll("input.tab")[Array.from(form.querySelectorAll(".suit")).indexOf(key.closest(".suit"))];
  if (tab) tab.checked = true;
}

function unfold(input) {
  let fold = input.closest("details");
  while (fold && table().contains(fold)) {
    fold.open = true;
    fold = fold.parentElement.closest("details");
  }
}

// htmx's own requests: drop an older part; tell when no server is reached.
document.addEventListener("htmx:beforeSwap", (event) => {
  const seq = event.detail.xhr.getResponseHeader("X-Sequence");
  if (seq !== null && Number(seq) < shown()) event.detail.shouldSwap = false;
});
for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(name, () => { state.lost = true; paint(); });
}
