// What a card looks like: its picture laid flat, its light evened out, and how far two such looks differ.
//
// A look is compared block by block, and each block may lie a little beside its place: no outline is exact, and no card
// lies flat. Where light or a finger spoils a block, it counts as different and no more than that.
import { homography, length, place } from "./plane.js";

export const PATCH = { width: 96, height: 160, depth: 3 };

const WIDE = 48, TALL = 80, BLOCK = 8, SHIFT = 2;  // of a look
const ACROSS = WIDE / BLOCK, BLOCKS = ACROSS * (TALL / BLOCK);
const SHIFTS = [];  // the nearest first
for (let dy = -SHIFT; dy <= SHIFT; dy++) for (let dx = -SHIFT; dx <= SHIFT; dx++) SHIFTS.push([dx, dy]);
SHIFTS.sort(([a, b], [c, d]) => a * a + b * b - c * c - d * d);
const SMALL = 4;  // times smaller: the first, quick look
const INSET = 0.02;  // the part of a card at its edge that is left out: the table shines in
const COLOUR = 0.8;  // the weight of colours beside light
const SHADE = 0.9, AROUND = 5;  // the part of a place's surroundings that is taken for light and shadow
const HALF = 0.012;  // the mean square at which a block counts half as different: dark and light are 1 apart

// The card between four corners as a flat picture, upper left first, row by row; red, green, blue.
export function patchOf({ width, height, data }, corners) {
  const patch = new Uint8Array(PATCH.width * PATCH.height * PATCH.depth), near = INSET, far = 1 - INSET;
  const flat = homography([[0, 0], [1, 0], [1, 1], [0, 1]], corners);
  const fine = Math.min(4, Math.max(1, Math.round(length(corners[0], corners[1]) / PATCH.width)));  // places to a pixel, each way
  for (let y = 0, to = 0; y < PATCH.height; y++) for (let x = 0; x < PATCH.width; x++, to += 3) {
    let red = 0, green = 0, blue = 0;
    for (let part = 0; part < fine * fine; part++) {
      const across = near + ((far - near) * (x + ((part % fine) + 0.5) / fine)) / PATCH.width;
      const down = near + ((far - near) * (y + (Math.floor(part / fine) + 0.5) / fine)) / PATCH.height;
      const [u, v] = place(flat, across, down);
      const left = Math.min(width - 2, Math.max(0, Math.floor(u - 0.5))), top = Math.min(height - 2, Math.max(0, Math.floor(v - 0.5)));
      const p = Math.min(1, Math.max(0, u - 0.5 - left)), q = Math.min(1, Math.max(0, v - 0.5 - top)), at = 4 * (top * width + left), below = at + 4 * width;
      const a = (1 - p) * (1 - q), b = p * (1 - q), c = (1 - p) * q, d = p * q;
      red += a * data[at] + b * data[at + 4] + c * data[below] + d * data[below + 4];
      green += a * data[at + 1] + b * data[at + 5] + c * data[below + 1] + d * data[below + 5];
      blue += a * data[at + 2] + b * data[at + 6] + c * data[below + 2] + d * data[below + 6];
    }
    patch[to] = red / (fine * fine) + 0.5;
    patch[to + 1] = green / (fine * fine) + 0.5;
    patch[to + 2] = blue / (fine * fine) + 0.5;
  }
  return patch;
}

const atPart = (values, part) => values.sort()[Math.min(values.length - 1, Math.floor(part * values.length))];

// How light white paper is at each place: the lightest of each cell of the patch, no darker than beside it, smoothed.
const CELLS = [6, 10], NEAR_PAPER = 0.9;
function whiteness(light) {
  const [columns, rows] = CELLS, wide = WIDE / columns, tall = TALL / rows, cells = [];
  for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) {
    const values = new Float32Array(wide * tall);
    for (let y = 0, to = 0; y < tall; y++) for (let x = 0; x < wide; x++) values[to++] = light[(row * tall + y) * WIDE + column * wide + x];
    cells.push(atPart(values, 0.9));
  }
  const least = 0.5 * atPart(Float32Array.from(cells), 0.7), paper = cells.map((cell, at) => {
    let most = Math.max(cell, least);
    for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) {
      const x = (at % columns) + dx, y = Math.floor(at / columns) + dy;
      if (x >= 0 && y >= 0 && x < columns && y < rows) most = Math.max(most, NEAR_PAPER * cells[y * columns + x]);
    }
    return most;
  });
  return (x, y) => {
    const u = Math.min(columns - 1, Math.max(0, (x + 0.5) / wide - 0.5)), v = Math.min(rows - 1, Math.max(0, (y + 0.5) / tall - 0.5));
    const left = Math.min(columns - 2, Math.floor(u)), top = Math.min(rows - 2, Math.floor(v)), p = u - left, q = v - top, at = top * columns + left;
    return (paper[at] * (1 - p) + paper[at + 1] * p) * (1 - q) + (paper[at + columns] * (1 - p) + paper[at + columns + 1] * p) * q;
  };
}

// A look: three planes of WIDE × TALL – light, red against green, blue against green –, paper white being 1, 0, 0.
function planes(patch) {
  const size = WIDE * TALL, mean = [0, 1, 2].map(() => new Float32Array(size));
  for (let y = 0, to = 0; y < TALL; y++) for (let x = 0; x < WIDE; x++, to++) for (let band = 0; band < 3; band++) {
    const at = 3 * (2 * y * PATCH.width + 2 * x) + band, below = at + 3 * PATCH.width;
    mean[band][to] = (patch[at] + patch[at + 3] + patch[below] + patch[below + 3]) / 4;
  }
  const look = mean.map((band) => {
    const white = whiteness(band);
    return band.map((value, at) => Math.min(1.1, value / Math.max(8, white(at % WIDE, Math.floor(at / WIDE)))));
  });
  for (let at = 0; at < size; at++) {
    const [red, green, blue] = look.map((band) => band[at]);
    look[0][at] = (red + green + blue) / 3;
    look[1][at] = COLOUR * (red - green);
    look[2][at] = COLOUR * 0.6 * (blue - green);
  }
  const around = smooth(look[0]);
  look[0] = look[0].map((light, at) => light - SHADE * (around[at] - 1));
  return look;
}

// The mean of each place's surroundings.
function smooth(plane) {
  const pass = (values, count, step, across, length) => {
    const means = new Float32Array(values.length);
    for (let line = 0; line < count; line++) {
      const at = (index) => values[line * across + Math.min(length - 1, Math.max(0, index)) * step];
      let sum = 0;
      for (let index = -AROUND; index <= AROUND; index++) sum += at(index);
      for (let index = 0; index < length; index++) {
        means[line * across + index * step] = sum / (2 * AROUND + 1);
        sum += at(index + AROUND + 1) - at(index - AROUND);
      }
    }
    return means;
  };
  return pass(pass(plane, TALL, 1, WIDE, WIDE), WIDE, WIDE, 1, TALL);
}

function smaller(plane) {
  const wide = WIDE / SMALL, small = new Float32Array(plane.length / SMALL ** 2);
  plane.forEach((value, at) => { small[Math.floor(Math.floor(at / WIDE) / SMALL) * wide + Math.floor((at % WIDE) / SMALL)] += value / SMALL ** 2; });
  return small;
}

export function look(patch) {
  const full = planes(patch);
  return { full, small: full.map(smaller), drawn: drawn(full) };
}

// The same card, turned upside down.
export function turned({ full, small }) {
  const upside = full.map((plane) => plane.slice().reverse());
  return { full: upside, small: small.map((plane) => plane.slice().reverse()), drawn: drawn(upside) };
}

// How much is drawn in each block: its mean square against the paper.
function drawn(full) {
  const blocks = new Float32Array(BLOCKS);
  for (let y = 0, at = 0; y < TALL; y++) for (let x = 0; x < WIDE; x++, at++) {
    blocks[Math.floor(y / BLOCK) * ACROSS + Math.floor(x / BLOCK)] += ((1 - full[0][at]) ** 2 + full[1][at] ** 2 + full[2][at] ** 2) / BLOCK ** 2;
  }
  return blocks;
}

// How far two looks differ at a glance.
export function glance(one, other) {
  let sum = 0;
  for (let band = 0; band < 3; band++) {
    const a = one.small[band], b = other.small[band];
    for (let at = 0; at < a.length; at++) {
      const by = (a[at] - b[at]) ** 2;
      sum += by / (by + 4 * HALF);
    }
  }
  return sum;
}

// How far two looks differ, block by block, each from 0 to 1, at the best place nearby.
export function differences(one, other) {
  const blocks = new Float32Array(BLOCKS);
  for (let block = 0; block < BLOCKS; block++) {
    const left = (block % ACROSS) * BLOCK, top = Math.floor(block / ACROSS) * BLOCK;
    let least = Infinity;
    for (const [dx, dy] of SHIFTS) least = Math.min(least, square(one.full, other.full, left, top, dx, dy, least));
    blocks[block] = least / (least + HALF);
  }
  return blocks;
}

// The mean square between a block and the other look, moved; more than `least` may be any such number.
function square([lightA, redA, blueA], [lightB, redB, blueB], left, top, dx, dy, least) {
  const from = Math.max(left, -dx), to = Math.min(left + BLOCK, WIDE - dx), last = Math.min(top + BLOCK, TALL - dy);
  const first = Math.max(top, -dy), count = (to - from) * (last - first);
  let sum = 0;
  for (let y = first; y < last && sum < least * count; y++) {
    for (let a = y * WIDE + from, b = (y + dy) * WIDE + from + dx, end = y * WIDE + to; a < end; a++, b++) {
      const light = lightA[a] - lightB[b], red = redA[a] - redB[b], blue = blueA[a] - blueB[b];
      sum += light * light + red * red + blue * blue;
    }
  }
  return sum / count;
}
