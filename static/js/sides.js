// The two sides of a card, where the cards of a game have two.

const byCode = (code) => document.querySelector(`#pad [data-card="${CSS.escape(code)}"]`)?.closest(".key");

// A card with both sides, as drawn in evidence: the key's side, and the other side small and turned.
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

// A long press or a right click on a card with two sides shows both.
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
