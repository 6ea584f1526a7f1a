"use strict";
// Where several cards are taken, a tap on a card already taken takes its next copy, and one on the last copy lets all go.
// A play goes by itself once it is whole; the button sends a smaller one.
(() => {
  const taken = (form) => form.querySelectorAll("[name=card]:checked").length;

  const told = (first, count) => {
    first.dataset.name ??= first.getAttribute("aria-label");
    first.setAttribute("aria-label", count > 1 ? `${first.dataset.name} ×${count}` : first.dataset.name);
    if (count > 1) first.parentElement.dataset.times = `×${count}`; else delete first.parentElement.dataset.times;
  };

  document.addEventListener("change", (event) => {
    const pick = event.target.closest(".pick");
    if (!pick) return;
    const [first, ...more] = pick.querySelectorAll("input");
    if (event.target === first && !first.checked) {
      const next = more.find((copy) => !copy.checked);
      if (next) first.checked = next.checked = true; else for (const copy of more) copy.checked = false;
    }
    told(first, [first, ...more].filter((copy) => copy.checked).length);
    const form = first.form, send = form.querySelector("[data-whole]");
    if (send && taken(form) >= Number(send.dataset.whole)) return form.requestSubmit(send.querySelector("button"));
    first.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // While the server is away the pad stays: what was sent is no longer taken.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-tap]")) return;
    setTimeout(() => {
      for (const first of form.querySelectorAll(".pick input:checked")) { first.checked = false; told(first, 0); }
    });
  });
})();
