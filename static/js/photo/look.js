// Ask the worker that reads photos (eye.js).

let worker = null, last = 0;
const waiting = new Map();

function begin() {
  worker = new Worker(new URL("./eye.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data: { id, answer, error } }) => {
    const { done, fail } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) done(answer); else fail(new Error(error));
  });
  worker.addEventListener("error", (event) => {  // it could not be loaded
    for (const { fail } of waiting.values()) fail(new Error(event.message ?? ""));
    waiting.clear();
    worker = null;
  });
}

// The answer of `teach`, `find` or `read`. Rejects where it failed.
export function ask(act, value) {
  if (!worker) begin();
  return new Promise((done, fail) => {
    waiting.set(++last, { done, fail });
    worker.postMessage({ id: last, act, value });
  });
}
