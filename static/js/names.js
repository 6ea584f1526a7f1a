// The seats of a new table: a tap on a name gives it the next free seat, another tap frees the seat.

const seats = () => Array.from(document.querySelectorAll("#setup input[name=seat]"));
const chips = () => document.querySelectorAll("[data-name]");

function tell() {
  const taken = new Set(seats().map((seat) => seat.value.trim()));
  for (const chip of chips()) chip.setAttribute("aria-pressed", String(taken.has(chip.dataset.name)));
}

document.addEventListener("click", (event) => {
  const name = event.target.closest("[data-name]")?.dataset.name;
  if (!name) return;
  const sits = seats().find((seat) => seat.value.trim() === name), free = seats().find((seat) => !seat.value.trim());
  if (sits) sits.value = ""; else if (free) free.value = name;
  tell();
});
document.addEventListener("input", (event) => { if (event.target.name === "seat") tell(); });
