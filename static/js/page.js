// What the other modules ask about the page.

export const byId = (id) => document.getElementById(id);
export const table = () => document.querySelector("#table[data-live]");
export const shown = () => Number(table()?.dataset.seq ?? -1);

const CLICK_MS = 50, LONGEST_MS = 2000;  // a click comes soon after the finger, if at all
let finger = null, waiting = [];

export function release() {
  finger = null;
  for (const go of waiting.splice(0)) go();
}
addEventListener("pointerdown", ({ target }) => { finger = { target }; });
addEventListener("click", release);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => {
    const own = finger;
    setTimeout(() => { if (finger === own) release(); }, CLICK_MS);
  });
}

// Whether a finger is on the screen: replacing the element under it would lose its tap.
export const pressing = () => finger !== null;

// Resolves once no finger is on the screen, but for one on an element matching `spares`.
export function lifted(spares = "") {
  if (!finger || (spares && finger.target.closest?.(spares))) return Promise.resolve();
  return new Promise((go) => { waiting.push(go); setTimeout(go, LONGEST_MS); });
}
