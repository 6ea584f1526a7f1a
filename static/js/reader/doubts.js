// Why the cards found in a picture may be not all, or not these: what a person can do something about, as words.
//
// A sum is only right if nothing was missed. So whatever is as light as cards, and no card, is a doubt; and so is a table
// that is itself as light as cards, where a card could be missed without a trace.
import { blobs, paper, quantile } from "./outlines.js";
import { length } from "./plane.js";

export const SURE = 0.5;  // a person is asked of a card that is less sure

const LIGHT_TABLE = 0.68, MOTLEY = 0.34;  // parts of the cards' light
const LIGHT = 140;  // a table that is called white where no card is seen
const REST = 0.03;  // of a card's area: what is left over and as light as cards
const STEP = 0.22;  // of the way from table to card, within four pixels: an edge
const SMALL = 80;  // pixels of a card's long side: its indices cannot be read
const MOST = 60;  // cards in a picture
const UNKNOWN = 0.34, STRANGE = 0.5;  // how unlike all that was taught one in two, or one in eight, is: another deck
const UNSURE = 0.45;  // or so many of the cards
const BLOWN = 250, DULL = 232, BLOWN_PART = 0.12;  // a lamp's light on a card: white to the end, where others are dull

const RIM = 4, REMAINS = 3;

// What each place of the smaller picture belongs to: 0 the table, 1 a card, 2 its rim; leftOver adds what remains.
function places(seen, found) {
  const map = new Uint8Array(seen.width * seen.height);
  for (const [value, rim] of [[2, 3.5], [1, -1.5]]) {
    for (const { corners } of found) fill(map, seen, around(corners.map((point) => point.map((each) => each / seen.scale)), rim), value);
  }
  return map;
}

// The light of what lies within a card's outline.
function lightOf(seen, { corners }) {
  const own = new Uint8Array(seen.light.length);
  fill(own, seen, corners.map((point) => point.map((each) => each / seen.scale)), 1);
  return seen.light.filter((_, at) => own[at]);
}

// Corners moved outward by so many pixels.
function around(corners, by) {
  const [x, y] = [0, 1].map((axis) => corners.reduce((all, point) => all + point[axis], 0) / 4);
  return corners.map(([a, b]) => [a + by * Math.sign(a - x) * Math.min(1, Math.abs(a - x) / 8), b + by * Math.sign(b - y) * Math.min(1, Math.abs(b - y) / 8)]);
}

function fill(map, { width, height }, corners, value) {
  const ys = corners.map((point) => point[1]);
  for (let y = Math.max(0, Math.ceil(Math.min(...ys))); y <= Math.min(height - 1, Math.max(...ys)); y++) {
    const cuts = corners.flatMap(([a, b], at) => {
      const [c, d] = corners[(at + 1) % 4];
      return (b <= y) === (d <= y) ? [] : [a + ((y - b) * (c - a)) / (d - b)];
    }).sort((one, two) => one - two);
    if (cuts.length) map.fill(value, y * width + Math.max(0, Math.round(cuts[0])), y * width + Math.min(width, Math.round(cuts.at(-1)) + 1));
  }
}

const motley = (table, white) => quantile(table, 0.93) - quantile(table, 0.07) > MOTLEY * white;
const usual = (values) => values.slice().sort((one, two) => one - two)[Math.floor(values.length / 2)];

// Words of "no cards", "pattern", "white", "glare", "overlap", "far", "cut", "many", "another deck"; none: trust the sum.
export function doubts(picture, found, readings) {
  const seen = paper(picture), map = places(seen, found), said = new Set();
  const table = seen.light.filter((_, at) => !map[at]), cards = seen.light.filter((_, at) => map[at] === 1);
  const white = found.length ? quantile(cards, 0.8) : quantile(seen.light, 0.97), ground = quantile(table, 0.5);
  const rests = found.length ? leftOver(seen, map, ground, white, (REST * cards.length) / found.length) : [];
  if (!found.length) said.add("no cards");
  if (motley(seen.light.filter((_, at) => !map[at]), white)) said.add("pattern");
  else if (ground > LIGHT_TABLE * white && (found.length || ground > LIGHT)) said.add("white");
  if (!found.length) return Array.from(said);
  const size = cards.length / found.length;
  const shines = (light) => white < DULL && light.filter((each) => each >= BLOWN).length > BLOWN_PART * size;
  for (const rest of rests) said.add(rest);
  const dazzled = ({ sure }, at) => sure < SURE && shines(lightOf(seen, found[at]));
  if (said.size || !readings.length ? shines(seen.light) : readings.some(dazzled)) said.add("glare");
  if (usual(found.map(({ corners: [a, b, c, d] }) => Math.max(length(a, d) + length(b, c), length(a, b) + length(c, d)) / 2)) < SMALL) said.add("far");
  if (found.length > MOST) said.add("many");
  const strange = readings.map((reading) => reading.strange).sort((one, two) => one - two);
  const unsure = readings.filter(({ sure }) => sure < SURE).length, unlike = (part) => strange[Math.floor(strange.length * part)];
  if (unlike(0.5) > UNKNOWN || unlike(0.88) > STRANGE || unsure > Math.max(2, UNSURE * readings.length)) said.add("another deck");
  return Array.from(said);
}

// What is as light as cards and no card: at the picture's edge it is cut off, else it lies upon something. A lamp's light
// on the table has no sharp edge.
function leftOver({ width, height, light }, map, ground, white, least) {
  const rest = { width, height, light: light.map((value, at) => (map[at] ? 0 : value)) }, found = new Set();
  for (const { runs } of blobs(rest, Math.max(1, ground + 0.4 * (white - ground)), least)) {
    let steps = 0, sharp = 0;
    for (const [y, from, to] of runs) for (const [inside, way] of [[from, -1], [to - 1, 1]]) {
      const out = inside + 3 * way, back = inside - way;
      if (out < 0 || out >= width || map[y * width + out] || map[y * width + inside + way]) continue;
      steps++;
      if (light[y * width + Math.min(width - 1, Math.max(0, back))] - light[y * width + out] > STEP * (white - ground)) sharp++;
    }
    if (sharp < 0.3 * steps) continue;
    for (const [y, from, to] of runs) for (let row = Math.max(0, y - RIM); row <= Math.min(height - 1, y + RIM); row++) {
      for (let at = row * width + Math.max(0, from - RIM); at < row * width + Math.min(width, to + RIM); at++) map[at] ||= REMAINS;
    }
    found.add(runs.some(([y, from, to]) => y < 2 || from < 2 || y > height - 3 || to > width - 2) ? "cut" : "overlap");
  }
  return found;
}
