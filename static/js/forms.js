// Show what a form has so far: cards, a number from its digits, a tally and the rest for its last row.

const sum = (inputs) => Array.from(inputs, (input) => Number(input.dataset.adds ?? input.value)).reduce((a, b) => a + b, 0);

// `by` is the input that was tapped, if one was.
export function tell(form, by) {
  for (const chosen of form.querySelectorAll("[data-chosen]")) tellCards(form, chosen);
  for (const digits of form.querySelectorAll(".digits")) tellNumber(digits);
  for (const tally of form.querySelectorAll("[data-sum]")) tellTally(tally, by);
}

export function tellCards(form, chosen) {
  const ticked = form.querySelectorAll("[name=card]:checked").length;
  chosen.textContent = chosen.dataset.chosen.replace("{n}", ticked).replace("{count}", chosen.dataset.count);
}

function tellNumber(digits) {
  const tapped = Array.from(digits.querySelectorAll(":checked"));
  const told = tapped.some((input) => !input.defaultChecked);
  digits.querySelector("output").textContent = told ? String(sum(tapped)).replace(/^0?\.5|\.5$/, "½") : "";
}

function tellTally(tally, by) {
  const rows = Array.from(tally.querySelectorAll(".tally-row"));
  const open = rows.filter((row) => !row.querySelector(":checked"));
  const all = Number(tally.dataset.sum), left = all - sum(tally.querySelectorAll(":checked"));
  const last = open.length === 1 && by && tally.contains(by) && open[0].querySelector(`input[value="${left}"]`);
  if (last) last.checked = true;
  tally.querySelector("output").textContent = `${last ? all : all - left} / ${all}`;
}

// Nothing chosen or opened lies under the button that sends.
for (const comes of ["input", "toggle"]) {
  document.addEventListener(comes, ({ target }) => {
    if (target.form) tell(target.form, target);
    target.closest("#pad :is(.chip, .rare)")?.scrollIntoView({ block: "nearest" });
  }, true);
}
