// The script of every page. It keeps taps in order, each with its own key, until the table has answered; htmx does
// the rest. The first line of each module says what it is for.
import "./meant.js";
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
  const late = setTimeout(begin, OPENING_MS);  // do not wait longer for the taps of an earlier page
  restore().then(() => { clearTimeout(late); begin(); });
});
