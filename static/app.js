"use strict";
// Taps are kept in order, each with its own key, until the table has answered; htmx does the rest of the page.
(() => {
  const WAIT_MS = 8000, POLL_MS = 1000, RETRY_MS = [1000, 2000, 4000, 8000], TWICE_MS = 400;
  const byId = (id) => document.getElementById(id);
  const table = () => byId("table");
  const shown = () => Number(table()?.dataset.seq ?? -1);
  document.documentElement.classList.add("js");

  const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

  // --- the store: the array below is what counts, IndexedDB its copy for a reload; without it memory has to do
  let queue = [];
  const database = new Promise((done) => {
    try {
      const opening = indexedDB.open("referee", 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore("taps", { keyPath: "key" });
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => done(null);
    } catch { done(null); }
  });
  const kept = async (act) => {
    const db = await database;
    if (!db) return null;
    return new Promise((done) => {
      const doing = act(db.transaction("taps", "readwrite").objectStore("taps"));
      doing.onsuccess = () => done(doing.result);
      doing.onerror = () => done(null);
    });
  };
  const keep = (tap) => kept((taps) => taps.put(tap));
  const forget = (tap) => { queue = queue.filter((other) => other !== tap); kept((taps) => taps.delete(tap.key)); };

  // --- sending
  let sending = false, failures = 0, again = 0, lost = false, behindNews = false;

  const fetched = async (url, options = {}) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), WAIT_MS);
    try {
      const answer = await fetch(url, { ...options, signal: stop.signal, cache: "no-store", credentials: "same-origin",
        headers: { "HX-Request": "true", "HX-Target": "table", ...options.headers } });
      return { status: answer.status, seq: answer.headers.get("X-Sequence"), html: await answer.text() };
    } catch { return null; } finally { clearTimeout(timer); }
  };

  const post = (tap) => {
    const body = new URLSearchParams(tap.body);
    body.set("csrf_token", document.querySelector("meta[name=csrf-token]").content);
    body.set("key", tap.key);
    body.set("seq", tap.seq);
    if (tap.blind) body.set("behind", "1");
    return fetched(tap.url, { method: "POST", body });
  };

  async function pump() {
    clearTimeout(again);
    const tap = queue[0];
    if (sending || !tap || tap.held) return paint();
    sending = true;
    tap.tried = true;
    await keep(tap);
    paint();
    const answer = await post(tap);
    sending = false;
    // An answer without a sequence number is not the table's: a server in trouble, a captive portal, a proxy.
    if (!answer || answer.status >= 500 || answer.status === 429 || (answer.status < 400 && answer.seq === null)) {
      lost = true;
      again = setTimeout(pump, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
      return paint();
    }
    lost = false;
    failures = 0;
    const refused = answer.status >= 400;
    if (refused && answer.seq === null) { tap.held = true; await keep(tap); return paint(); }
    forget(tap);
    const next = queue[0];
    if (next) {
      next.held = refused;
      if (next.behind) next.seq = answer.seq;
      await keep(next);
    }
    if (tap.table === table()?.dataset.table) show(answer);
    pump();
  }

  // --- showing
  let finger = false, touched = false;

  function show(answer) {
    if (Number(answer.seq) < shown()) return;
    const fouls = Number(table().dataset.fouls);
    const open = Array.from(table().querySelectorAll("details[open][id]"), (d) => d.id);
    const said = table().dataset.say;
    htmx.swap("#table", answer.html, { swapStyle: "outerHTML" }, { select: "#table" });
    for (const id of open) byId(id)?.setAttribute("open", "");
    touched = behindNews = false;
    if (Number(table().dataset.fouls) > fouls) navigator.vibrate?.([80, 60, 80]);
    if (table().dataset.say !== said) byId("say").textContent = table().dataset.say;
    paint();
  }

  function paint() {
    const badge = byId("badge"), bar = byId("contact");
    const held = Boolean(queue[0]?.held);
    badge.hidden = !table() && !queue.length;
    badge.className = "badge" + (lost ? " lost" : queue.length ? " waiting" : "");
    const text = lost && !queue.length ? badge.dataset.lost : queue.length ? badge.dataset.waiting.replace("{n}", queue.length) : badge.dataset.saved;
    if (badge.textContent !== text) badge.textContent = text;
    const unsaved = held || (queue.length > 0 && lost);
    bar.hidden = !unsaved && !behindNews;
    const words = (part, value) => { if (bar.querySelector(part).textContent !== value) bar.querySelector(part).textContent = value; };
    words("strong", unsaved ? bar.dataset.unsaved : "");
    words("span", unsaved ? `${held ? bar.dataset.held : bar.dataset.kept} ${queue.map((tap) => tap.label).join(" · ")}` : bar.dataset.behind);
    bar.querySelector("[data-do=retry]").hidden = !unsaved;
    bar.querySelector("[data-do=drop]").hidden = !held;
    bar.querySelector("[data-do=show]").hidden = unsaved;
  }

  byId("contact").addEventListener("click", async (event) => {
    const what = event.target.dataset.do;
    if (what === "show") { touched = finger = false; poll(); }
    if (what === "drop") for (const tap of queue.slice()) forget(tap);
    if (what === "retry" && queue[0]) {
      if (queue[0].held) { queue[0].held = false; queue[0].seq = Math.max(shown(), Number(queue[0].seq)); }
      pump();
    }
    paint();
  });

  // --- tapping
  let last = { line: "", at: 0 };

  document.addEventListener("htmx:confirm", (event) => {
    const form = event.detail.elt;
    if (!form.matches("form[data-tap]")) return;
    event.preventDefault();
    const button = event.detail.triggeringEvent.submitter;
    if (button?.getAttribute("aria-disabled")) return;
    const body = new FormData(form);
    if (button?.name) body.append(button.name, button.value);
    const line = new URLSearchParams(body);
    for (const name of ["csrf_token", "key", "seq"]) line.delete(name);
    if (line.toString() === last.line && Date.now() - last.at < TWICE_MS) return;
    last = { line: line.toString(), at: Date.now() };
    const behind = queue.length > 0;
    const untried = queue[queue.length - 1];
    if (line.get("fact") === "undo" && behind && !untried.tried) { forget(untried); return paint(); }
    const label = button?.getAttribute("aria-label") || button?.textContent.trim() || "";
    const tap = { key: freshKey(), at: Date.now() + performance.now() % 1, table: table().dataset.table, url: form.action,
      seq: body.get("seq"), body: line.toString(), label, behind, blind: behind && !("acting" in table().dataset), tried: false, held: false };
    queue.push(tap);
    keep(tap);
    button?.classList.add("sent");
    form.closest("details")?.removeAttribute("open");
    pump();
  });

  // --- seeing what other devices record
  let polling = false;

  async function poll() {
    const live = table()?.dataset.live;
    if (!live || document.hidden || polling || sending || queue.length || finger) return;
    polling = true;
    const before = last.at, seq = shown();
    const answer = await fetched(`${live}${live.includes("?") ? "&" : "?"}seq=${seq}`);
    polling = false;
    lost = !answer || answer.status >= 500;
    if (before === last.at && seq === shown() && !finger && answer?.status === 200 && Number(answer.seq) > seq) {
      if (touched) behindNews = true; else show(answer);
    }
    paint();
  }
  setInterval(poll, POLL_MS);
  addEventListener("online", pump);
  addEventListener("pointerdown", () => { finger = true; });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => { finger = false; }, 50));

  document.addEventListener("input", (event) => {
    if (event.target.name && event.target.form && table()?.contains(event.target)) touched = true;
    const form = event.target.form;
    const chosen = form?.querySelector("[data-chosen]");
    if (chosen) chosen.textContent = chosen.dataset.chosen.replace("{n}", form.querySelectorAll("[name=card]:checked").length).replace("{count}", chosen.dataset.count);
    const tally = event.target.closest("[data-sum]");
    if (tally) tally.querySelector("output").textContent = Array.from(tally.querySelectorAll(":checked"), (i) => Number(i.value)).reduce((a, b) => a + b, 0) + " / " + tally.dataset.sum;
  });
  document.addEventListener("click", (event) => {
    const by = event.target.closest("[data-step]");
    if (!by) return;
    const input = by.parentElement.querySelector("input");
    const value = Number(input.value) + Number(by.dataset.step);
    input.value = Math.min(Math.max(value, Number(input.min || -Infinity)), Number(input.max || Infinity));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // --- htmx: an older part than the one shown is dropped; a page out of reach is said
  document.addEventListener("htmx:beforeSwap", (event) => {
    const seq = event.detail.xhr.getResponseHeader("X-Sequence");
    if (seq !== null && Number(seq) < shown()) event.detail.shouldSwap = false;
  });
  for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(name, () => { lost = true; paint(); });

  // --- keyboard: h10, t21, ex, ?, u
  let typed = "";
  const spell = (text) => { typed = text; const hint = byId("typed"); hint.textContent = text; hint.hidden = !text; };

  document.addEventListener("keydown", (event) => {
    if (!byId("typed") || !("shortcuts" in document.documentElement.dataset)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=radio], [type=checkbox]), textarea, select")) return;
    const keys = Array.from(table().querySelectorAll("[data-key]")).filter((key) => !key.closest("details:not([open])"));
    const press = (key) => { event.preventDefault(); spell(""); key.click(); };
    if (event.key === "Escape") return spell("");
    if (event.key === "Backspace" && typed) { event.preventDefault(); return spell(typed.slice(0, -1)); }
    if (event.key === "Enter" && typed) {
      const key = keys.find((each) => each.dataset.key === typed);
      event.preventDefault();
      return key ? press(key) : spell("");
    }
    if (event.key.length !== 1 || event.key === " ") return;
    const text = typed + event.key.toLowerCase();
    const fitting = keys.filter((key) => key.dataset.key.startsWith(text));
    if (!fitting.length) return;
    event.preventDefault();
    if (fitting.length === 1) press(fitting[0]); else spell(text);
  });

  // --- screen kept awake where the browser can, a hint where not
  const awake = () => { if (table() && !document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };
  document.addEventListener("visibilitychange", () => { awake(); poll(); });
  awake();
  if (!navigator.wakeLock && byId("wake-hint")) byId("wake-hint").hidden = false;

  kept((taps) => taps.getAll()).then((left) => {
    const early = new Set(queue.map((tap) => tap.key));
    queue = [...(left ?? []).filter((tap) => !early.has(tap.key)).sort((a, b) => a.at - b.at), ...queue];
    pump();
  });
})();
