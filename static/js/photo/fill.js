// Fill in the form of a result, as a finger would.

const within = (form, name) => Array.from(form.querySelectorAll(`[name="${CSS.escape(name)}"]`));

function choose(form, name, value) {
  const input = within(form, name).find((each) => each.value === String(value));
  if (!input) return false;
  input.checked = true;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

// Whether the form takes this value of a field; it then shows it, and what it hid.
export function fill(form, name, value) {
  for (let fold = within(form, name)[0]?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  if (!within(form, `${name}.1`).length) return choose(form, name, value);
  const whole = Math.floor(value), [half] = within(form, `${name}.half`);
  if (value !== whole && !half) return false;
  for (let fold = within(form, `${name}.1`)[0].closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
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

// What was chosen on another page before, as its address carries it.
export function restore(form, query) {
  for (const [name, value] of new URLSearchParams(query)) choose(form, name, value);
}
