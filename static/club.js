"use strict";
// Clocks that run between two answers; parts that follow by themselves but never from under a finger or a half-typed word.
(() => {
  let finger = false;
  addEventListener("pointerdown", () => { finger = true; });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => { finger = false; }, 60));

  const shown = (left) => {
    const all = Math.abs(left), pad = (n) => String(n).padStart(2, "0");
    return (left < 0 ? "−" : "") + Math.floor(all / 60) + ":" + pad(all % 60);
  };
  const began = new WeakMap();
  setInterval(() => {
    for (const clock of document.querySelectorAll("[data-left][data-running]")) {
      if (!began.has(clock)) began.set(clock, performance.now());
      const left = Number(clock.dataset.left) - Math.floor((performance.now() - began.get(clock)) / 1000);
      const text = shown(left);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("over", left < 0);
    }
  }, 250);

  const typing = (part) => {
    const at = document.activeElement;
    return part.contains(at) && at.matches("input:not([type=hidden]):not([type=radio]):not([type=checkbox]), select, textarea");
  };
  document.addEventListener("htmx:beforeSwap", (event) => {
    const part = event.detail.target;
    if (!part.matches?.("[data-live-part]")) return;
    if (finger || typing(part)) { event.detail.shouldSwap = false; return; }
    const open = Array.from(part.querySelectorAll("details[open][id]"), (d) => d.id);
    const at = document.activeElement?.id && part.contains(document.activeElement) ? document.activeElement.id : null;
    const scrolled = Array.from(part.querySelectorAll("[data-scrolls]"), (list) => [list.id, list.scrollTop]);
    setTimeout(() => {
      for (const [id, top] of scrolled) document.getElementById(id)?.scrollTo(0, top);
      for (const id of open) document.getElementById(id)?.setAttribute("open", "");
      if (at) document.getElementById(at)?.focus();
    }, 0);
  });

  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const filter = () => {
    const wanted = plain(document.querySelector("[data-filter]")?.value || "");
    for (const player of document.querySelectorAll(".player")) player.hidden = !plain(player.textContent).includes(wanted);
  };
  document.addEventListener("htmx:afterSwap", filter);
  document.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) filter(); });

  // Tie-breaks count in the order they are tapped: what is ticked stands first, the last tapped after the others.
  document.addEventListener("change", (event) => {
    const chips = event.target.closest("[data-ordered]");
    if (!chips) return;
    const chip = event.target.closest(".chip");
    const next = Array.from(chips.children).find((each) => each !== chip && !each.querySelector("input").checked);
    chips.insertBefore(chip, next || null);
    event.target.focus();
  });

  document.addEventListener("click", (event) => {
    const sign = event.target.closest("[data-sign]");
    if (!sign) return;
    const input = sign.parentElement.querySelector("input");
    const value = input.value.trim().replace("−", "-");
    input.value = value.startsWith("-") ? value.slice(1) : "-" + value.replace("+", "");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  });
  document.addEventListener("input", (event) => {
    const lines = event.target.closest("[data-balanced]");
    if (!lines) return;
    const sum = Array.from(lines.querySelectorAll("input"), (i) => Number(i.value.replace("−", "-")) || 0).reduce((a, b) => a + b, 0);
    const out = lines.querySelector("output");
    out.textContent = sum < 0 ? "−" + -sum : String(sum);
    out.classList.toggle("wrong", sum !== 0);
  });
})();
