// The service worker, over https only: while the laptop is off, a table's page loads as it was last seen.
// The server puts VERSION and ASSETS before this (referee/web/offline.py), and says which pages may be kept (X-Keep).
const SHELL = `shell-${VERSION}`, PAGES = "pages", OFFLINE = "/offline";
const WAIT_MS = 4000, KEPT_MS = 18 * 3600 * 1000;
const TABLE = /^\/t\/[^/]+$/;

addEventListener("install", (event) => {
  skipWaiting();  // a tablet never closes its page
  const fresh = [OFFLINE, ...ASSETS].map((url) => new Request(url, { cache: "reload" }));
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(fresh)));
});

addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  for (const name of await caches.keys()) if (name !== SHELL && name !== PAGES) await caches.delete(name);
  await clients.claim();
}

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, url.pathname));
  else if (url.pathname.startsWith("/static/")) event.respondWith(asset(request));
});

// A page loaded before the worker was active asks to be kept.
addEventListener("message", (event) => {
  const path = new URL(event.source.url).pathname;
  event.waitUntil(fetch(path, { credentials: "same-origin" }).then((answer) => keep(path, answer)).catch(() => {}));
});

function within(ms, promise) {
  return Promise.race([promise, new Promise((_, fail) => setTimeout(() => fail(new Error("late")), ms))]);
}

async function page(event, path) {
  const kept = await keptPage(path);
  try {
    const answer = await (kept ? within(WAIT_MS, fetch(event.request)) : fetch(event.request));
    event.waitUntil(keep(path, answer.clone()));
    return answer;
  } catch {
    return kept ? asKept(kept) : offline();
  }
}

// A file of a version never changes; a page kept from an earlier version gets the present file.
async function asset(request) {
  const now = new URL(request.url).pathname.replace(/^\/static\/[0-9a-f]{16}\//, `/static/${VERSION}/`);
  return await caches.match(now, { ignoreVary: true }) ?? fetch(request);
}

// Keep a table's page if the server allows it, else delete it. The table saved beside it (kept.js) is then older.
async function keep(path, answer) {
  if (!TABLE.test(path) || answer.type !== "basic" || answer.status >= 500) return;
  const pages = await caches.open(PAGES);
  await pages.delete(`/kept${path}`);
  if (!answer.ok || !answer.headers.has("X-Keep")) return void await pages.delete(path);
  const headers = { "X-Kept-At": Date.now() };
  for (const name of ["Content-Type", "Content-Security-Policy"]) headers[name] = answer.headers.get(name);
  await pages.put(path, new Response(await answer.text(), { headers }));
}

async function keptPage(path) {
  const pages = await caches.open(PAGES), kept = await pages.match(path);
  if (!kept || Date.now() - kept.headers.get("X-Kept-At") < KEPT_MS) return kept;
  await pages.delete(`/kept${path}`);
  await pages.delete(path);
  return undefined;
}

async function asKept(kept) {
  const text = await kept.text();
  return new Response(text.replace("<html ", "<html data-kept "), { headers: kept.headers });
}

// The page that lists, by title, what can be opened without the laptop.
async function offline() {
  const answer = await caches.match(OFFLINE), pages = await caches.open(PAGES), rows = [];
  for (const { url } of await pages.keys()) {
    const path = new URL(url).pathname, kept = TABLE.test(path) && await keptPage(path);
    const title = kept && (await kept.text()).match(/<title>([^<]*)<\/title>/);
    if (title) rows.push(`<li><a class="button" href="${path}">${title[1]}</a></li>`);
  }
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": answer.headers.get("Content-Security-Policy") };
  return new Response((await answer.text()).replace("<!-- kept -->", rows.join("")), { headers });
}
