// The script of every page. The first line of each module says what it is for.
//
// htmx does what a page asks for; the taps of a table are an island beside it. They stand in an ordered queue that
// outlives the page and the network, each with its own key until the table has answered (queue.js, send.js), and the
// answer brings only the pieces that differ (patch.js). htmx has no such queue: without a network it drops a request.
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
