// What a page needs once it can be read: to be renewed, to keep what is written, to say what went wrong.
import { watchControls } from "./controls.js";
import { startLive } from "./live.js";
import { startOffline } from "./offline.js";
import { startReceipts } from "./receipts.js";
import { renew, startRenewal } from "./renewal.js";
import { goOn, startSession } from "./session.js";
import { startTrouble } from "./trouble.js";
import { startUnits } from "./units.js";
import { startWritten } from "./written.js";

// Until the page has handed over what moves, nothing does.
let moving = { still: () => true };

// `needed` is kept when the scripts that few pages need are there; `given` is what moves, and what keeps a place.
export async function startLater(needed, given) {
  moving = given;
  watchControls();
  startSession();
  startTrouble();
  startRenewal();
  startUnits();
  startReceipts();
  startOffline();
  // What hears of changes is there before they come; and what follows a form before its words are put back.
  await needed;
  startWritten();
  goOn();
  startLive();
}

// For the scripts of single pages, which need not fetch them once more.
export function moves() {
  return moving;
}

export function renewed(old, news, how) {
  return renew(old, news, how);
}
