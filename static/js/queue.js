// The taps that wait for an answer, in order. The array counts; IndexedDB, where it works, has a copy for a reload. A
// tap answered at once is never copied.
// A tap: {key, at, table, url, seq, body, label, who, cards, place, behind, blind, tried, held}; `place` of a seat out of turn.
import { table } from "./page.js";

const COPY_MS = 40;
let queue = [], added = 0;

const database = new Promise((done) => {
  try {
    const opening = indexedDB.open("referee", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("taps", { keyPath: "key" });
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => done(null);
  } catch { done(null); }
});

async function stored(act) {
  const db = await database;
  if (!db) return null;
  return new Promise((done) => {
    try {
      const work = db.transaction("taps", "readwrite"), doing = act(work.objectStore("taps"));
      work.commit?.();  // a page that is being left does not wait for it
      doing.onsuccess = () => done(doing.result);
      doing.onerror = () => done(null);
    } catch { done(null); }
  });
}

export const all = () => queue;
export const count = () => added;  // how many taps were made on this page

// Copy a tap after the frame that shows it; at once when the page is left or says that taps are kept.
const uncopied = new Set(), copied = new Set();

export function keep(tap) {
  if (!uncopied.size) setTimeout(copy, COPY_MS);
  uncopied.add(tap);
}

export function copy() {
  for (const tap of uncopied) {
    copied.add(tap.key);
    stored((taps) => taps.put(tap));
  }
  uncopied.clear();
}
addEventListener("pagehide", copy);
document.addEventListener("visibilitychange", copy);

export function add(tap) {
  queue.push(tap);
  added += 1;
  keep(tap);
}

export function forget(tap) {
  queue = queue.filter((other) => other !== tap);
  uncopied.delete(tap);
  if (copied.delete(tap.key)) stored((taps) => taps.delete(tap.key));
}

// The taps that wait for the table shown; where no table is shown, all.
export const here = () => (table() ? queue.filter((tap) => tap.table === table().dataset.table) : queue);

// The next tap to send. A table whose taps wait for a person does not hold up other tables.
export function due() {
  const held = new Set(queue.filter((tap) => tap.held).map((tap) => tap.table));
  return queue.find((tap) => !held.has(tap.table));
}

// Put taps left by an earlier page before those made meanwhile. A database may open late, or never.
export async function restore() {
  const left = await stored((taps) => taps.getAll());
  const early = new Set(queue.map((tap) => tap.key));
  const before = (left ?? []).filter((tap) => !early.has(tap.key)).sort((a, b) => a.at - b.at);
  for (const tap of queue) if (before.some((other) => other.table === tap.table)) tap.behind = true;
  for (const tap of before) copied.add(tap.key);
  queue = [...before, ...queue];
}
