// Every page. Taps are kept in order, each with its own key, until the table has answered; htmx does the rest.
//   page     what is shown, a finger on the screen      queue    the taps that wait, kept for a reload
//   send     taps to the table, until it answers        contact  what waits and whether the table answers
//   table    an answer in the place of the last one     news     what other devices record
//   echo     a card on the felt before the answer       drawers  what opens over the felt
//   patch    what differs, put in piece by piece
//   taps     a tap, and what is decided about it        forms    what a form comes to so far
//   keys     the keyboard                               look     turned round, kept awake
//   kept     the page for a reload without the laptop
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
seenLast().then(restore).then(begin);
