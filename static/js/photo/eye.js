// The worker that reads photos, so that the page stays awake meanwhile. It keeps the deck that it was taught last.
import * as reader from "../reader/reader.js";

let model = null;

function cardsIn(picture) {
  const outlines = reader.find(picture);
  return { outlines, patches: outlines.map(({ corners }) => reader.patchOf(picture, corners)) };
}

const acts = {
  teach(deck) {
    model = reader.teach(deck);
  },
  find(picture) {
    const { outlines, patches } = cardsIn(picture);
    return { outlines, patches, doubts: reader.doubts(picture, outlines, []) };
  },
  read({ picture, copies }) {
    const { outlines, patches } = cardsIn(picture);
    const readings = outlines.length ? reader.readCards(model, patches, copies) : [];
    const cards = readings.map((each, at) => ({ ...each, corners: outlines[at].corners, unsure: each.sure < reader.SURE }));
    return { cards, doubts: reader.doubts(picture, outlines, readings) };
  },
};

addEventListener("message", ({ data: { id, act, value } }) => {
  try {
    postMessage({ id, answer: acts[act](value) });
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error) });
  }
});
