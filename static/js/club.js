// Forms of a tournament: find players by name, also in a menu, order tie-breaks, add up scores and change their signs.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function filter() {
  const wanted = plain(document.querySelector("[data-filter]")?.value || "");
  for (const player of document.querySelectorAll(".player")) player.hidden = !plain(player.textContent).includes(wanted);
}
document.addEventListener("htmx:afterSwap", filter);
document.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) filter(); });

// Letters typed above a menu leave the names that hold them; the first of these is chosen if the one chosen is gone.
const whole = new WeakMap();  // every choice of a menu

document.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-searches]")) return;
  const menu = document.getElementById(target.dataset.searches), wanted = plain(target.value.trim());
  if (!whole.has(menu)) whole.set(menu, Array.from(menu.options));
  const chosen = menu.value, left = whole.get(menu).filter((choice) => plain(choice.text).includes(wanted));
  menu.replaceChildren(...left);
  menu.value = left.some((choice) => choice.value === chosen) ? chosen : left[0]?.value ?? "";
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("[data-searches]")) event.preventDefault();
});

// Tie-breaks count in the order they are tapped: the ticked ones come first, each new one after the others.
document.addEventListener("change", (event) => {
  const chips = event.target.closest("[data-ordered]");
  if (!chips) return;
  const chip = event.target.closest(".chip");
  const next = Array.from(chips.children).find((each) => each !== chip && !each.querySelector("input").checked);
  chips.insertBefore(chip, next || null);
  event.target.focus();
});

// A tap changes the sign: number keyboards have no minus.
document.addEventListener("click", (event) => {
  const sign = event.target.closest("[data-sign]");
  if (!sign) return;
  const input = sign.parentElement.querySelector("input");
  const value = input.value.trim().replace("−", "-");
  input.value = value.startsWith("-") ? value.slice(1) : "-" + value.replace("+", "");
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.focus();
});

const total = (inputs) => inputs.map((input) => Number(input.value.replace("−", "-")) || 0).reduce((a, b) => a + b, 0);

function add(lines) {
  const inputs = Array.from(lines.querySelectorAll("input"));
  const sum = (lines.dataset.balanced === "last" && workOut(inputs)) ? 0 : total(inputs);
  const out = lines.querySelector("output");
  out.textContent = sum < 0 ? "−" + -sum : String(sum);
  out.classList.toggle("wrong", sum !== 0);
}

// The last score that is open follows from the others: its seat shows it, and has it as its number once somebody has
// come there, until another is typed. Returns whether there is such a seat.
function workOut(inputs) {
  const open = inputs.filter((input) => input.matches(".worked-out") || !input.value.trim());
  const text = open.length === 1 ? String(0 - total(inputs.filter((input) => input !== open[0]))) : "";
  for (const input of inputs) input.placeholder = text && input === open[0] && !input.matches(".worked-out") ? text : "";
  for (const input of inputs.filter((each) => each.matches(".worked-out"))) {
    if (input.value !== text) input.value = text;  // the same again would undo the selection
    input.classList.toggle("worked-out", text !== "");
  }
  return text !== "";
}

document.addEventListener("input", (event) => {
  event.target.classList.remove("worked-out");
  const lines = event.target.closest("[data-balanced]");
  if (lines) add(lines);
});
const told = () => document.querySelectorAll("[data-balanced]").forEach(add);
told();

// Results typed from a pile of papers. Enter goes to the next seat still needed, then to the one that was worked out,
// else sends the row; a sign after a number begins the next one. While a row is being sent, the focus is in the next one.
const row = (element) => element.closest?.(".quick-row");

// In the seat that follows from the others its number is selected: Enter takes it, and what is typed replaces it.
function reach(input) {
  if (input !== document.activeElement) return input.focus();
  if (input.placeholder) {
    input.classList.add("worked-out");
    add(input.closest("[data-balanced]"));
  }
  if (input.matches(".worked-out")) input.select();
}
for (const comes of ["focusin", "click"]) {
  document.addEventListener(comes, ({ target }) => { if (row(target) && target.matches("input[type=text]")) reach(target); });
}
document.addEventListener("invalid", (event) => {
  if (!row(event.target) || !event.target.placeholder) return;
  event.preventDefault();
  reach(event.target);
}, true);

document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!row(input) || !input.matches("input")) return;
  const inputs = Array.from(input.form.querySelectorAll("input[type=text]")), next = inputs[inputs.indexOf(input) + 1];
  const sign = "+-−".includes(event.key) && next && /\d/.test(input.value) && input.selectionStart === input.value.length;
  const open = event.key === "Enter"
    && (inputs.find((each) => !each.value.trim()) ?? inputs.find((each) => each !== input && each.matches(".worked-out")));
  if (!sign && !open) return;
  event.preventDefault();
  reach(sign ? next : open);
  if (!sign) return;
  next.value = event.key === "+" ? "" : "-";
  next.dispatchEvent(new Event("input", { bubbles: true }));
});

// A whole list that is pasted goes seat by seat.
document.addEventListener("paste", (event) => {
  if (!row(event.target)) return;
  const scores = event.clipboardData.getData("text").trim().split(/[\s;|/]+/);
  const inputs = Array.from(event.target.form.querySelectorAll("input[type=text]"));
  const seats = inputs.slice(inputs.indexOf(event.target), inputs.indexOf(event.target) + scores.length);
  if (scores.length < 2 || seats.length < scores.length || !scores.every((score) => /^[+−-]?\d+$/.test(score))) return;
  event.preventDefault();
  seats.forEach((seat, at) => {
    seat.value = scores[at];
    seat.dispatchEvent(new Event("input", { bubbles: true }));
  });
  seats.at(-1).focus();
});

// Sheets come back in any order: the key / leads to the number of a table, and that to its row.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || !row(event.target)) return;
  event.preventDefault();
  document.getElementById("go-table").select();
});
document.addEventListener("submit", (event) => {
  const number = event.target.id === "go-to" && event.target.elements.table;
  const there = number && document.getElementById(`table-${Number(number.value)}`);
  if (!there) return;  // the page says that there is none
  event.preventDefault();
  number.value = "";
  (there.querySelector("input[type=text]") ?? there.querySelector("a")).focus();
});

document.addEventListener("submit", (event) => {
  const sent = row(event.target);
  if (!sent) return;
  sent.classList.remove("unsent");
  for (const taken of sent.querySelectorAll(".worked-out")) taken.classList.remove("worked-out");
  const rows = Array.from(document.querySelectorAll(".quick-row")), at = rows.indexOf(sent);
  const next = [...rows.slice(at + 1), ...rows.slice(0, at)][0];
  next?.querySelector("input[type=text]").focus();
});
for (const lost of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(lost, (event) => row(event.target)?.classList.add("unsent"));
}
document.addEventListener("htmx:afterSettle", (event) => {
  told();
  if (!event.target.closest?.(".quick")) return;
  if (document.activeElement === document.body) document.querySelector(".quick-row input[type=text]")?.focus();
});

// A refusal goes once something else was done, or its table stands otherwise than when it was refused.
const tableNow = () => {
  const number = document.querySelector("#focus input[name=table]")?.value;
  return number && document.querySelector(`#s-tables a[href$="&table=${number}#focus"]`)?.textContent;
};
let before = tableNow();
document.addEventListener("htmx:afterSettle", ({ target, detail: { requestConfig } }) => {
  if (target.id === "main") before = tableNow();
  const done = requestConfig?.verb === "post" || target.id === "focus";
  if (done || (target.id === "s-tables" && tableNow() !== before)) document.querySelector(".refusal")?.remove();
});

// Share a page with the device's own dialog, else by the link, which opens a mail.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-share]");
  if (!link || !navigator.share) return;
  event.preventDefault();
  navigator.share({ title: document.title, url: link.dataset.share }).catch(() => {});
});
