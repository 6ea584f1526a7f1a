// A card lies in a plane: a homography takes each place of it to a place of the picture.

// Solve the square system `rows` · x = `right` (Gauss, with the largest pivot); nothing if it has no single solution.
export function solution(rows, right) {
  const size = right.length, all = rows.map((row, at) => [...row, right[at]]);
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) if (Math.abs(all[row][column]) > Math.abs(all[pivot][column])) pivot = row;
    if (Math.abs(all[pivot][column]) < 1e-12) return null;
    [all[column], all[pivot]] = [all[pivot], all[column]];
    for (let row = 0; row < size; row++) {
      const factor = row === column ? 0 : all[row][column] / all[column][column];
      if (factor) for (let at = column; at <= size; at++) all[row][at] -= factor * all[column][at];
    }
  }
  return all.map((row, at) => row[size] / row[at]);
}

// The homography that takes four points to four others, as eight numbers; the ninth is 1.
export function homography(from, to) {
  const rows = [], right = [];
  from.forEach(([x, y], at) => {
    const [u, v] = to[at];
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]);
    right.push(u, v);
  });
  return solution(rows, right);
}

export function place([a, b, c, d, e, f, g, h], x, y) {
  const depth = g * x + h * y + 1;
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
}

export const area = (points) => Math.abs(points.reduce((sum, [x, y], at) => {
  const [u, v] = points[(at + 1) % points.length];
  return sum + x * v - u * y;
}, 0)) / 2;

export const length = ([x, y], [u, v]) => Math.hypot(u - x, v - y);
export const middle = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);

// Whether a point lies within convex corners, in either order.
export function within(corners, [x, y]) {
  let left = 0;
  corners.forEach(([a, b], at) => {
    const [c, d] = corners[(at + 1) % corners.length];
    left += (c - a) * (y - b) - (d - b) * (x - a) >= 0 ? 1 : -1;
  });
  return Math.abs(left) === corners.length;
}

// Where two lines meet, each a point and a direction; nothing for parallels.
export function crossing([[x, y], [dx, dy]], [[u, v], [du, dv]]) {
  const turn = dx * dv - dy * du;
  if (Math.abs(turn) < 1e-9) return null;
  const along = ((u - x) * dv - (v - y) * du) / turn;
  return [x + along * dx, y + along * dy];
}
