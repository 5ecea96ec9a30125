// Everything here improves pages that work without it.
import { startOdds } from "./odds.js";
import { startCountdowns } from "./countdown.js";
import { startAutosave } from "./autosave.js";
import { startHands } from "./hands.js";
import { startSubmit } from "./submit.js";
import { startLines } from "./lines.js";
import { halfTurn, runAlong, startMotion, still } from "./motion.js";
import { startNeeded } from "./needed.js";
import { startNews } from "./news.js";
import { startRequests } from "./requests.js";
import { startScrubber } from "./scrubber.js";
import { busy, startStays, stays } from "./stays.js";
import { startSteppers } from "./steppers.js";
import { startTabs } from "./tabs.js";

startRequests();
startCountdowns();
startScrubber();
startSteppers();
startStays();
startHands();
startTabs();
startOdds();
startSubmit();
startAutosave();
startLines();
startMotion();
startNews();
const needed = startNeeded();
// What renews the page comes after what it is read by.
import("./later_together.js").then(({ startLater }) => startLater(needed, { busy, halfTurn, runAlong, stays, still }));
