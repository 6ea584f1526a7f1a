// Points typed for each seat, with the keys on the page or a keyboard: Enter leads to the next seat and sends after the last
// one; a minus anywhere changes the sign. The keys on the page spare the keyboard of the system.
const FIELDS = ".points input";
let at = null;

const inputs = (form) => Array.from(form.querySelectorAll(FIELDS));

// The seat after this one; after the last one, where a sum is agreed, a seat that was left out.
function following(input) {
  const all = inputs(input.form), open = all.filter((each) => !each.value.trim() && !each.placeholder);
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

// After a round was sent, the first seat of the next one.
export function firstSeat(root) {
  const first = root.querySelector(`#pad ${FIELDS}`);
  if (first) reach(first);
}

document.addEventListener("focusin", ({ target }) => { if (target.matches(FIELDS)) at = target; });
addEventListener("pointerdown", ({ target }) => {
  if (target.matches?.(FIELDS)) target.inputMode = "none";
}, true);
addEventListener("mousedown", (event) => { if (event.target.closest?.(".numpad")) event.preventDefault(); });

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-digit]")?.dataset.digit;
  if (!key) return;
  const { form } = event.target.closest("[data-digit]");
  if (!form.contains(at) || document.activeElement !== at) reach(form.contains(at) ? at : inputs(form)[0]);
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
