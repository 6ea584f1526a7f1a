// Ask which card this is: its picture beside the likeliest ones, all others behind a fold, and that it is none.
import { word } from "./words.js";

export const SIGN = { S: "♠", H: "♥", D: "♦", C: "♣" };

// A card in so few letters that they fit on it.
export const short = ({ rank, suit }) => `${rank || "★"}${SIGN[suit] ?? ""}`;

function key(face, choose) {
  const button = document.createElement("button"), rank = document.createElement("b");
  Object.assign(button, { type: "button", className: `key ${face.suit || "X"}` });
  button.dataset.code = face.code;
  button.setAttribute("aria-label", face.label);
  rank.textContent = short(face);
  button.append(rank);
  button.addEventListener("click", () => choose(face.code));
  return button;
}

function row(label, ...keys) {
  const group = document.createElement("div");
  group.className = "suit";
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", label);
  group.append(...keys);
  return group;
}

// Show the question in `place`. `choose` gets a code, or null where it is no card.
export function askWhich(place, { picture, candidates, counting, left, choose }) {
  const { faces, rows } = counting, title = document.createElement("h2"), others = document.createElement("details");
  title.textContent = word("ask");
  title.tabIndex = -1;
  const none = document.createElement("button");
  Object.assign(none, { type: "button", className: "button", textContent: word("noCard") });
  none.addEventListener("click", () => choose(null));
  const summary = document.createElement("summary");
  summary.textContent = word("another");
  summary.className = "button";
  others.append(summary, ...rows.map(({ label, cards }) => row(label, ...cards.map((code) => key(faces[code], choose)))));
  others.open = !candidates.length;
  const asked = document.createElement("div");
  asked.className = "asking";
  asked.append(picture, row(word("ask"), ...candidates.map((code) => key(faces[code], choose)), none));
  const count = document.createElement("p");
  count.className = "aside";
  count.textContent = left > 1 ? word("left", { n: left }) : "";
  place.replaceChildren(title, asked, others, count);
  place.hidden = false;
  title.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest" });
}
