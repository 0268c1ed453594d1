// Keeps the screen on while a game goes on, where the browser can and the reader wants it. Imports prefs.js.

import { prefs } from "./prefs.js";

/** Whether this browser can do it at all; it cannot where pages come without https from another machine. */
export const canStayAwake = "wakeLock" in navigator;

let playing = false;
let always = false;
/** @type {WakeLockSentinel | null} */
let lock = null;

/** @param {boolean} now whether a game goes on that somebody follows here
 * @param {boolean} [wanted] in any case, not only if the reader says so */
export function stayAwake(now, wanted = false) {
  playing = now;
  always = wanted;
  void settle();
}

/** As it should be by now: a browser lets go of the lock whenever the page is hidden. */
async function settle() {
  const wanted = canStayAwake && playing && (always || prefs.awake) && document.visibilityState === "visible";
  if (!wanted) {
    const held = lock;
    lock = null;
    await held?.release();
  } else if (!lock || lock.released) {
    // Refused when the battery is low, say: then the screen does what it always does.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  }
}

document.addEventListener("visibilitychange", settle);
