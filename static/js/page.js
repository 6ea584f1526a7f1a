// What every part of the program asks about the page.

export const byId = (id) => document.getElementById(id);
export const table = () => byId("table");
export const shown = () => Number(table()?.dataset.seq ?? -1);

let finger = false;
addEventListener("pointerdown", () => { finger = true; });
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => { finger = false; }, 50));

// Whether a finger lies on the screen: nothing is put in the place of what it is pressing, its tap would be lost.
export const pressing = () => finger;
export const release = () => { finger = false; };

export async function lifted() {
  for (let waits = 0; finger && waits < 100; waits++) await new Promise((go) => setTimeout(go, 20));
}
