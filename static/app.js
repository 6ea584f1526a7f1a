"use strict";
// Taps are kept in order, each with its own key, until the table has answered; htmx does the rest of the page.
(() => {
  const WAIT_MS = 8000, POLL_MS = 1000, RETRY_MS = [1000, 2000, 4000, 8000], TWICE_MS = 400, OPENING_MS = 1500;
  const byId = (id) => document.getElementById(id);
  const table = () => byId("table");
  const shown = () => Number(table()?.dataset.seq ?? -1);
  document.documentElement.classList.add("js");

  const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

  // --- the store: the array below is what counts, IndexedDB its copy for a reload; without it memory has to do
  let queue = [], ready = false;
  const database = new Promise((done) => {
    setTimeout(() => done(null), OPENING_MS);
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
      try {
        const doing = act(db.transaction("taps", "readwrite").objectStore("taps"));
        doing.onsuccess = () => done(doing.result);
        doing.onerror = () => done(null);
      } catch { done(null); }
    });
  };
  const keep = (tap) => kept((taps) => taps.put(tap));
  const forget = (tap) => { queue = queue.filter((other) => other !== tap); kept((taps) => taps.delete(tap.key)); };
  // What waits at the table that is shown; elsewhere, whatever waits. A table that waits for a person holds up no other.
  const here = () => (table() ? queue.filter((tap) => tap.table === table().dataset.table) : queue);
  const holding = () => new Set(queue.filter((tap) => tap.held).map((tap) => tap.table));
  const due = () => { const held = holding(); return queue.find((tap) => !held.has(tap.table)); };

  // --- sending
  let sending = false, failures = 0, again = 0, lost = false, behindNews = false, heldAt = 0;

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
    const tap = due();
    if (!ready || sending || !tap) return paint();
    sending = true;
    tap.tried = true;
    await keep(tap);
    paint();
    const answer = await post(tap);
    await lifted();
    sending = false;
    // An answer without a sequence number is not the table's: a server in trouble, a captive portal, a proxy.
    if (!answer || answer.status >= 500 || answer.status === 429 || (answer.status < 400 && answer.seq === null)) {
      lost = true;
      again = setTimeout(pump, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]);
      return paint();
    }
    lost = false;
    failures = 0;
    await answered(tap, answer);
    pump();
  }

  // The table has taken a tap, or refused it: then those made after it wait for a person, and so does this one where
  // another device was quicker, unless with the very same.
  async function answered(tap, answer) {
    const refused = answer.status >= 400;
    const next = queue.find((other) => other.table === tap.table && other !== tap);
    const settled = answer.status !== 409 || (!next && answer.html.includes("data-same"));
    const stays = refused && (answer.seq === null || !settled);
    if (stays) { tap.held = true; await keep(tap); } else forget(tap);
    if (next && !stays) {
      next.held = refused;
      if (next.behind) next.seq = answer.seq;
      await keep(next);
    }
    if (answer.seq === null || tap.table !== table()?.dataset.table) return paint();
    show(answer);
    if (stays) table().querySelector(".notice form")?.remove();
    if (answer.status === 422) refill(tap);
  }

  // --- showing
  let finger = false, touched = false;

  // Nothing is put in the place of what a finger is pressing: its tap would be lost.
  const lifted = async () => {
    for (let waits = 0; finger && waits < 100; waits++) await new Promise((go) => setTimeout(go, 20));
  };

  function show(answer) {
    if (Number(answer.seq) < shown()) return;
    const fouls = Number(table().dataset.fouls);
    const open = Array.from(table().querySelectorAll("details[open][id]"), (d) => d.id);
    const said = table().dataset.say, focused = table().contains(document.activeElement);
    htmx.swap("#table", answer.html, { swapStyle: "outerHTML" }, { select: "#table" });
    for (const id of open) byId(id)?.setAttribute("open", "");
    if (focused && !table().contains(document.activeElement)) table().querySelector(".ask h2")?.focus({ preventScroll: true });
    touched = behindNews = false;
    if (Number(table().dataset.fouls) < fouls) table().querySelector(".now").scrollIntoView({ block: "nearest" });
    if (Number(table().dataset.fouls) > fouls) navigator.vibrate?.([80, 60, 80]);
    if (table().dataset.say !== said) byId("say").textContent = table().dataset.say;
    paint();
  }

  // A form that was refused stands again as it was filled in.
  function refill(tap) {
    const said = new URLSearchParams(tap.body);
    const kind = Array.from(table().querySelectorAll("form input[name=kind]")).find((input) => input.value === said.get("kind"));
    if (!kind) return;
    for (const input of kind.form.elements) {
      if (input.type === "radio" || input.type === "checkbox") input.checked = said.getAll(input.name).includes(input.value);
      else if (input.type === "text") input.value = said.get(input.name) ?? "";
      if (input.checked || input.type === "text") for (let fold = input.closest("details"); fold && table().contains(fold); fold = fold.parentElement.closest("details")) fold.open = true;
    }
    tell(kind.form);
  }

  function paint() {
    const badge = byId("badge"), bar = byId("contact");
    const waiting = here(), held = waiting.some((tap) => tap.held);
    badge.hidden = !table() && !waiting.length;
    badge.className = "badge" + (lost ? " lost" : waiting.length ? " waiting" : "");
    const text = lost && !waiting.length ? badge.dataset.lost : waiting.length ? badge.dataset.waiting.replace("{n}", waiting.length) : badge.dataset.saved;
    if (badge.textContent !== text) badge.textContent = text;
    heldAt = held ? heldAt || Date.now() : 0;
    const unsaved = held || (waiting.length > 0 && lost);
    bar.hidden = !unsaved && !behindNews;
    const words = (part, value) => { if (bar.querySelector(part).textContent !== value) bar.querySelector(part).textContent = value; };
    words("strong", unsaved ? bar.dataset.unsaved : "");
    words("span", unsaved ? (held ? bar.dataset.held : bar.dataset.kept) : bar.dataset.behind);
    list(unsaved ? waiting : [], held);
    bar.querySelector("[data-do=retry]").hidden = !unsaved;
    bar.querySelector("[data-do=drop]").hidden = !held;
    bar.querySelector("[data-do=show]").hidden = unsaved;
  }

  // The taps that wait, in order; each may be dropped by itself while they wait for a decision.
  function list(waiting, held) {
    const into = byId("contact").querySelector(".waiting");
    const same = JSON.stringify([waiting.map((tap) => tap.key), held]);
    if (into.dataset.same === same) return;
    into.dataset.same = same;
    into.replaceChildren(...waiting.map((tap) => {
      const row = document.createElement("li"), word = document.createElement(held ? "button" : "span");
      word.textContent = held ? `${tap.label} ×` : tap.label;
      if (held) Object.assign(word, { type: "button", className: "button", ariaLabel: byId("contact").dataset.drop.replace("{tap}", tap.label) }).dataset.key = tap.key;
      row.append(word);
      return row;
    }));
    into.scrollTop = into.scrollHeight;
  }

  byId("contact").addEventListener("click", (event) => {
    const what = event.target.dataset.do, one = queue.find((tap) => tap.key === event.target.dataset.key);
    const waiting = here(), wasHeld = waiting.some((tap) => tap.held);
    if (wasHeld && Date.now() - heldAt < TWICE_MS) return;  // meant for what stood there a moment before
    if (what === "show") { touched = finger = false; poll(); }
    if (what === "drop") waiting.forEach(forget);
    if (one) {
      forget(one);
      const first = here()[0];
      if (first && wasHeld) { first.held = true; keep(first); }
    }
    if (what === "retry") {
      // Whoever sends them has seen what stands there now: they follow it.
      for (const tap of waiting) if (tap.held) Object.assign(tap, { held: false, seq: Math.max(shown(), Number(tap.seq)) });
      const next = waiting.find((tap) => !tap.tried);
      if (next) next.behind = true;
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
    const waiting = here(), behind = waiting.length > 0;
    const untried = waiting[waiting.length - 1];
    if (line.get("fact") === "undo" && behind && !untried.tried && !untried.held) { forget(untried); return paint(); }
    const label = button?.getAttribute("aria-label") || button?.textContent.trim() || "";
    const at = Math.max(Date.now(), ...queue.map((other) => other.at + 1));
    const tap = { key: freshKey(), at, table: table().dataset.table, url: form.action,
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
    if (!live || document.hidden || polling || sending || here().length || finger) return;
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
    if (event.target.form) tell(event.target.form, event.target);
  });

  const sum = (inputs) => Array.from(inputs, (input) => Number(input.dataset.adds ?? input.value)).reduce((a, b) => a + b, 0);

  // What a form comes to so far: cards ticked, a number by its digits, a tally and what is left of it for the last row.
  function tell(form, by) {
    const chosen = form.querySelector("[data-chosen]");
    if (chosen) chosen.textContent = chosen.dataset.chosen.replace("{n}", form.querySelectorAll("[name=card]:checked").length).replace("{count}", chosen.dataset.count);
    for (const digits of form.querySelectorAll(".digits")) {
      const tapped = digits.querySelectorAll(":checked");
      digits.querySelector("output").textContent = Array.from(tapped).some((input) => !input.defaultChecked) ? String(sum(tapped)).replace(/^0?\.5|\.5$/, "½") : "";
    }
    for (const tally of form.querySelectorAll("[data-sum]")) {
      const rows = Array.from(tally.querySelectorAll(".tally-row")), open = rows.filter((row) => !row.querySelector(":checked"));
      const all = Number(tally.dataset.sum), left = all - sum(tally.querySelectorAll(":checked"));
      const last = open.length === 1 && by && tally.contains(by) && open[0].querySelector(`input[value="${left}"]`);
      if (last) last.checked = true;
      tally.querySelector("output").textContent = `${last ? all : all - left} / ${all}`;
    }
  }

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

  // --- the page turned round for who sits opposite, at once and remembered
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-turn]");
    if (!form) return;
    event.preventDefault();
    const button = form.querySelector("button");
    const body = new URLSearchParams(new FormData(form));
    body.set(button.name, button.value);
    const turned = document.documentElement.classList.toggle("turned", button.value === "yes");
    button.value = turned ? "no" : "yes";
    scrollTo(0, 0);
    fetch(form.action, { method: "POST", body, redirect: "manual", credentials: "same-origin" }).catch(() => {});
  });

  // --- screen kept awake where the browser can, a hint where not
  const awake = () => { if (table() && !document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };
  document.addEventListener("visibilitychange", () => { awake(); poll(); });
  awake();
  const seen = (what, now) => {
    try { return now ? localStorage.setItem(what, "seen") : localStorage.getItem(what); } catch { return null; }
  };
  if (!navigator.wakeLock && byId("wake-hint")) byId("wake-hint").hidden = Boolean(seen("wake"));
  document.addEventListener("click", (event) => {
    const read = event.target.closest("[data-seen]");
    if (read) { seen(read.dataset.seen, true); read.parentElement.hidden = true; }
  });

  kept((taps) => taps.getAll()).then((left) => {
    const early = new Set(queue.map((tap) => tap.key));
    const before = (left ?? []).filter((tap) => !early.has(tap.key)).sort((a, b) => a.at - b.at);
    for (const tap of queue) if (before.some((other) => other.table === tap.table)) tap.behind = true;
    queue = [...before, ...queue];
    ready = true;
    pump();
  });
})();
