// Show what other devices record: an event stream tells of it while the page is visible; without a stream, poll.
import { paint, state } from "./contact.js";
import { pressing, shown, table } from "./page.js";
import { count, here } from "./queue.js";
import { ask, busy } from "./send.js";
import { door, filledIn, show } from "./table.js";

const POLL_MS = 2000, AWAY_MS = 5000, PRESENT_MS = 30000, LIFT_MS = 80;
let stream = null, begun = false, toldAt = 0, askedAt = 0, newest = -1, looking = false, stale = false;

// Whether taps are under way; those that wait for a person hold nothing up.
const waits = () => here().length > 0 && !here().some((tap) => tap.held);

// Fetch what was recorded elsewhere; not while taps are under way or a finger is on the screen, but soon after.
export async function look() {
  const live = table()?.dataset.live;
  if (!live || document.hidden || looking || busy() || waits() || pressing()) return;
  looking = true;
  askedAt = performance.now();
  const taps = count(), seq = shown();
  const answer = await (stale ? ask(live, { headers: { "X-Shows": "" } }) : ask(`${live}${live.includes("?") ? "&" : "?"}seq=${seq}`));
  looking = false;
  state.lost = !answer || answer.status >= 500;
  const still = taps === count() && seq === shown() && !pressing();
  if (still && answer?.status === 200 && (stale || Number(answer.seq) > seq)) {
    stale = false;
    if (filledIn()) state.behind = true; else show(answer);
  }
  paint();
}

// An answer did not fit what is shown: fetch the whole part as soon as possible.
document.addEventListener("stale", () => {
  stale = true;
  look();
});

function listen() {
  if (!table() || stream || document.hidden) return;
  stream = new EventSource(table().dataset.news);
  toldAt = performance.now();
  stream.onopen = () => {
    toldAt = performance.now();
    if (begun) door();  // what was told while there was no stream
    begun = true;
  };
  stream.onerror = look;
  stream.onmessage = ({ data }) => {
    toldAt = performance.now();
    const [what, seq] = data.split(" ");
    if (what === "door") return door();
    newest = Number(seq);
    if (newest > shown()) look();
  };
}

function hush() {
  stream?.close();
  stream = null;
}

// Ask again for what could not be shown at once, and for what no stream told.
function tend() {
  if (document.hidden || !table()) return;
  const now = performance.now();
  if (stream?.readyState === EventSource.OPEN) toldAt = now;
  if (stream?.readyState === EventSource.CLOSED) hush();
  listen();
  const away = now - toldAt > AWAY_MS;
  if (away || now - askedAt > PRESENT_MS) door();
  if (stale || (newest > shown() && !state.behind) || state.lost || now - askedAt > (away ? POLL_MS - 100 : PRESENT_MS)) look();
}

addEventListener("pointerup", () => setTimeout(() => { if (newest > shown() && !state.behind) look(); }, LIFT_MS));
setInterval(tend, POLL_MS);
addEventListener("pagehide", hush);
addEventListener("pageshow", listen);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return hush();
  listen();
  look();
});
// No link leads to a browser's error page. The script that sends forms comes with the first touch.
addEventListener("click", (event) => { if (state.lost && table() && event.target.closest?.("a[href]")) event.preventDefault(); });
for (const first of ["pointerdown", "keydown"]) addEventListener(first, () => { if (table()) import("./away.js"); }, { once: true });
