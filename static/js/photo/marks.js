// A photo with an outline and a name on each card that was seen on it.

const SVG = "http://www.w3.org/2000/svg";

function make(name, attributes, ...content) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

export const middle = (corners) => [0, 1].map((at) => corners.reduce((sum, corner) => sum + corner[at], 0) / corners.length);
const length = ([a, b], [c, d]) => Math.hypot(c - a, d - b);
const breadth = (corners) => Math.min(length(corners[0], corners[1]), length(corners[1], corners[2]));

// Cards in the order of reading: line by line, from the left, however the camera was turned by less than half a right angle.
export function inRows(cards) {
  if (!cards.length) return [];
  const leans = cards.map(({ corners: [a, b, c] }) => {
    const [from, to] = length(a, b) > length(b, c) ? [a, b] : [b, c];
    const lean = Math.atan2(to[1] - from[1], to[0] - from[0]) % (Math.PI / 2);
    return lean > Math.PI / 4 ? lean - Math.PI / 2 : lean < -Math.PI / 4 ? lean + Math.PI / 2 : lean;
  }).sort((a, b) => a - b);
  const lean = leans[Math.floor(leans.length / 2)], cos = Math.cos(lean), sin = Math.sin(lean);
  const placed = cards.map((card) => {
    const [x, y] = middle(card.corners);
    return { card, x: x * cos + y * sin, y: y * cos - x * sin };
  }).sort((a, b) => a.y - b.y);
  const near = 0.75 * breadth(cards[0].corners), rows = [];
  for (const each of placed) {
    const row = rows[rows.length - 1];
    if (row && each.y - row[row.length - 1].y < near) row.push(each); else rows.push([each]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.x - b.x).map(({ card }) => card));
}

// Draw `cards` on a photo's canvas: each has corners, a name and a state (sure, asked, gone, wrong, added). `tap` gets the
// card that was tapped, or null and the place.
export function show(place, canvas, cards, { label, tap }) {
  const size = cards.length ? breadth(cards[0].corners) : canvas.width / 12;
  const svg = make("svg", { viewBox: `0 0 ${canvas.width} ${canvas.height}`, role: "group", "aria-label": label });
  for (const card of cards) {
    const [x, y] = middle(card.corners), wide = size * Math.max(0.8, 0.3 * card.name.length);
    const key = make("g", { role: "button", tabindex: 0, "aria-label": card.title, class: card.state },
      make("polygon", { points: card.corners.join(" ") }),
      make("rect", { x: x - wide / 2, y: y - size * 0.28, width: wide, height: size * 0.56, rx: size * 0.1 }),
      make("text", { x, y, "font-size": size * 0.42 }, card.name));
    key.addEventListener("click", (event) => { event.stopPropagation(); tap(card); });
    key.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      tap(card);
    });
    svg.append(key);
  }
  svg.addEventListener("click", ({ clientX, clientY }) => {
    const box = svg.getBoundingClientRect(), scale = canvas.width / box.width;
    tap(null, [(clientX - box.left) * scale, (clientY - box.top) * scale]);
  });
  place.replaceChildren(canvas, svg);
  place.hidden = false;
}

// A part of a photo round a card, as a picture of its own.
export function cut(canvas, corners, high = 200) {
  const around = (at) => {
    const values = corners.map((corner) => corner[at]), low = Math.min(...values), more = 0.06 * (Math.max(...values) - low);
    return [low - more, Math.max(...values) + more];
  };
  const [left, right] = around(0), [top, bottom] = around(1), scale = high / (bottom - top);
  const part = document.createElement("canvas");
  Object.assign(part, { width: Math.round((right - left) * scale), height: high });
  part.getContext("2d").drawImage(canvas, left, top, right - left, bottom - top, 0, 0, part.width, part.height);
  return part;
}
