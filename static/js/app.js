// Every page. Taps are kept in order, each with its own key, until the table has answered; htmx does the rest;
// the first line of each module says what it is for.
import "./drawers.js";
import "./echo.js";
import "./forms.js";
import "./keys.js";
import "./look.js";
import "./news.js";
import "./taps.js";
import { seenLast } from "./kept.js";
import { restore } from "./queue.js";
import { begin } from "./send.js";

document.documentElement.classList.add("js");
const OPENING_MS = 1500;
seenLast().then(() => {
  const late = setTimeout(begin, OPENING_MS);  // however long the taps of an earlier page take to come
  restore().then(() => { clearTimeout(late); begin(); });
});
