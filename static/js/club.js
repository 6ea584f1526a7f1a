// Forms of a tournament: find players by name, order tie-breaks, add up scores and change their signs.

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function filter() {
  const wanted = plain(document.querySelector("[data-filter]")?.value || "");
  for (const player of document.querySelectorAll(".player")) player.hidden = !plain(player.textContent).includes(wanted);
}
document.addEventListener("htmx:afterSwap", filter);
document.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) filter(); });

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

function add(lines) {
  const inputs = Array.from(lines.querySelectorAll("input"));
  const open = inputs.filter((input) => !input.value.trim());
  let sum = inputs.map((input) => Number(input.value.replace("−", "-")) || 0).reduce((a, b) => a + b, 0);
  if (lines.dataset.balanced === "last") {
    for (const input of inputs) input.placeholder = "";
    if (open.length === 1) { open[0].placeholder = String(-sum); sum = 0; } // show what the last seat must have
  }
  const out = lines.querySelector("output");
  out.textContent = sum < 0 ? "−" + -sum : String(sum);
  out.classList.toggle("wrong", sum !== 0);
}
document.addEventListener("input", (event) => {
  const lines = event.target.closest("[data-balanced]");
  if (lines) add(lines);
});
const told = () => document.querySelectorAll("[data-balanced]").forEach(add);
told();

// Results typed from a pile of papers. Enter goes to the next seat still needed, else sends the row; a sign after a
// number begins the next one. While a row is being sent, the focus is in the next one.
const row = (element) => element.closest?.(".quick-row");

document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!row(input) || !input.matches("input")) return;
  const inputs = Array.from(input.form.querySelectorAll("input[type=text]")), next = inputs[inputs.indexOf(input) + 1];
  const sign = "+-−".includes(event.key) && next && /\d/.test(input.value) && input.selectionStart === input.value.length;
  const open = event.key === "Enter" && inputs.find((each) => each.required && !each.value.trim());
  if (!sign && !open) return;
  event.preventDefault();
  (sign ? next : open).focus();
  if (sign) next.value = event.key === "+" ? "" : "-";
});

document.addEventListener("submit", (event) => {
  const sent = row(event.target);
  if (!sent) return;
  sent.classList.remove("unsent");
  const rows = Array.from(document.querySelectorAll(".quick-row")), at = rows.indexOf(sent);
  const next = [...rows.slice(at + 1), ...rows.slice(0, at)][0];
  next?.querySelector("input[type=text]").focus();
});
for (const lost of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(lost, (event) => row(event.target)?.classList.add("unsent"));
}
document.addEventListener("htmx:afterSettle", (event) => {
  if (!event.target.closest?.(".quick")) return;
  told();
  if (document.activeElement === document.body) document.querySelector(".quick-row input[type=text]")?.focus();
});

// Share a page with the device's own dialog, else by the link, which opens a mail.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-share]");
  if (!link || !navigator.share) return;
  event.preventDefault();
  navigator.share({ title: document.title, url: link.dataset.share }).catch(() => {});
});
