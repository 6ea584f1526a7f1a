// Teach a deck: each row of cards is photographed, and named in the order in which it lies. Only small pictures are sent.
import { SIGN } from "./asking.js";
import { ask } from "./look.js";
import { show } from "./marks.js";
import { drawn, pictureOf, stripOf } from "./picture.js";
import { doubt, word } from "./words.js";

class Row {
  constructor(form) {
    this.form = form;
    const laid = form.closest("details").querySelector(".laid");
    this.codes = laid.dataset.cards.split(" ");
    this.names = Array.from(laid.querySelectorAll(".card"), (card) => [
      `${card.textContent.trim() || "★"}${SIGN[card.classList[1]] ?? ""}`, card.getAttribute("aria-label")]);
    this.cards = [];
  }

  say(...lines) {
    this.form.querySelector(".said").innerText = lines.join("\n");
  }

  async look(file) {
    this.say(word("looking"));
    this.ready(false);
    const canvas = await drawn(file).catch(() => null);
    if (!canvas) return this.say(word("noPhoto"));
    try {
      const { outlines, patches, doubts } = await ask("find", pictureOf(canvas));
      this.canvas = canvas;
      this.doubts = doubts;
      this.cards = outlines.map(({ corners }, at) => ({ corners, patch: patches[at], gone: false }));
      this.draw();
    } catch (error) {
      this.say(word("failed", { why: error.message }));
    }
  }

  get left() {
    return this.cards.filter((card) => !card.gone);
  }

  draw() {
    const left = this.left, right = left.length === this.codes.length, clear = !this.doubts.length;
    left.forEach((card, at) => { card.at = at; });
    const shown = this.cards.map((card) => {
      const [name, title] = (!card.gone && this.names[card.at]) || ["–", "–"];
      return { ...card, name, title, state: card.gone ? "gone" : right && clear ? "sure" : "asked", of: card };
    });
    show(this.form.querySelector(".photo"), this.canvas, shown, {
      label: word("seen", { n: left.length }),
      tap: (card) => { if (card) { card.of.gone = !card.of.gone; this.draw(); } },
    });
    const count = right ? word(clear ? "check" : "again") : word("expected", { n: left.length, count: this.codes.length });
    this.say(count, ...this.doubts.map((each) => doubt(each)));
    this.ready(right && clear);
  }

  ready(right) {
    this.form.querySelector("button").hidden = !right;
  }

  async keep() {
    const body = new FormData(this.form);
    body.append("strip", await stripOf(this.left.map((card) => card.patch), Number(this.form.closest("#teach").dataset.largest)), "strip.jpg");
    const answer = await fetch(this.form.action, { method: "POST", body, credentials: "same-origin" }).catch(() => null);
    if (!answer) return this.say(word("unsent"));
    if (answer.ok) return location.assign(answer.url);
    const refusal = new DOMParser().parseFromString(await answer.text(), "text/html");
    this.say(refusal.querySelector("[role=alert], main h1")?.textContent ?? word("unsent"));
  }
}

const rows = new WeakMap();
const rowOf = (form) => rows.get(form) ?? rows.set(form, new Row(form)).get(form);

document.addEventListener("change", ({ target }) => {
  if (target.matches("#teach [type=file]") && target.files.length) rowOf(target.form).look(target.files[0]);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("#teach form")) return;
  event.preventDefault();
  rowOf(event.target).keep();
});
