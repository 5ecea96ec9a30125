// Everything here improves pages that work without it.
import { startCountdowns } from "./countdown.js";
import { startDrafting } from "./drafting.js";
import { startHandingIn } from "./handing-in.js";
import { startKeeping } from "./keeping.js";
import { startLines } from "./lines.js";
import { startLive } from "./live.js";
import { startNews } from "./news.js";
import { startScrubber } from "./scrubber.js";
import { startSheet } from "./sheet.js";
import { startStanding } from "./standing.js";
import { startSteppers } from "./steppers.js";
import { startUnits } from "./units.js";
import { startZone } from "./zone.js";

startCountdowns();
startScrubber();
startSteppers();
startHandingIn();
startStanding();
startDrafting();
startLines();
startKeeping();
startUnits();
startSheet();
startZone();
startNews();
startLive();
