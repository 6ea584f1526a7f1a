// Pads on which several cards are ticked: a tap on a ticked card ticks its next copy; after the last copy it clears all.
// A play is sent once it is whole. Where chips say how many are led, a tap ticks as many copies.

const taken = (form) => form.querySelectorAll("[name=card]:checked").length;

const sizeOf = (form) => form.querySelector(".sizes:not([hidden]) :checked")?.value;

// Before an answer the felt tells: as many as were led; or that chips ask for the next lead.
const led = () => document.querySelector("#felt .trick:has(.echo):has(.empty) li:not(.empty)");
const wanted = (form) => led()?.querySelectorAll(".card").length ?? Number(sizeOf(form) ?? form.querySelector("[data-whole]").dataset.whole);
document.addEventListener("waiting", () => {
  const sizes = document.querySelector("#pad .sizes");
  if (sizes) sizes.hidden = document.querySelector("#felt .trick:not(.gathered):has(.empty) li:not(.empty)") !== null;
});

// Cards ticked before an answer are ticked again on its pad.
export function lift() {
  const form = document.querySelector("#pad form:has([data-whole])"), cards = orders.get(form) ?? [];
  orders.delete(form);
  return cards;
}
export function tickAgain(card) {
  const first = document.getElementById(`k-${card}`);
  if (first?.type !== "checkbox") return;
  first.checked = !first.checked;
  first.dispatchEvent(new Event("change", { bubbles: true }));
}

// Show how many copies are ticked, to screen readers too.
function tellCopies(first, count) {
  const name = first.ariaLabel.replace(/ ×\d$/, "");
  first.ariaLabel = count > 1 ? `${name} ×${count}` : name;
  if (count > 1) first.parentElement.dataset.times = `×${count}`; else delete first.parentElement.dataset.times;
}

// Send cards in the order they were tapped, as a kitty is turned.
const orders = new WeakMap();

function order(form, card, count) {
  const tapped = orders.get(form) ?? [];
  const before = tapped.filter((other) => other === card).length;
  orders.set(form, count > before ? [...tapped, card] : tapped.filter((other) => other !== card));
}

// A refilled form has its cards in the order they were sent.
document.addEventListener("refilled", ({ target, detail }) => {
  orders.set(target, detail);
  for (const pick of target.querySelectorAll(".pick")) {
    const copies = Array.from(pick.querySelectorAll("input"));
    tellCopies(copies[0], copies.filter((copy) => copy.checked).length);
  }
});

document.addEventListener("formdata", (event) => {
  const tapped = orders.get(event.target) ?? [], rest = event.formData.getAll("card");
  if (!tapped.length) return;
  event.formData.delete("card");
  for (const card of tapped) if (rest.includes(card)) event.formData.append("card", rest.splice(rest.indexOf(card), 1)[0]);
  for (const card of rest) event.formData.append("card", card);
});

document.addEventListener("change", (event) => {
  const pick = event.target.closest(".pick");
  if (!pick) return;
  const [first, ...more] = pick.querySelectorAll("input");
  if (event.target === first && !first.checked) {
    const next = !first.closest(".wrong") && more.find((copy) => !copy.checked);  // a tap clears a wrong card
    if (next) first.checked = next.checked = true; else for (const copy of more) copy.checked = false;
  }
  const size = led() ? NaN : Number(sizeOf(first.form));
  if (first.checked && size <= more.length + 1) for (const copy of more.slice(0, size - 1)) copy.checked = true;
  first.parentElement.classList.remove("wrong");
  const form = first.form, count = [first, ...more].filter((copy) => copy.checked).length;
  tellCopies(first, count);
  order(form, first.value, count);
  const send = form.querySelector("[data-whole]");
  if (send && taken(form) >= wanted(form)) return form.requestSubmit(send.querySelector("button"));
  first.dispatchEvent(new Event("input", { bubbles: true }));
});

// Untick what was sent.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-tap]")) return;
  setTimeout(() => {
    orders.delete(form);
    for (const size of form.querySelectorAll(".sizes input")) size.checked = size.defaultChecked;
    for (const within of form.querySelectorAll(".chip [name=card]:checked")) within.checked = false;
    for (const first of form.querySelectorAll(".pick input:checked")) {
      first.checked = false;
      tellCopies(first, 0);
    }
  });
});

// Do not send a play without cards.
document.addEventListener("submit", (event) => {
  if (!event.submitter?.closest("[data-whole]") || taken(event.target)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
