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
