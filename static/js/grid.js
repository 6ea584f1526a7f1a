// A grid of fields for the keyboard: Enter goes to the next field and sends after the last, the arrows go up and down.

document.addEventListener("keydown", (event) => {
  const grid = event.target.closest("[data-grid]");
  if (!grid || !event.target.matches("input")) return;
  const fields = Array.from(grid.querySelectorAll("input:not([type=hidden])"));
  const wide = grid.querySelector("tbody tr").querySelectorAll("input:not([type=hidden])").length;
  const at = fields.indexOf(event.target);
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowUp: -wide, ArrowDown: wide }[event.key];
  const next = fields[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
});

document.querySelector("[data-grid] input:not([type=hidden])")?.focus();
