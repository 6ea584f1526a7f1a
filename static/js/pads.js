// Where several cards are taken, a tap on a card already taken takes its next copy, and one on the last copy lets all go.
// A play goes by itself once it is whole; the button sends a smaller one.

const taken = (form) => form.querySelectorAll("[name=card]:checked").length;

// A lead is of as many cards as its chips say: one, until another is chosen.
const wanted = (send) => Number(send.querySelector(".sizes :checked")?.value ?? send.dataset.whole);

// How many copies of a card are taken, beside it and to who hears the page.
function tellCopies(first, count) {
  first.dataset.name ??= first.getAttribute("aria-label");
  first.setAttribute("aria-label", count > 1 ? `${first.dataset.name} ×${count}` : first.dataset.name);
  if (count > 1) first.parentElement.dataset.times = `×${count}`; else delete first.parentElement.dataset.times;
}

// Cards go in the order they were tapped: of a kitty turned card by card it may matter.
const orders = new WeakMap();

function order(form, card, count) {
  const tapped = orders.get(form) ?? [];
  const before = tapped.filter((other) => other === card).length;
  orders.set(form, count > before ? [...tapped, card] : tapped.filter((other) => other !== card));
}

// A form that stands again has its cards in the order they were sent, and tells how many of each.
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
    const next = !first.closest(".wrong") && more.find((copy) => !copy.checked);  // what cannot be goes at a tap
    if (next) first.checked = next.checked = true; else for (const copy of more) copy.checked = false;
  }
  first.parentElement.classList.remove("wrong");
  const form = first.form, count = [first, ...more].filter((copy) => copy.checked).length;
  tellCopies(first, count);
  order(form, first.value, count);
  const send = form.querySelector("[data-whole]");
  if (send && taken(form) >= wanted(send)) return form.requestSubmit(send.querySelector("button"));
  first.dispatchEvent(new Event("input", { bubbles: true }));
});

// While the server is away the pad stays: what was sent is no longer taken.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-tap]")) return;
  setTimeout(() => {
    orders.delete(form);
    for (const within of form.querySelectorAll(".chip [name=card]:checked")) within.checked = false;
    for (const first of form.querySelectorAll(".pick input:checked")) {
      first.checked = false;
      tellCopies(first, 0);
    }
  });
});

// A play of nothing is none.
document.addEventListener("submit", (event) => {
  if (!event.submitter?.closest("[data-whole]") || taken(event.target)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

const byCode = (code) => document.querySelector(`#pad [data-card="${CSS.escape(code)}"]`)?.closest(".key");

// The card as it is drawn in evidence: what a key shows, and small and turned what its other side does.
function split(key, other) {
  const card = document.createElement("span"), back = document.createElement("small");
  const drawn = (from) => Array.from(from?.querySelectorAll(":scope > b, :scope > svg") ?? [], (part) => part.cloneNode(true));
  const ground = (from) => Array.from(from?.classList ?? []).find((name) => name.length === 1) ?? "Q";
  card.className = `card ${ground(key)}`;
  card.setAttribute("aria-hidden", "true");
  back.className = `other ${ground(other)}`;
  back.append(...drawn(other));
  card.append(...drawn(key), back);
  return card;
}

// A card with two sides: a long press, or the other button of a mouse, says both.
document.addEventListener("contextmenu", (event) => {
  const { sides, other } = event.target.closest?.("[data-sides]")?.dataset ?? {};
  if (!sides) return;
  event.preventDefault();
  document.querySelector(".typed.sides")?.remove();
  const told = document.createElement("p");
  told.className = "typed sides";
  told.setAttribute("role", "status");
  told.append(split(event.target.closest(".key"), byCode(other)), ` ${sides}`);
  document.body.append(told);
  setTimeout(() => told.remove(), 2000);
});
