// Send taps one by one, each with its own key, until the table answers.
import { paint, state, tellMeanwhile, told } from "./contact.js";
import { lifted, table } from "./page.js";
import { all, due, forget, keep } from "./queue.js";
import { refill, show } from "./table.js";

const WAIT_MS = 8000, RETRY_MS = [1000, 2000, 4000, 8000];
let ready = false, sending = false, failures = 0, again = 0;

export const busy = () => sending;

// An answer as {status, seq, html, base}, null where none came in time. `base` is the state of the table to which its
// pieces apply, null for the whole part.
export async function ask(url, options = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), WAIT_MS);
  const shows = table()?.dataset.shows ?? "";
  const headers = { "HX-Request": "true", "HX-Target": "table", "X-Shows": shows, ...options.headers };
  try {
    const answer = await fetch(url, { ...options, headers, signal: stop.signal, cache: "no-store", credentials: "same-origin" });
    const base = answer.headers.has("X-Pieces") ? shows : null;
    return { status: answer.status, seq: answer.headers.get("X-Sequence"), html: await answer.text(), base };
  } catch { return null; } finally { clearTimeout(timer); }
}

function post(tap) {
  const body = new URLSearchParams(tap.body);
  body.set("csrf_token", document.querySelector("meta[name=csrf-token]").content);
  body.set("key", tap.key);
  body.set("seq", tap.seq);
  if (tap.blind) body.set("behind", "1");
  return ask(tap.url, { method: "POST", body });
}

export function begin() {
  ready = true;
  send();
}

export async function send() {
  clearTimeout(again);
  const tap = due();
  if (!ready || sending || !tap) return paint();
  sending = true;
  tap.tried = true;
  const answering = post(tap);  // sent before anything is drawn
  keep(tap);
  paint();
  const answer = await answering;
  const stands = answer?.html.includes('id="pad"') ? "#bar" : "#pad, #bar";
  await lifted(answer?.base ? stands : "");
  sending = false;
  // An answer without a sequence number is not the table's: a server in trouble, a captive portal, a proxy.
  if (!answer || answer.status >= 500 || answer.status === 429 || (answer.status < 400 && answer.seq === null)) {
    state.lost = true;
    again = setTimeout(send, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
    return paint();
  }
  state.lost = false;
  failures = 0;
  settle(tap, answer);
  send();
}

// Settle an answered tap. If it was refused, the taps after it wait for a person; so does this one where another device
// was quicker, unless with the same tap. Where that device has recorded nothing else, the taps after it go on.
function settle(tap, answer) {
  const refused = answer.status >= 400;
  const next = all().find((other) => other.table === tap.table && other !== tap);
  const same = answer.status === 409 && answer.html.match(/ data-same="(\w*)"/);
  const stays = refused && (answer.seq === null || (answer.status === 409 && !same));
  if (stays) {
    tap.held = true;
    keep(tap);
  } else forget(tap);
  if (next && !stays) {
    next.held = refused && same?.[1] !== "alone";
    if (next.behind) next.seq = answer.seq;
    keep(next);
  }
  if (answer.seq === null || tap.table !== table()?.dataset.table) return paint();
  show(answer, tap);
  const notice = refused && table().querySelector("#strip .notice");
  if (stays) notice?.querySelector("form")?.remove();
  if (notice) tellMeanwhile(stays ? notice.querySelector(".meanwhile")?.textContent : `${told(tap)} – ${notice.querySelector(".told, p").textContent}`);
  if (answer.status === 422) refill(tap);
}

addEventListener("online", send);
