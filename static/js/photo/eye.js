// The worker that reads photos, so that the page stays awake meanwhile. It keeps the deck that it was taught last.
import * as reader from "../reader/reader.js";

const SURE = reader.SURE ?? 0.5;  // a card that is less sure is asked
let model = null;

const acts = {
  teach(deck) {
    model = reader.teach(deck);
  },
  find(picture) {
    const found = reader.find(picture);
    const patches = found.map(({ corners }) => reader.patchOf(picture, corners));
    return { found, patches, doubts: reader.doubts(picture, found, []) };
  },
  read({ picture, copies }) {
    const { found, patches } = acts.find(picture);
    const readings = found.length ? reader.readCards(model, patches, copies) : [];
    const cards = readings.map((each, at) => ({ ...each, corners: found[at].corners, asked: each.sure < SURE }));
    return { cards, doubts: reader.doubts(picture, found, readings) };
  },
};

addEventListener("message", ({ data: { id, act, value } }) => {
  try {
    postMessage({ id, answer: acts[act](value) });
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error) });
  }
});
