// Count this pile: each photo is read here, every card on it named, the unsure ones asked; the form is filled in by a press.
import { askWhich, short } from "./asking.js";
import { choose, chosen, fill, hide, restore, tick } from "./fill.js";
import { ask } from "./look.js";
import { cut, middle, show } from "./marks.js";
import { drawn, patchesOf, pictureOf } from "./picture.js";
import { fields, missing, tooOften, values, whole } from "./sums.js";
import { doubt, word } from "./words.js";

const byId = (id) => document.getElementById(id);
const form = byId("result")?.querySelector("form");
if (form) restore(form, location.search);

const counting = byId("pile") && JSON.parse(byId("pile").dataset.counting);
const use = byId("pile")?.dataset.use;  // what becomes of the cards: fill, tick, show, count, deal
const photos = [];  // { pile, canvas, cards, doubts, place }; a card has corners, card, sure, unsure, candidates
const CONFIRMED = 2;  // how sure a card is once a person named it
let current = null;  // the card that is asked
let known = null;  // the deck that the worker was taught

const deck = () => counting.decks.find(({ id }) => id === document.querySelector("[name=deck]:checked")?.value);
const pile = () => Number(document.querySelector("[name=pile]:checked").value);
const decimal = (value) => String(value).replace(/^0?\.5$|\.5$/, "½");
const named = (codes) => codes.map((code) => counting.faces[code].label).join(", ");
const pair = (label, value) => word("pair", { label, value });
const say = (...lines) => { byId("said").innerText = lines.join("\n"); };

async function teach() {
  const { id, title, strips } = deck();
  if (known === id) return;
  const cards = [];
  for (const { cards: codes, src } of strips) {
    const answer = await fetch(src);
    if (!answer.ok) throw new TypeError(answer.statusText);
    const patches = await patchesOf(await answer.blob(), codes.length);
    codes.forEach((card, at) => { if (card in counting.copies) cards.push({ card, patches: [patches[at]] }); });
  }
  await ask("teach", { name: title, cards });
  known = id;
}

async function read(canvas) {
  await teach();
  return ask("read", { picture: pictureOf(canvas), copies: counting.copies });
}

// Cards whose names do not matter.
async function number(canvas) {
  const { outlines, doubts } = await ask("find", pictureOf(canvas)), [card] = Object.keys(counting.faces);
  return { cards: outlines.map(({ corners }) => ({ corners, card, sure: 1, unsure: false, candidates: [] })), doubts };
}

async function look(file) {
  say(word("looking"));
  const canvas = await drawn(file).catch(() => null);
  if (!canvas) return say(word("noPhoto"));
  const of = pile();
  try {
    const { cards, doubts } = await (use === "count" ? number(canvas) : read(canvas));
    const place = document.createElement("div");
    byId("photos").prepend(place);
    photos.push({ pile: of, canvas, cards, doubts, place });
    say();
    tell();
    next();
    turn();
  } catch (error) {
    say(error instanceof TypeError ? word("away") : word("failed", { why: error.message }));
  }
}

const there = (photo) => photo.cards.filter(({ card }) => card !== null);
const clear = () => photos.filter(({ doubts }) => !doubts.length);
const everywhere = () => clear().flatMap((photo) => photo.cards.map((card) => ({ photo, card })));

// Who is asked: the unsure ones, and of cards that the photos have together more often than the deck the least sure, the
// newest first; nobody is asked twice.
function settleAsked() {
  const all = everywhere().reverse();
  for (const { card } of all) card.asked = card.unsure;
  for (const code of tooOften(counting, codes())) {
    const same = all.filter(({ card }) => card.card === code).sort((a, b) => a.card.sure - b.card.sure);
    for (const { card } of same.slice(0, same.length - counting.copies[code])) card.asked = card.sure < CONFIRMED;
  }
}

// The codes of each pile, null for one that was not counted.
function codes() {
  return counting.piles.map((_, at) => {
    const own = clear().filter((photo) => photo.pile === at);
    return own.length ? own.flatMap((photo) => there(photo).map(({ card }) => card)) : null;
  });
}

// On to the next hand once one is whole.
function turn() {
  const all = codes(), waits = all.findIndex((own) => !own);
  if (use !== "deal" || waits < 0 || all[pile()]?.length !== counting.piles[pile()].exact) return;
  document.querySelectorAll("[name=pile]")[waits].checked = true;
}

function tell() {
  settleAsked();
  for (const photo of photos) draw(photo);
  const asked = everywhere().filter(({ card }) => card.asked).length, all = codes(), lines = [], faults = [];
  const doubted = clear().length < photos.length;
  if (asked) faults.push(word("left", { n: asked }));
  const often = asked ? [] : tooOften(counting, all);
  if (often.length) faults.push(word("tooOften", { cards: named(often) }));
  if (!asked && !doubted) all.forEach((own, at) => { if (own) lines.push(sumOf(at, own, faults)); });
  const together = asked || doubted ? null : whole(counting, all);
  if (together?.rest < 0) faults.push(word("tooMany", { n: together.count, count: counting.cards }));
  if (together?.rest > 0) faults.push(lack(together, all));
  const sure = photos.length > 0 && !faults.length && !doubted;
  const proof = sure ? [["", together ? word("proved", { count: counting.cards }) : word("asMany")]] : [];
  paint([...lines.flatMap(({ seen, texts }) => [["aside", seen], ...(sure ? texts.map((text) => ["sum", text]) : [])]),
    ...proof, ...faults.map((text) => ["notice", text])]);
  if (sure) byId("sums").append(...lines.flatMap(({ asks }) => asks.map(asking)));
  byId("use").hidden = !sure || (use === "deal" && !all.every(Boolean));
}

function sumOf(at, own, faults) {
  const { whose, exact, notable, asks } = counting.piles[at], seen = pair(whose, own.length);
  if (exact && own.length !== exact) faults.push(word("short", { whose, n: own.length, count: exact }));
  const sums = values(counting.piles[at], own);
  for (const { label, can, parts } of sums) if (!can) faults.push(word("parts", { field: label, value: parts }));
  const texts = sums.filter(({ says, value }) => !says || value).map(({ label, value, says }) => pair(label, says || decimal(value)));
  const among = own.filter((code) => notable.includes(code));
  if (among.length) texts.push(word("among", { cards: named(among) }));
  return { seen, texts, asks: asks.filter(({ card, count }) => own.filter((code) => code === card).length >= count) };
}

// What only people can say of a card that lies in a pile: a tap says it in the form, another takes it back.
function asking({ name, word: said, label }) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: label });
  button.setAttribute("aria-pressed", chosen(form, name, said));
  button.addEventListener("click", () => {
    choose(form, name, said, !chosen(form, name, said));
    tell();
  });
  return button;
}

function lack({ count }, all) {
  const number = word("missing", { n: count, count: counting.cards });
  return counting.whole ? `${number} ${word("missingThese", { cards: named(missing(counting, all)) })}` : number;
}

function paint(lines) {
  byId("sums").replaceChildren(...lines.map(([className, textContent]) =>
    Object.assign(document.createElement("p"), { className, textContent })));
}

function draw(photo) {
  let count = 0;
  const shown = photo.cards.map((card) => {
    const face = card.card === null ? null : counting.faces[card.card];
    const state = card.card === null ? "gone" : card.asked || photo.doubts.length ? "asked" : "sure";
    const title = face ? face.label + (card.asked ? ` – ${word("unsure")}` : "") : word("removed");
    const asked = card === current ? " current" : "";
    return { ...card, name: face ? (use === "count" ? `${++count}` : short(face) + (card.asked ? "?" : "")) : "–", title, state: state + asked, of: card };
  });
  const place = document.createElement("div"), head = document.createElement("p"), drop = document.createElement("button");
  place.className = "photo";
  show(place, photo.canvas, shown, {
    label: word("seen", { n: there(photo).length }),
    tap: (card, at) => askAbout(photo, card ? card.of : add(photo, at)),
  });
  Object.assign(drop, { type: "button", className: "button", textContent: word("drop") });
  drop.addEventListener("click", () => remove(photo));
  head.append(pair(counting.piles[photo.pile].whose, there(photo).length), " ", drop);
  const doubts = photo.doubts.map((each) => doubt(each, { deck: deck()?.title }));
  const notice = Object.assign(document.createElement("p"), { className: "notice" });
  notice.setAttribute("role", "alert");
  notice.innerText = [word("noSum"), ...doubts].join("\n");
  photo.place.replaceChildren(head, ...(doubts.length ? [notice] : []), place);
}

function remove(photo) {
  photos.splice(photos.indexOf(photo), 1);
  photo.place.remove();
  current = null;
  byId("question").hidden = true;
  tell();
  next();
}

// A card that was not seen: it lies where the finger touched, as large as the others.
function add(photo, [x, y]) {
  const [like] = photo.cards, size = photo.canvas.width / 16;
  const shape = like?.corners ?? [[0, 0], [size, 0], [size, 1.6 * size], [0, 1.6 * size]];
  const [across, down] = middle(shape);
  return { corners: shape.map(([a, b]) => [a - across + x, b - down + y]), card: null, candidates: [], unsure: false, added: true };
}

function askAbout(photo, card) {
  current = card;
  for (const each of photos) draw(each);
  askWhich(byId("question"), {
    picture: cut(photo.canvas, card.corners),
    candidates: card.candidates,
    counting,
    left: everywhere().filter((each) => each.card.asked).length,
    choose(code) {
      if (card.added && code !== null && !photo.cards.includes(card)) photo.cards.push(card);
      Object.assign(card, { card: code, unsure: false, sure: CONFIRMED });
      byId("question").hidden = true;
      current = null;
      tell();
      next();
    },
  });
}

// Ask for the next card that is not sure.
function next() {
  const waits = everywhere().find(({ card }) => card.asked);
  if (waits) askAbout(waits.photo, waits.card);
}

// The cards go to the form below, or to the page that asked.
function take(looked) {
  if (counting.to) return location.assign(`${counting.to}&${new URLSearchParams(use === "count"
    ? { counted: codes().flat().length } : [...codes().flat().map((code) => ["card", code]), ...told(looked)])}`);
  if (use === "deal") return putDown();
  if (use === "tick") {
    tick(form, codes().flat());
    for (const [name, value] of told(looked)) hide(form, name, value);
  }
  const refused = Array.from(fields(counting, codes())).filter(([name, { value }]) => !fill(form, name, value));
  say(...refused.map(([, { label, value }]) => word("beyond", { field: label, value: decimal(value) })), ...(refused.length ? [] : [word("filled")]));
  if (!refused.length) byId("result").scrollIntoView({ block: "nearest" });
}

// The hands of the board become rows of the form, in place of those it had before; the next board's are to be laid out.
function putDown() {
  const board = Number(byId("board").value), typed = form.elements.typed;
  if (!(board > 0)) return say(word("noBoard"));
  const kept = typed.value.split("\n").filter((row) => row.trim() && Number(row.split(";")[0]) !== board);
  const rows = codes().map((hand, at) => `${board}; ${counting.piles[at].whose}; ${hand.join(" ")}`);
  typed.value = [...kept, ...rows, ""].join("\n");
  for (const photo of photos.splice(0)) photo.place.remove();
  byId("board").value = board + 1;
  document.querySelector("[name=pile]").checked = true;
  tell();
  say(word("putDown", { board, next: board + 1 }));
}
const told = (looked) => [["by", "photo"], ["looked", looked ? "1" : ""]];

if (counting?.piles) {
  byId("photo").addEventListener("change", ({ target }) => {
    if (target.files.length) look(target.files[0]).finally(() => { target.value = ""; });
  });
  byId("use").addEventListener("click", ({ target }) => { if (target.matches("button")) take("looked" in target.dataset); });
}
