// Each card exists once, twice or three times: the best record as a whole is an assignment (the Hungarian method).

// The column of each row, all different, of the least sum. `costs`: rows of numbers, no more rows than columns.
export function assignment(costs) {
  const rows = costs.length, columns = costs[0]?.length ?? 0;
  const ofRow = new Float64Array(rows + 1), ofColumn = new Float64Array(columns + 1);  // potentials
  const taker = new Int32Array(columns + 1), before = new Int32Array(columns + 1);  // counted from 1; 0 is nobody
  for (let row = 1; row <= rows; row++) {
    const least = new Float64Array(columns + 1).fill(Infinity), seen = new Uint8Array(columns + 1);
    let column = 0;
    taker[0] = row;
    do {
      seen[column] = 1;
      const from = taker[column];
      let step = Infinity, next = 0;
      for (let at = 1; at <= columns; at++) {
        if (seen[at]) continue;
        const dearer = costs[from - 1][at - 1] - ofRow[from] - ofColumn[at];
        if (dearer < least[at]) { least[at] = dearer; before[at] = column; }
        if (least[at] < step) { step = least[at]; next = at; }
      }
      for (let at = 0; at <= columns; at++) {
        if (seen[at]) { ofRow[taker[at]] += step; ofColumn[at] -= step; } else least[at] -= step;
      }
      column = next;
    } while (taker[column]);
    while (column) { taker[column] = taker[before[column]]; column = before[column]; }
  }
  const chosen = new Array(rows).fill(-1);
  for (let at = 1; at <= columns; at++) if (taker[at]) chosen[taker[at] - 1] = at - 1;
  return chosen;
}

export const sum = (costs, chosen) => chosen.reduce((all, column, row) => all + costs[row][column], 0);
