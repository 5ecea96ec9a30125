// Everything here improves pages that work without it.
import { startBeside } from "./beside.js";
import { startCountdowns } from "./countdown.js";
import { startDrafting } from "./drafting.js";
import { startHandingIn } from "./handing-in.js";
import { startKeeping } from "./keeping.js";
import { startLines } from "./lines.js";
import { startLive } from "./live.js";
import { startMotion } from "./motion.js";
import { startNeeded } from "./needed.js";
import { startNews } from "./news.js";
import { startOffline } from "./offline.js";
import { startReceipts } from "./receipts.js";
import { startScrubber } from "./scrubber.js";
import { startStanding } from "./standing.js";
import { startSteppers } from "./steppers.js";
import { startTabs } from "./tabs.js";
import { startUnits } from "./units.js";

startCountdowns();
startScrubber();
startSteppers();
startTabs();
startBeside();
startHandingIn();
startStanding();
startDrafting();
startLines();
startKeeping();
startMotion();
startUnits();
startReceipts();
startNews();
startOffline();
// What hears of changes is there before they come.
startNeeded().then(startLive);
