// A gong: in the room five minutes before and at the end of a round, on the console at a new call. It is silent until
// switched on, since browsers allow no sound before a tap.

let sound = null;

function strike(times) {
  for (let at = 0; at < times; at++) {
    const tone = sound.createOscillator(), loud = sound.createGain(), start = sound.currentTime + at * .9;
    tone.frequency.value = 392;
    loud.gain.setValueAtTime(.6, start);
    loud.gain.exponentialRampToValueAtTime(.001, start + 1.6);
    tone.connect(loud).connect(sound.destination);
    tone.start(start);
    tone.stop(start + 1.7);
  }
}

function speak(words) {
  if (!words || !window.speechSynthesis) return;
  const said = new SpeechSynthesisUtterance(words);
  said.lang = document.documentElement.lang;
  setTimeout(() => speechSynthesis.speak(said), 1800);
}

const buttons = () => document.querySelectorAll("[data-sound]");

function show() {
  for (const button of buttons()) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(Boolean(sound)));
  }
}

document.addEventListener("click", async (event) => {
  if (!event.target.closest("[data-sound]")) return;
  if (sound) {
    await sound.close();
    sound = null;
  } else {
    sound = new AudioContext();
    strike(1);
  }
  show();
});
document.addEventListener("htmx:afterSettle", show);
show();

// A round passes each mark once; if the clock is given more time, it passes them again.
let before = null, calls = null;

function rounds() {
  const [soon, over] = (document.querySelector("[data-gong]")?.dataset.gong || "").split("|");
  const clock = document.querySelector("[data-gong] [data-left][data-running]");
  if (!clock) return;
  const [, minus, minutes, seconds] = /(\u2212?)(\d+):(\d+)/.exec(clock.textContent) || [];
  const left = (minus ? -1 : 1) * (60 * minutes + Number(seconds));
  for (const [mark, times, words] of [[300, 1, soon], [0, 3, over]]) {
    if (before !== null && before > mark && left <= mark) {
      document.dispatchEvent(new CustomEvent("gong", { detail: words }));
      if (sound) { strike(times); speak(words); }
    }
  }
  before = left;
}

function called() {
  const now = document.querySelector("[data-calls]")?.dataset.calls;
  if (now === undefined) return;
  const waiting = now.split(" ").filter(Boolean);
  if (calls && waiting.some((call) => !calls.includes(call)) && sound) strike(2);
  calls = waiting;
}

setInterval(() => { rounds(); called(); }, 250);
