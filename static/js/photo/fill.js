// Fill in the form of a result, as a finger would.

const within = (form, name) => Array.from(form.querySelectorAll(`[name="${CSS.escape(name)}"]`));

const choice = (form, name, value) => within(form, name).find((each) => each.value === String(value));

// Whether a form says this.
export const chosen = (form, name, value) => choice(form, name, value)?.checked ?? false;

// Say it, or no more.
export function choose(form, name, value, on = true) {
  const input = choice(form, name, value);
  if (!input) return false;
  if (on) unfold(input);
  input.checked = on;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

function unfold(input) {
  for (let fold = input.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}

// Whether the form takes this value of a field; it then shows it, and what it hid.
export function fill(form, name, value) {
  if (!within(form, `${name}.1`).length) return choose(form, name, value);
  const whole = Math.floor(value), [half] = within(form, `${name}.half`);
  if (value !== whole && !half) return false;
  if (half) half.checked = value !== whole;
  return choose(form, `${name}.10`, Math.floor(whole / 10)) && choose(form, `${name}.1`, whole % 10);
}

// Whether the pad takes these cards; they are then ticked, and no others (static/js/pads.js shows their copies).
export function tick(form, codes) {
  const boxes = within(form, "card");
  for (const box of boxes) box.checked = false;
  const all = codes.every((code) => {
    const box = boxes.find((each) => each.value === code && !each.checked);
    if (box) box.checked = true;
    return box;
  });
  form.dispatchEvent(new CustomEvent("refilled", { bubbles: true, detail: codes }));
  boxes[0].dispatchEvent(new Event("input", { bubbles: true }));
  return all;
}

// Send a value along with a form.
export function hide(form, name, value) {
  const [input] = within(form, name), hidden = input ?? document.createElement("input");
  Object.assign(hidden, { type: "hidden", name, value });
  form.append(hidden);
}

// What was chosen on another page before, as its address carries it.
export function restore(form, query) {
  for (const [name, value] of new URLSearchParams(query)) choose(form, name, value);
}
