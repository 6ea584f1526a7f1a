// Every form without a way of its own is sent by this script, with its key, until the laptop has answered; so what is
// typed stays, and no form or link leads to a browser's error page. While the laptop is away, the page says so.
import { byId, table } from "./page.js";

const TICK_MS = 250, PATIENCE_MS = 900, LINK_MS = 5000, TRIES = 4;
const bar = byId("away"), directs = document.body.matches(".directs");
const SILENT_MS = directs ? 1000 : 2000;  // parts of other pages ask every two seconds by themselves
let answered = performance.now(), there = true, looking = null, sending = false;
let refusal = null;  // why the last form was not taken: its title and text
let waiting = [];  // forms sent and not answered yet: {form, way, url, body, lost}
let onward = null;  // the link that was followed while a form was still on its way
let leaving = false;  // another page is on its way: what is pressed now is the browser's, and takes its place

async function reach(patience) {
  try {
    return (await fetch(bar.dataset.ask, { cache: "no-store", signal: AbortSignal.timeout(patience) })).ok;
  } catch { return false; }
}

async function ask() {
  there = await reach(PATIENCE_MS);
  if (there) answered = performance.now(); else onward = null;
  tell();
  if (there) send();
}

const look = () => looking ??= ask().finally(() => { looking = null; });

// A table tells by itself that the laptop is away (contact.js).
function tell() {
  const kept = waiting.length > 0;
  const [title, text] = there ? refusal ?? ["", ""] : [bar.dataset.lost, kept ? bar.dataset.kept : ""];
  bar.hidden = !title || (!there && table() !== null && !kept);
  bar.querySelector("strong").textContent = title;
  bar.lastElementChild.textContent = text;
}

function watch() {
  const concerns = !table() || waiting.length > 0;
  if (bar.isConnected && concerns && !document.hidden && (!there || performance.now() - answered > SILENT_MS)) look();
}

async function answerTo({ url, body }) {
  const answer = await fetch(url, { method: "POST", body, headers: { "X-Form": "sent" }, credentials: "same-origin" });
  return { status: answer.status, leads: answer.headers.get("HX-Redirect"), html: await answer.text() };
}

async function send() {
  if (sending || !waiting.length) return;
  sending = true;
  const first = waiting[0], answer = await answerTo(first).catch(() => null);
  sending = false;
  if (!answer && ++first.lost < TRIES) return look();
  waiting.shift();
  if (!answer) return refuse(bar.dataset.failed, "");
  answered = performance.now();
  if (answer.leads && waiting.length) send();
  else if (answer.leads) go(new URL(onward ?? answer.leads, location));
  else show(answer);
}

// Let the browser fetch another page; where that is a file, this one stays.
function leave(on) {
  leaving = true;
  setTimeout(() => { leaving = false; }, LINK_MS);
  on();
}

// A browser goes to another place of the same page without loading it, unless its address differs.
function go(place) {
  const same = place.pathname + place.search === location.pathname + location.search;
  if (same) history.replaceState(null, "", "?");
  leave(() => location[same ? "replace" : "assign"](place));
}

// Show a page in place of this one; of one that only says what went wrong, say it above the form.
function show({ status, html }) {
  const page = new DOMParser().parseFromString(html, "text/html");
  waiting = [];
  onward = null;
  const why = status >= 400 && !page.getElementById("still") && page.querySelector(".at-error article");
  if (why) return refuse(why.querySelector("h1").textContent, why.querySelector("h1 + p").textContent);
  for (const each of page.head.querySelectorAll("link[rel=stylesheet], script[type=module]")) load(each);
  document.body.className = page.body.className;
  document.querySelector(".bar-title").replaceWith(page.querySelector(".bar-title"));
  if (!page.getElementById("away")) bar.remove();
  htmx.swap("#main", html, { swapStyle: "outerHTML" }, { select: "#main" });
  scrollTo(0, 0);
}

function refuse(...why) {
  refusal = why;
  onward = null;
  tell();
}

function load(each) {
  const place = each.src ? "src" : "href";
  if (document.head.querySelector(`[${place}="${each.getAttribute(place)}"]`)) return;
  const fresh = document.createElement(each.localName);
  for (const { name, value } of each.attributes) fresh.setAttribute(name, value);
  document.head.append(fresh);
}

// A link or a question in a form leads on only while the laptop answers.
async function lead(on) {
  there = await reach(LINK_MS);
  tell();
  if (there) leave(on);
}

function onSubmit(event) {
  const form = event.target, button = event.submitter;
  if (event.defaultPrevented || leaving) return;
  event.preventDefault();
  if (form.method === "get") return void lead(() => form.requestSubmit(button));
  if (waiting.some((other) => other.form === form)) return;
  const body = new FormData(form), url = button?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href;
  if (button?.name) body.append(button.name, button.value);
  waiting.push({ form, url, body: form.enctype.startsWith("multipart") ? body : new URLSearchParams(body), lost: 0 });
  refusal = null;
  send();
}

function onClick(event) {
  const link = event.target.closest?.("a[href]:not([download])");
  if (!link || leaving || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.getAttribute("href").startsWith("#") || link.origin !== location.origin || (there && link.target)) return;
  event.preventDefault();
  if (there && waiting.length && !link.target) onward = link.href;
  else lead(() => open(link.href, link.target || "_self"));
}

if (bar) {
  setInterval(watch, TICK_MS);
  addEventListener("submit", onSubmit);
  if (!table()) addEventListener("click", onClick);
  document.addEventListener("htmx:afterOnLoad", () => { if (there) answered = performance.now(); });
  for (const lost of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(lost, look);
}
