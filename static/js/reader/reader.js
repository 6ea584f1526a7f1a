// Which cards lie in a picture: found, laid flat, named by the deck that was taught, each as often as it exists.
// Nothing here knows a page, a network or a game. docs/reader.md tells the idea.
import { assignment, sum } from "./assignment.js";
import { differences, glance, look, PATCH, patchOf, turned } from "./looks.js";
import { cardsIn } from "./outlines.js";

export { doubts, SURE } from "./doubts.js";
export { PATCH, patchOf };

export const SIDE = 1600;  // pixels of a picture's longer side: more is only slower

const NEAR = 10;  // looks that a glance leaves
const CLOSE = 4;  // cards that are looked at once more, only where they differ
const APART = 0.35;  // the margin at which a card is wholly sure
const STRANGE = 0.52;  // so unlike what was taught that nothing is sure

// Outlines of cards in a picture {width, height, data}, as one reads a page: [{corners}, …]; from the upper left corner
// of the upright card along its short side, clockwise. Which of its two ends is up nobody knows.
export const find = (picture) => cardsIn(picture);

// What a deck looks like. `deck`: {name, cards: [{card, patches}]}.
export function teach({ name, cards }) {
  const looks = cards.flatMap(({ card, patches }) => patches.map((patch) => ({ card, ...look(patch) })));
  return { name, cards: Array.from(new Set(cards.map(({ card }) => card))), looks, apart: new Map() };
}

// Where two taught looks differ; asked again and again, so kept.
function between(model, one, other) {
  const key = one < other ? one * model.looks.length + other : other * model.looks.length + one;
  if (!model.apart.has(key)) model.apart.set(key, differences(model.looks[Math.min(one, other)], model.looks[Math.max(one, other)]));
  return model.apart.get(key);
}

// How much more a patch is like one look than like another, only where these differ: from -1 to 1.
function rather(model, one, other) {
  const weights = between(model, one.at, other.at);
  let all = 1e-6, more = 0;
  weights.forEach((weight, block) => {
    const by = weight * weight;
    all += by;
    more += by * (other.blocks[block] - one.blocks[block]);
  });
  return more / all;
}

// What a patch is like: {close: [{card, cost}, …] cheapest first, far: cost of any other card, strange: 0…1}.
function likeness(model, patch) {
  const upright = look(patch), both = [upright, turned(upright)], seen = [];
  for (const view of both) model.looks.forEach((each, at) => seen.push({ at, view, far: glance(view, each) }));
  seen.sort((one, two) => one.far - two.far);
  const ranked = seen.slice(0, NEAR).map(({ at, view }) => {
    const blocks = differences(view, model.looks[at]), drawn = model.looks[at].drawn;
    let all = 1e-6, other = 0, plain = 0;
    blocks.forEach((block, number) => {
      const weight = Math.min(1, 20 * Math.max(drawn[number], view.drawn[number]));
      all += weight;
      other += weight * block;
      plain += block;
    });
    return { at, card: model.looks[at].card, blocks, strange: other / all, plain: plain / blocks.length };
  }).sort((one, two) => one.plain - two.plain);
  const cards = ranked.filter(({ card }, at) => ranked.findIndex((each) => each.card === card) === at);
  const close = cards.slice(0, CLOSE);
  const least = (one) => Math.min(1, ...close.filter((other) => other !== one).map((other) => rather(model, one, other)));
  const best = close.reduce((one, two) => (least(two) > least(one) ? two : one));
  const costs = close.map((each) => ({ card: each.card, cost: each === best ? 0 : Math.max(0, rather(model, best, each)) }));
  const far = Math.max(0.5, ...costs.map(({ cost }) => cost));
  const others = cards.slice(CLOSE).map(({ card }, at) => ({ card, cost: far + 0.02 * (at + 1) }));
  return { close: [...costs.sort((one, two) => one.cost - two.cost), ...others], far: far + 0.3, strange: best.strange };
}

// Name each patch: [{card, sure, candidates, strange}, …]. `copies` of each card exist: a number, or by card. `sure`: how much
// dearer the best record is in which this card is another one; below SURE a person should look. `strange`: how
// little it is like what was taught.
export function readCards(model, patches, copies = 1) {
  const seen = patches.map((patch) => likeness(model, patch));
  const columns = model.cards.flatMap((card) => Array(copies[card] ?? (typeof copies === "number" ? copies : 1)).fill(card));
  while (columns.length < patches.length) columns.push(null);  // more cards than the deck has
  const costs = seen.map(({ close, far }) => {
    const known = new Map(close.map(({ card, cost }) => [card, cost]));
    return columns.map((card) => known.get(card) ?? (card === null ? 1.5 : far));
  });
  const chosen = assignment(costs), least = sum(costs, chosen);
  return seen.map(({ close, strange }, row) => {
    const card = columns[chosen[row]];
    const without = costs.map((line, at) => (at === row ? line.map((cost, column) => (columns[column] === card ? 9 : cost)) : line));
    const margin = Math.min(9, sum(without, assignment(without)) - least);
    const candidates = Array.from(new Set([card, ...close.map((each) => each.card)])).filter(Boolean).slice(0, 3);
    return { card: card ?? candidates[0], sure: card ? Math.max(0, Math.min(1, margin / APART, 5 * (STRANGE - strange))) : 0, candidates, strange };
  });
}
