// What counted piles come to. `counting` is what the page says of the deal (templates/photo/pile.html); `piles` holds the
// codes of the cards of each pile, or null for one that was not counted.

const halves = (value) => Number.isInteger(2 * value);

// The cards that the piles have more often than the deck.
export function tooOften({ copies }, piles) {
  const seen = {};
  for (const code of piles.flatMap((codes) => codes ?? [])) seen[code] = (seen[code] ?? 0) + 1;
  return Object.keys(seen).filter((code) => seen[code] > (copies[code] ?? 0));
}

// The cards that no pile has, once for each copy.
export function missing({ copies }, piles) {
  const all = piles.flatMap((codes) => codes ?? []);
  return Object.keys(copies).flatMap((code) =>
    Array(Math.max(0, copies[code] - all.filter((each) => each === code).length)).fill(code));
}

// What each fill of a pile comes to, and whether that can be.
export function values({ fills }, codes) {
  return fills.map((fill) => {
    const sum = codes.reduce((so, code) => so + (fill.worth[code] ?? 0), 0), value = sum / fill.per;
    return { ...fill, value, can: halves(value), parts: `${sum}/${fill.per}` };
  });
}

// Whether all piles together hold the whole deck: null while one of them was not counted, or nobody knows how many there are.
export function whole(counting, piles) {
  if (!counting.cards) return null;
  const main = piles.filter((_, at) => !counting.piles[at].beside), count = main.reduce((sum, codes) => sum + (codes?.length ?? 0), 0);
  if (count > counting.cards) return { count, rest: counting.cards - count };
  return main.every(Boolean) ? { count, rest: counting.cards - count } : null;
}

// The fields of the result that the piles fill, by name: a sum, or what the field says.
export function fields(counting, piles) {
  const filled = new Map();
  piles.forEach((codes, at) => {
    for (const { name, label, value, says } of codes ? values(counting.piles[at], codes) : []) {
      if (!says) filled.set(name, { label, value: (filled.get(name)?.value ?? 0) + value });
      else if (value) filled.set(name, { label, value: says });
    }
  });
  return filled;
}
