// Cards that lie apart are light, have four corners and a card's shape. Find their outlines in a picture.
//
// White paper is light in all three colours, a table seldom is: the darkest of red, green and blue tells them apart.
// No single threshold fits a whole table, with its lamp and its shadows, so each of eight is tried: what is connected
// above it and has four straight sides that are dark outside is a card. The same card is found at several; the outline
// with the clearest edge stays.
import { area, crossing, length, middle, solution, within } from "./plane.js";

const SEEN = 900;  // pixels of the longer side of the picture that outlines are looked for in
const LEVELS = 8;
const LEAST = 0.0012, MOST = 0.45;  // a card's part of the picture
const SHAPE = [1.05, 2.5];  // long side to short side, as seen by a hand-held camera

// A smaller picture of the darkest colour: {width, height, scale, light}; a place in it times scale is one in the picture.
export function paper({ width, height, data }) {
  const scale = Math.max(1, Math.round(Math.max(width, height) / SEEN));
  const across = Math.floor(width / scale), down = Math.floor(height / scale), light = new Uint8Array(across * down);
  for (let y = 0; y < down; y++) for (let x = 0; x < across; x++) {
    let red = 0, green = 0, blue = 0;
    for (let dy = 0; dy < scale; dy++) {
      let at = 4 * ((y * scale + dy) * width + x * scale);
      for (let dx = 0; dx < scale; dx++, at += 4) { red += data[at]; green += data[at + 1]; blue += data[at + 2]; }
    }
    light[y * across + x] = Math.min(red, green, blue) / (scale * scale);
  }
  return { width: across, height: down, scale, light };
}

// The value below which a part of the values lies.
export function quantile(values, part) {
  const counts = new Uint32Array(256);
  for (const value of values) counts[value]++;
  let left = part * values.length, at = 0;
  while (at < 255 && left >= counts[at]) left -= counts[at++];
  return at;
}

export function levels(light) {
  const low = quantile(light, 0.05), high = quantile(light, 0.99);
  return Array.from({ length: LEVELS }, (_, at) => low + ((high - low) * (at + 1.2)) / (LEVELS + 1.2));
}

// What is connected above a threshold, as its runs in rows: [[y, from, to], …] each; `to` is one past.
export function blobs({ width, height, light }, level, least) {
  const runs = [], parents = [];
  const root = (at) => { while (parents[at] !== at) at = parents[at] = parents[parents[at]]; return at; };
  let above = 0, row = 0;  // the first run of the row above, and of this row
  for (let y = 0; y < height; y++) {
    above = row;
    row = runs.length;
    let other = above;
    for (let x = 0, at = y * width; x < width; x++) {
      if (light[at + x] < level) continue;
      const from = x, number = runs.length;
      while (x < width && light[at + x] >= level) x++;
      runs.push([y, from, x]);
      parents.push(number);
      while (other < row && runs[other][2] < from) other++;
      for (let each = other; each < row && runs[each][1] <= x; each++) parents[root(each)] = root(number);
    }
  }
  const found = new Map();
  runs.forEach((run, at) => {
    const top = root(at);
    if (!found.has(top)) found.set(top, { runs: [], area: 0 });
    found.get(top).runs.push(run);
    found.get(top).area += run[2] - run[1];
  });
  return Array.from(found.values()).filter((blob) => blob.area >= least);
}

// The first and last place of each row, and what lies between.
export function outline({ runs }) {
  const rows = new Map();
  for (const [y, from, to] of runs) {
    const row = rows.get(y);
    if (row) { row[0] = Math.min(row[0], from); row[1] = Math.max(row[1], to); } else rows.set(y, [from, to]);
  }
  const points = [];
  let filled = 0;
  for (const [y, [from, to]] of rows) {
    points.push([from, y], [from, y + 1], [to, y], [to, y + 1]);
    filled += to - from;
  }
  return { hull: hull(points), filled };
}

// The convex hull, clockwise as one sees it (Andrew's chain).
export function hull(points) {
  const sorted = points.slice().sort((one, two) => one[0] - two[0] || one[1] - two[1]);
  const chain = (all) => {
    const kept = [];
    for (const point of all) {
      while (kept.length > 1) {
        const [a, b] = kept.slice(-2);
        if ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0) break;
        kept.pop();
      }
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

// The four sides around a hull: the side goes whose neighbours, made longer until they meet, add least.
export function quadrilateral(points) {
  let corners = points;
  while (corners.length > 4) {
    let best = null;
    const count = corners.length, at = (index) => corners[(index + count) % count];
    for (let side = 0; side < count; side++) {
      const [before, from, to, after] = [at(side - 1), at(side), at(side + 1), at(side + 2)];
      const toward = [from[0] - before[0], from[1] - before[1]], back = [to[0] - after[0], to[1] - after[1]];
      if (toward[0] * back[1] - toward[1] * back[0] >= 0) continue;  // they go apart
      const meet = crossing([from, toward], [to, back]);
      const added = meet ? area([from, meet, to]) : Infinity;
      if (!best || added < best.added) best = { added, side, meet };
    }
    if (!best?.meet) return null;
    const gone = (best.side + 1) % count;
    corners = corners.map((corner, index) => (index === best.side ? best.meet : corner)).filter((_, index) => index !== gone);
  }
  return corners.length === 4 ? corners : null;
}

function shaped(corners) {
  const sides = corners.map((corner, at) => length(corner, corners[(at + 1) % 4]));
  const one = (sides[0] + sides[2]) / 2, two = (sides[1] + sides[3]) / 2, ratio = Math.max(one, two) / Math.min(one, two);
  const alike = (a, b) => Math.max(a, b) < 1.35 * Math.min(a, b);
  return ratio > SHAPE[0] && ratio < SHAPE[1] && alike(sides[0], sides[2]) && alike(sides[1], sides[3]);
}

// Lay each side where the picture steps from light to dark: {corners, edge}. `edge`: the part of the places along the
// weakest side where it does, and how far down the step goes, as one number; nothing where the sides are no edge.
const ALONG = 28, REACH = 4;
export function settled({ width, height, light }, corners) {
  const at = (x, y) => {
    const left = Math.min(width - 2, Math.max(0, Math.floor(x))), top = Math.min(height - 2, Math.max(0, Math.floor(y)));
    const u = Math.min(1, Math.max(0, x - left)), v = Math.min(1, Math.max(0, y - top)), from = top * width + left;
    return (light[from] * (1 - u) + light[from + 1] * u) * (1 - v) + (light[from + width] * (1 - u) + light[from + width + 1] * u) * v;
  };
  const centre = middle(corners), lines = [];
  let weakest = 1, depth = 0;
  for (let side = 0; side < 4; side++) {
    const a = corners[side], b = corners[(side + 1) % 4], size = length(a, b);
    let normal = [(b[1] - a[1]) / size, (a[0] - b[0]) / size];
    if ((centre[0] - a[0]) * normal[0] + (centre[1] - a[1]) * normal[1] > 0) normal = normal.map((each) => -each);
    const steps = [];
    for (let each = 0; each < ALONG; each++) {
      const part = 0.07 + (0.86 * each) / (ALONG - 1), x = a[0] + part * (b[0] - a[0]) - 0.5, y = a[1] + part * (b[1] - a[1]) - 0.5;
      let best = 0, where = 0;
      for (let out = -REACH; out <= REACH; out += 0.5) {
        const step = at(x + (out - 1) * normal[0], y + (out - 1) * normal[1]) - at(x + (out + 1) * normal[0], y + (out + 1) * normal[1]);
        if (step > best) { best = step; where = out; }
      }
      steps.push([part * size, where, best]);
    }
    const strong = steps.map((step) => step[2]).sort((one, two) => two - one)[Math.floor(ALONG / 3)];
    const kept = steps.filter((step) => step[2] > Math.max(8, 0.3 * strong));
    const line = straight(kept);
    if (!line) return null;
    const near = kept.filter(([along, where]) => Math.abs(where - line[0] - line[1] * along) < 1.3);
    weakest = Math.min(weakest, near.length / ALONG);
    depth += strong / 4;
    const ends = [line[0], line[0] + line[1] * size];
    const from = [a[0] + ends[0] * normal[0], a[1] + ends[0] * normal[1]], to = [b[0] + ends[1] * normal[0], b[1] + ends[1] * normal[1]];
    lines.push([from, [to[0] - from[0], to[1] - from[1]]]);
  }
  const met = lines.map((line, side) => crossing(lines[(side + 3) % 4], line));
  return met.every(Boolean) ? { corners: met, weakest, depth } : null;
}

// The line through most of [along, out] places: [out at 0, slope]; twice without what lies far from it.
function straight(places) {
  let kept = places, line = null;
  for (let round = 0; round < 3; round++) {
    if (kept.length < ALONG / 3) return null;
    const count = kept.length, [mx, my] = [0, 1].map((axis) => kept.reduce((all, each) => all + each[axis], 0) / count);
    let xx = 0, xy = 0;
    for (const [x, y] of kept) { xx += (x - mx) ** 2; xy += (x - mx) * (y - my); }
    line = [my - (mx * xy) / xx, xy / xx];
    const far = kept.map(([x, y]) => Math.abs(y - line[0] - line[1] * x)), most = Math.max(0.8, 2 * far.slice().sort((a, b) => a - b)[Math.floor(count / 2)]);
    kept = kept.filter((_, at) => far[at] <= most);
  }
  return line;
}

// From the corner that lies upper left once the card stands upright: its short side, then a long one.
function upright(corners) {
  const first = length(corners[0], corners[1]) + length(corners[2], corners[3]) < length(corners[1], corners[2]) + length(corners[3], corners[0]);
  const turned = first ? corners : [...corners.slice(1), corners[0]];
  const [x, y] = [turned[3][0] - turned[0][0], turned[3][1] - turned[0][1]];
  return Math.abs(y) > Math.abs(x) * 0.5 ? (y > 0 ? turned : [...turned.slice(2), ...turned.slice(0, 2)])
    : x > 0 ? turned : [...turned.slice(2), ...turned.slice(0, 2)];
}

// All outlines of cards in the smaller picture, the clearest of each: [{corners, weakest, depth, area}].
export function outlines(seen) {
  const size = seen.width * seen.height, candidates = [];
  for (const level of levels(seen.light)) {
    for (const blob of blobs(seen, level, LEAST * size * 0.5)) {
      const edge = blob.runs.some(([y, from, to]) => !y || !from || y === seen.height - 1 || to === seen.width);
      if (edge || blob.area > MOST * size) continue;
      const { hull: points, filled } = outline(blob), whole = area(points);
      if (whole < LEAST * size || filled < 0.93 * whole || blob.area < 0.35 * whole) continue;
      const corners = quadrilateral(points);
      if (!corners || whole < 0.93 * area(corners) || !shaped(corners)) continue;
      const card = settled(seen, corners);
      if (card && card.weakest >= 0.7 && shaped(card.corners)) candidates.push({ ...card, area: area(card.corners) });
    }
  }
  return apart(candidates);
}

// Of outlines that lie upon each other one stays: those beside each other rather than one around all, of about the same
// size the clearest, else the larger one; and all must be of one size, as far as the camera's tilt allows.
function apart(candidates) {
  const clear = (card) => card.weakest + card.depth / 400;
  const upon = (one, two) => within(one.corners, middle(two.corners)) || within(two.corners, middle(one.corners));
  const kept = [];
  for (const card of candidates.sort((one, two) => two.area - one.area)) {
    const same = kept.findIndex((other) => upon(card, other));
    if (same < 0) kept.push(card);
    else if (card.area > 0.85 * kept[same].area && clear(card) > clear(kept[same])) kept[same] = card;
  }
  // Two cards, or two rows of two, that a low threshold runs together have a card's shape: smaller outlines fill it.
  const parts = (card) => {
    const inner = [];
    for (const other of candidates) {
      if (other.area < 0.62 * card.area && within(card.corners, middle(other.corners))
        && !inner.some((each) => upon(each, other))) inner.push(other);
    }
    return inner.reduce((sum, { area: size }) => sum + size, 0) > 0.6 * card.area ? inner.flatMap(parts) : [card];
  };
  return alike(alike(kept.flatMap(parts)));
}

// Those whose size and shape are what their place in the picture lets one expect from the others.
function alike(cards) {
  if (cards.length < 3) return cards;
  const sizes = expected(cards, (card) => Math.log(card.area)), shapes = expected(cards, ({ corners: [a, b, c, d] }) => {
    const [one, two] = [length(a, b) + length(c, d), length(b, c) + length(d, a)];
    return Math.abs(Math.log(one / two));
  });
  return cards.filter((_, at) => Math.abs(sizes[at]) < 0.2 && Math.abs(shapes[at]) < 0.17);
}

// How far each card's number is from the plane through most of them, over their places.
function expected(cards, number) {
  const places = cards.map(({ corners }) => [1, ...middle(corners).map((each) => each / 1000)]), values = cards.map(number);
  const usual = values.slice().sort((one, two) => one - two)[Math.floor(values.length / 2)];
  let far = values.map((value) => value - usual);
  for (let round = 0; round < 4 && cards.length > 5; round++) {
    const limit = Math.max(0.06, 2.5 * far.map(Math.abs).sort((one, two) => one - two)[Math.floor(far.length / 2)]);
    const kept = values.map((_, at) => at).filter((at) => Math.abs(far[at]) <= limit);
    const rows = [0, 1, 2].map((row) => [0, 1, 2].map((column) => kept.reduce((all, at) => all + places[at][row] * places[at][column], 0) + (row === column && row ? 1e-3 : 0)));
    const plane = solution(rows, [0, 1, 2].map((row) => kept.reduce((all, at) => all + places[at][row] * values[at], 0)));
    if (!plane) break;
    far = values.map((value, at) => value - places[at].reduce((all, each, axis) => all + each * plane[axis], 0));
  }
  return far;
}

// Cards as one reads a page: rows from above, in a row from the left, along the direction in which most cards stand.
export function inOrder(cards) {
  if (!cards.length) return cards;
  const tilts = cards.map(({ corners: [a, b] }) => Math.atan2(b[1] - a[1], b[0] - a[0])).sort((one, two) => one - two);
  const tilt = tilts[Math.floor(tilts.length / 2)], flat = Math.abs(tilt) < Math.PI / 4 ? tilt : 0;
  const placed = cards.map((card) => {
    const [x, y] = middle(card.corners), tall = Math.max(...card.corners.map((corner) => corner[1])) - Math.min(...card.corners.map((corner) => corner[1]));
    return { card, tall, x: x * Math.cos(flat) + y * Math.sin(flat), y: y * Math.cos(flat) - x * Math.sin(flat) };
  }).sort((one, two) => one.y - two.y);
  const rows = [];
  for (const each of placed) {
    const row = rows.at(-1), last = row?.at(-1);
    if (last && each.y - last.y < 0.35 * Math.min(each.tall, last.tall)) row.push(each); else rows.push([each]);
  }
  return rows.flatMap((row) => row.sort((one, two) => one.x - two.x).map(({ card }) => card));
}

export function cardsIn(picture) {
  const seen = paper(picture);
  const cards = outlines(seen).map((card) => {
    const corners = upright(clockwise(card.corners)).map((corner) => corner.map((each) => each * seen.scale));
    return { corners, edge: card.weakest };
  });
  return inOrder(cards);
}

function clockwise(corners) {
  const turn = corners.reduce((all, [x, y], at) => all + x * corners[(at + 1) % 4][1] - y * corners[(at + 1) % 4][0], 0);
  return turn > 0 ? corners : corners.slice().reverse();
}
